// forward.cpp: reads like the paper, top to bottom. Vaswani et al. 2017, sec. 3.
#include "engine/model/forward.h"

#include <cmath>
#include <unordered_map>

#include "engine/attention/multi_head.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// The vocabulary of a sentence is its distinct tokens in order of appearance.
struct Vocabulary {
  std::vector<std::string_view> tokens;
  std::vector<Index> ids;  // of each token of the sequence
};

Vocabulary make_vocabulary(const std::vector<std::string>& tokens) {
  Vocabulary vocabulary;
  std::unordered_map<std::string_view, Index> known;
  for (const std::string& token : tokens) {
    const auto [entry, is_new] = known.emplace(token, static_cast<Index>(vocabulary.tokens.size()));
    if (is_new) vocabulary.tokens.push_back(token);
    vocabulary.ids.push_back(entry->second);
  }
  return vocabulary;
}

int add_ids(TraceBuilder& builder, const Vocabulary& vocabulary) {
  auto ids = std::make_shared<Matrix>(static_cast<Index>(vocabulary.ids.size()), 1);
  for (Index i = 0; i < ids->rows(); ++i)
    (*ids)(i, 0) = static_cast<float>(vocabulary.ids[static_cast<size_t>(i)]);
  const Index length = ids->rows();
  return builder.add_given({.address = "tokens",
                            .symbol = "t",
                            .operation = given("note.tokens"),
                            .rows = length,
                            .columns = 1,
                            .row_axis = Axis::kTokens,
                            .column_axis = Axis::kIds},
                           std::move(ids));
}

int add_table(TraceBuilder& builder, const Model& model, const Vocabulary& vocabulary, Index d_model) {
  const auto size = static_cast<Index>(vocabulary.tokens.size());
  auto table = std::make_shared<Matrix>(size, d_model);
  for (Index id = 0; id < size; ++id)
    table->row(id) = model.embedding(vocabulary.tokens[static_cast<size_t>(id)]);
  return builder.add_given({.address = "embedding.table",
                            .symbol = "W_{e}",
                            .operation = given(model.note()),
                            .rows = size,
                            .columns = d_model,
                            .row_axis = Axis::kVocabulary,
                            .column_axis = Axis::kDimensions},
                           std::move(table));
}

// embedding + position = input, each (L, d_model). Sec. 3.4 and 3.5.
int add_input(TraceBuilder& builder, const Model& model, const Sequence& sequence, const Config& config) {
  const Vocabulary vocabulary = make_vocabulary(sequence.tokens);
  const int ids = add_ids(builder, vocabulary);
  const int table = add_table(builder, model, vocabulary, config.d_model);
  const auto length = static_cast<Index>(sequence.tokens.size());
  const auto vectors = [&](const char* address, const char* symbol, OperationPtr operation,
                           std::vector<int> inputs) {
    return Stage{.address = address,
                 .symbol = symbol,
                 .operation = std::move(operation),
                 .inputs = std::move(inputs),
                 .rows = length,
                 .columns = config.d_model};
  };
  const double factor = config.embedding_scale ? std::sqrt(static_cast<double>(config.d_model)) : 1.0;
  const int embedding = builder.add(vectors("embedding", "E", lookup(factor), {ids, table}));
  const int position = builder.add(vectors(
      "position", "P",
      config.positions == PositionKind::kSinusoidal ? sinusoid(config.base) : given("note.no_position"), {}));
  return builder.add(vectors("input", "X", add(), {embedding, position}));
}

}  // namespace

std::shared_ptr<const Trace> forward(const Model& model, const Sequence& sequence, const Config& config,
                                     const std::stop_token& stop) {
  TraceBuilder builder(sequence.tokens, sequence.padding);
  const int input = add_input(builder, model, sequence, config);
  const MaskRule rule{config.causal, config.mask_padding ? sequence.padding : std::vector<bool>{}};
  const AttentionSettings settings{config.scale, config.temperature};
  const int output = add_multi_head_attention(builder, "encoder.0.self", {input, input, input},
                                              model.attention(), rule, settings, stop);
  if (output < 0) return nullptr;
  return std::move(builder).build();
}

}  // namespace engine
