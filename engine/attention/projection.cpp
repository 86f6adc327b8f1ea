// projection.cpp: each token's query, key and value, with one product for all heads.
// Vaswani et al. 2017, sec. 3.2.2; keys and values for groups of queries: Ainslie et al. 2023 (2305.13245).
#include "engine/attention/projection.h"

#include <algorithm>
#include <cassert>
#include <cctype>

#include "engine/kernels/matrix_product.h"

namespace engine {
namespace {

// Grows to at least `rows` rows and keeps those that are there; doubles, so that growing costs little per
// row.
void make_room(std::shared_ptr<Matrix>& numbers, Index rows, Index columns) {
  if (numbers && numbers->rows() >= rows) return;
  auto larger = std::make_shared<Matrix>(std::max<Index>(2 * rows, 16), columns);
  if (numbers) larger->topRows(numbers->rows()) = *numbers;
  numbers = std::move(larger);
}

View rows_of(Matrix& matrix, Index first, Index rows) {
  return {matrix.data() + first * matrix.cols(), rows, matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}

OperationPtr kept() {
  static const OperationPtr kOnly = given("note.kept");
  return kOnly;
}

// One matrix of all heads with each head's edits of `part` ("wq"); the same matrix if there are none.
Parameter with_edits(const TraceBuilder& builder, const std::string& prefix, const char* part, Index heads,
                     Index group, const Parameter& all) {
  std::shared_ptr<Matrix> own;
  for (Index head = 0; all && head < heads * group; ++head) {
    std::string address = prefix;
    address.append(".head.").append(std::to_string(head)).append(".").append(part);
    const StageEdits* const edits = builder.edits_of(address);
    if (edits == nullptr) continue;
    if (!own) own = std::make_shared<Matrix>(all.matrix());
    // A weight holds a head's rows, a bias its columns.
    const bool is_bias = *part == 'b';
    const Index width = (is_bias ? all.cols() : all.rows()) / heads;
    const Index place = head / group * width;
    write_edits(*edits, is_bias ? own->block(0, place, 1, width) : own->block(place, 0, width, all.cols()));
  }
  return own ? Parameter(own) : all;
}

}  // namespace

bool Projections::compute(const AttentionInputs& inputs, KeyValueCache* cache, const std::stop_token& stop) {
  if (stop.stop_requested()) return false;
  q_ = project(inputs.query, 'q', weights_.wq, weights_.bq);
  if (stop.stop_requested()) return false;
  if (cache != nullptr) {
    extend(*cache, inputs);
    return true;
  }
  k_ = project(inputs.key, 'k', weights_.wk, weights_.bk);
  if (stop.stop_requested()) return false;
  v_ = project(inputs.value, 'v', weights_.wv, weights_.bv);
  return true;
}

// The projection for all heads in one product, unless the earlier trace has it.
Projection Projections::project(int input, char letter, const Parameter& weight,
                                const Parameter& bias) const {
  const Index heads = letter == 'q' ? weights_.n_heads : kv_heads();
  assert(weight.rows() % heads == 0 && weight.cols() == builder_.stage(input).columns);
  auto known = builder_.earlier_product(prefix_ + ".head.0." + letter, *linear(), input, weight);
  if (!known) {
    auto numbers = std::make_shared<Matrix>(builder_.stage(input).rows, weight.rows());
    multiply(input, weight, bias, whole(*numbers));
    known = std::move(numbers);
  }
  const Index rows = known->rows();
  const Index width = weight.rows() / heads;
  return {std::move(known), weight, bias, input, width, weights_.n_heads / heads, rows};
}

// Appends the new tokens' keys and values to those of earlier tokens.
void Projections::extend(KeyValueCache& cache, const AttentionInputs& inputs) {
  if (!cache.once || cache.length == 0) {
    const Index rows = builder_.stage(inputs.key).rows;
    make_room(cache.keys, cache.length + rows, weights_.wk.rows());
    make_room(cache.values, cache.length + rows, weights_.wv.rows());
    multiply(inputs.key, weights_.wk, weights_.bk, rows_of(*cache.keys, cache.length, rows));
    multiply(inputs.value, weights_.wv, weights_.bv, rows_of(*cache.values, cache.length, rows));
    cache.length += rows;
  }
  const auto kept = [&](const std::shared_ptr<Matrix>& numbers, const Parameter& weight,
                        const Parameter& bias, int input) {
    return Projection{
        numbers,      weight, bias, input, weight.rows() / kv_heads(), weights_.n_heads / kv_heads(),
        cache.length, true};
  };
  k_ = kept(cache.keys, weights_.wk, weights_.bk, inputs.key);
  v_ = kept(cache.values, weights_.wv, weights_.bv, inputs.value);
}

void Projections::multiply(int input, const Parameter& weight, const Parameter& bias, const View& out) const {
  const Matrix row = bias ? bias.matrix() : Matrix();
  const ConstView added = whole(row);
  multiply_transposed(builder_.view(input), weight, out, bias ? &added : nullptr);
}

// The bias and vectors of one projection of one head: .bq, .q and so on.
int Projections::add_vectors(const std::string& head_address, char letter, const Projection& part, Index head,
                             Role role, int weight) {
  const Index width = part.width;
  const Index place = head / part.group * width;
  Stage stage{.address = head_address + "." + letter,
              .role = role,
              .operation = linear(),
              .rows = part.rows,
              .columns = width,
              .row_axis = letter == 'q' ? Axis::kQueries : Axis::kKeys,
              .column_axis = Axis::kDimensions,
              .row_sequence = builder_.stage(part.input).row_sequence};
  if (part.is_kept) {
    stage.operation = kept();
    return builder_.add_given(std::move(stage), part.numbers, 0, place);
  }
  std::vector<int> inputs = {part.input, weight};
  if (part.bias) {
    inputs.push_back(builder_.add_given({.address = head_address + ".b" + letter,
                                         .role = role,
                                         .operation = given_,
                                         .rows = 1,
                                         .columns = width,
                                         .row_axis = Axis::kDimensions,
                                         .column_axis = Axis::kDimensions},
                                        part.bias, 0, place));
  }
  stage.inputs = std::move(inputs);
  stage.operation = linear(part.weight.middle_rows(place, width));
  return builder_.add_computed(std::move(stage), part.numbers, 0, place);
}

int Projections::add_weight(const std::string& head_address, char letter, const Projection& part, Index head,
                            Role role) {
  return builder_.add_given({.address = head_address + ".w" + letter,
                             .role = role,
                             .operation = given_,
                             .rows = part.width,
                             .columns = part.weight.cols(),
                             .row_axis = Axis::kDimensions,
                             .column_axis = Axis::kDimensions},
                            part.weight, head / part.group * part.width, 0);
}

Projections::Head Projections::add_head(Index head) {
  const std::string address = prefix_ + ".head." + std::to_string(head);
  const int wq = add_weight(address, 'q', q_, head, Role::kQuery);
  const int wk = add_weight(address, 'k', k_, head, Role::kKey);
  const int wv = add_weight(address, 'v', v_, head, Role::kValue);
  const int q = add_vectors(address, 'q', q_, head, Role::kQuery, wq);
  const int k = add_vectors(address, 'k', k_, head, Role::kKey, wk);
  return {q, k, add_vectors(address, 'v', v_, head, Role::kValue, wv)};
}

AttentionWeights with_typed_numbers(const TraceBuilder& builder, const std::string& prefix,
                                    AttentionWeights weights) {
  const Index kv_heads = weights.n_kv_heads == 0 ? weights.n_heads : weights.n_kv_heads;
  const auto edit = [&](const char* part, Parameter& all) {
    const Index heads = part[1] == 'q' ? weights.n_heads : kv_heads;
    all = with_edits(builder, prefix, part, heads, weights.n_heads / heads, all);
  };
  edit("wq", weights.wq);
  edit("wk", weights.wk);
  edit("wv", weights.wv);
  edit("bq", weights.bq);
  edit("bk", weights.bk);
  edit("bv", weights.bv);
  return weights;
}

}  // namespace engine
