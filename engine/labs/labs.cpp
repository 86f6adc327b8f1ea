// labs.cpp: all labs, one line each in every function.
#include "engine/labs/labs.h"

#include <string>

#include "engine/model/config.h"
#include "engine/trace.h"

namespace engine {

std::optional<Error> check(const Labs& labs) {
  for (const auto& bad : {check(labs.positions), check(labs.relatives)}) {
    if (bad) return bad;
  }
  return std::nullopt;
}

std::optional<Error> check(const Labs& labs, size_t tokens) {
  if (!labs.relatives.is_on || tokens <= static_cast<size_t>(kMaxRelativesTokens)) return std::nullopt;
  return Error{"error.lab_tokens",
               {{"lab", "relatives"},
                {"count", std::to_string(tokens)},
                {"largest", std::to_string(kMaxRelativesTokens)}}};
}

void add_lab_stages(TraceBuilder& builder, const Config& config) {
  if (config.labs.positions.is_on) add_stages(builder, config.labs.positions);
  if (config.labs.relatives.is_on) add_stages(builder, config.labs.relatives, config);
}

double count_lab_numbers(const Labs& labs, double tokens, Index d_model) {
  double numbers = 0;
  if (labs.positions.is_on) numbers += count_numbers(labs.positions);
  if (labs.relatives.is_on) numbers += count_numbers(labs.relatives, tokens, d_model);
  return numbers;
}

double count_lab_operations(const Labs& labs, double tokens, Index d_model) {
  double operations = 0;
  if (labs.positions.is_on) operations += count_operations(labs.positions);
  if (labs.relatives.is_on) operations += count_operations(labs.relatives, tokens, d_model);
  return operations;
}

}  // namespace engine
