// file_desk.cpp: one function per purpose, and the table that finds it.
#include "app/shell/file_desk.h"

#include <algorithm>
#include <array>

#include "app/export/session_file.h"
#include "app/session/file_purpose.h"
#include "app/session/homework.h"
#include "app/shell/file_kinds.h"
#include "app/shell/mask_desk.h"
#include "app/text/quotable.h"

namespace app {
namespace {

namespace fs = std::filesystem;

std::string whole_path(const std::string& path) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed);
  return failed ? path : whole.lexically_normal().string();
}

}  // namespace

FileDesk::FileDesk(Session& session, const fs::path& state_folder, std::function<void()> wake)
    : session_(session),
      recent_(state_folder),
      kept_(state_folder.empty() ? state_folder : state_folder / "sessions"),
      first_(session.document()),
      models_(wake),
      lessons_(session, state_folder, std::move(wake)) {
  if (!session.file().empty()) recent_.add(session.file());
  show_recent();
}

// The action for each purpose.
void FileDesk::carry_out(const FileRequest& request, double now) {
  struct Row {
    std::string_view purpose;
    void (FileDesk::*act)(const std::string& path, double now);
  };
  constexpr std::array kRows = {Row{"open", &FileDesk::open},
                                Row{"save", &FileDesk::save},
                                Row{"forget", &FileDesk::forget},
                                Row{"mask_open", &FileDesk::open_mask},
                                Row{"mask_save", &FileDesk::save_mask},
                                Row{"homework", &FileDesk::check_homework},
                                Row{"model", &FileDesk::open_model},
                                Row{"cancel_model", &FileDesk::cancel_model},
                                Row{"training_data", &FileDesk::learn_from},
                                Row{"training_words", &FileDesk::learn_words},
                                Row{"training_characters", &FileDesk::learn_characters},
                                Row{"training_subwords", &FileDesk::learn_subwords},
                                Row{"model_save", &FileDesk::save_trained},
                                Row{"picture", &FileDesk::open_picture},
                                Row{"scene", &FileDesk::open_scene},
                                Row{"array", &FileDesk::feed_array},
                                Row{"lesson", &FileDesk::open_lesson},
                                Row{"lessons_folder", &FileDesk::choose_lessons_folder},
                                Row{"list_lessons", &FileDesk::list_lessons},
                                Row{"lesson_new", &FileDesk::write_lesson},
                                Row{"class_sheet", &FileDesk::write_class_sheet},
                                Row{"worksheet", &FileDesk::write_worksheet}};
  const std::string path = whole_path(request.path);
  for (const Row& row : kRows) {
    if (row.purpose == request.purpose) (this->*row.act)(path, now);
  }
  show_recent();
}

void FileDesk::open(const std::string& path, double now) {
  if (is_model(path)) return open_model(path, now);
  auto document = exporter::read_session_file(path);
  if (!document) return refuse("files.not_opened", path, document.error());
  const bool sets_aside = session_.is_changed();
  // One kept by Headlight is not the user's own file: saving it asks for a name.
  const bool kept = kept_.owns(path);
  session_.open_file(kept ? "" : path, *document, now);
  if (!kept) recent_.add(path);
  if (!sets_aside) return;
  const size_t before = not_kept_.size();
  keep_set_aside();
  const bool lost = not_kept_.size() > before;
  session_.notify(
      {lost ? "files.not_set_aside" : "files.set_aside", {{"name", name_of_file(path)}}, 0, lost, {}});
}

void FileDesk::save(const std::string& path, double /*now*/) {
  if (auto bad = exporter::write_session_file(path, session_.document()))
    return refuse("files.not_saved", path, *bad);
  session_.saved_in(path, session_.document());
  ++saves_;
  recent_.add(path);
  session_.notify({"files.saved", {{"path", quotable(path, kLongestPath)}}, 0, false, {}});
}

void FileDesk::forget(const std::string& path, double /*now*/) {
  recent_.remove(path);
  kept_.remove(path);
}

void FileDesk::open_mask(const std::string& path, double now) {
  if (auto bad = load_mask(session_, path, now)) return refuse("files.not_opened", path, *bad);
  session_.notify({"files.mask_painted", {{"name", name_of_file(path)}}, 0, false, {}});
}

void FileDesk::save_mask(const std::string& path, double /*now*/) {
  if (auto bad = app::save_mask(session_, path)) return refuse("files.not_saved", path, *bad);
  session_.notify({"files.saved", {{"path", quotable(path)}}, 0, false, {}});
}

// Any file of the folder stands for all of it.
void FileDesk::check_homework(const std::string& path, double now) {
  std::error_code ignored;
  const std::string folder = fs::is_directory(path, ignored) ? path : fs::path(path).parent_path().string();
  const auto files = homework_files(folder);
  if (!files) return refuse("files.not_opened", folder, files.error());
  Requests requests;
  requests.edit("", [](State& state) { state.document.focus.view = "homework"; });
  requests.arrange([&](Desk& desk) {
    desk.homework.folder = folder;
    desk.homework.found.reset();
    desk.homework.look.reset();
    desk.homework.is_new = true;
  });
  session_.apply(requests, now);
}

void FileDesk::refuse(std::string_view key, const std::string& path, const engine::Error& error) {
  const Words& tr = words(session_.preferences());
  session_.notify({std::string(key), {{"name", name_of_file(path)}, {"reason", tr(error)}}, 0, true, {}});
}

void FileDesk::dropped(const std::vector<std::string>& paths, double now) {
  const auto usable = std::find_if(paths.begin(), paths.end(),
                                   [this](const std::string& path) { return !purpose_of(path).empty(); });
  if (usable != paths.end()) {
    carry_out({purpose_of(*usable), *usable}, now);
    const bool failed = session_.notice() && session_.notice()->is_error;
    if (paths.size() > 1 && !failed) {
      session_.notify({"files.first_of_many",
                       {{"name", name_of_file(*usable)}, {"count", std::to_string(paths.size())}},
                       0,
                       false,
                       {}});
    }
    return;
  }
  if (paths.empty()) return;
  std::error_code ignored;
  const bool folder = fs::is_directory(paths.front(), ignored);
  if (folder && homework_files(paths.front())) return carry_out({"homework", paths.front()}, now);
  session_.notify({folder ? "files.dropped_folder" : "files.dropped_unknown",
                   {{"name", name_of_file(whole_path(paths.front()))}, {"endings", droppable_endings()}},
                   0,
                   true,
                   {}});
}

bool FileDesk::keep(const Document& document) {
  const bool is_kept = !kept_.keep(document);
  if (!is_kept) not_kept_.push_back(document);
  show_recent();
  return is_kept;
}

void FileDesk::keep_set_aside() {
  for (const Document& document : session_.take_set_aside()) keep(document);
}

std::optional<engine::Error> FileDesk::ended() {
  lessons_.flush(0);
  keep_set_aside();
  std::optional<engine::Error> lost;
  std::erase_if(not_kept_, [&](const Document& document) {
    auto failed = kept_.keep(document);
    if (failed) lost = failed;
    return !failed;
  });
  const bool is_changed = session_.is_changed();
  const bool is_new = session_.file().empty() && session_.document() != first_;
  if (!is_changed && !is_new) return lost;
  auto failed = kept_.keep(session_.document());
  return is_changed && failed ? failed : lost;
}

// What Headlight kept comes first: it is found nowhere else.
void FileDesk::show_recent() {
  std::vector<RecentSession> all;
  for (const KeptSessions::KeptSession& kept : kept_.list()) all.push_back({kept.path, true, kept.text});
  for (const std::string& path : recent_.files()) {
    std::error_code ignored;
    all.push_back({path, fs::exists(path, ignored), "", is_model(path)});
  }
  session_.arrange([&](Desk& desk) { desk.recent = std::move(all); });
}

std::string FileDesk::title() const {
  const std::string& file = session_.file();
  const bool changed = session_.is_changed();
  if (file.empty() && !changed) return "Headlight";
  const Words& tr = words(session_.preferences());
  std::string name = changed ? "• " : "";
  name += file.empty() ? tr("files.untitled") : name_of_file(file);
  return name + " – Headlight";
}

}  // namespace app
