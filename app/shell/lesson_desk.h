// lesson_desk.h: the window's lessons from files: opens them, shows what is saved in them at once, lists a
// folder of them; and keeps how lessons went.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/session/session.h"
#include "app/shell/progress_file.h"

namespace app {

class LessonDesk {
 public:
  // `state_folder` as in FileDesk. `wake` is called from another thread when something was read; it may be
  // empty.
  LessonDesk(Session& session, const std::filesystem::path& state_folder, std::function<void()> wake);

  // Opens the lesson of a file, once it is read: where it was left, or at its beginning. Where it has a
  // fault, the lesson before stays open, and a notice says why; without one, the panel lists the faults.
  void open(const std::string& path);
  // Lists the lessons of a folder from now on; says how many, or why none.
  void choose_folder(const std::string& path, double now);
  // Reads the chosen folder again, in the background.
  void list() { list(Telling::kNothing); }

  // Takes over what was read, and reads an open lesson's file again when it has changed. Call in every frame.
  void watch(double now);
  // Seconds until watch() has something to do; nullopt while there is nothing.
  std::optional<double> due(double now) const;

  // Writes what of the progress was not written yet.
  void flush(double now) {
    progress_.keep(session_.desk().progress, now);
    progress_.flush(now);
  }
  // Why the progress is not kept, if so.
  const std::optional<engine::Error>& failed() const { return progress_.failed(); }

 private:
  enum class Wish { kOpen, kFollow };  // a file that is open is read again
  enum class Telling { kNothing, kCount };
  struct Read {
    Wish wish = Wish::kOpen;
    std::string path;
    std::string stamp;  // of the file before it was read
    engine::Result<OwnLesson> lesson;
  };
  struct Listed {
    Telling telling = Telling::kNothing;
    std::string asked;  // the path as it was chosen
    std::shared_ptr<const LessonFolder> folder;
  };

  void read(const std::string& path, Wish wish);
  void list(Telling telling);
  void take_over(const Read& read, double now);
  void take_over(const Listed& listed);
  void show(std::shared_ptr<const OwnLesson> own, double now);
  void show_faults(OwnLesson own);
  bool is_reading() const;
  void wake() const {
    if (wake_) wake_();
  }

  Session& session_;
  std::function<void()> wake_;
  ProgressFile progress_;
  double looked_at_ = 0;  // when the open lesson's file was last looked at, in seconds
  mutable std::mutex mutex_;
  bool is_reading_ = false;
  std::optional<Read> read_;
  std::optional<Listed> listed_;
  std::jthread reader_;  // last: they stop before what they write to is destroyed
  std::jthread lister_;
};

}  // namespace app
