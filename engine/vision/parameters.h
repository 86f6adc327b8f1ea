// parameters.h: what a vision system has learned, by name; or what it begins with.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "engine/model/tensors.h"
#include "engine/vision/network.h"

namespace engine {

class VisionSystem;

// The parameters of a system, in the order in which it asks for them. Not copied: networks read them in
// place.
class SystemParameters {
 public:
  // Drawn by name: matrices uniform, with 0.6 / sqrt(columns) as their standard deviation; tables normal with
  // the system's size; norms 1 and biases 0.
  SystemParameters(const VisionSystem& system, uint64_t seed);
  // With these numbers, which must have its names and shapes.
  explicit SystemParameters(Tensors tensors);
  // As the first, for some of its parameters.
  SystemParameters(const VisionSystem& system, std::vector<ParameterName> names, uint64_t seed);

  const Tensors& tensors() const { return tensors_; }
  // Null if there is none of that name.
  const Tensor* find(std::string_view name) const;

  // Gives a network what it asks for; these parameters outlive it.
  Network::Source source() const;

 private:
  Tensors tensors_;
};

// The names and shapes of the parameters that stages ask for as they are laid; and those of a system.
using LayNetwork = std::function<void(const Network::Source&)>;
std::vector<ParameterName> parameter_names(const LayNetwork& lay);
std::vector<ParameterName> parameter_names(const VisionSystem& system);

}  // namespace engine
