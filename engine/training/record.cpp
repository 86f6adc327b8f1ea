// record.cpp: recipes and figures as JSON, states as tensors.
#include "engine/training/record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/quotable.h"
#include "engine/loaders/config_json.h"
#include "engine/loaders/own_model.h"
#include "engine/loaders/safetensors.h"
#include "engine/loaders/tensor_reader.h"
#include "engine/training/recipe_settings.h"

namespace engine {
namespace {

using loaders::ConfigFields;
using nlohmann::ordered_json;

constexpr const char* kMean = "mean.";
constexpr const char* kSquare = "square.";
constexpr const char* kSteps = "steps";

// What a record has to say of its recipe: the others have a usual value.
constexpr std::array kRequired = {"warmup", "batch", "steps", "seed"};

ordered_json heads_json(const std::vector<HeadFigure>& heads, const char* name) {
  auto list = ordered_json::array();
  for (const HeadFigure& head : heads) list.push_back({{name, head.head}, {"weight", head.weight}});
  return list;
}

ordered_json figures_json(const Figures& figures, const Task& task) {
  ordered_json object{{"held_out_loss", figures.loss}, {"exact", figures.exact}};
  for (size_t i = 0; i < figures.groups.size(); ++i) {
    const GroupFigure& group = figures.groups[i];
    object["groups"].push_back(
        {{"name", task.groups()[i].name}, {"examples", group.examples}, {"right", group.right}});
  }
  for (size_t i = 0; i < figures.aims.size(); ++i)
    object["aims"].push_back({{"name", task.aims()[i].name},
                              {"rows", figures.aims[i].rows},
                              {"heads", heads_json(figures.aims[i].heads, "head")},
                              {"layers", heads_json(figures.aims[i].layers, "layer")}});
  return object;
}

}  // namespace

// A fingerprint has more digits than JavaScript's numbers: it is a text.
ordered_json data_json(const DataSource& data) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), data.fingerprint, 16).ptr;
  ordered_json object{{"path", data.path},
                      {"kind", name_of(data.kind)},
                      {"bytes", data.bytes},
                      {"fingerprint", std::string(digits.begin(), end)}};
  if (data.tokens > 0) object["tokens"] = data.tokens;
  return object;
}

DataSource read_data_source(ConfigFields& fields) {
  DataSource data;
  data.path = fields.text("path", "");
  if (data.path.empty()) fields.refuse("path");
  const auto kind = data_kind_named(fields.text("kind", ""));
  if (!kind) fields.refuse("kind");
  data.kind = kind.value_or(DataKind::kWords);
  data.bytes = static_cast<uint64_t>(fields.whole("bytes", {1, static_cast<Index>(kLargestData)}));
  const std::string digits = fields.text("fingerprint", "");
  const char* const end = digits.data() + digits.size();
  if (digits.empty() || std::from_chars(digits.data(), end, data.fingerprint, 16).ptr != end)
    fields.refuse("fingerprint");
  if (fields.find("tokens") != nullptr)
    data.tokens = fields.whole("tokens", {kFewestDataTokens, kMostDataTokens});
  return data;
}

std::string record_text(const TrainingRecord& record, const Task& task) {
  ordered_json object{{"task", record.task}};
  if (record.data) object["data"] = data_json(*record.data);
  object["steps"] = record.steps;
  object["loss"] = record.loss;
  object["recipe"] = recipe_json(record.recipe);
  object["figures"] = figures_json(record.figures, task);
  return object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<TrainingRecord> read_record(const std::filesystem::path& path) {
  auto read = loaders::read_config(path);
  if (!read) return read.error();
  ConfigFields fields = std::move(read).value();
  TrainingRecord record;
  record.task = fields.text("task", "");
  record.steps = static_cast<int>(fields.whole("steps", {0, 1'000'000}));
  const nlohmann::json* const recipe = fields.find("recipe");
  if (recipe == nullptr || !recipe->is_object()) fields.refuse("recipe");
  if (fields.bad()) return *fields.bad();
  if (const nlohmann::json* const data = fields.find("data")) {
    ConfigFields of_data(data->is_object() ? *data : nlohmann::json::object(), fields.path());
    record.data = read_data_source(of_data);
    if (of_data.bad()) return *of_data.bad();
  }
  ConfigFields own(*recipe, fields.path());
  read_recipe(own, record.recipe);
  for (const char* const name : kRequired) own.whole(name, {0, std::numeric_limits<Index>::max()});
  if (own.bad()) return *own.bad();
  return record;
}

Result<std::shared_ptr<const Task>> task_of(const TrainingRecord& record, const std::filesystem::path& path) {
  if (record.data) {
    auto opened = open_again(*record.data);
    if (!opened) return opened.error();
    return std::shared_ptr<const Task>(opened->task);
  }
  const Task* const task = find_task(record.task);
  if (task == nullptr)
    return Error{"error.config_value",
                 {{"path", quotable(path.string(), kLongestPath)},
                  {"field", "task"},
                  {"value", quotable(record.task)}}};
  return lasting(*task);
}

Result<HeldOut> read_held_out(const std::filesystem::path& path) {
  constexpr Index kMostHeldOut = 1'000'000;
  auto read = loaders::read_config(path);
  if (!read) return read.error();
  ConfigFields fields = std::move(read).value();
  const Task* const task = find_task(fields.text("task", ""));
  const nlohmann::json* const figures = fields.find("figures");
  // Of somebody's own data every group counts.
  const bool is_data = fields.find("data") != nullptr;
  if (task == nullptr && !is_data) fields.refuse("task");
  if (figures == nullptr || !figures->contains("groups") || !(*figures)["groups"].is_array())
    fields.refuse("figures");
  if (fields.bad()) return *fields.bad();
  HeldOut sum;
  for (const nlohmann::json& group : (*figures)["groups"]) {
    ConfigFields said(group.is_object() ? group : nlohmann::json::object(), fields.path());
    const std::string name = said.text("name", "");
    const Index examples = said.whole("examples", {0, kMostHeldOut});
    const Index right = said.whole("right", {0, std::max<Index>(examples, 0)});
    if (said.bad()) return *said.bad();
    const auto is_known = [&](const TaskGroup& known) { return known.name == name && known.is_counted; };
    if (!is_data && std::ranges::none_of(task->groups(), is_known)) continue;
    sum.examples += examples;
    sum.right += right;
  }
  return sum;
}

std::string state_bytes(const TrainingRun& run) {
  const auto& tensors = run.model().tensors();
  std::vector<loaders::NamedTensor> all;
  for (size_t i = 0; i < tensors.size(); ++i) {
    ParameterName name = tensors[i].name;
    all.push_back({name, tensors[i].numbers.get()});
    name.name = kMean + tensors[i].name.name;
    all.push_back({name, &run.optimiser().mean[i]});
    name.name = kSquare + tensors[i].name.name;
    all.push_back({name, &run.optimiser().square[i]});
  }
  const Matrix steps = Matrix::Constant(1, 1, static_cast<float>(run.step()));
  all.push_back({{kSteps, ParameterRole::kBias, 1, 1}, &steps});
  return loaders::safetensors_bytes(all, false);
}

std::optional<Error> restore_state(const std::filesystem::path& path, TrainingRun& run) {
  const auto set = loaders::TensorSet::open(path);
  if (!set) return set.error();
  loaders::TensorReader reader(*set, path.string());
  const auto read = [&](const ParameterName& name, const char* prefix) {
    const std::string full = prefix + name.name;
    return loaders::is_vector(name.role) ? reader.row(full, name.columns)
                                         : reader.matrix(full, name.rows, name.columns);
  };
  std::vector<Parameter> parameters;
  std::vector<Parameter> means;
  std::vector<Parameter> squares;
  for (const auto& tensor : run.model().tensors()) {
    parameters.push_back(read(tensor.name, ""));
    means.push_back(read(tensor.name, kMean));
    squares.push_back(read(tensor.name, kSquare));
  }
  const Parameter steps = reader.row(kSteps, 1);
  if (auto bad = reader.error("Headlight")) return bad;
  const float taken = steps.at(0, 0);
  if (!(taken >= 0 && taken <= 1e6F))
    return Error{"error.resume_steps",
                 {{"path", quotable(path.string(), kLongestPath)}, {"steps", std::to_string(taken)}}};
  const auto matrices = [](const std::vector<Parameter>& all) {
    std::vector<Matrix> made;
    made.reserve(all.size());
    for (const Parameter& one : all) made.push_back(one.matrix());
    return made;
  };
  run.restore(matrices(parameters), {matrices(means), matrices(squares), static_cast<int>(taken)});
  return std::nullopt;
}

}  // namespace engine
