// parameters.cpp: lays the system once to see what it asks for.
#include "engine/vision/parameters.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "engine/core/random.h"
#include "engine/model/first_numbers.h"
#include "engine/vision/run.h"

namespace engine {
namespace {

// A uniform number has a standard deviation of its bound over the root of 3.
float bound_of(const ParameterName& name) {
  constexpr double kSpread = 0.6;
  return static_cast<float>(kSpread * std::sqrt(3.0 / static_cast<double>(name.columns)));
}

Matrix drawn(const ParameterName& name, uint64_t seed, const VisionSystem& system) {
  const RandomStream stream(seed, name.name);
  Matrix numbers(name.rows, name.columns);
  switch (name.role) {
    case ParameterRole::kEmbedding:
    case ParameterRole::kPosition:
      draw_normal(stream, static_cast<float>(system.table_size(name)), numbers);
      break;
    case ParameterRole::kMatrix:
    case ParameterRole::kOutput:
      draw_uniform(stream, bound_of(name), numbers);
      break;
    case ParameterRole::kNormWeight:
    case ParameterRole::kNormVariance:
      numbers.setOnes();
      break;
    case ParameterRole::kBias:
    case ParameterRole::kNormBias:
    case ParameterRole::kNormMean:
      numbers.setZero();
  }
  return numbers;
}

}  // namespace

std::vector<ParameterName> parameter_names(const LayNetwork& lay) {
  std::vector<ParameterName> names;
  lay([&](const ParameterName& name) -> Parameter {
    if (std::ranges::find(names, name.name, &ParameterName::name) == names.end()) names.push_back(name);
    return std::make_shared<const Matrix>(Matrix::Zero(name.rows, name.columns));
  });
  return names;
}

std::vector<ParameterName> parameter_names(const VisionSystem& system) {
  return parameter_names([&](const Network::Source& source) {
    run_system(system, source, Matrix::Zero(kPicture.pixels(), kPictureChannels));
  });
}

SystemParameters::SystemParameters(const VisionSystem& system, uint64_t seed)
    : SystemParameters(system, parameter_names(system), seed) {}

SystemParameters::SystemParameters(const VisionSystem& system, std::vector<ParameterName> names,
                                   uint64_t seed) {
  for (ParameterName& name : names) {
    auto numbers = std::make_shared<Matrix>(drawn(name, seed, system));
    tensors_.push_back({std::move(name), std::move(numbers)});
  }
}

SystemParameters::SystemParameters(Tensors tensors) : tensors_(std::move(tensors)) {}

const Tensor* SystemParameters::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(tensors_, [&](const Tensor& tensor) { return tensor.name.name == name; });
  return found == tensors_.end() ? nullptr : &*found;
}

Network::Source SystemParameters::source() const {
  return [this](const ParameterName& name) -> Parameter {
    const Tensor* const found = find(name.name);
    assert(found != nullptr && found->numbers->rows() == name.rows && found->numbers->cols() == name.columns);
    return found->numbers;
  };
}

}  // namespace engine
