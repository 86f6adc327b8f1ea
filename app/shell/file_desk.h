// file_desk.h: what the window does with files: opens and saves sessions, opens trained models, takes what
// falls on it, and keeps what nobody saved.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/document/model_input.h"
#include "app/session/session.h"
#include "app/shell/kept_sessions.h"
#include "app/shell/model_desk.h"
#include "app/shell/recent.h"

namespace app {

class FileDesk {
 public:
  // `state_folder`: Recovery::usual_folder(); an empty path keeps nothing after the window's end.
  // `wake` as in ModelDesk.
  FileDesk(Session& session, const std::filesystem::path& state_folder, std::function<void()> wake = {});

  // Does what the request's purpose says, and says in a notice what came of it. What cannot be done leaves
  // the open work as it is. `now`: seconds, the clock of Session::apply.
  void carry_out(const FileRequest& request, double now);
  // Files or folders that fell on the window: the first file that something can be done with is used.
  void dropped(const std::vector<std::string>& paths, double now);
  // Takes over a model that was opened, and shows how far one is that is not. To be called in every frame.
  void watch(double now);
  // Whether something is under way that watch() will have more of.
  bool is_busy() const { return models_.opening().has_value(); }
  // Keeps a session that has no file, among the recent ones; whether it is kept.
  bool keep(const Document& document);
  // Keeps the changed documents that others were opened over. To be called after every frame.
  void keep_set_aside();
  // The window is to end: what is open can be opened again next time. What is returned says why changes that
  // nobody saved are not kept.
  std::optional<engine::Error> ended();
  // How often a session was saved.
  int saves() const { return saves_; }
  // Why the list of recent sessions is not kept, where it is not.
  const std::optional<engine::Error>& failed() const { return recent_.failed(); }

  // The name of the open file, marked where it has unsaved changes: "• talk.headlight – Headlight".
  std::string title() const;

 private:
  void open(const std::string& path, double now);
  void save(const std::string& path, double now);
  void forget(const std::string& path, double now);
  void open_mask(const std::string& path, double now);
  void save_mask(const std::string& path, double now);
  void open_model(const std::string& path, double now);
  void cancel_model(const std::string& path, double now);
  void open_picture(const std::string& path, double now);
  void use_model(const ModelDesk::Opened& opened, double now);
  void check_weights();
  void feed_array(const std::string& path, double now);
  Reads reads() const;
  std::string purpose_of(const std::string& path) const;
  void check_homework(const std::string& path, double now);
  void refuse(std::string_view key, const std::string& path, const engine::Error& error);
  void show_recent();

  Session& session_;
  Recent recent_;
  KeptSessions kept_;
  Document first_;                  // what the window opened with
  std::vector<Document> not_kept_;  // was opened over, and could not be written
  int saves_ = 0;
  ModelDesk models_;
  std::weak_ptr<const loaders::Checkpoint> checked_;  // whose weights are read through, or were
  double opening_since_ = 0;                          // seconds
};

}  // namespace app
