// companion.h: something that runs alongside a model and adds its own stages to the trace. The model knows
// its interface, and nothing about what it is.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace engine {

struct Config;
class TraceBuilder;

// The companion's settings; immutable.
class Companion {
 public:
  virtual ~Companion() = default;

  // Whether `other` has the same settings; null stands for the defaults.
  virtual bool equals(const Companion* other) const = 0;
  // The first invalid setting; for a text with this many tokens.
  virtual std::optional<Error> check() const = 0;
  virtual std::optional<Error> check(size_t tokens) const = 0;
  // Its stages, after those of the model that `config` names.
  virtual void add_stages(TraceBuilder& builder, const Config& config) const = 0;
  // The number of values in its stages, and of multiply-adds, for this many tokens of width d_model.
  virtual double count_numbers(double tokens, Index d_model) const = 0;
  virtual double count_operations(double tokens, Index d_model) const = 0;
};

// A model's companion, or none, as a value: equal if the settings are.
class CompanionSettings {
 public:
  const Companion* get() const { return companion_.get(); }
  void set(std::shared_ptr<const Companion> companion) { companion_ = std::move(companion); }

  bool operator==(const CompanionSettings& other) const {
    if (companion_ == other.companion_) return true;
    return companion_ ? companion_->equals(other.companion_.get()) : other.companion_->equals(nullptr);
  }

 private:
  std::shared_ptr<const Companion> companion_;
};

}  // namespace engine
