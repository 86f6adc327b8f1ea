// dalle.cpp: a caption and a picture as one row of symbols. Ramesh et al. 2021 (2102.12092), sec. 2 and fig.
// 11: 6 words and 8 x 8 codes of 128, four layers of width 64 instead of 256 pieces of words, 32 x 32 codes
// of 8,192 and 64 layers of 3,968; codes are the nearest ones, not drawn in training.
#include "engine/vision/dalle.h"

#include <array>
#include <utility>

#include "engine/vision/stream_system.h"
#include "engine/world/checker.h"

namespace engine {
namespace {

constexpr int kPlacesEmpty = 3;  // of a caption of one kind
constexpr int kColourWords = 1;
constexpr int kOutlineWords = kColourWords + world::kColours;
constexpr int kRelationWords = kOutlineWords + world::kOutlines;
constexpr int kEmptyWords = kRelationWords + static_cast<int>(world::kRelations.size());
constexpr Index kWords = kEmptyWords + kPlacesEmpty;

int colour_word(int kind) {
  return kColourWords + kind / world::kOutlines;
}
int outline_word(int kind) {
  return kOutlineWords + kind % world::kOutlines;
}

std::string word_of(int symbol) {
  if (symbol >= kEmptyWords) return "[empty]";
  if (symbol >= kRelationWords)
    return std::string(world::kRelations.at(static_cast<size_t>(symbol - kRelationWords)));
  if (symbol >= kOutlineWords)
    return std::string(world::name_of(static_cast<world::Outline>(symbol - kOutlineWords)));
  if (symbol >= kColourWords)
    return std::string(world::name_of(static_cast<world::Colour>(symbol - kColourWords)));
  return "[start]";
}

class Dalle final : public VisionSystem {
 public:
  std::string_view name() const override { return "dalle"; }
  double table_size(const ParameterName& table) const override { return stream_table_size(table); }
  bool draws() const override { return true; }
  Shape symbols() const override { return {dalle_stream().grid.pixels(), dalle_stream().kinds}; }

  DrawnPicture draw(const Network::Source& source, const Matrix& pixels,
                    const DrawingChoice& choice) const override {
    const int kept = choice.kept.value_or(0);
    const auto codes = kept == 0 ? std::vector<int>(static_cast<size_t>(kCodeGrid.pixels()))
                                 : codes_of(source, pixels, kCodeGrid);
    return draw_one(dalle_stream(), source, symbols_of(choice.caption.value_or(world::Caption{})),
                    standing(codes, kept, choice.overruled), choice);
  }

  // add_encoder(), codes (64, 1) of the picture; drawn (64, 1) and add_decoder(); symbols (69, 1), the
  // caption and all codes but the last; add_stream().
  void add_stages(Network& network, const PictureMap& picture,
                  const SystemSettings& settings) const override {
    add_codes(network, add_encoder(network, picture));
    add_picture_of(network, add_drawn(network, settings.drawn.places, kCodeGrid), kCodeGrid);
    add_drawn_stream(network, dalle_stream(), settings.drawn, words_of(settings.drawn.front));
  }

  SystemAnswer answer(const SystemTrace& trace, const world::Scene& /*scene*/) const override {
    return answer_of_codes(trace);
  }
  std::optional<bool> is_right(const Matrix& drawing, const DrawingChoice& choice,
                               const world::Scene* /*scene*/) const override {
    if (!choice.caption) return std::nullopt;
    const world::Reading drawn = world::read_picture(drawing);
    return drawn.is_legal() && world::is_right(*choice.caption, drawn.scene);
  }
};

MaskPattern behind_caption(PatternKind kind) {
  return {.kind = kind, .width = kCodeGrid.width, .step = 3, .count = kCaptionLength};
}

}  // namespace

const TokenStream& dalle_stream() {
  using enum PatternKind;
  static const TokenStream stream{.symbols = kWords + kCodes,
                                  .said = kWords + kCodes,
                                  .first = kWords,
                                  .kinds = kCodes,
                                  .text = kCaptionLength,
                                  .grid = kCodeGrid,
                                  .width = 64,
                                  .layers = 4,
                                  .heads = 4,
                                  .patterns = {behind_caption(kTextRow), behind_caption(kTextColumn),
                                               behind_caption(kTextRow), behind_caption(kTextConvolution)}};
  return stream;
}

std::vector<int> symbols_of(const world::Caption& caption) {
  std::vector<int> symbols = {0, colour_word(caption.kind), outline_word(caption.kind)};
  if (caption.second) {
    symbols.insert(symbols.end(), {kRelationWords + caption.second->relation,
                                   colour_word(caption.second->kind), outline_word(caption.second->kind)});
  } else {
    for (int place = 0; place < kPlacesEmpty; ++place) symbols.push_back(kEmptyWords + place);
  }
  return symbols;
}

std::vector<std::string> words_of(const std::vector<int>& symbols) {
  std::vector<std::string> words;
  words.reserve(symbols.size());
  for (const int symbol : symbols) words.push_back(word_of(symbol));
  return words;
}

const VisionSystem& dalle_system() {
  static const Dalle system;
  return system;
}

}  // namespace engine
