// taming.cpp: words for patches, then a language model of them. Esser et al. 2021 (2012.09841): 16 x 16
// pixels as 8 x 8 codes of 128, four layers of width 64 instead of 256 x 256 as 16 x 16 of 1,024 and 24
// layers of 1,024; no second network judges what is decoded.
#include "engine/vision/taming.h"

#include <algorithm>
#include <utility>

#include "engine/model/sampling.h"
#include "engine/vision/stream_system.h"

namespace engine {
namespace {

// The codes that the window of a place shows, the top row first.
std::vector<int> window_codes(const std::vector<int>& wide, Index place) {
  const Index top = window_start(place / kWideGrid.width, kWideGrid.height);
  const Index left = window_start(place % kWideGrid.width, kWideGrid.width);
  std::vector<int> codes;
  for (Index row = top; row < top + kCodeGrid.height; ++row) {
    for (Index column = left; column < left + kCodeGrid.width; ++column)
      codes.push_back(wide[static_cast<size_t>(row * kWideGrid.width + column)]);
  }
  return codes;
}

class Taming final : public VisionSystem {
 public:
  std::string_view name() const override { return "taming"; }
  double table_size(const ParameterName& table) const override { return stream_table_size(table); }
  bool draws() const override { return true; }
  Shape symbols() const override { return {taming_stream().grid.pixels(), taming_stream().kinds}; }

  // By default the picture's own codes, all of them: the autoencoder alone. A larger picture begins with
  // nothing.
  DrawnPicture draw(const Network::Source& source, const Matrix& pixels,
                    const DrawingChoice& choice) const override {
    const TokenStream& stream = taming_stream();
    const auto codes = codes_of(source, pixels, kCodeGrid);
    const int kept = choice.kept.value_or(static_cast<int>(codes.size()));
    DrawnPicture drawn =
        draw_one(stream, source, start_of(stream), standing(codes, kept, choice.overruled), choice);
    if (!choice.window) return drawn;
    drawn.wide = draw_wide(source, kWideGrid, choice.temperature, {choice.seed}).front();
    drawn.window = *choice.window;
    return drawn;
  }

  // add_encoder(), codes (64, 1) of the picture; drawn (64, 1), those that stand in the end; add_decoder();
  // symbols (64, 1), the start and all of these but the last; add_stream(). Of a larger picture all codes are
  // drawn (256, 1), the picture has 1,024 pixels, and the symbols are those of the window.
  void add_stages(Network& network, const PictureMap& picture,
                  const SystemSettings& settings) const override {
    add_codes(network, add_encoder(network, picture));
    if (settings.drawn.wide.empty()) {
      add_picture_of(network, add_drawn(network, settings.drawn.places, kCodeGrid), kCodeGrid);
      add_drawn_stream(network, taming_stream(), settings.drawn, {"[start]"});
      return;
    }
    add_picture_of(network, add_drawn(network, settings.drawn.wide, kWideGrid), kWideGrid);
    DrawnPicture window = settings.drawn;
    window.places = window_codes(settings.drawn.wide, settings.drawn.window);
    add_drawn_stream(network, taming_stream(), window, {"[start]"});
  }

  SystemAnswer answer(const SystemTrace& trace, const world::Scene& /*scene*/) const override {
    return answer_of_codes(trace);
  }
};

// Draws code by code, each from what its window shows; what a window that stays has read is kept.
class WideDrawing {
 public:
  WideDrawing(const Network::Source& source, const Grid& grid, double temperature,
              std::vector<uint64_t> seeds)
      : source_(source), grid_(grid), temperature_(temperature), seeds_(std::move(seeds)) {
    codes_.assign(seeds_.size(), std::vector<int>(static_cast<size_t>(grid.pixels()), 0));
  }

  void draw(Index row, Index column) {
    const Index top = window_start(row, grid_.height);
    const Index left = window_start(column, grid_.width);
    const Index before = (row - top) * kCodeGrid.width + column - left;
    if (!decoder_ || top != top_ || left != left_) open(top, left);
    while (read_ < before) read_place(read_);
    const auto at = static_cast<size_t>(row * grid_.width + column);
    for (size_t i = 0; i < seeds_.size(); ++i) {
      const Sampling sampling{.greedy = temperature_ == 0, .temperature = temperature_, .seed = seeds_[i]};
      codes_[i][at] = static_cast<int>(choose_token(logits_->row(static_cast<Index>(i)), sampling, at).token);
    }
  }

  std::vector<std::vector<int>> codes() && { return std::move(codes_); }

 private:
  void open(Index top, Index left) {
    const TokenStream& stream = taming_stream();
    top_ = top;
    left_ = left;
    read_ = 0;
    decoder_ = std::make_unique<TokenDecoder>(stream, source_, static_cast<Index>(seeds_.size()));
    logits_ = &decoder_->read(std::vector<int>(seeds_.size(), start_of(stream).front()));
  }
  void read_place(Index place) {
    const Index at = (top_ + place / kCodeGrid.width) * grid_.width + left_ + place % kCodeGrid.width;
    std::vector<int> symbols;
    symbols.reserve(seeds_.size());
    for (const std::vector<int>& codes : codes_) symbols.push_back(codes[static_cast<size_t>(at)]);
    logits_ = &decoder_->read(symbols);
    ++read_;
  }

  const Network::Source& source_;
  Grid grid_;
  double temperature_;
  std::vector<uint64_t> seeds_;
  std::vector<std::vector<int>> codes_;
  std::unique_ptr<TokenDecoder> decoder_;  // of the window at top_ and left_, which has read so many codes
  Index top_ = 0, left_ = 0, read_ = 0;
  const Matrix* logits_ = nullptr;
};

}  // namespace

const TokenStream& taming_stream() {
  static const TokenStream stream{.symbols = kCodes + 1,
                                  .said = kCodes,
                                  .first = 0,
                                  .kinds = kCodes,
                                  .text = 0,
                                  .grid = kCodeGrid,
                                  .width = 64,
                                  .layers = 4,
                                  .heads = 4};
  return stream;
}

Index window_start(Index at, Index count) {
  const Index side = kCodeGrid.width;
  return std::clamp(at - side / 2, Index{0}, count - side);
}

std::vector<std::vector<int>> draw_wide(const Network::Source& source, const Grid& grid, double temperature,
                                        const std::vector<uint64_t>& seeds) {
  WideDrawing drawing(source, grid, temperature, seeds);
  for (Index row = 0; row < grid.height; ++row) {
    for (Index column = 0; column < grid.width; ++column) drawing.draw(row, column);
  }
  return std::move(drawing).codes();
}

const VisionSystem& taming_system() {
  static const Taming system;
  return system;
}

}  // namespace engine
