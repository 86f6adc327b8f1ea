// parameter_operation.h: an operation with parameters: two with equal ones do the same.
#pragma once

#include <typeinfo>
#include <utility>

#include "engine/core/operation.h"

namespace engine {

// `Parameters` is all that instances of a class differ by; it compares by ==, by default member by member.
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
