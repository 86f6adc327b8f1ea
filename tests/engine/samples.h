// samples.h: the samples of the table of operations, as traces.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/operation_table.h"
#include "tests/engine/traces.h"

namespace engine {

inline Matrix sample_numbers(const SampleStage& stage, const std::string& name) {
  Matrix numbers = drawn(stage.shape.rows, stage.shape.columns, name);
  if (stage.drawn == Drawn::kShares) numbers = (numbers.array() + 1).matrix() / 2;
  for (Index i = 0; stage.drawn == Drawn::kIds && i < numbers.size(); ++i)
    numbers.data()[i] = static_cast<float>((3 * i + 1) % kSampleIds);
  return numbers;
}

// Stage i of the sample is stage i of the trace.
inline std::shared_ptr<const Trace> run_sample(const Sample& sample) {
  TraceBuilder builder({unnamed(5)}, {"t"});
  for (size_t i = 0; i < sample.size(); ++i) {
    const SampleStage& each = sample[i];
    const std::string name = std::to_string(i);
    Stage stage{.address = "sample." + name,
                .symbol = i % 2 == 0 ? "X" : "W_{" + name + "}",
                .operation = each.operation ? each.operation : given("note.tokens"),
                .inputs = each.inputs,
                .rows = each.shape.rows,
                .columns = each.shape.columns};
    if (stage.operation->is_given()) {
      builder.add_given(std::move(stage), std::make_shared<Matrix>(sample_numbers(each, name)));
    } else {
      builder.add(std::move(stage));
    }
  }
  return std::move(builder).build();
}

}  // namespace engine
