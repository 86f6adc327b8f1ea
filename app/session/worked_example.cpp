// worked_example.cpp: cuts the columns of Q, K and V into heads, and types a model of their size that makes
// them: each token is a unit vector, so X W_qᵀ = Q where the rows of W_qᵀ are those of Q.
#include "app/session/worked_example.h"

#include <algorithm>
#include <optional>
#include <set>

#include "app/session/exploring.h"
#include "app/session/matrix_text.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Matrix;
using engine::Result;

struct TypedNumbers {
  Matrix queries, keys;
  std::optional<Matrix> values;
};

// Adds which matrix could not be read.
Error named(Error error, const char* letter) {
  error.arguments.emplace_back("letter", letter);
  return error;
}

Result<Matrix> read(const std::string& text, const char* letter, Index heads) {
  auto matrix = matrix_from_text(text);
  if (!matrix) return named(matrix.error(), letter);
  if (matrix->cols() % heads == 0) return matrix;
  return Error{
      "error.worked_heads",
      {{"matrix", letter}, {"columns", std::to_string(matrix->cols())}, {"heads", std::to_string(heads)}}};
}

Result<TypedNumbers> read_all(const WorkedExample& typed) {
  auto queries = read(typed.queries, "Q", typed.heads);
  if (!queries) return queries.error();
  auto keys = read(typed.keys, "K", typed.heads);
  if (!keys) return keys.error();
  if (queries->cols() != keys->cols()) {
    return Error{"error.worked_columns",
                 {{"queries", std::to_string(queries->cols())}, {"keys", std::to_string(keys->cols())}}};
  }
  TypedNumbers numbers{std::move(queries).value(), std::move(keys).value(), std::nullopt};
  if (typed.values.find_first_not_of(" \t\r\n") == std::string::npos) return numbers;
  auto values = read(typed.values, "V", typed.heads);
  if (!values) return values.error();
  if (values->rows() != numbers.keys.rows()) {
    return Error{"error.worked_values",
                 {{"values", std::to_string(values->rows())}, {"keys", std::to_string(numbers.keys.rows())}}};
  }
  numbers.values = std::move(values).value();
  return numbers;
}

// "x1 x2 x3"
std::string names(char letter, Index count) {
  std::string text;
  for (Index i = 1; i <= count; ++i)
    text.append(i == 1 ? "" : " ").append(1, letter).append(std::to_string(i));
  return text;
}

// The previously typed text, if it has the right number of words, all different: each has a vector of its
// own.
std::string words_or_names(const std::string& text, char letter, Index count) {
  const auto tokens = text::tokenize(text, text::TokenizerKind::kWords);
  const bool fits = tokens && static_cast<Index>(tokens->size()) == count &&
                    std::set<std::string>(tokens->begin(), tokens->end()).size() == tokens->size();
  return fits ? text : names(letter, count);
}

// The weight of each head (width, d_model) whose product with unit vectors is the head's part of `made`.
void type_weights(State& state, const std::string& attention, const char* step, const Matrix& made,
                  Index heads) {
  const Index width = made.cols() / heads;
  for (Index head = 0; head < heads; ++head) {
    Matrix weight = Matrix::Zero(width, state.document.config.d_model);
    weight.leftCols(made.rows()) = made.middleCols(head * width, width).transpose();
    std::string address = attention;
    set_numbers(state, address.append(".head.").append(std::to_string(head)).append(step), weight);
  }
}

// A unit vector for each token: token n of a sequence has its 1 in column n.
void type_embeddings(State& state, Index keys, Index queries) {
  Matrix table = Matrix::Zero(keys + queries, state.document.config.d_model);
  table.topRows(keys).diagonal().setOnes();
  table.bottomRows(queries).diagonal().setOnes();
  set_numbers(state, "embedding.table", table);
}

// Two sequences meet in the cross-attention of a Transformer in which nothing is added before it.
void cross_only(engine::Config& config) {
  config.architecture = engine::Architecture::kTransformer;
  config.encoder_layers = 1;
  config.decoder_layers = 1;
  config.d_ff = 0;
  config.off = {"decoder.0.self.norm", "decoder.0.self.output", "encoder.0.self.norm",
                "encoder.0.self.output"};
}

engine::Config config_of(const TypedNumbers& numbers, Index heads) {
  engine::Config config;
  config.model = engine::ModelKind::kSeeded;
  config.n_heads = heads;
  config.d_model = std::max(numbers.keys.rows(), numbers.queries.rows());
  config.d_k = numbers.keys.cols() / heads;
  config.d_v = numbers.values ? numbers.values->cols() / heads : config.d_k;
  config.positions = engine::PositionKind::kNone;
  config.embedding_scale = false;
  config.d_ff = 4 * config.d_model;
  if (numbers.queries.rows() != numbers.keys.rows()) cross_only(config);
  return config;
}

// Each token needs a vector as long as there are tokens.
std::optional<Error> too_many(const TypedNumbers& numbers) {
  const Index rows = std::max(numbers.keys.rows(), numbers.queries.rows());
  if (rows <= kMostWorkedRows) return std::nullopt;
  return Error{"error.worked_rows",
               {{"rows", std::to_string(rows)}, {"largest", std::to_string(kMostWorkedRows)}}};
}

}  // namespace

Result<Document> worked_document(const WorkedExample& typed, const Document& now) {
  const auto numbers = read_all(typed);
  if (!numbers) return numbers.error();
  if (auto bad = too_many(*numbers)) return *bad;
  State state;
  Document& document = state.document;
  document.config = config_of(*numbers, typed.heads);
  document.text = words_or_names(now.text, 'x', numbers->keys.rows());
  const bool crosses = document.config.has_target();
  if (crosses) document.target = words_or_names(now.target, 'y', numbers->queries.rows());
  const std::string attention = crosses ? "decoder.0.cross" : "encoder.0.self";
  type_embeddings(state, numbers->keys.rows(), crosses ? numbers->queries.rows() : 0);
  type_weights(state, attention, ".wq", numbers->queries, typed.heads);
  type_weights(state, attention, ".wk", numbers->keys, typed.heads);
  if (numbers->values) type_weights(state, attention, ".wv", *numbers->values, typed.heads);
  document.focus.stage = attention + ".head.0.scores";
  document.focus.pinned = {0, 0};
  const auto input = input_of(document);
  if (!input) return input.error();
  if (auto bad = engine::check(document.config, *input)) return *bad;
  return document;
}

}  // namespace app
