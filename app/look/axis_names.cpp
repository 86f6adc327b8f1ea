// axis_names.cpp: the table of what rows and columns are called.
#include "app/look/axis_names.h"

#include <array>
#include <utility>

namespace look {
namespace {

struct AxisName {
  std::string_view one, several;  // text keys
};

// By engine::Axis.
constexpr std::array<AxisName, 10> kAxisNames = {{{"axis.token", "figure.tokens"},
                                                  {"axis.query", "figure.queries"},
                                                  {"axis.key", "figure.keys"},
                                                  {"axis.distinct_token", "figure.distinct_tokens"},
                                                  {"axis.dimension", "figure.dimensions"},
                                                  {"axis.head_dimension", "figure.head_dimensions"},
                                                  {"axis.id", "figure.ids"},
                                                  {"axis.position", "figure.positions"},
                                                  {"axis.encoded", "figure.positions"},
                                                  {"axis.encoded_dimension", "figure.dimensions"}}};
constexpr AxisName kHeadAxis = {"axis.head", "figure.heads"};
constexpr AxisName kMeasureAxis = {"axis.measure", "figure.measures"};

const AxisName& axis_name_of(engine::Axis axis) {
  return kAxisNames.at(static_cast<size_t>(axis));
}

// Of the rows and of the columns.
std::pair<AxisName, AxisName> axis_names_of(const engine::Stage& stage) {
  if (stage.operation->name() == "measure_means") return {kHeadAxis, kMeasureAxis};
  const bool is_measured = stage.operation->name() == "row_measures";
  return {axis_name_of(stage.row_axis), is_measured ? kMeasureAxis : axis_name_of(stage.column_axis)};
}

}  // namespace

AxisNames axis_names(const engine::Stage& stage) {
  const auto [rows, columns] = axis_names_of(stage);
  return {rows.one, columns.one};
}

AxisNames axis_plurals(const engine::Stage& stage) {
  const auto [rows, columns] = axis_names_of(stage);
  return {rows.several, columns.several};
}

}  // namespace look
