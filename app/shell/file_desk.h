// file_desk.h: the window's file handling: opens and saves sessions, opens trained models and lessons,
// accepts dropped files, and keeps unsaved work.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/document/model_input.h"
#include "app/session/session.h"
#include "app/shell/kept_sessions.h"
#include "app/shell/lesson_desk.h"
#include "app/shell/model_desk.h"
#include "app/shell/recent.h"
#include "engine/training/data/data_rows.h"

namespace app {

class FileDesk {
 public:
  // `state_folder`: Recovery::usual_folder(); an empty path keeps nothing after the window closes. `wake` as
  // in ModelDesk.
  FileDesk(Session& session, const std::filesystem::path& state_folder, std::function<void()> wake = {});

  // Carries out the request's purpose, and reports the result in a notice. On failure the open work stays as
  // it is. `now`: seconds, on the clock of Session::apply.
  void carry_out(const FileRequest& request, double now);
  // Files or folders dropped on the window: uses the first one that has a purpose.
  void dropped(const std::vector<std::string>& paths, double now);
  // Takes over a model that has been opened, or shows the progress of one that has not. Call in every frame.
  void watch(double now);
  // Seconds until watch() has something to do of itself; nullopt while it has not.
  std::optional<double> due(double now) const { return lessons_.due(now); }
  // Whether something is in progress that watch() will report on.
  bool is_busy() const { return models_.opening().has_value(); }
  // Keeps a session without a file among the recent ones; returns whether it is kept.
  bool keep(const Document& document);
  // Keeps the changed documents that others replaced. Call after every frame.
  void keep_set_aside();
  // The window is closing: what is open can be reopened next time. Returns why unsaved changes are not kept,
  // if so.
  std::optional<engine::Error> ended();
  // How often a session was saved.
  int saves() const { return saves_; }
  // Why the list of recent sessions is not kept, if so.
  const std::optional<engine::Error>& failed() const { return recent_.failed(); }
  // Why the progress in lessons is not kept, if so.
  const std::optional<engine::Error>& progress_failed() const { return lessons_.failed(); }

  // The name of the open file, marked if it has unsaved changes: "• talk.headlight – Headlight".
  std::string title() const;

 private:
  void open(const std::string& path, double now);
  void save(const std::string& path, double now);
  void forget(const std::string& path, double now);
  void open_mask(const std::string& path, double now);
  void save_mask(const std::string& path, double now);
  void open_model(const std::string& path, double now);
  void cancel_model(const std::string& path, double now);
  void learn_from(const std::string& path, double now);
  void learn_words(const std::string& path, double now);
  void learn_characters(const std::string& path, double now);
  void learn_subwords(const std::string& path, double now);
  void learn_in(std::optional<engine::DataKind> unit, const std::string& path, double now);
  void save_trained(const std::string& path, double now);
  void open_picture(const std::string& path, double now);
  void open_scene(const std::string& path, double now);
  void use_model(const ModelDesk::Opened& opened, double now);
  void check_weights();
  void feed_array(const std::string& path, double now);
  Reads reads() const;
  std::string purpose_of(const std::string& path) const;
  void check_homework(const std::string& path, double now);
  void open_lesson(const std::string& path, double now);
  void choose_lessons_folder(const std::string& path, double now);
  void list_lessons(const std::string& folder, double now);
  void write_lesson(const std::string& path, double now);
  void write_class_sheet(const std::string& path, double now);
  void write_worksheet(const std::string& path, double now);
  // Says where it is, or why it is not; returns whether it is.
  bool report_written(const std::string& path, const std::optional<engine::Error>& failed);
  void refuse(std::string_view key, const std::string& path, const engine::Error& error);
  void show_recent();

  Session& session_;
  Recent recent_;
  KeptSessions kept_;
  Document first_;                  // what the window opened with
  std::vector<Document> not_kept_;  // replaced, and could not be written
  int saves_ = 0;
  ModelDesk models_;
  LessonDesk lessons_;
  std::weak_ptr<const loaders::Checkpoint> checked_;  // whose weights are being checked, or were
  double opening_since_ = 0;                          // seconds
};

}  // namespace app
