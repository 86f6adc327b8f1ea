// fed_input.cpp: input arrays for a single layer, and masks, from NPY files.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/document/checkpoints.h"
#include "app/document/model_input.h"
#include "app/document/recent.h"
#include "app/text/quotable.h"
#include "engine/loaders/file_stamp.h"
#include "engine/loaders/mapped_file.h"
#include "engine/loaders/npy.h"
#include "engine/loaders/npy_header.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Matrix;
using engine::Result;

// An array as read from its file.
struct Array {
  Matrix numbers;
  char kind = 'f';  // as in NpyHeader
};
using SharedArray = std::shared_ptr<const Array>;

constexpr size_t kKeptArrays = 8;
constexpr std::array<std::string_view, 1> kOne = {"input"};
constexpr std::array<std::string_view, 3> kThree = {"query", "key", "value"};
constexpr std::array<std::string_view, 2> kTwo = {"source", "target"};

Result<SharedArray> read_array(const std::string& path) {
  static Recent<Array> recent(kKeptArrays);
  return recent.get(loaders::stamp_text(path), [&] {
    return loaders::read_mapped(path, [&](std::span<const std::byte> bytes) -> Result<SharedArray> {
      const auto header = loaders::read_npy_header(bytes, path);
      if (!header) return header.error();
      auto numbers = loaders::parse_npy(bytes, path);
      if (!numbers) return numbers.error();
      return std::make_shared<const Array>(Array{std::move(numbers).value(), header->kind});
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

Result<engine::Sequence> fed_sequence(const Document& document, std::string_view role,
                                      const loaders::Checkpoint& checkpoint) {
  const std::string path = fed_from(document, role);
  const auto array = read_array(path);
  if (!array) return array.error();
  const Matrix& vectors = (*array)->numbers;
  const Index wanted = width_of(role, checkpoint);
  if (vectors.cols() != wanted) {
    return Error{"error.fed_width",
                 {{"path", quotable(path, kLongestPath)},
                  {"columns", std::to_string(vectors.cols())},
                  {"wanted", std::to_string(wanted)}}};
  }
  if (vectors.rows() > engine::kMaxTokens) {
    return Error{
        "error.too_many_tokens",
        {{"count", std::to_string(vectors.rows())}, {"largest", std::to_string(engine::kMaxTokens)}}};
  }
  engine::Sequence sequence;
  for (Index row = 0; row < vectors.rows(); ++row) sequence.tokens.push_back(std::to_string(row));
  sequence.padding.assign(sequence.tokens.size(), false);
  sequence.vectors = {*array, &vectors};
  return sequence;
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
  const bool is_whole = array.kind == 'i' || array.kind == 'u';
  return is_whole && (array.numbers.array() == 0 || array.numbers.array() == 1).all() &&
         (array.numbers.array() == 1).any();
}

// What a mask adds to the scores: its values, or -inf for true and 0 for false. PyTorch's attn_mask.
Result<Matrix> read_mask(const std::string& path, Index rows, Index columns) {
  const auto array = read_array(path);
  if (!array) return array.error();
  Matrix mask = (*array)->numbers;
  if (mask.rows() != rows || mask.cols() != columns) {
    return Error{"error.mask_npy_shape",
                 {{"path", quotable(path, kLongestPath)},
                  {"rows", std::to_string(mask.rows())},
                  {"columns", std::to_string(mask.cols())},
                  {"wanted_rows", std::to_string(rows)},
                  {"wanted_columns", std::to_string(columns)}}};
  }
  if (may_be_boolean(**array)) return Error{"error.mask_npy_whole", {{"path", quotable(path, kLongestPath)}}};
  if ((*array)->kind == 'b')
    mask = (mask.array() != 0).select(Matrix::Constant(rows, columns, -engine::kInfinity), 0).eval();
  const bool is_good = std::none_of(mask.data(), mask.data() + mask.size(), [](float value) {
    return std::isnan(value) || value == engine::kInfinity;
  });
  if (!is_good) return Error{"error.mask_npy_number", {{"path", quotable(path, kLongestPath)}}};
  return mask;
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

Result<engine::Example> fed_example(const Document& document, const loaders::Checkpoint& checkpoint) {
  const auto roles = roles_of(document, checkpoint);
  if (auto bad = check_roles(document, checkpoint, roles)) return *bad;
  std::vector<engine::Sequence> sequences;
  for (const std::string_view role : roles) {
    auto sequence = fed_sequence(document, role, checkpoint);
    if (!sequence) return sequence.error();
    sequences.push_back(std::move(sequence).value());
  }
  engine::Example example;
  example.source = sequences.at(0);
  if (roles.size() == kTwo.size()) example.target = sequences.at(1);
  if (roles.size() < kThree.size()) return example;
  if (sequences.at(1).tokens.size() != sequences.at(2).tokens.size()) {
    return Error{"error.fed_rows",
                 {{"keys", std::to_string(sequences.at(1).tokens.size())},
                  {"values", std::to_string(sequences.at(2).tokens.size())}}};
  }
  example.key = sequences.at(1);
  example.value = sequences.at(2);
  return example;
}

std::optional<Error> add_masks(const Document& document, engine::Input& input) {
  engine::Example& example = input.examples.front();
  const bool decodes = example.target.has_value();
  const engine::Sequence& queries = decodes ? *example.target : example.source;
  engine::Sequence& source = example.key ? *example.key : example.source;
  const auto rows = static_cast<Index>(queries.tokens.size());
  const auto columns = decodes ? rows : static_cast<Index>(source.tokens.size());
  Matrix all = Matrix::Zero(0, 0);
  if (const std::string path = fed_from(document, "mask"); !path.empty()) {
    auto mask = read_mask(path, rows, columns);
    if (!mask) return mask.error();
    all = std::move(mask).value();
  }
  if (const std::string path = fed_from(document, "key_padding"); !path.empty()) {
    const auto hidden = read_mask(path, 1, static_cast<Index>(source.tokens.size()));
    if (!hidden) return hidden.error();
    for (Index key = 0; key < hidden->cols(); ++key) {
      const float added = (*hidden)(0, key);
      if (added != 0 && added != -engine::kInfinity)
        return Error{"error.mask_npy_padding", {{"path", quotable(path, kLongestPath)}}};
      source.padding[static_cast<size_t>(key)] = added != 0;
    }
    // A given mask replaces every rule, so padding is included in it.
    if (!decodes && all.size() > 0) all.rowwise() += hidden->row(0);
  }
  if (all.size() > 0) input.additive = std::make_shared<const Matrix>(std::move(all));
  return std::nullopt;
}

}  // namespace app
