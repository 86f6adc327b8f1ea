// What a folder held survives a save that goes wrong.
#include "app/export/model_folder.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>

#include "app/export/file.h"
#include "engine/training/run.h"
#include "tests/engine/scratch_folder.h"

namespace exporter {
namespace {

namespace fs = std::filesystem;

// Files cannot grow beyond `most` bytes, as on a disk that is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t most) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{most, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  void (*signal_)(int);
};

class ModelFolder : public ScratchFolder {
 protected:
  ModelFolder() : task_(*engine::find_task("reverse")), run_(task_, task_.recipe()) {}

  engine::TrainingRecord record(int steps) const {
    return {.task = "reverse", .recipe = task_.recipe(), .steps = steps};
  }
  std::string bytes_of(const char* name) const {
    const auto read = read_file(folder_ / name);
    return read ? *read : "";
  }
  size_t files() const { return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {})); }

  const engine::Task& task_;
  engine::TrainingRun run_;
};

// The tensors, which do not fit, are the last of the files: none of those before them may be new.
TEST_F(ModelFolder, ASaveThatFindsTheDiskFullChangesNothing) {
  ASSERT_FALSE(save_model(folder_, run_.model(), task_, record(1), false));
  const std::string before = bytes_of("training.json");
  const size_t count = files();
  ASSERT_GT(bytes_of("model.safetensors").size(), 20'000U);
  {
    const FullDisk full(20'000);
    EXPECT_TRUE(save_model(folder_, run_.model(), task_, record(2), false));
  }
  EXPECT_EQ(bytes_of("training.json"), before);
  EXPECT_EQ(files(), count) << "something half written is left";
  EXPECT_FALSE(save_model(folder_, run_.model(), task_, record(2), false));
  EXPECT_NE(bytes_of("training.json"), before);
}

TEST_F(ModelFolder, ASnapshotThatFindsTheDiskFullKeepsTheOneBefore) {
  ASSERT_FALSE(save_state(folder_, run_, record(0)));
  const std::string said = bytes_of("training.json");
  const std::string state = bytes_of("training.safetensors");
  ASSERT_TRUE(run_.advance()->ok());
  {
    const FullDisk full(20'000);
    EXPECT_TRUE(save_state(folder_, run_, record(1)));
  }
  EXPECT_EQ(bytes_of("training.json"), said);
  EXPECT_EQ(bytes_of("training.safetensors"), state);
  ASSERT_FALSE(save_state(folder_, run_, record(1)));
  EXPECT_NE(bytes_of("training.safetensors"), state);
}

}  // namespace
}  // namespace exporter
