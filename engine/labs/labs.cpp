// labs.cpp: all labs, one line each in every function.
#include "engine/labs/labs.h"

#include "engine/model/config.h"
#include "engine/trace.h"

namespace engine {

std::optional<Error> check(const Labs& labs) {
  return check(labs.positions);
}

void add_lab_stages(TraceBuilder& builder, const Config& config) {
  if (config.labs.positions.is_on) add_stages(builder, config.labs.positions);
}

double count_lab_numbers(const Labs& labs) {
  double numbers = 0;
  if (labs.positions.is_on) numbers += count_numbers(labs.positions);
  return numbers;
}

double count_lab_operations(const Labs& labs) {
  double operations = 0;
  if (labs.positions.is_on) operations += count_operations(labs.positions);
  return operations;
}

}  // namespace engine
