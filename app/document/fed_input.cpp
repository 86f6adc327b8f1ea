// fed_input.cpp: input arrays for a single layer, and masks, from NPY files.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/document/checkpoints.h"
#include "app/document/model_input.h"
#include "app/document/recent.h"
#include "app/text/quotable.h"
#include "engine/attention/added_keys.h"
#include "engine/loaders/file_stamp.h"
#include "engine/loaders/mapped_file.h"
#include "engine/loaders/npy.h"
#include "engine/loaders/npy_header.h"
#include "engine/model/attention_options.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Matrix;
using engine::Result;

// An array as read from its file: one matrix, or several.
struct Array {
  loaders::MatrixStack matrices;
  char kind = 'f';           // as in NpyHeader
  std::vector<Matrix> each;  // where there are several

  const Matrix& matrix(Index index) const {
    return each.empty() ? matrices.numbers : each.at(static_cast<size_t>(index));
  }
};
using SharedArray = std::shared_ptr<const Array>;

constexpr size_t kKeptArrays = 8;
constexpr std::array<std::string_view, 1> kOne = {"input"};
constexpr std::array<std::string_view, 3> kThree = {"query", "key", "value"};
constexpr std::array<std::string_view, 2> kTwo = {"source", "target"};

// (tokens, examples, width) as one matrix for each example.
loaders::MatrixStack by_example(const loaders::MatrixStack& by_token, Index tokens, Index examples) {
  loaders::MatrixStack all{Matrix(by_token.numbers.rows(), by_token.numbers.cols()), examples};
  for (Index example = 0; example < examples; ++example) {
    for (Index token = 0; token < tokens; ++token)
      all.numbers.row(example * tokens + token) = by_token.numbers.row(token * examples + example);
  }
  return all;
}

// `batch_is_second`: of three dimensions, the second counts the examples.
Result<SharedArray> read_array(const std::string& path, bool batch_is_second = false) {
  static Recent<Array> recent(kKeptArrays);
  return recent.get(loaders::stamp_text(path) + (batch_is_second ? " by token" : ""), [&] {
    return loaders::read_mapped(path, [&](std::span<const std::byte> bytes) -> Result<SharedArray> {
      const auto header = loaders::read_npy_header(bytes, path);
      if (!header) return header.error();
      auto matrices = loaders::parse_npy_stack(bytes, path);
      if (!matrices) return matrices.error();
      Array array{std::move(matrices).value(), header->kind, {}};
      if (const auto& shape = header->shape; batch_is_second && shape.size() == 3) {
        array.matrices =
            by_example(array.matrices, static_cast<Index>(shape[0]), static_cast<Index>(shape[1]));
      }
      for (Index i = 0; array.matrices.count > 1 && i < array.matrices.count; ++i)
        array.each.emplace_back(array.matrices.at(i));
      return std::make_shared<const Array>(std::move(array));
    });
  });
}

std::string list_of(std::span<const std::string_view> roles) {
  std::string list;
  for (const std::string_view role : roles) list.append(list.empty() ? "" : ", ").append(role);
  return list;
}

// The required width of a role's vectors.
Index width_of(std::string_view role, const loaders::Checkpoint& checkpoint) {
  const engine::Weights& weights = checkpoint.model->weights();
  if (role == "key") return weights.encoder.at(0).self.wk.cols();
  if (role == "value") return weights.encoder.at(0).self.wv.cols();
  return checkpoint.config.d_model;
}

// The first number that no model can read: NaN, infinite, or beyond float32 where the file has float64.
std::optional<Error> check_finite(const loaders::MatrixStack& all, const std::string& path) {
  const float* const numbers = all.numbers.data();
  const float* const end = numbers + all.numbers.size();
  const float* const bad = std::find_if_not(numbers, end, [](float value) { return std::isfinite(value); });
  if (bad == end) return std::nullopt;
  const Index row = (bad - numbers) / all.numbers.cols();
  std::string place = all.count > 1 ? std::to_string(row / all.rows()) + ", " : "";
  place.append(std::to_string(row % all.rows())).append(", ");
  place.append(std::to_string((bad - numbers) % all.numbers.cols()));
  return Error{"error.fed_number", {{"path", quotable(path, kLongestPath)}, {"place", place}}};
}

// One sequence of a role for each example.
Result<std::vector<engine::Sequence>> fed_sequences(const Document& document, std::string_view role,
                                                    const loaders::Checkpoint& checkpoint) {
  const std::string path = fed_from(document, role);
  const auto array = read_array(path, checkpoint.batch_is_second);
  if (!array) return array.error();
  const loaders::MatrixStack& all = (*array)->matrices;
  const Index wanted = width_of(role, checkpoint);
  if (all.numbers.cols() != wanted) {
    return Error{"error.fed_width",
                 {{"path", quotable(path, kLongestPath)},
                  {"columns", std::to_string(all.numbers.cols())},
                  {"wanted", std::to_string(wanted)}}};
  }
  if (all.rows() > engine::kMaxTokens) {
    return Error{"error.too_many_tokens",
                 {{"count", std::to_string(all.rows())}, {"largest", std::to_string(engine::kMaxTokens)}}};
  }
  if (all.count > engine::kMaxBatch) {
    return Error{"error.fed_batch_size",
                 {{"path", quotable(path, kLongestPath)},
                  {"count", std::to_string(all.count)},
                  {"largest", std::to_string(engine::kMaxBatch)}}};
  }
  if (auto bad = check_finite(all, path)) return *bad;
  engine::Sequence sequence;
  for (Index row = 0; row < all.rows(); ++row) sequence.tokens.push_back(std::to_string(row));
  sequence.padding.assign(sequence.tokens.size(), false);
  std::vector<engine::Sequence> sequences(static_cast<size_t>(all.count), sequence);
  for (Index i = 0; i < all.count; ++i)
    sequences[static_cast<size_t>(i)].vectors = {*array, &(*array)->matrix(i)};
  return sequences;
}

std::optional<Error> check_roles(const Document& document, const loaders::Checkpoint& checkpoint,
                                 std::span<const std::string_view> roles) {
  for (const std::string_view role : roles) {
    if (!fed_from(document, role).empty()) continue;
    return Error{"error.fed_missing",
                 {{"path", quotable(checkpoint.path, kLongestPath)}, {"roles", list_of(roles)}}};
  }
  for (const FedArray& fed : document.fed) {
    const bool is_mask = fed.role == "mask" || fed.role == "key_padding";
    if (is_mask || std::find(roles.begin(), roles.end(), fed.role) != roles.end()) continue;
    return Error{
        "error.fed_role",
        {{"role", fed.role}, {"path", quotable(checkpoint.path, kLongestPath)}, {"roles", list_of(roles)}}};
  }
  return std::nullopt;
}

// Whether an array of 0s and 1s could mean either booleans or values to add; all 0 is not ambiguous.
bool may_be_boolean(const Array& array) {
  const auto numbers = array.matrices.numbers.array();
  const bool is_whole = array.kind == 'i' || array.kind == 'u';
  return is_whole && (numbers == 0 || numbers == 1).all() && (numbers == 1).any();
}

// What masks of this shape add to the scores: their values, or -inf for true and 0 for false. As many as the
// file holds, each below the one before.
Result<Matrix> read_masks(const std::string& path, Index rows, Index columns) {
  const auto array = read_array(path);
  if (!array) return array.error();
  const loaders::MatrixStack& all = (*array)->matrices;
  Matrix mask = all.numbers;
  if (all.rows() != rows || mask.cols() != columns) {
    return Error{"error.mask_npy_shape",
                 {{"path", quotable(path, kLongestPath)},
                  {"rows", std::to_string(all.rows())},
                  {"columns", std::to_string(mask.cols())},
                  {"wanted_rows", std::to_string(rows)},
                  {"wanted_columns", std::to_string(columns)}}};
  }
  if (may_be_boolean(**array)) return Error{"error.mask_npy_whole", {{"path", quotable(path, kLongestPath)}}};
  if ((*array)->kind == 'b')
    mask = (mask.array() != 0).select(Matrix::Constant(mask.rows(), columns, -engine::kInfinity), 0).eval();
  const bool is_good = std::none_of(mask.data(), mask.data() + mask.size(), [](float value) {
    return std::isnan(value) || value == engine::kInfinity;
  });
  if (!is_good) return Error{"error.mask_npy_number", {{"path", quotable(path, kLongestPath)}}};
  return mask;
}

// Whether each key is hidden or not: nothing else is added to its scores.
bool hides_or_shows(const Matrix& padding) {
  return (padding.array() == 0 || padding.array() == -engine::kInfinity).all();
}

// (examples, keys), what is added to each key's scores: −∞ where it is padding, and else 0, or any number
// where self-attention alone reads it. A single row has one dimension, or two.
Result<Matrix> read_key_padding(const std::string& path, Index keys, bool decodes) {
  const auto array = read_array(path);
  if (!array) return array.error();
  auto added = read_masks(path, (*array)->matrices.rows(), keys);
  if (added && decodes && !hides_or_shows(*added))
    return Error{"error.mask_npy_padding", {{"path", quotable(path, kLongestPath)}}};
  return added;
}

// What the settings add to the scores of self-attention, apart from padding.
Matrix mask_of_settings(const engine::Config& config, Index rows, Index keys) {
  const engine::MaskRule rule = engine::self_rule(config, {}, config.causal);
  return Matrix::NullaryExpr(rows, keys, [&](Index query, Index key) { return rule.value(query, key); });
}

// Other methods than the exact one know only the keys of the input.
std::optional<Error> check_added_keys(const Document& document, const loaders::Checkpoint& checkpoint) {
  if (document.config.attention.kind == engine::AttentionKind::kExact || checkpoint.config.has_layers())
    return std::nullopt;
  const engine::AttentionWeights& self = checkpoint.model->weights().encoder.at(0).self;
  if (engine::added_keys(self.added_key, self.adds_zeros).empty()) return std::nullopt;
  return Error{"error.attention_added_keys", {{"path", quotable(checkpoint.path, kLongestPath)}}};
}

}  // namespace

std::span<const std::string_view> roles_of(const Document& document, const loaders::Checkpoint& checkpoint) {
  if (checkpoint.config.has_target()) return kTwo;
  if (checkpoint.config.has_layers()) return kOne;
  const engine::AttentionWeights& self = checkpoint.model->weights().encoder.at(0).self;
  const bool differ =
      self.wk.cols() != checkpoint.config.d_model || self.wv.cols() != checkpoint.config.d_model;
  const bool asks_for_three = std::any_of(
      kThree.begin(), kThree.end(), [&](std::string_view role) { return !fed_from(document, role).empty(); });
  if (differ || asks_for_three) return kThree;
  return kOne;
}

Result<std::vector<engine::Example>> fed_examples(const Document& document,
                                                  const loaders::Checkpoint& checkpoint) {
  if (auto bad = check_added_keys(document, checkpoint)) return *bad;
  const auto roles = roles_of(document, checkpoint);
  if (auto bad = check_roles(document, checkpoint, roles)) return *bad;
  std::vector<engine::Example> examples;
  for (const std::string_view role : roles) {
    auto read = fed_sequences(document, role, checkpoint);
    if (!read) return read.error();
    std::vector<engine::Sequence> sequences = std::move(read).value();
    if (role == roles.front()) examples.resize(sequences.size());
    if (sequences.size() != examples.size()) {
      return Error{"error.fed_batch",
                   {{"role", std::string(role)},
                    {"count", std::to_string(sequences.size())},
                    {"first", std::string(roles.front())},
                    {"wanted", std::to_string(examples.size())}}};
    }
    for (size_t i = 0; i < examples.size(); ++i) {
      engine::Example& example = examples[i];
      engine::Sequence& sequence = sequences[i];
      if (role == roles.front()) {
        example.source = std::move(sequence);
      } else if (roles.size() == kTwo.size()) {
        example.target = std::move(sequence);
      } else {
        (role == "key" ? example.key : example.value) = std::move(sequence);
      }
    }
  }
  const engine::Example& one = examples.front();
  if (one.key && one.key->tokens.size() != one.value->tokens.size()) {
    return Error{"error.fed_rows",
                 {{"keys", std::to_string(one.key->tokens.size())},
                  {"values", std::to_string(one.value->tokens.size())}}};
  }
  return examples;
}

std::optional<Error> add_masks(const Document& document, engine::Input& input) {
  const auto wrong_count = [&](const char* key, const std::string& path, Index count, Index heads) {
    return Error{key,
                 {{"path", quotable(path, kLongestPath)},
                  {"count", std::to_string(count)},
                  {"heads", std::to_string(heads)},
                  {"examples", std::to_string(input.examples.size())}}};
  };
  const engine::Example& first = input.examples.front();
  const bool decodes = first.target.has_value();
  const auto examples = static_cast<Index>(input.examples.size());
  const auto keys = static_cast<Index>((first.key ? *first.key : first.source).tokens.size());
  const auto rows = static_cast<Index>((decodes ? *first.target : first.source).tokens.size());
  Matrix masks;
  if (const std::string path = fed_from(document, "mask"); !path.empty()) {
    auto read = read_masks(path, rows, decodes ? rows : keys);
    if (!read) return read.error();
    masks = std::move(read).value();
    const Index count = masks.rows() / rows;
    const Index heads = document.config.n_heads;
    if (count != 1 && count != examples * heads)
      return wrong_count("error.mask_npy_count", path, count, heads);
  }
  Matrix hidden;
  if (const std::string path = fed_from(document, "key_padding"); !path.empty()) {
    auto read = read_key_padding(path, keys, decodes);
    if (!read) return read.error();
    hidden = std::move(read).value();
    if (hidden.rows() != examples)
      return wrong_count("error.key_padding_count", path, hidden.rows(), document.config.n_heads);
  }
  // Numbers are a mask whose rows are equal, added to what the settings hide.
  if (masks.size() == 0 && !hides_or_shows(hidden)) masks = mask_of_settings(document.config, rows, keys);
  for (Index i = 0; i < examples; ++i) {
    engine::Example& example = input.examples[static_cast<size_t>(i)];
    engine::Sequence& source = example.key ? *example.key : example.source;
    for (Index key = 0; key < hidden.cols(); ++key)
      source.padding[static_cast<size_t>(key)] = hidden(i, key) == -engine::kInfinity;
    if (masks.size() == 0) continue;
    const Index each = masks.rows() == rows ? rows : masks.rows() / examples;
    Matrix own =
        engine::rows_of(engine::whole(std::as_const(masks)), masks.rows() == rows ? 0 : i * each, each);
    // A given mask replaces every rule, so padding is included in it.
    if (!decodes && hidden.size() > 0) own.rowwise() += hidden.row(i);
    example.additive = std::make_shared<const Matrix>(std::move(own));
  }
  return std::nullopt;
}

}  // namespace app
