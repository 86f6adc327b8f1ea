// hushed_driver.h: keeps what a graphics driver prints about itself from the terminal.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

namespace gl {

// As long as this lives, nothing reaches the standard error: Mesa prints there what it lacks, and the error
// that follows says it in a sentence. Whoever sets LIBGL_DEBUG or EGL_LOG_LEVEL wants to read the driver's
// own words.
class HushedDriver {
 public:
  HushedDriver() {
    if (std::getenv("LIBGL_DEBUG") != nullptr || std::getenv("EGL_LOG_LEVEL") != nullptr) return;
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    before_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    if (before_ >= 0) ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
  ~HushedDriver() {
    if (before_ < 0) return;
    ::dup2(before_, STDERR_FILENO);
    ::close(before_);
  }
  HushedDriver(const HushedDriver&) = delete;
  HushedDriver& operator=(const HushedDriver&) = delete;

 private:
  int before_ = -1;
};

}  // namespace gl
