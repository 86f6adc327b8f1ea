// detr.cpp: object queries ask the picture. Carion et al. 2020 (2005.12872), sec. 3.2: 16 x 16 pixels, a
// network of four convolutions, two and three layers of width 64 and 5 queries instead of a ResNet, six and
// six layers of 256 and 100 queries; layer norms stand before each part, as its code allows, and positions
// are learned for rows and columns.
#include "engine/vision/detr.h"

#include <array>

#include "engine/ops/operations.h"

namespace engine {
namespace {

constexpr Index kDetrWidth = 64;
constexpr Index kDetrHeads = 4;
constexpr Index kEncoderLayers = 2;
constexpr Index kHidden = 2 * kDetrWidth;
constexpr Index kDetrKinds = kDetrNone + 1;

constexpr auto kDetrParts =
    std::to_array<std::string_view>({"query.0", "query.1", "query.2", "query.3", "query.4"});
static_assert(kDetrParts.size() == kDetrQueries);

// What a decoder layer reads beside its input.
struct Asked {
  int memory = -1, places = -1;  // (16, 64)
  int queries = -1;              // (5, 64)
  MaskRule seen;                 // which queries see each other
};

class Detr final : public VisionSystem {
 public:
  std::string_view name() const override { return "detr"; }
  double table_size(const ParameterName& /*table*/) const override { return 0.5; }
  std::span<const std::string_view> parts() const override { return kDetrParts; }

  // features.N with .relu, N from 0 to 2 (256, 32), (64, 64), (16, 64), and input (16, 64); position (16, 64)
  // with .rows, .columns; encoder.L. ... ; encoder.output (16, 64); queries (5, 64); start (5, 64);
  // decoder.L.
  // ... with, behind each layer, .answer (5, 64), .logits (5, 13), .boxes (5, 4) as cx, cy, w, h from 0 to 1;
  // probabilities (5, 13).
  void add_stages(Network& network, const PictureMap& picture,
                  const SystemSettings& settings) const override {
    const PictureMap features = extract(network, picture);
    const int places = add_places(network, features.grid);
    int x = features.stage;
    for (Index layer = 0; layer < kEncoderLayers; ++layer)
      x = encoder_layer(network, "encoder." + std::to_string(layer), x, places);
    const int sequence = network.numbered("q", kDetrQueries);
    Asked asked{network.layer_norm("encoder.output", "encoder.norm", x), places,
                network.table("queries", "queries.weight", kDetrQueries, kDetrWidth, sequence),
                seen_by(settings)};
    x = network.constant("start", Matrix::Zero(kDetrQueries, kDetrWidth), sequence);
    int logits = -1;
    for (Index layer = 0; layer < kDetrDecoderLayers; ++layer) {
      const std::string name = "decoder." + std::to_string(layer);
      x = decoder_layer(network, name, x, asked);
      logits = answer(network, name, x);
    }
    network.softmax("probabilities", logits);
  }

  // Every query that has an object; where it looked last.
  SystemAnswer answer(const SystemTrace& trace, const world::Scene& /*scene*/) const override {
    const Matrix shares = trace.values("probabilities");
    const Matrix boxes = trace.values(detr_answer("boxes"));
    SystemAnswer said;
    said.objects.emplace();
    for (Index query = 0; query < shares.rows(); ++query) {
      const Index kind = largest_in(shares, query);
      if (kind == kDetrNone) continue;
      said.objects->push_back(
          {{static_cast<int>(kind), double{shares(query, kind)}}, boxes.row(query).cast<double>(), query});
      said.maps.push_back({"query." + std::to_string(query), mean_row(trace, detr_answer("cross"), query)});
    }
    return said;
  }

 private:
  static PictureMap extract(Network& network, const PictureMap& picture) {
    PictureMap x = step(network, "features.0", picture, kDetrWidth / 2, {});
    x = step(network, "features.1", x, kDetrWidth, kHalving);
    x = step(network, "features.2", x, kDetrWidth, kHalving);
    return network.convolution("input", x, kDetrWidth, kPixel);
  }

  static PictureMap step(Network& network, const std::string& name, const PictureMap& x, Index channels,
                         const Patch& patch) {
    return network.relu(name + ".relu", network.convolution(name, x, channels, patch));
  }

  // The vector of a place: that of its column, then that of its row.
  static int add_places(Network& network, const Grid& grid) {
    const int sequence = network.pixels_of(grid);
    Matrix rows(grid.pixels(), 1);
    Matrix columns(grid.pixels(), 1);
    for (Index place = 0; place < grid.pixels(); ++place) {
      const Index row = place / grid.width;
      rows(place, 0) = static_cast<float>(row);
      columns(place, 0) = static_cast<float>(place % grid.width);
    }
    const int by_column = half_of_places(network, "columns", std::move(columns), grid.width, sequence);
    const int by_row = half_of_places(network, "rows", std::move(rows), grid.height, sequence);
    return network.apply("position", concatenate(), {by_column, by_row}, grid.pixels(), kDetrWidth, sequence);
  }

  static int half_of_places(Network& network, const std::string& side, Matrix numbers, Index count,
                            int sequence) {
    const Index places = numbers.rows();
    const std::string name = "position." + side;
    const int ids = network.constant(name + ".number", std::move(numbers), sequence);
    const int table = network.table(name + ".table", side + ".weight", count, kDetrWidth / 2,
                                    network.numbered(side.substr(0, 1), count));
    return network.apply(name, lookup(1), {ids, table}, places, kDetrWidth / 2, sequence);
  }

  // A query that is switched off is seen by itself alone.
  static MaskRule seen_by(const SystemSettings& settings) {
    MaskRule rule;
    if (settings.off.empty()) return rule;
    auto cells = std::make_shared<Matrix>(Matrix::Zero(kDetrQueries, kDetrQueries));
    for (Index query = 0; query < kDetrQueries; ++query) {
      if (!settings.is_off(kDetrParts[static_cast<size_t>(query)])) continue;
      cells->col(query).setConstant(-kInfinity);
      (*cells)(query, query) = 0;
    }
    rule.painted = std::move(cells);
    return rule;
  }

  // Positions are added to queries and keys, never to values.
  static int encoder_layer(Network& network, const std::string& name, int x, int places) {
    const std::string self = name + ".self";
    const int read = network.layer_norm(self + ".norm", x);
    const int placed = network.add(self + ".placed", {read, places});
    const int moved = network.attention(self, {placed, placed, read}, kDetrHeads);
    return feed_forward(network, name, network.add(self + ".residual", {x, moved}));
  }

  static int decoder_layer(Network& network, const std::string& name, int x, const Asked& asked) {
    const std::string self = name + ".self";
    const int read = network.layer_norm(self + ".norm", x);
    const int asking = network.add(self + ".placed", {read, asked.queries});
    const int shared = network.attention(self, {asking, asking, read}, kDetrHeads, asked.seen);
    x = network.add(self + ".residual", {x, shared});
    const std::string cross = name + ".cross";
    const int question =
        network.add(cross + ".placed", {network.layer_norm(cross + ".norm", x), asked.queries});
    const int keys = network.add(cross + ".keys", {asked.memory, asked.places});
    const int found = network.attention(cross, {question, keys, asked.memory}, kDetrHeads);
    return feed_forward(network, name, network.add(cross + ".residual", {x, found}));
  }

  static int feed_forward(Network& network, const std::string& name, int x) {
    const std::string ffn = name + ".ffn";
    const int read = network.layer_norm(ffn + ".norm", x);
    return network.add(ffn + ".residual", {x, network.feed_forward(ffn, read, kHidden, Activation::kRelu)});
  }

  // What every query says after a layer: all layers share one norm and the same two heads. Returns the
  // logits.
  static int answer(Network& network, const std::string& name, int x) {
    const int read = network.layer_norm(name + ".answer", "decoder.norm", x);
    const int hidden = network.linear(name + ".box.hidden", R"(box.0)", read, kDetrWidth);
    const int active = network.activation(name + ".box.activation", hidden, Activation::kRelu);
    network.sigmoid(name + ".boxes", network.linear(name + ".box.logits", R"(box.1)", active, 4));
    return network.linear(name + ".logits", "kind", read, kDetrKinds);
  }
};

}  // namespace

std::string detr_answer(const char* part, int layer) {
  return std::string("decoder.").append(std::to_string(layer)).append(".").append(part);
}

const VisionSystem& detr_system() {
  static const Detr system;
  return system;
}

}  // namespace engine
