// file_desk_models.cpp: opens trained models and pictures for them, and shows the progress.
#include <algorithm>
#include <filesystem>

#include "app/document/labs/own_scene.h"
#include "app/session/changes.h"
#include "app/session/file_purpose.h"
#include "app/shell/file_desk.h"
#include "app/shell/file_kinds.h"
#include "engine/labs/gallery/gallery_lab.h"

namespace app {
namespace {

namespace fs = std::filesystem;

// The folder of a model's config.json; any other path unchanged.
std::string model_path(const std::string& path) {
  const fs::path whole(path);
  return whole.filename() == "config.json" ? whole.parent_path().string() : path;
}

// A single layer takes its input from the files next to its weights, if they are named after their role:
// input.npy, mask.npy.
void feed_from_folder(Document& document, const loaders::Checkpoint& checkpoint) {
  if (reads_of(checkpoint) != Reads::kArrays) return;
  std::error_code ignored;
  const fs::path path(checkpoint.path);
  const fs::path folder = fs::is_directory(path, ignored) ? path : path.parent_path();
  for (const std::string_view role : fed_roles()) {
    const fs::path file = folder / (std::string(role) + ".npy");
    if (fs::exists(file, ignored)) feed(document, role, file.string());
  }
}

// "query" for "my/query.npy"; empty if that is not a role.
std::string role_of(const std::string& path) {
  const std::string stem = fs::path(path).stem().string();
  const auto roles = fed_roles();
  return std::find(roles.begin(), roles.end(), stem) == roles.end() ? "" : stem;
}

std::string names_of_roles() {
  std::string names;
  for (const std::string_view role : fed_roles())
    names.append(names.empty() ? "" : ", ").append(role).append(".npy");
  return names;
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
  lessons_.watch(now);
}

// Keeps what is typed; focuses the input of the first head.
void FileDesk::use_model(const ModelDesk::Opened& opened, double now) {
  if (!opened.checkpoint) return refuse("files.not_opened", opened.path, opened.checkpoint.error());
  Document document = session_.document();
  if (const auto bad = checkpoints::use(opened.path, document))
    return refuse("files.not_opened", opened.path, *bad);
  if (const auto bad = engine::check(document.config)) return refuse("files.not_opened", opened.path, *bad);
  feed_from_folder(document, **opened.checkpoint);
  Requests requests;
  requests.edit("", [&](State& state) {
    state.document = document;
    focus_first_weights(state);
  });
  session_.apply(requests, now);
  // The same model, but its files have changed.
  if (session_.checkpoint() != *opened.checkpoint && !session_.computing()) session_.run_again();
  recent_.add(opened.path);
  show_recent();
  session_.notify({"files.model_opened", {{"name", name_of_file(opened.path)}}, 0, false, {}});
}

// For the open model: once for each.
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
  const checkpoints::Shared& checkpoint = session_.checkpoint();
  if (!checkpoint || checked_.lock() == checkpoint) return;
  checked_ = checkpoint;
  session_.arrange([&](Desk& desk) { desk.weight_check = {checkpoint->path, false, 0, ""}; });
  for (const engine::Error& warning : checkpoints::warnings_of(*checkpoint))
    session_.notify({warning.key, warning.arguments, 0, true, {}});
  models_.check_weights(checkpoint);
}

void FileDesk::open_picture(const std::string& path, double now) {
  if (auto bad = check_kind(path)) return refuse("files.not_opened", path, *bad);
  Requests requests;
  requests.edit("", [&](State& state) { state.document.image = path; });
  session_.apply(requests, now);
}

// A picture of one's own for the gallery, made as small as its world.
void FileDesk::open_scene(const std::string& path, double now) {
  const auto own = read_own_scene(path);
  if (!own) return refuse("files.not_opened", path, own.error());
  Requests requests;
  requests.edit("",
                [&](State& state) { engine::gallery_lab_of(state.document.config).picture = own->picture; });
  session_.apply(requests, now);
  session_.notify({std::string(kOwnSceneWords), size_arguments(*own), 0, false, {}});
}

// An array is used for the role that its file is named after.
void FileDesk::feed_array(const std::string& path, double now) {
  if (auto bad = check_kind(path)) return refuse("files.not_opened", path, *bad);
  const std::string role = role_of(path);
  if (role.empty())
    return refuse("files.not_opened", path, {"files.array_name", {{"names", names_of_roles()}}});
  Requests requests;
  requests.edit("", [&](State& state) { feed(state.document, role, path); });
  session_.apply(requests, now);
}

// What the open model reads; text if none is open.
Reads FileDesk::reads() const {
  const engine::Config& config = session_.document().config;
  if (config.model != engine::ModelKind::kCheckpoint) return Reads::kText;
  const auto checkpoint = checkpoints::opened(config.checkpoint);
  return checkpoint ? reads_of(*checkpoint) : Reads::kText;
}

// The purpose of a dropped file or folder; empty if there is none.
std::string FileDesk::purpose_of(const std::string& path) const {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return is_model(path) ? "model" : "";
  if (has_ending(path, file_purpose("picture").endings) && reads() == Reads::kImage) return "picture";
  if (!role_of(path).empty() && reads() == Reads::kArrays) return "array";
  const FilePurpose* const purpose = purpose_of_drop(path);
  return purpose == nullptr ? "" : std::string(purpose->name);
}

}  // namespace app
