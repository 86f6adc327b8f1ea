// The whole interface, pixel by pixel, against pictures that were looked at. Refresh them with
//   HEADLIGHT_REFRESH_GOLDENS=1 build/dev/tests/shell_tests --gtest_filter='*Golden*'
// and look at them before they are committed. A failure leaves what was drawn and the difference in
// build/<preset>/golden-differences/.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "app/document/checkpoints.h"
#include "app/export/file.h"
#include "app/session/efficient_runs.h"
#include "app/session/examples.h"
#include "app/session/exploring.h"
#include "app/shell/offscreen.h"
#include "engine/kernels/instructions.h"
#include "engine/labs/gallery/gallery_lab.h"
#include "engine/labs/positions/positions_lab.h"
#include "engine/labs/relatives/relatives_lab.h"
#include "tests/export/decoded.h"

namespace app {
namespace {

namespace fs = std::filesystem;

struct Case {
  std::string name;
  Document document;
  Theme theme;
  Language language;
  Desk desk;
};

std::ostream& operator<<(std::ostream& out, const Case& golden) {
  return out << golden.name;
}

class Golden : public testing::TestWithParam<Case> {};

// Rounding in the rasteriser may move an edge by a shade; a changed digit differs in more.
constexpr int kShade = 12;
constexpr size_t kMostPixels = 20;

struct Difference {
  size_t pixels = 0;
  exporter::Picture picture;  // white where equal, red where not
};

Difference compare(const exporter::Picture& drawn, const exporter::Picture& expected) {
  Difference difference{0, {drawn.width, drawn.height, std::vector<uint8_t>(drawn.rgba.size(), 255)}};
  for (size_t i = 0; i < drawn.rgba.size(); i += 4) {
    int largest = 0;
    for (size_t channel = 0; channel < 3; ++channel) {
      largest = std::max(largest, std::abs(drawn.rgba[i + channel] - expected.rgba[i + channel]));
    }
    if (largest <= kShade) continue;
    ++difference.pixels;
    difference.picture.rgba[i + 1] = difference.picture.rgba[i + 2] = 0;
  }
  return difference;
}

// The last digits of a number depend on the instructions that it was computed with: this program's tests
// compute with the set that every machine has, so that pictures are the same on all. What they start chooses
// for itself.
[[maybe_unused]] const bool is_plain = [] {
  setenv("HEADLIGHT_INSTRUCTIONS", "plain", 1);
  const bool chosen = engine::instructions() == engine::Instructions::kPlain;
  unsetenv("HEADLIGHT_INSTRUCTIONS");
  return chosen;
}();

TEST_P(Golden, LooksAsItDidWhenItWasLookedAt) {
  const Case& golden = GetParam();
  State state{golden.document, {}};
  state.preferences.theme = golden.theme;
  state.preferences.language = golden.language;
  const auto drawn = take_shot(state, {1280, 800}, golden.desk);
  ASSERT_TRUE(drawn.ok()) << drawn.error().key;
  const fs::path path = fs::path(HEADLIGHT_TEST_DATA) / "golden" / "interface" / (golden.name + ".png");
  if (std::getenv("HEADLIGHT_REFRESH_GOLDENS") != nullptr) {
    ASSERT_FALSE(exporter::make_folder(path.parent_path()).has_value());
    ASSERT_FALSE(exporter::write_file(path, exporter::encode_png(*drawn)).has_value());
    GTEST_SKIP() << "refreshed " << path;
  }
  const auto bytes = exporter::read_file(path);
  ASSERT_TRUE(bytes.ok()) << "no golden: " << path;
  const exporter::Picture expected = decoded(*bytes);
  ASSERT_EQ(expected.width, drawn->width);
  ASSERT_EQ(expected.height, drawn->height);
  const Difference difference = compare(*drawn, expected);
  if (difference.pixels <= kMostPixels) return;
  const fs::path folder = fs::path(HEADLIGHT_BUILD_DIR) / "golden-differences";
  EXPECT_FALSE(exporter::make_folder(folder).has_value());
  EXPECT_FALSE(
      exporter::write_file(folder / (golden.name + ".drawn.png"), exporter::encode_png(*drawn)).has_value());
  EXPECT_FALSE(exporter::write_file(folder / (golden.name + ".difference.png"),
                                    exporter::encode_png(difference.picture))
                   .has_value());
  ADD_FAILURE() << difference.pixels << " pixels differ; see " << folder / (golden.name + ".difference.png");
}

// One of the examples of untrained models, at a stage of the first head.
Document attention(size_t example, const std::string& step, const char* view = "stage") {
  Document document = untrained_examples()[example].document;
  document.focus.stage = step == "input" ? step : "encoder.0.self.head.0." + step;
  document.focus.view = view;
  return document;
}

// A page of the gallery.
Document gallery(const char* system) {
  Document document = untrained_examples()[0].document;
  document.focus.view = "gallery";
  engine::GalleryLab& lab = engine::gallery_lab_of(document.config);
  lab.is_on = true;
  lab.system = system;
  return document;
}

// A page of the lab on attention's relatives.
Document relatives(const char* page) {
  Document document;
  document.text = "the old cat that slept on the mat near the door saw a dog outside again";
  document.focus.view = "relatives";
  engine::relatives_lab_of(document.config) = {.is_on = true, .dilation = 2};
  document.labs.relatives.shown = page;
  return document;
}

Document whole_model(engine::Architecture architecture, const char* stage, const char* view = "stage") {
  Document document;
  document.text = "the cat sat on the mat";
  document.target = "le chat est assis";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = architecture;
  document.focus = {.view = view, .stage = stage, .pinned = {}, .token = {}};
  return document;
}

Document pinned(Document document, engine::Index row, engine::Index column) {
  document.focus.pinned = {row, column};
  return document;
}

Document one_token(Document document, engine::Index token) {
  document.focus.token = token;
  return document;
}

Document batch() {
  Document document = whole_model(engine::Architecture::kEncoder, "batch.1.encoder.0.self.head.0.weights");
  document.text = "the cat sat on the mat\nhello\nwho is there";
  document.is_batch = true;
  document.config.mask_padding = true;
  return document;
}

// Six layers of six heads.
Document deep(const char* view) {
  Document document = whole_model(engine::Architecture::kEncoder, "encoder.1.self.head.2.weights", view);
  document.config.encoder_layers = document.config.n_heads = 6;
  document.config.d_model = 60;
  document.config.d_k = document.config.d_v = 10;
  return document;
}

// A run with a mask by hand and a typed number, beside the run without them.
Document compared() {
  State state{attention(0, "weights", "compare"), {}};
  pin_baseline(state);
  paint_mask(state, "encoder.0.self", {2, 0, 2, 2, engine::kHide});
  set_number(state, "encoder.0.self.head.0.q", 1, 2, 4.0);
  return state.document;
}

// One of the golden checkpoints.
Document trained(const char* name, const char* stage, const char* view) {
  Document document;
  const fs::path path = fs::path(HEADLIGHT_TEST_DATA) / "golden" / "checkpoints" / name;
  EXPECT_FALSE(checkpoints::use(path.string(), document).has_value()) << name;
  document.text = "the cats sat on the mats";
  document.focus = {.view = view, .stage = stage, .pinned = {}, .token = {}};
  return document;
}

// Somebody who forgot to divide by the root of d_k.
Desk with_homework() {
  Desk desk;
  desk.homework.folder = std::string(HEADLIGHT_TEST_DATA) + "/golden/homework";
  desk.homework.is_new = true;
  return desk;
}

// A class token and 2 × 2 patches.
Document with_picture() {
  Document document = whole_model(engine::Architecture::kEncoder, "encoder.1.self.head.1.weights", "image");
  document.text = "class a b c d";
  document.image = std::string(HEADLIGHT_TEST_DATA) + "/golden/checkpoints/vit/image.png";
  return document;
}

// Attention at lower cost: of drawn numbers, or of a head.
Document efficient(engine::AttentionKind kind, bool drawn) {
  Document document = attention(0, "weights", "cheaper");
  document.text = "the cat sat on the mat and the dog ran after it";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.attention.kind = kind;
  document.config.attention.window = 3;
  document.efficient.drawn = drawn;
  return document;
}

Desk with_brush() {
  Desk desk;
  desk.brush.is_on = true;
  return desk;
}

// The error of drawn numbers by the features of Performer.
Desk with_sweep() {
  Desk desk;
  desk.efficient.sweep = std::make_shared<EfficientSweep>();
  EfficientSweep& run = *desk.efficient.sweep;
  run.heads = {engine::drawn_head(256, 16, 16, 0.25, 0)};
  run.drawn = true;
  run.sweep.method = efficient(engine::AttentionKind::kPerformer, true).config.attention;
  run.sweep.number = engine::method_number_named("features");
  run.sweep.values = {16, 64, 256};
  run.sweep.draws = 4;
  return desk;
}

Desk presenting() {
  Desk desk;
  desk.presenting.is_on = true;
  return desk;
}

Desk with_panel(const char* panel) {
  Desk desk;
  desk.panel = panel;
  return desk;
}

// A page of the lab on positions, on the course's sentence.
Document positions_lab(const std::string& page) {
  Document document;
  document.text = "我，不想延畢";
  document.tokenizer = text::TokenizerKind::kCharacters;
  document.focus.view = "positions";
  engine::positions_lab_of(document.config) = {.is_on = true, .first = 1, .second = 2};
  document.labs.positions = {.shown = page, .is_worked = true, .pair = 12, .moved = "不，我想延畢"};
  return document;
}

std::vector<Case> cases() {
  using engine::Architecture;
  constexpr Architecture kWhole = Architecture::kTransformer;
  constexpr Language kEnglish = Language::kEnglish;
  constexpr Language kHant = Language::kTraditionalChinese;
  constexpr Language kHans = Language::kSimplifiedChinese;
  return {
      {"scores-light-en", attention(0, "scores"), Theme::kLight, kEnglish},
      {"weights-dark-en", attention(2, "weights"), Theme::kDark, kEnglish},
      {"scores-light-zh-Hant", attention(5, "scores"), Theme::kLight, kHant},
      {"input-dark-zh-Hant", attention(1, "input"), Theme::kDark, kHant},
      {"mask-light-zh-Hans", attention(7, "mask"), Theme::kLight, kHans},
      {"heads-dark-zh-Hans", attention(1, "weights", "heads"), Theme::kDark, kHans},
      {"cross-light-en", pinned(whole_model(kWhole, "decoder.0.cross.head.0.weights"), 1, 2), Theme::kLight,
       kEnglish},
      {"norm-dark-zh-Hant", pinned(whole_model(kWhole, "encoder.1.ffn.norm"), 1, 3), Theme::kDark, kHant},
      {"hidden-light-zh-Hans", whole_model(kWhole, "encoder.0.ffn.hidden"), Theme::kLight, kHans},
      {"model-light-en", whole_model(kWhole, "encoder.0.self.head.0.weights", "model"), Theme::kLight,
       kEnglish},
      {"model-dark-zh-Hans", whole_model(Architecture::kDecoder, "decoder.1.ffn.hidden", "model"),
       Theme::kDark, kHans},
      {"next-dark-en", whole_model(Architecture::kDecoder, "probabilities", "generate"), Theme::kDark,
       kEnglish},
      {"next-light-zh-Hant", whole_model(kWhole, "probabilities", "generate"), Theme::kLight, kHant},
      {"token-light-zh-Hans", one_token(attention(0, "output"), 1), Theme::kLight, kHans},
      {"projections-dark-zh-Hant", attention(0, "q", "projections"), Theme::kDark, kHant},
      {"batch-light-en", batch(), Theme::kLight, kEnglish},
      {"lines-light-en", pinned(attention(0, "weights", "lines"), 3, 2), Theme::kLight, kEnglish},
      {"neuron-dark-zh-Hant", pinned(attention(0, "weights", "neuron"), 3, 2), Theme::kDark, kHant},
      {"sentence-light-zh-Hans", pinned(attention(5, "weights", "sentence"), 3, 2), Theme::kLight, kHans},
      {"bars-dark-en", pinned(attention(0, "scores", "bars"), 3, 2), Theme::kDark, kEnglish},
      {"map-light-zh-Hant", attention(0, "q", "map"), Theme::kLight, kHant},
      {"map-query-dark-en", pinned(attention(1, "weights", "map"), 3, 2), Theme::kDark, kEnglish},
      {"histogram-dark-zh-Hans", attention(0, "scores", "histogram"), Theme::kDark, kHans},
      {"grid-dark-en", deep("grid"), Theme::kDark, kEnglish},
      {"rollout-light-zh-Hans", deep("rollout"), Theme::kLight, kHans},
      {"compare-light-en", compared(), Theme::kLight, kEnglish},
      {"compare-dark-zh-Hant", compared(), Theme::kDark, kHant},
      {"homework-light-en", attention(0, "input", "homework"), Theme::kLight, kEnglish, with_homework()},
      {"image-dark-zh-Hant", with_picture(), Theme::kDark, kHant},
      {"cheaper-light-en", efficient(engine::AttentionKind::kPerformer, true), Theme::kLight, kEnglish},
      {"cheaper-sweep-light-en", efficient(engine::AttentionKind::kPerformer, true), Theme::kLight, kEnglish,
       with_sweep()},
      {"cheaper-dark-zh-Hant", efficient(engine::AttentionKind::kWindow, false), Theme::kDark, kHant},
      {"experiments-light-zh-Hant", attention(0, "weights", "experiments"), Theme::kLight, kHant},
      {"ways-light-en", attention(1, "weights", "ways"), Theme::kLight, kEnglish},
      {"ways-dark-zh-Hant", attention(0, "weights", "ways"), Theme::kDark, kHant},
      {"positions-table-light-en", positions_lab("table"), Theme::kLight, kEnglish},
      {"positions-worked-dark-zh-Hant", positions_lab("worked"), Theme::kDark, kHant},
      {"positions-order-light-zh-Hans", positions_lab("order"), Theme::kLight, kHans},
      {"gallery-all-light-en", gallery("all"), Theme::kLight, kEnglish},
      {"gallery-detr-dark-zh-Hant", gallery("detr"), Theme::kDark, kHant},
      {"gallery-context-light-zh-Hans", gallery("context-transformer"), Theme::kLight, kHans},
      {"relatives-light-en", relatives("reach"), Theme::kLight, kEnglish},
      {"relatives-dark-zh-Hant", relatives("influence"), Theme::kDark, kHant},
      {"brush-light-en", attention(0, "mask"), Theme::kLight, kEnglish, with_brush()},
      {"present-dark-zh-Hans", attention(1, "scores"), Theme::kDark, kHans, presenting()},
      {"palette-light-zh-Hant", attention(0, "scores"), Theme::kLight, kHant, with_panel("palette")},
      {"trained-light-en", trained("gpt2", "decoder.1.self.head.1.weights", "stage"), Theme::kLight,
       kEnglish},
      {"pieces-dark-zh-Hant", trained("gpt2", "tokens", "pieces"), Theme::kDark, kHant},
      {"help-dark-en", attention(0, "scores"), Theme::kDark, kEnglish, with_panel("help")},
  };
}

INSTANTIATE_TEST_SUITE_P(Interface, Golden, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& named) {
                           std::string name = named.param.name;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace app
