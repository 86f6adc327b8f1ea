// input_watch.cpp: stamps of files before and after a run.
#include "app/document/input_watch.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/document/checkpoints.h"
#include "app/document/model_input.h"
#include "app/text/quotable.h"
#include "engine/loaders/checkpoint_files.h"
#include "engine/loaders/file_stamp.h"
#include "engine/training/moment.h"

namespace app {
namespace {

engine::Error changed(const char* key, const std::string& path) {
  return {key, {{"path", quotable(path, kLongestPath)}}};
}

}  // namespace

InputWatch::InputWatch(const Document& document) {
  if (document.config.model != engine::ModelKind::kCheckpoint) return;
  const std::string& model = document.config.checkpoint;
  if (!engine::is_training(model)) model_ = {model, loaders::settled_checkpoint_stamp(model)};
  if (std::string picture = picture_of(document, checkpoints::opened(model).get()); !picture.empty())
    files_.push_back({std::move(picture), ""});
  for (const FedArray& fed : document.fed) files_.push_back({fed.path, ""});
  for (Watched& file : files_) file.stamp = loaders::settled_stamp_text(file.path);
}

std::optional<engine::Error> InputWatch::check() const {
  if (model_ && loaders::checkpoint_stamp(model_->path) != model_->stamp)
    return changed("error.model_changed", model_->path);
  const auto other = std::find_if(files_.begin(), files_.end(), [](const Watched& file) {
    return loaders::stamp_text(file.path) != file.stamp;
  });
  return other == files_.end() ? std::nullopt : std::optional(changed("error.file_changed", other->path));
}

std::optional<engine::Error> InputWatch::check_for_file() const {
  auto bad = check();
  file_stands_ = !bad;
  return bad;
}

std::optional<engine::Error> InputWatch::check_for_text() const {
  return file_stands_ ? std::nullopt : check();
}

}  // namespace app
