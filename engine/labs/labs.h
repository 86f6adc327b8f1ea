// labs.h: what stands beside the model to try something out: each lab adds stages of its own to the trace.
#pragma once

#include <optional>

#include "engine/labs/positions_lab.h"
#include "engine/labs/relatives_lab.h"
#include "engine/result.h"

namespace engine {

struct Config;
class TraceBuilder;

// The settings of every lab, and which of them are on.
struct Labs {
  PositionsLab positions;
  RelativesLab relatives;

  bool operator==(const Labs&) const = default;
};

// The first thing that does not make sense about them: the errors of each lab's check().
std::optional<Error> check(const Labs& labs);
// The same for a text of so many tokens: error.lab_tokens (lab, count, largest).
std::optional<Error> check(const Labs& labs, size_t tokens);

// The stages of the labs that are on, behind those of the model: "lab.NAME. ...".
void add_lab_stages(TraceBuilder& builder, const Config& config);

// Of the labs that are on: numbers of their stages, and multiply-adds that these take, over so many tokens
// of width d_model.
double count_lab_numbers(const Labs& labs, double tokens, Index d_model);
double count_lab_operations(const Labs& labs, double tokens, Index d_model);

}  // namespace engine
