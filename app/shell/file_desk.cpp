// file_desk.cpp: one function a purpose, and the table that finds it.
#include "app/shell/file_desk.h"

#include <algorithm>
#include <array>

#include "app/export/session_file.h"
#include "app/session/file_purpose.h"
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

// What a person keeps sessions in: a pipe that nobody writes to would be waited for without end.
std::optional<engine::Error> check_kind(const std::string& path) {
  std::error_code ignored;
  const fs::file_status found = fs::status(path, ignored);
  if (fs::is_other(found) && fs::exists(found)) return engine::Error{"error.not_a_file", {{"path", path}}};
  return std::nullopt;
}

// Whether a trained model lies there: in a folder, or in a file that belongs to one.
bool is_model(const std::string& path) {
  std::error_code ignored;
  const auto endings = file_purpose("model").endings;
  if (!fs::is_directory(path, ignored)) return has_ending(path, endings);
  for (fs::directory_iterator entry(path, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
    if (has_ending(entry->path().string(), endings)) return true;
  }
  return false;
}

// The folder of a model's config.json; any other path as it is.
std::string model_path(const std::string& path) {
  const fs::path whole(path);
  return whole.filename() == "config.json" ? whole.parent_path().string() : path;
}

std::string name_of_file(const std::string& path) {
  return quotable(fs::path(path).filename().string());
}

}  // namespace

FileDesk::FileDesk(Session& session, const fs::path& state_folder, std::function<void()> wake)
    : session_(session),
      recent_(state_folder),
      kept_(state_folder.empty() ? state_folder : state_folder / "sessions"),
      first_(session.document()),
      models_(std::move(wake)) {
  if (!session.file().empty()) recent_.add(session.file());
  show_recent();
}

// What is done for each purpose.
void FileDesk::carry_out(const FileRequest& request, double now) {
  struct Row {
    std::string_view purpose;
    void (FileDesk::*act)(const std::string& path, double now);
  };
  constexpr std::array kRows = {Row{"open", &FileDesk::open}, Row{"save", &FileDesk::save},
                                Row{"forget", &FileDesk::forget}, Row{"mask_open", &FileDesk::open_mask},
                                Row{"mask_save", &FileDesk::save_mask},
                                Row{"model", &FileDesk::open_model},
                                Row{"cancel_model", &FileDesk::cancel_model},
                                Row{"picture", &FileDesk::open_picture}};
  const std::string path = whole_path(request.path);
  for (const Row& row : kRows) {
    if (row.purpose == request.purpose) (this->*row.act)(path, now);
  }
  show_recent();
}

void FileDesk::open(const std::string& path, double now) {
  if (is_model(path)) return open_model(path, now);
  if (auto bad = check_kind(path)) return refuse("files.not_opened", path, *bad);
  auto document = exporter::read_session_file(path);
  if (!document) return refuse("files.not_opened", path, document.error());
  const bool sets_aside = session_.is_changed();
  // One that Headlight kept has no file of the person's own: saving it asks for a name.
  const bool kept = kept_.owns(path);
  session_.open_file(kept ? "" : path, *document, now);
  if (!kept) recent_.add(path);
  if (sets_aside) session_.notify({"files.set_aside", {{"name", name_of_file(path)}}, 0, false, {}});
}

void FileDesk::save(const std::string& path, double /*now*/) {
  if (auto bad = exporter::write_session_file(path, session_.document()))
    return refuse("files.not_saved", path, *bad);
  session_.saved_in(path, session_.document());
  recent_.add(path);
  session_.notify({"files.saved", {{"path", quotable(path, kLongestPath)}}, 0, false, {}});
}

void FileDesk::forget(const std::string& path, double /*now*/) {
  recent_.remove(path);
  kept_.remove(path);
}

void FileDesk::open_mask(const std::string& path, double now) {
  if (auto bad = check_kind(path)) return refuse("files.not_opened", path, *bad);
  if (auto bad = load_mask(session_, path, now)) return refuse("files.not_opened", path, *bad);
  session_.notify({"files.mask_painted", {{"name", name_of_file(path)}}, 0, false, {}});
}

void FileDesk::save_mask(const std::string& path, double /*now*/) {
  if (auto bad = app::save_mask(session_, path)) return refuse("files.not_saved", path, *bad);
  session_.notify({"files.saved", {{"path", quotable(path)}}, 0, false, {}});
}

// A session is opened from the same list.
void FileDesk::open_model(const std::string& path, double now) {
  if (!is_model(path) && has_ending(path, file_purpose("open").endings)) return open(path, now);
  opening_since_ = now;
  models_.open(model_path(path));
}

void FileDesk::cancel_model(const std::string& /*path*/, double /*now*/) {
  const auto opening = models_.opening();
  models_.cancel();
  session_.arrange([](Desk& desk) { desk.opening.reset(); });
  if (opening) session_.notify({"files.model_cancelled", {{"name", name_of_file(*opening)}}, 0, false, {}});
}

void FileDesk::watch(double now) {
  constexpr double kShownAfter = 0.5;  // seconds
  if (const auto opened = models_.take()) use_model(*opened, now);
  std::optional<OpeningModel> shown;
  const auto opening = models_.opening();
  if (opening && now - opening_since_ >= kShownAfter)
    shown = OpeningModel{name_of_file(*opening), models_.progress()};
  if (shown != session_.desk().opening) session_.arrange([&](Desk& desk) { desk.opening = shown; });
  check_weights();
}

// What is typed stays; one looks at what the first head reads.
void FileDesk::use_model(const ModelDesk::Opened& opened, double now) {
  if (!opened.checkpoint) return refuse("files.not_opened", opened.path, opened.checkpoint.error());
  Document document = session_.document();
  if (const auto bad = checkpoints::use(opened.path, document))
    return refuse("files.not_opened", opened.path, *bad);
  if (const auto bad = engine::check(document.config)) return refuse("files.not_opened", opened.path, *bad);
  const bool decodes = document.config.architecture == engine::Architecture::kDecoder;
  document.focus.stage = decodes ? "decoder.0.self.head.0.weights" : "encoder.0.self.head.0.weights";
  Requests requests;
  requests.edit("", [&](State& state) { state.document = document; });
  session_.apply(requests, now);
  recent_.add(opened.path);
  show_recent();
  session_.notify({"files.model_opened", {{"name", name_of_file(opened.path)}}, 0, false, {}});
}

// Of the model that is open: once for each.
void FileDesk::check_weights() {
  if (const auto checked = models_.take_checked()) {
    WeightCheck check{checked->path, true, 0, ""};
    if (checked->found) {
      check.count = checked->found->count;
      std::string place;
      for (const int64_t index : checked->found->place)
        place.append(place.empty() ? "" : ", ").append(std::to_string(index));
      check.first = checked->found->tensor + " [" + place + "]";
    }
    session_.arrange([&](Desk& desk) { desk.weight_check = check; });
  }
  const engine::Config& config = session_.document().config;
  const bool is_checkpoint = config.model == engine::ModelKind::kCheckpoint;
  if (!is_checkpoint || session_.desk().weight_check.path == config.checkpoint) return;
  if (!checkpoints::is_open(config.checkpoint)) return;
  auto checkpoint = checkpoints::open(config.checkpoint);
  session_.arrange([&](Desk& desk) { desk.weight_check = {config.checkpoint, !checkpoint, 0, ""}; });
  if (checkpoint) models_.check_weights(*checkpoint);
}

void FileDesk::open_picture(const std::string& path, double now) {
  if (auto bad = check_kind(path)) return refuse("files.not_opened", path, *bad);
  Requests requests;
  requests.edit("", [&](State& state) { state.document.image = path; });
  session_.apply(requests, now);
}

bool FileDesk::looks_at_pictures() const {
  const engine::Config& config = session_.document().config;
  if (config.model != engine::ModelKind::kCheckpoint || !checkpoints::is_open(config.checkpoint)) return false;
  const auto checkpoint = checkpoints::open(config.checkpoint);
  return checkpoint && (*checkpoint)->image.has_value();
}

// What a file or folder that fell on the window is for; empty where nothing can be done with it.
std::string FileDesk::purpose_of(const std::string& path) const {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return is_model(path) ? "model" : "";
  if (has_ending(path, file_purpose("picture").endings) && looks_at_pictures()) return "picture";
  const FilePurpose* const purpose = purpose_of_drop(path);
  return purpose == nullptr ? "" : std::string(purpose->name);
}

void FileDesk::refuse(std::string_view key, const std::string& path, const engine::Error& error) {
  const Words& tr = words(session_.preferences().language);
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
  session_.notify({folder ? "files.dropped_folder" : "files.dropped_unknown",
                   {{"name", name_of_file(whole_path(paths.front()))}, {"endings", droppable_endings()}},
                   0,
                   true,
                   {}});
}

void FileDesk::keep(const Document& document) {
  kept_.keep(document);
  show_recent();
}

void FileDesk::keep_set_aside() {
  for (const Document& document : session_.take_set_aside()) keep(document);
}

void FileDesk::ended() {
  keep_set_aside();
  const bool has_file = !session_.file().empty();
  if (session_.is_changed() || (!has_file && session_.document() != first_)) kept_.keep(session_.document());
}

// What Headlight kept stands first: it is found nowhere else.
void FileDesk::show_recent() {
  std::vector<RecentSession> all;
  for (const KeptSessions::Kept& kept : kept_.list()) all.push_back({kept.path, true, kept.text});
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
  const Words& tr = words(session_.preferences().language);
  std::string name = changed ? "• " : "";
  name += file.empty() ? tr("files.untitled") : name_of_file(file);
  return name + " – Headlight";
}

}  // namespace app
