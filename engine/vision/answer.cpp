// answer.cpp: a mean over heads, laid out as the squares that its keys are.
#include "engine/vision/answer.h"

#include <cmath>

namespace engine {

Matrix SystemTrace::values(const std::string& name) const {
  const int index = find(name).value();
  const Stage& stage = trace_.stage(index);
  return trace_.read(index, 0, 0, stage.rows, stage.columns);
}

Index largest_in(const Matrix& numbers, Index row) {
  Index at = 0;
  numbers.row(row).maxCoeff(&at);
  return at;
}

Matrix mean_row(const SystemTrace& trace, const std::string& attention, Index row, Index first) {
  const auto map_of = [&](int head) {
    return trace.find(attention + ".head." + std::to_string(head) + ".weights");
  };
  const Index keys = trace.trace().stage(map_of(0).value()).columns - first;
  Matrix sum = Matrix::Zero(1, keys);
  int heads = 0;
  for (; const auto map = map_of(heads); ++heads) sum += trace.trace().read(*map, row, first, 1, keys);
  const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(keys))));
  return Eigen::Map<const Matrix>(sum.data(), side, side) / static_cast<float>(heads);
}

std::vector<LaidMap> rows_by_layer(const SystemTrace& trace, Index row, Index first) {
  std::vector<LaidMap> maps;
  for (int layer = 0;; ++layer) {
    const std::string name = "encoder." + std::to_string(layer) + ".self";
    if (!trace.find(name + ".output")) return maps;
    maps.push_back({name, mean_row(trace, name, row, first)});
  }
}

}  // namespace engine
