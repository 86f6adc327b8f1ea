// stored_system.cpp: tensors by the names that the system asks for.
#include "engine/training/systems/stored_system.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "engine/loaders/box.h"
#include "engine/loaders/own_model.h"
#include "engine/loaders/safetensors.h"
#include "engine/loaders/tensor_reader.h"

namespace engine {
namespace {

using nlohmann::ordered_json;

ordered_json part_json(const TrainedPart& part) {
  const OptimiserSettings& optimiser = part.recipe.optimiser;
  return {{"name", part.name},
          {"loss", part.loss},
          {"recipe",
           {{"lr", optimiser.rate},
            {"warmup", optimiser.warmup},
            {"final_share", optimiser.final_share},
            {"beta1", optimiser.beta1},
            {"beta2", optimiser.beta2},
            {"decay", optimiser.decay},
            {"clip", optimiser.clip},
            {"batch", part.recipe.batch},
            {"steps", part.recipe.steps},
            {"seed", part.recipe.seed}}}};
}

ordered_json figures_json(const std::vector<SystemFigure>& figures) {
  auto json = ordered_json::object();
  for (const SystemFigure& figure : figures) json[figure.name] = figure.value;
  return json;
}

// A picture as the digits of its colours, row by row.
std::string digits_of(const Matrix& palette) {
  std::string digits;
  for (Index i = 0; i < palette.size(); ++i)
    digits += static_cast<char>('0' + static_cast<int>(palette.data()[i]));
  return digits;
}

ordered_json mark_json(const CourseMark& mark) {
  auto drawings = ordered_json::array();
  for (const Matrix& drawing : mark.drawings) drawings.push_back(digits_of(drawing));
  return {{"step", mark.step},
          {"loss", mark.loss},
          {"figures", figures_json(mark.figures)},
          {"drawings", std::move(drawings)}};
}

// The record of the box; an empty object where there is none.
nlohmann::json record_of_box(const VisionSystem& system) {
  const auto folder = loaders::system_folder(system.name());
  if (!folder) return nlohmann::json::object();
  std::ifstream file(*folder / R"(training.json)");
  auto record = nlohmann::json::parse(file, nullptr, false);
  return record.is_object() ? record : nlohmann::json::object();
}

std::vector<SystemFigure> figures_in(const nlohmann::json& object) {
  std::vector<SystemFigure> figures;
  const auto listed = object.find("figures");
  if (listed == object.end() || !listed->is_object()) return figures;
  for (const auto& [name, value] : listed->items()) {
    if (value.is_number()) figures.push_back({name, value.get<double>()});
  }
  return figures;
}

// A picture that was written as digits; the ground where one is none of kPalette.
Matrix picture_of(const std::string& digits) {
  Matrix palette = Matrix::Zero(world::kSide, world::kSide);
  for (Index i = 0; i < palette.size() && static_cast<size_t>(i) < digits.size(); ++i) {
    const int colour = digits[static_cast<size_t>(i)] - '0';
    if (colour >= 0 && colour <= world::kColours) palette.data()[i] = static_cast<float>(colour);
  }
  return palette;
}

CourseMark mark_in(const nlohmann::json& object) {
  CourseMark mark;
  if (!object.is_object()) return mark;
  mark.step = object.value("step", 0);
  mark.loss = object.value("loss", 0.0);
  mark.figures = figures_in(object);
  for (const auto& drawing : object.value("drawings", nlohmann::json::array())) {
    if (drawing.is_string()) mark.drawings.push_back(picture_of(drawing.get<std::string>()));
  }
  return mark;
}

}  // namespace

Result<std::shared_ptr<const SystemParameters>> read_system(const VisionSystem& system,
                                                            const std::filesystem::path& folder) {
  const auto tensors = loaders::TensorSet::open(folder);
  if (!tensors) return tensors.error();
  loaders::TensorReader reader(*tensors, folder.string());
  std::vector<std::pair<ParameterName, Parameter>> found;
  for (ParameterName& name : parameter_names(system)) {
    const Parameter numbers = loaders::is_vector(name.role)
                                  ? reader.row(name.name, name.columns)
                                  : reader.matrix(name.name, name.rows, name.columns);
    found.emplace_back(std::move(name), numbers);
  }
  if (auto bad = reader.error(system.name())) return *bad;
  Tensors read;
  for (auto& [name, numbers] : found)
    read.push_back({std::move(name), std::make_shared<Matrix>(numbers.matrix())});
  return std::make_shared<const SystemParameters>(std::move(read));
}

Result<std::shared_ptr<const SystemParameters>> system_of_box(const VisionSystem& system) {
  const auto folder = loaders::system_folder(system.name());
  if (!folder) return Error{"error.system_missing", {{"system", std::string(system.name())}}};
  return read_system(system, *folder);
}

std::vector<SystemFigure> figures_of_box(const VisionSystem& system) {
  return figures_in(record_of_box(system));
}

std::vector<CourseMark> course_of_box(const VisionSystem& system) {
  std::vector<CourseMark> course;
  const auto record = record_of_box(system);
  const auto marks = record.find("course");
  if (marks == record.end() || !marks->is_array()) return course;
  for (const auto& mark : *marks) course.push_back(mark_in(mark));
  return course;
}

std::string system_bytes(const SystemParameters& parameters) {
  std::vector<loaders::NamedTensor> tensors;
  for (const Tensor& tensor : parameters.tensors()) tensors.push_back({tensor.name, tensor.numbers.get()});
  return loaders::safetensors_bytes(tensors, true);
}

std::string system_record(const VisionSystem& system, const TrainedSystem& trained) {
  nlohmann::ordered_json record;
  record["system"] = system.name();
  record["seconds"] = std::round(trained.seconds);
  for (const TrainedPart& part : trained.parts) record["parts"].push_back(part_json(part));
  record["figures"] = figures_json(trained.figures);
  for (const CourseMark& mark : trained.course) record["course"].push_back(mark_json(mark));
  return record.dump(2) + "\n";
}

}  // namespace engine
