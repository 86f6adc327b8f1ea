// network.cpp: each layer asks for its parameters and adds its stages.
#include "engine/vision/network.h"

#include <algorithm>
#include <memory>
#include <stop_token>

#include "engine/ops/efficient.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

constexpr std::string_view kClassToken = "[CLS]";

Sequence sequence_of(std::vector<std::string> tokens) {
  Sequence sequence;
  sequence.padding.assign(tokens.size(), false);
  sequence.tokens = std::move(tokens);
  return sequence;
}

std::vector<std::string> pixel_names(const Grid& grid) {
  std::vector<std::string> names;
  names.reserve(static_cast<size_t>(grid.pixels()));
  for (Index row = 1; row <= grid.height; ++row) {
    for (Index column = 1; column <= grid.width; ++column)
      names.push_back(std::to_string(row).append(",").append(std::to_string(column)));
  }
  return names;
}

const OperationPtr& from_outside() {
  static const OperationPtr kGiven = given("note.drawn_picture");
  return kGiven;
}

std::string key_of(const Grid& grid) {
  return std::to_string(grid.height).append("x").append(std::to_string(grid.width));
}

std::vector<std::string> numbered_names(const std::string& letter, Index count) {
  std::vector<std::string> names;
  names.reserve(static_cast<size_t>(count));
  for (Index i = 1; i <= count; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

}  // namespace

Network::Network(TraceBuilder& builder, std::string prefix, Source source, std::string note, Phase phase)
    : builder_(builder),
      prefix_(std::move(prefix)),
      source_(std::move(source)),
      note_(std::move(note)),
      phase_(phase) {}

int Network::at(const std::string& name) const {
  return builder_.find(prefix_ + name).value();
}

int Network::given_pixels(const std::string& name, const Matrix& pixels, int sequence) {
  Stage stage{
      .address = prefix_ + name, .rows = pixels.rows(), .columns = pixels.cols(), .row_sequence = sequence};
  stage.operation = from_outside();
  return builder_.add_given(std::move(stage), std::make_shared<const Matrix>(pixels));
}

int Network::sequence(std::string key, const std::function<std::vector<std::string>()>& names) {
  const auto known = std::ranges::find(sequences_, key, &std::pair<std::string, int>::first);
  if (known != sequences_.end()) return known->second;
  const int added = builder_.add_sequence(sequence_of(names()));
  sequences_.emplace_back(std::move(key), added);
  return added;
}

int Network::pixels_of(const Grid& grid) {
  return sequence(key_of(grid), [&] { return pixel_names(grid); });
}

int Network::behind_class(const Grid& grid) {
  return sequence(std::string(kClassToken).append(key_of(grid)), [&] {
    std::vector<std::string> names = pixel_names(grid);
    names.emplace(names.begin(), kClassToken);
    return names;
  });
}

int Network::class_alone() {
  return sequence(std::string(kClassToken),
                  [] { return std::vector<std::string>{std::string(kClassToken)}; });
}

int Network::numbered(const std::string& letter, Index count) {
  return sequence(letter + std::to_string(count), [&] { return numbered_names(letter, count); });
}

int Network::named(const std::vector<std::string>& names) {
  std::string key = "named";
  for (const std::string& name : names) key.append(",").append(name);
  return sequence(std::move(key), [&] { return names; });
}

Stage Network::like(const std::string& name, int x, Index columns) const {
  const Stage& other = builder_.stage(x);
  return {.address = prefix_ + name,
          .rows = other.rows,
          .columns = columns,
          .row_axis = other.row_axis,
          .row_sequence = other.row_sequence};
}

Stage Network::of_map(const std::string& name, const Grid& grid, Index columns) {
  return {
      .address = prefix_ + name, .rows = grid.pixels(), .columns = columns, .row_sequence = pixels_of(grid)};
}

int Network::make(Stage stage, OperationPtr operation, std::vector<int> inputs) {
  stage.operation = std::move(operation);
  stage.inputs = std::move(inputs);
  return builder_.add(std::move(stage));
}

int Network::apply(const std::string& name, OperationPtr operation, std::vector<int> inputs, Index rows,
                   Index columns, int sequence) {
  Stage stage{.address = prefix_ + name, .rows = rows, .columns = columns, .row_sequence = sequence};
  return make(std::move(stage), std::move(operation), std::move(inputs));
}

int Network::apply_like(const std::string& name, OperationPtr operation, std::vector<int> inputs, int rows,
                        Index columns) {
  return make(like(name, rows, columns), std::move(operation), std::move(inputs));
}

int Network::number(const std::string& name, OperationPtr operation, std::vector<int> inputs) {
  Stage stage{.address = prefix_ + name, .rows = 1, .columns = 1, .row_axis = Axis::kDimensions};
  return make(std::move(stage), std::move(operation), std::move(inputs));
}

int Network::map(const std::string& name, OperationPtr operation, std::vector<int> inputs, int queries,
                 int keys) {
  Stage stage{.address = prefix_ + name,
              .rows = builder_.stage(queries).rows,
              .columns = builder_.stage(keys).rows,
              .row_axis = Axis::kQueries,
              .column_axis = Axis::kKeys,
              .row_sequence = builder_.stage(queries).row_sequence,
              .column_sequence = builder_.stage(keys).row_sequence};
  return make(std::move(stage), std::move(operation), std::move(inputs));
}

Parameter Network::ask(const std::string& name, ParameterRole role, Index rows, Index columns) const {
  return source_({name, role, rows, columns});
}

int Network::parameter(const std::string& name, const std::string& address, ParameterRole role, Index rows,
                       Index columns) {
  if (const auto known = builder_.find(prefix_ + address)) return *known;
  Stage stage{.address = prefix_ + address,
              .rows = rows,
              .columns = columns,
              .row_axis = Axis::kDimensions,
              .column_axis = Axis::kDimensions};
  stage.operation = given(note_);
  return builder_.add_given(std::move(stage), ask(name, role, rows, columns));
}

PictureMap Network::convolution(const std::string& name, const PictureMap& x, Index channels,
                                const Patch& patch, bool has_bias) {
  const PictureKernel kernel{x.grid, patch.side, patch.stride, patch.padding};
  const Index read = builder_.stage(x.stage).columns * patch.side * patch.side;
  std::vector<int> inputs = {x.stage, parameter(name + ".weight", ParameterRole::kMatrix, channels, read)};
  if (has_bias) inputs.push_back(parameter(name + ".bias", ParameterRole::kBias, 1, channels));
  const Grid grid = kernel.result();
  return {make(of_map(name, grid, channels), convolution_2d(kernel), std::move(inputs)), grid};
}

PictureMap Network::batch_norm(const std::string& name, const PictureMap& x) {
  const Index channels = builder_.stage(x.stage).columns;
  const auto own = [&](const std::string& part, ParameterRole role) {
    return parameter(name + part, role, 1, channels);
  };
  std::vector<int> inputs = {x.stage, own(".weight", ParameterRole::kNormWeight),
                             own(".bias", ParameterRole::kNormBias)};
  normed_.push_back({builder_.stage(x.stage).address, name});
  const Stage stage = like(name, x.stage, channels);
  if (is_training()) {
    ask(name + ".mean", ParameterRole::kNormMean, 1, channels);
    ask(name + ".variance", ParameterRole::kNormVariance, 1, channels);
    return {make(stage, batch_norm_of_batch(kNormEpsilon), std::move(inputs)), x.grid};
  }
  inputs.push_back(own(".mean", ParameterRole::kNormMean));
  inputs.push_back(own(".variance", ParameterRole::kNormVariance));
  return {make(stage, engine::batch_norm(kNormEpsilon), std::move(inputs)), x.grid};
}

PictureMap Network::relu(const std::string& name, const PictureMap& x) {
  return {activation(name, x.stage, Activation::kRelu), x.grid};
}

PictureMap Network::max_pool(const std::string& name, const PictureMap& x, Index side) {
  const Grid grid{x.grid.height / side, x.grid.width / side};
  const Index channels = builder_.stage(x.stage).columns;
  return {make(of_map(name, grid, channels), max_pool_2d(x.grid, side), {x.stage}), grid};
}

PictureMap Network::upsample(const std::string& name, const PictureMap& x) {
  const Grid grid{2 * x.grid.height, 2 * x.grid.width};
  const Index channels = builder_.stage(x.stage).columns;
  return {make(of_map(name, grid, channels), upsample_bilinear(x.grid), {x.stage}), grid};
}

PictureMap Network::enlarge(const std::string& name, const PictureMap& x) {
  const Grid grid{2 * x.grid.height, 2 * x.grid.width};
  const Index channels = builder_.stage(x.stage).columns;
  return {make(of_map(name, grid, channels), upsample_nearest(x.grid), {x.stage}), grid};
}

PictureMap Network::join(const std::string& name, const PictureMap& x, const PictureMap& y) {
  const Index channels = builder_.stage(x.stage).columns + builder_.stage(y.stage).columns;
  return {make(like(name, x.stage, channels), concatenate(), {x.stage, y.stage}), x.grid};
}

PictureMap Network::unless(bool is_off, const std::string& name, const PictureMap& x) {
  if (!is_off) return x;
  const Index channels = builder_.stage(x.stage).columns;
  Stage stage = of_map(name, x.grid, channels);
  stage.operation = zeros("note.switched_off");
  auto zeros = std::make_shared<const Matrix>(Matrix::Zero(x.grid.pixels(), channels));
  return {builder_.add_given(std::move(stage), std::move(zeros)), x.grid};
}

int Network::constant(const std::string& name, Matrix numbers, int sequence) {
  return given_numbers(name, "note.constant", std::move(numbers), sequence);
}

int Network::given_numbers(const std::string& name, const char* note, Matrix numbers, int sequence) {
  Stage stage{
      .address = prefix_ + name, .rows = numbers.rows(), .columns = numbers.cols(), .row_sequence = sequence};
  stage.operation = given(note);
  return builder_.add_given(std::move(stage), std::make_shared<const Matrix>(std::move(numbers)));
}

int Network::linear(const std::string& name, const std::string& layer, int x, Index columns) {
  const Index read = builder_.stage(x).columns;
  const int weight = parameter(layer + ".weight", ParameterRole::kMatrix, columns, read);
  const int bias = parameter(layer + ".bias", ParameterRole::kBias, 1, columns);
  return make(like(name, x, columns), engine::linear(), {x, weight, bias});
}

// One product of a feed-forward: its stages are called as those of any model's.
int Network::ffn_product(const std::string& layer, const std::string& address, const std::string& number,
                         int x, Index columns) {
  const Index read = builder_.stage(x).columns;
  const int weight =
      parameter(layer + ".weight", beside(address, "w" + number), ParameterRole::kMatrix, columns, read);
  const int bias =
      parameter(layer + ".bias", beside(address, "b" + number), ParameterRole::kBias, 1, columns);
  return make(like(address, x, columns), engine::linear(), {x, weight, bias});
}

int Network::activation(const std::string& name, int x, Activation kind) {
  return make(like(name, x, builder_.stage(x).columns), engine::activation(kind), {x});
}

int Network::layer_norm(const std::string& name, const std::string& layer, int x) {
  const Index width = builder_.stage(x).columns;
  return make(like(name, x, width), engine::layer_norm(kNormEpsilon),
              {x, parameter(layer + ".weight", ParameterRole::kNormWeight, 1, width),
               parameter(layer + ".bias", ParameterRole::kNormBias, 1, width)});
}

int Network::norm(const std::string& name, const std::string& layer, int x, bool is_rms) {
  if (!is_rms) return layer_norm(name, layer, x);
  const Index width = builder_.stage(x).columns;
  return make(like(name, x, width), rms_norm(kNormEpsilon),
              {x, parameter(layer + ".weight", ParameterRole::kNormWeight, 1, width)});
}

int Network::lookup(const std::string& name, int ids, int table) {
  return make(like(name, ids, builder_.stage(table).columns), engine::lookup(1), {ids, table});
}

int Network::softmax(const std::string& name, int x) {
  return make(like(name, x, builder_.stage(x).columns), softmax_rows(), {x});
}

int Network::sigmoid(const std::string& name, int x) {
  return make(like(name, x, builder_.stage(x).columns), engine::sigmoid(), {x});
}

int Network::add(const std::string& name, std::vector<int> inputs) {
  Stage stage = like(name, inputs.front(), builder_.stage(inputs.front()).columns);
  return make(std::move(stage), engine::add(), std::move(inputs));
}

int Network::table(const std::string& name, const std::string& stored, Index rows, Index columns,
                   int sequence, ParameterRole role) {
  if (const auto known = builder_.find(prefix_ + name)) return *known;
  Stage stage{.address = prefix_ + name, .rows = rows, .columns = columns, .row_sequence = sequence};
  stage.operation = given(note_);
  return builder_.add_given(std::move(stage), ask(stored, role, rows, columns));
}

int Network::attention(const std::string& name, const AttentionInputs& inputs, Index heads,
                       const MaskRule& rule) {
  const Index width = builder_.stage(inputs.query).columns;
  const AttentionSizes sizes{.heads = heads, .width = width, .d_k = width / heads, .d_v = width / heads};
  const AttentionWeights weights = named_attention(name, sizes, note_, source_);
  return add_multi_head_attention(builder_, prefix_ + name, inputs, weights, rule, {});
}

int Network::feed_forward(const std::string& name, int x, Index hidden, Activation kind) {
  const Index width = builder_.stage(x).columns;
  const int wide = ffn_product(name + ".up", name + ".hidden", "1", x, hidden);
  const int active = activation(name + ".activation", wide, kind);
  return ffn_product(name + ".down", name + ".output", "2", active, width);
}

int Network::pre_norm_layer(const std::string& name, int x, Index heads, Index hidden,
                            const LayerKind& kind) {
  const std::string self = name + ".self";
  const std::string ffn = name + ".ffn";
  const auto normed = [&](const std::string& part, int read) {
    return norm(part + ".norm", part + ".norm", read, kind.is_rms);
  };
  const int read = normed(self, x);
  const int h = add(self + ".residual", {x, attention(self, {read, read, read}, heads, kind.rule)});
  return add(ffn + ".residual", {h, feed_forward(ffn, normed(ffn, h), hidden, kind.activation)});
}

bool is_from_outside(const Stage& stage) {
  return stage.operation->same_as(*from_outside());
}

}  // namespace engine
