// forward.cpp: every example through the model, into one trace.
#include "engine/model/forward.h"

#include "engine/model/example_run.h"

namespace engine {

std::shared_ptr<const Trace> forward(const Model& model, const Input& input, const Config& config,
                                     const std::stop_token& stop, std::shared_ptr<const Trace> earlier) {
  std::vector<Sequence> sequences;
  for (const Example& example : input.examples) {
    sequences.push_back(example.source);
    if (config.has_target()) sequences.push_back(example.target.value());
  }
  TraceBuilder builder(std::move(sequences), input.vocabulary, std::move(earlier));
  builder.set_edits(config.edits);
  const Tables tables = make_tables(model, input.vocabulary, config);
  const int streams = config.has_target() ? 2 : 1;
  for (size_t i = 0; i < input.examples.size(); ++i) {
    const std::string prefix = input.is_batch ? "batch." + std::to_string(i) + "." : "";
    ExampleRun run(builder, model.weights(), tables, config, prefix, stop);
    if (!run.run(input.examples[i], static_cast<int>(i) * streams)) return nullptr;
  }
  return std::move(builder).build();
}

}  // namespace engine
