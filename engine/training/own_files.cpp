// own_files.cpp: what a folder would hold, without one.
#include "engine/training/own_files.h"

#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/loaders/box.h"
#include "engine/text/tokenizer_files.h"
#include "engine/training/tasks/tokenizer_text.h"

namespace engine {
namespace {

constexpr Index kColours = 3;

// The squares of a model of pictures, and the picture that they make.
loaders::ImageInput image_input(const TrainedModel& model, const Task& task) {
  loaders::ImageInput image;
  image.patch = std::lround(std::sqrt(static_cast<double>(model.patch_values()) / kColours));
  image.size = image.patch * std::lround(std::sqrt(static_cast<double>(task.source_length() - 1)));
  return image;
}

// The picture of the box's model of this task.
std::string example_of(const Task& task) {
  const auto folder = loaders::box_folder(task.name());
  if (!folder) return "";
  std::error_code ignored;
  const std::filesystem::path example = *folder / loaders::kExamplePicture;
  return std::filesystem::exists(example, ignored) ? example.string() : "";
}

loaders::TensorInfo info_of(const Tensor& tensor) {
  loaders::TensorInfo info;
  info.name = tensor.name.name;
  if (!loaders::is_vector(tensor.name.role)) info.shape.push_back(tensor.numbers->rows());
  info.shape.push_back(tensor.numbers->cols());
  info.data = reinterpret_cast<const std::byte*>(tensor.numbers->data());
  info.bytes = static_cast<size_t>(tensor.numbers->size()) * sizeof(float);
  return info;
}

}  // namespace

loaders::OwnConfig own_config(const TrainedModel& model, const Task& task) {
  const TaskVocabulary& vocabulary = task.vocabulary();
  loaders::OwnConfig own;
  own.config = model.config();
  if (vocabulary.start >= 0) own.start = vocabulary.start;
  if (vocabulary.end >= 0) own.end = vocabulary.end;
  own.asked = task.asked();
  if (model.patch_values() == 0) return own;
  own.image = image_input(model, task);
  own.labels = vocabulary.tokens;
  return own;
}

std::shared_ptr<const text::ModelTokenizer> task_tokenizer(const Task& task) {
  if (task.held_out().front().patches.size() > 0) return nullptr;
  auto read = text::read_tokenizer_json(tokenizer_text(task));
  return std::make_shared<const text::ModelTokenizer>(std::move(read).value());
}

std::shared_ptr<const loaders::Checkpoint> checkpoint_in_memory(
    const std::string& name, const std::shared_ptr<const TrainedModel>& model, const Task& task,
    std::shared_ptr<const text::ModelTokenizer> tokenizer) {
  loaders::OwnConfig own = own_config(*model, task);
  std::vector<loaders::TensorInfo> tensors;
  for (const Tensor& tensor : model->tensors()) tensors.push_back(info_of(tensor));
  auto checkpoint = std::make_shared<loaders::Checkpoint>(
      loaders::Checkpoint{.path = name, .tensors = loaders::TensorSet::in_memory(std::move(tensors))});
  checkpoint->config = own.config;
  checkpoint->config.model = ModelKind::kCheckpoint;
  checkpoint->config.checkpoint = name;
  checkpoint->tokenizer = std::move(tokenizer);
  checkpoint->image = std::move(own.image);
  if (checkpoint->image) checkpoint->image->example = example_of(task);
  checkpoint->labels = std::move(own.labels);
  checkpoint->decoder_start = own.start;
  checkpoint->asked = std::move(own.asked);
  checkpoint->target_places = task.target_length();
  checkpoint->is_own = true;
  loaders::guess_ends(*checkpoint);
  checkpoint->description.family = "Headlight";
  checkpoint->description.parameters = static_cast<double>(model->parameters());
  checkpoint->description.bytes = checkpoint->tensors.bytes();
  checkpoint->description.precisions = {std::string(loaders::name_of(loaders::DType::kF32))};
  checkpoint->stamp = name;
  // The parameters live as long as the model that reads them.
  checkpoint->model = std::shared_ptr<const Model>(model, model->model().get());
  return checkpoint;
}

}  // namespace engine
