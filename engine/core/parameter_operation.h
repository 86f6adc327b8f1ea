// parameter_operation.h: an operation with parameters; two with equal parameters are the same.
#pragma once

#include <typeinfo>
#include <utility>

#include "engine/core/operation.h"

namespace engine {

// `Parameters` is everything that instances of a class differ in; compared by ==, memberwise by default.
template <class Parameters, class Base = Operation>
class ParameterOperation : public Base {
 public:
  explicit ParameterOperation(Parameters parameters) : parameters_(std::move(parameters)) {}

  bool same_as(const Operation& other) const final {
    return typeid(other) == typeid(*this) &&
           static_cast<const ParameterOperation&>(other).parameters_ == parameters_;
  }

 protected:
  const Parameters& parameters() const { return parameters_; }

 private:
  Parameters parameters_;
};

}  // namespace engine
