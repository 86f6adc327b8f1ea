// file_desk_models.cpp: opens trained models and the pictures that they look at, and says how far it is.
#include <filesystem>

#include "app/session/file_purpose.h"
#include "app/shell/file_desk.h"
#include "app/shell/file_kinds.h"

namespace app {
namespace {

namespace fs = std::filesystem;

// The folder of a model's config.json; any other path as it is.
std::string model_path(const std::string& path) {
  const fs::path whole(path);
  return whole.filename() == "config.json" ? whole.parent_path().string() : path;
}

}  // namespace

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
  if (config.model != engine::ModelKind::kCheckpoint || !checkpoints::is_open(config.checkpoint))
    return false;
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

}  // namespace app
