// figures.h: the numbers behind the figures of pages.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/pages/glossary.h"
#include "engine/core/matrix.h"

namespace app {

// A system that translates English to German.
struct TranslationResult {
  std::string name;
  double bleu = 0;
  double flops = 0;       // of its training
  bool is_below = false;  // where its name stands, so that none lies on another
};

enum class SizedKind { kTransformer, kBert, kGpt, kGpt2 };

// A model's sizes as they were published.
struct ModelSizes {
  std::string name;
  int year = 0;
  SizedKind kind = SizedKind::kGpt2;
  engine::Index layers = 0;  // of each stack
  engine::Index width = 0;
  engine::Index heads = 0;  // of each attention
  engine::Index hidden = 0;
  engine::Index vocabulary = 0;
  engine::Index context = 0;  // tokens; 0: as many as there are
  double published = 0;       // parameters
};

// All parameters: an attention's four square matrices, a feed-forward network's two, with their biases;
// norms; the tables of tokens and learned positions, one of them for input and output; BERT's segments and
// pooler.
double parameters_of(const ModelSizes& sizes);
// Those of attention, feed-forward networks and the norms of all layers.
double layer_parameters_of(const ModelSizes& sizes);
// Attention weights for one text of full context; of a Transformer, with as long a source.
double map_numbers_of(const ModelSizes& sizes);

template <class Row>
struct ReadFigure {
  std::vector<Row> rows;
  std::vector<DataFault> faults;
};
ReadFigure<TranslationResult> read_translation(std::string_view file);
ReadFigure<ModelSizes> read_sizes(std::string_view file);

// The embedded files' rows.
std::span<const TranslationResult> translation_results();
std::span<const ModelSizes> model_sizes();

}  // namespace app
