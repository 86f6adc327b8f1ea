// token_decoder.cpp: the layers of one symbol, with what earlier ones left behind.
#include "engine/vision/token_decoder.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/model/sampling.h"

namespace engine {

struct TokenDecoder::Ends {
  Matrix symbols, places;  // a row for each symbol, and for each place that is read
  Norm norm;
  Affine said;
};

TokenDecoder::TokenDecoder(const TokenStream& stream, const Network::Source& source, Index rows)
    : stream_(stream), ends_(std::make_unique<Ends>()), rows_(rows) {
  const LayerReader reader(source);
  const Index width = stream.width;
  ends_->symbols = reader.read(R"(symbols.weight)", ParameterRole::kEmbedding, stream.symbols, width);
  const auto table = [&](const char* name, Index count) {
    return reader.read(name, ParameterRole::kPosition, count, width);
  };
  const Matrix down = table(R"(rows.weight)", stream.grid.height);
  const Matrix across = table(R"(columns.weight)", stream.grid.width);
  ends_->places.resize(stream.inputs(), width);
  if (stream.text > 0) ends_->places.topRows(stream.text) = table(R"(text.weight)", stream.text);
  for (Index i = stream.text; i < stream.inputs(); ++i) {
    const Index place = stream.place_told(i);
    ends_->places.row(i) = down.row(place / stream.grid.width) + across.row(place % stream.grid.width);
  }
  for (Index layer = 0; layer < stream.layers; ++layer) layers_.emplace_back(stream_, reader, layer, rows);
  ends_->norm = reader.norm("decoder.norm", width, stream.is_rms);
  ends_->said = reader.affine("logits", stream.said, width);
}

TokenDecoder::~TokenDecoder() = default;

const Matrix& TokenDecoder::read(std::span<const int> symbols) {
  assert(static_cast<Index>(symbols.size()) == rows_ && at_ < stream_.inputs());
  Matrix x(rows_, stream_.width);
  for (Index row = 0; row < rows_; ++row)
    x.row(row) = ends_->symbols.row(symbols[static_cast<size_t>(row)]) + ends_->places.row(at_);
  for (DecoderLayer& layer : layers_) layer.pass(x, at_);
  ++at_;
  logits_ = ends_->said.of(ends_->norm.of(x));
  return logits_;
}

namespace {

// The symbol of a place: what stands there, or the draw with its number.
int symbol_at(const TokenStream& stream, const StreamDrawing& drawing, size_t place,
              const Eigen::RowVectorXf& logits) {
  if (place < drawing.fixed.size() && drawing.fixed[place]) return *drawing.fixed[place];
  const Sampling sampling{
      .greedy = drawing.temperature == 0, .temperature = drawing.temperature, .seed = drawing.seed};
  const Eigen::RowVectorXf possible = logits.segment(stream.first, stream.kinds);
  return static_cast<int>(choose_token(possible, sampling, place).token);
}

std::vector<std::vector<int>> draw_together(const TokenStream& stream, const Network::Source& source,
                                            std::span<const StreamDrawing> drawings) {
  TokenDecoder decoder(stream, source, static_cast<Index>(drawings.size()));
  std::vector<int> symbols(drawings.size());
  const Matrix* logits = nullptr;
  for (size_t i = 0; i < static_cast<size_t>(stream.front()); ++i) {
    for (size_t row = 0; row < drawings.size(); ++row) symbols[row] = drawings[row].front.at(i);
    logits = &decoder.read(symbols);
  }
  const auto places = static_cast<size_t>(stream.grid.pixels());
  std::vector<std::vector<int>> drawn(drawings.size());
  for (size_t place = 0; place < places; ++place) {
    for (size_t row = 0; row < drawings.size(); ++row) {
      const int symbol = symbol_at(stream, drawings[row], place, logits->row(static_cast<Index>(row)));
      drawn[row].push_back(symbol);
      symbols[row] = static_cast<int>(stream.first) + symbol;
    }
    if (stop_requested()) return std::vector(drawings.size(), std::vector<int>(places, 0));
    if (place + 1 < places) logits = &decoder.read(symbols);
  }
  return drawn;
}

}  // namespace

std::vector<std::vector<int>> draw_streams(const TokenStream& stream, const Network::Source& source,
                                           std::span<const StreamDrawing> drawings) {
  constexpr size_t kTogether = 25;  // of which the keys and values fit a processor's cache
  std::vector<std::vector<int>> drawn(drawings.size());
  const size_t parts = (drawings.size() + kTogether - 1) / kTogether;
  parallel_for(static_cast<Index>(parts), [&](Index part) {
    const size_t first = static_cast<size_t>(part) * kTogether;
    const auto some = drawings.subspan(first, std::min(kTogether, drawings.size() - first));
    auto made_of_some = draw_together(stream, source, some);
    std::ranges::move(made_of_some, drawn.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return drawn;
}

}  // namespace engine
