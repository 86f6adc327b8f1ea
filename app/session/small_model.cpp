// small_model.cpp: a first model, typed number by number: every step can be done again with a pencil.
#include <array>
#include <initializer_list>
#include <string>

#include "app/session/exploring.h"
#include "app/session/worked_example.h"

namespace app {
namespace {

using engine::Matrix;

constexpr engine::Index kSmallWidth = 4;

// Rows of four numbers.
Matrix rows_of(std::initializer_list<std::array<float, 4>> rows) {
  Matrix matrix(static_cast<engine::Index>(rows.size()), kSmallWidth);
  engine::Index row = 0;
  for (const auto& numbers : rows) matrix.row(row++) = Eigen::Map<const Eigen::RowVector4f>(numbers.data());
  return matrix;
}

engine::Config small_config() {
  engine::Config config;
  config.model = engine::ModelKind::kSeeded;
  config.d_model = kSmallWidth;
  config.n_heads = 2;
  config.d_k = 2;
  config.d_v = 2;
  config.d_ff = 4 * kSmallWidth;
  config.positions = engine::PositionKind::kNone;
  config.embedding_scale = false;
  return config;
}

}  // namespace

// The columns of X: article, noun, verb, and 1 in every word. In head 1 the article and the verb look for the
// noun, and the noun for its article; in head 2 all look for the verb.
Document small_model() {
  State state;
  Document& document = state.document;
  document.text = "the cat sat";
  document.config = small_config();
  const auto type = [&](const char* address, std::initializer_list<std::array<float, 4>> rows) {
    set_numbers(state, address, rows_of(rows));
  };
  type("embedding.table", {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}});
  type("encoder.0.self.head.0.wq", {{2, 0, 2, 0}, {0, 2, 0, 0}});
  type("encoder.0.self.head.0.wk", {{0, 1, 0, 0}, {1, 0, 0, 0}});
  type("encoder.0.self.head.0.wv", {{1, 0, 0, 0}, {0, 1, 0, 0}});
  type("encoder.0.self.head.1.wq", {{0, 0, 0, 2}, {1, 0, 0, 0}});
  type("encoder.0.self.head.1.wk", {{0, 0, 1, 0}, {0, 1, 0, 0}});
  type("encoder.0.self.head.1.wv", {{0, 0, 1, 0}, {0, 0, 0, 1}});
  type("encoder.0.self.wo", {{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 0, 0, 0}, {0, 0, 1, 0}});
  document.focus.stage = "encoder.0.self.head.0.scores";
  document.focus.pinned = {2, 1};
  return document;
}

}  // namespace app
