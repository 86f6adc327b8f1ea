// labs.cpp: all labs as a model's companion, one line each in every function.
#include "engine/labs/labs.h"

#include <memory>
#include <string>

#include "engine/core/trace.h"
#include "engine/model/config.h"

namespace engine {
namespace {

const Labs kUsualLabs;

class LabsCompanion final : public Companion {
 public:
  explicit LabsCompanion(const Labs& settings) : labs(settings) {}

  bool equals(const Companion* other) const override { return labs == of(other); }

  // Errors: those of each lab's check().
  std::optional<Error> check() const override {
    for (const auto& bad : {engine::check(labs.positions), engine::check(labs.relatives)}) {
      if (bad) return bad;
    }
    return std::nullopt;
  }

  // Error error.lab_tokens (lab, count, largest).
  std::optional<Error> check(size_t tokens) const override {
    if (!labs.relatives.is_on || tokens <= static_cast<size_t>(kMaxRelativesTokens)) return std::nullopt;
    return Error{"error.lab_tokens",
                 {{"lab", "relatives"},
                  {"count", std::to_string(tokens)},
                  {"largest", std::to_string(kMaxRelativesTokens)}}};
  }

  void add_stages(TraceBuilder& builder, const Config& config) const override {
    if (labs.positions.is_on) engine::add_stages(builder, labs.positions);
    if (labs.relatives.is_on) engine::add_stages(builder, labs.relatives, config);
  }

  double count_numbers(double tokens, Index d_model) const override {
    double numbers = 0;
    if (labs.positions.is_on) numbers += engine::count_numbers(labs.positions);
    if (labs.relatives.is_on) numbers += engine::count_numbers(labs.relatives, tokens, d_model);
    return numbers;
  }

  double count_operations(double tokens, Index d_model) const override {
    double operations = 0;
    if (labs.positions.is_on) operations += engine::count_operations(labs.positions);
    if (labs.relatives.is_on) operations += engine::count_operations(labs.relatives, tokens, d_model);
    return operations;
  }

  // Models have no other companion.
  static const Labs& of(const Companion* companion) {
    return companion == nullptr ? kUsualLabs : static_cast<const LabsCompanion*>(companion)->labs;
  }

  Labs labs;
};

}  // namespace

const Labs& labs_of(const Config& config) {
  return LabsCompanion::of(config.companion.get());
}

// Other settings may share the companion, so it gets one of its own.
Labs& labs_of(Config& config) {
  auto own = std::make_shared<LabsCompanion>(LabsCompanion::of(config.companion.get()));
  config.companion.set(own);
  return own->labs;
}

const PositionsLab& positions_lab_of(const Config& config) {
  return labs_of(config).positions;
}
PositionsLab& positions_lab_of(Config& config) {
  return labs_of(config).positions;
}

const RelativesLab& relatives_lab_of(const Config& config) {
  return labs_of(config).relatives;
}
RelativesLab& relatives_lab_of(Config& config) {
  return labs_of(config).relatives;
}

}  // namespace engine
