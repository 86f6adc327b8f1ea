// Systems that draw: symbol by symbol as the whole row says at once, from what stands in front alone; what is
// drawn is what was asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/labs/gallery/drawings.h"
#include "engine/ops/drawing.h"
#include "engine/training/systems/adversarial_run.h"
#include "engine/vision/dalle.h"
#include "engine/vision/imagegpt.h"
#include "engine/vision/run.h"
#include "engine/vision/taming.h"
#include "engine/vision/transgan.h"
#include "engine/world/checker.h"
#include "engine/world/scene_text.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

Matrix a_picture() {
  return world::pixels_of(world::draw_scene(3, 1));
}

struct StreamOf {
  const VisionSystem& system;
  const TokenStream& stream;
};
std::vector<StreamOf> streams() {
  return {{taming_system(), taming_stream()},
          {dalle_system(), dalle_stream()},
          {imagegpt_system(), imagegpt_stream()}};
}

// The logits of every symbol that is read, all at once.
Matrix logits_of(const StreamOf& of, const SystemParameters& parameters, const DrawnPicture& drawn) {
  SystemSettings settings;
  settings.drawn = drawn;
  return numbers_of(*run_system(of.system, parameters.source(), a_picture(), settings), "logits");
}

DrawingChoice free_choice() {
  DrawingChoice choice;
  choice.kept = 0;
  choice.seed = 5;
  choice.caption = world::Caption{.kind = 3, .second = world::Caption::Second{1, 7}};
  return choice;
}

TEST(DrawingSystems, KeptKeysAndValuesGiveTheLogitsOfTheWholeRow) {
  for (const StreamOf& of : streams()) {
    const SystemParameters parameters(of.system, 4);
    const DrawnPicture drawn = of.system.draw(parameters.source(), a_picture(), free_choice());
    const Matrix whole = logits_of(of, parameters, drawn);
    const std::vector<int> symbols = read_symbols(of.stream, drawn.front, drawn.places);
    ASSERT_EQ(static_cast<Index>(symbols.size()), whole.rows());
    // Beside another stream, which changes nothing.
    TokenDecoder decoder(of.stream, parameters.source(), 2);
    for (Index i = 0; i < whole.rows(); ++i) {
      const int symbol = symbols[static_cast<size_t>(i)];
      const Matrix& logits = decoder.read(std::vector<int>{symbol, (symbol + 1) % 4});
      EXPECT_LT((logits.row(0) - whole.row(i)).cwiseAbs().maxCoeff(), 1e-4F) << of.system.name() << " " << i;
    }
  }
}

TEST(DrawingSystems, AChangedPlaceChangesNoEarlierLogit) {
  for (const StreamOf& of : streams()) {
    const SystemParameters parameters(of.system, 4);
    DrawnPicture drawn = of.system.draw(parameters.source(), a_picture(), free_choice());
    const Matrix before = logits_of(of, parameters, drawn);
    const Index step = of.stream.grid.pixels() / 16;
    for (Index place = 0; place + 1 < of.stream.grid.pixels(); place += step) {
      int& symbol = drawn.places[static_cast<size_t>(place)];
      const int was = symbol;
      symbol = static_cast<int>((symbol + 1) % of.stream.kinds);
      const Matrix after = logits_of(of, parameters, drawn);
      symbol = was;
      const Index reads = of.stream.front() + place;  // the row that reads this place
      EXPECT_EQ(Matrix(after.topRows(reads)), Matrix(before.topRows(reads))) << of.system.name() << place;
      EXPECT_NE(Matrix(after.row(reads)), Matrix(before.row(reads))) << of.system.name() << place;
    }
  }
}

TEST(DrawingSystems, WhatIsDrawnIsDrawnFromTheProbabilitiesOfItsPlace) {
  for (const StreamOf& of : streams()) {
    const SystemParameters parameters(of.system, 4);
    DrawingChoice choice = free_choice();
    choice.temperature = 0;
    const DrawnPicture drawn = of.system.draw(parameters.source(), a_picture(), choice);
    const Matrix logits = logits_of(of, parameters, drawn);
    for (Index place = 0; place < of.stream.grid.pixels(); ++place) {
      const auto possible =
          logits.row(of.stream.front() - 1 + place).segment(of.stream.first, of.stream.kinds);
      // The most probable one, or another that is as probable up to rounding.
      EXPECT_NEAR(possible(drawn.places[static_cast<size_t>(place)]), possible.maxCoeff(), 1e-4F)
          << of.system.name() << " " << place;
    }
  }
}

TEST(DrawingSystems, ASeedIsADrawing) {
  for (const StreamOf& of : streams()) {
    const SystemParameters parameters(of.system, 4);
    DrawingChoice choice = free_choice();
    const auto draw = [&] { return of.system.draw(parameters.source(), a_picture(), choice); };
    const DrawnPicture first = draw();
    EXPECT_EQ(first, draw());
    choice.seed = 6;
    EXPECT_NE(first, draw());
  }
}

TEST(DrawingSystems, WhatIsOverruledStandsAndWhatIsBeforeItStays) {
  for (const StreamOf& of : streams()) {
    const SystemParameters parameters(of.system, 4);
    DrawingChoice choice = free_choice();
    const DrawnPicture before = of.system.draw(parameters.source(), a_picture(), choice);
    const auto places = static_cast<size_t>(of.stream.grid.pixels());
    const size_t at = places / 2;
    choice.overruled = {{static_cast<int>(at), (before.places[at] + 1) % static_cast<int>(of.stream.kinds)}};
    const DrawnPicture after = of.system.draw(parameters.source(), a_picture(), choice);
    EXPECT_TRUE(std::equal(before.places.begin(), before.places.begin() + static_cast<std::ptrdiff_t>(at),
                           after.places.begin()));
    EXPECT_EQ(after.places[at], choice.overruled.front().symbol);
  }
}

TEST(DrawingSystems, KeepsAsMuchOfThePictureAsIsAsked) {
  const SystemParameters parameters(imagegpt_system(), 4);
  const Matrix palette = world::nearest_palette(a_picture());
  for (const int kept : {0, 1, 100, 128, 256}) {
    DrawingChoice choice = free_choice();
    choice.kept = kept;
    const auto places = imagegpt_system().draw(parameters.source(), a_picture(), choice).places;
    for (int i = 0; i < kept; ++i) EXPECT_EQ(places[static_cast<size_t>(i)], palette.data()[i]);
  }
}

TEST(DrawingSystems, AStreamTellsPlacesAsItIsRead) {
  // Behind a start symbol each is told the place that comes next; behind a text its own.
  EXPECT_EQ(taming_stream().place_told(0), 0);
  EXPECT_EQ(dalle_stream().place_told(kCaptionLength), 0);
  EXPECT_EQ(taming_stream().inputs(), 64);
  EXPECT_EQ(dalle_stream().inputs(), 69);
  EXPECT_EQ(imagegpt_stream().inputs(), 256);
}

TEST(DrawingSystems, CaptionsAreRowsOfSymbolsOfTheirOwn) {
  std::set<std::vector<int>> rows;
  for (const world::Caption& caption : world::all_captions()) {
    const auto symbols = symbols_of(caption);
    EXPECT_EQ(symbols.size(), static_cast<size_t>(kCaptionLength));
    EXPECT_TRUE(std::ranges::all_of(symbols, [](int symbol) { return symbol < dalle_stream().first; }));
    EXPECT_TRUE(rows.insert(symbols).second) << world::text_of(caption);
  }
  EXPECT_EQ(words_of(symbols_of(world::parse_caption("red circle left of blue square").value())),
            (std::vector<std::string>{"[start]", "red", "circle", "left-of", "blue", "square"}));
}

// The picture's part of a layer reaches back to every earlier place within three layers.
TEST(DrawingSystems, LayersOfDallesMasksTogetherReachEverythingBefore) {
  constexpr Index kText = 6;
  const Index count = dalle_stream().inputs();
  Matrix reach = Matrix::Identity(count, count);
  for (Index layer = 0; layer < 3; ++layer) {
    Matrix sees(count, count);
    for (Index query = 0; query < count; ++query) {
      for (Index key = 0; key < count; ++key)
        sees(query, key) = dalle_stream().rule(layer).verdict(query, key) == MaskVerdict::kVisible ? 1 : 0;
    }
    reach = sees * reach;
  }
  for (Index query = kText; query < count; ++query) {
    for (Index key = 0; key <= query; ++key) EXPECT_GT(reach(query, key), 0) << query << " " << key;
  }
}

TEST(DrawingSystems, QuantisingTwiceChangesNothing) {
  const SystemParameters parameters(taming_system(), 4);
  const Matrix& codebook = *parameters.find("codebook.weight")->numbers;
  const Matrix z = drawn(50, kCodeWidth, "encoded");
  const auto nearest = [&](const Matrix& rows) {
    Matrix codes(rows.rows(), 1);
    nearest_code()->forward(std::vector<ConstView>{whole(rows), whole(codebook)}, whole(codes));
    return codes;
  };
  const Matrix codes = nearest(z);
  Matrix quantised(z.rows(), z.cols());
  for (Index i = 0; i < z.rows(); ++i) quantised.row(i) = codebook.row(static_cast<Index>(codes(i, 0)));
  EXPECT_EQ(nearest(quantised), codes);
}

TEST(DrawingSystems, AWindowLiesInsideAndHoldsItsPlace) {
  for (const Index count : {8, 9, 16, 31}) {
    for (Index at = 0; at < count; ++at) {
      const Index start = window_start(at, count);
      EXPECT_GE(start, 0);
      EXPECT_LE(start + kCodeGrid.width, count);
      EXPECT_GE(at, start);
      EXPECT_LT(at, start + kCodeGrid.width);
    }
  }
  // In the middle it shows half of the window before the place.
  EXPECT_EQ(window_start(8, 16), 4);
}

// A grid no larger than the window is drawn as it is without one.
TEST(DrawingSystems, AWideDrawingOfOneWindowIsADrawing) {
  const SystemParameters parameters(taming_system(), 4);
  const DrawnPicture drawn = taming_system().draw(parameters.source(), a_picture(), free_choice());
  EXPECT_EQ(draw_wide(parameters.source(), kCodeGrid, 1, {5}).front(), drawn.places);
}

// Each code of a wide drawing is drawn from its window alone.
TEST(DrawingSystems, AWideDrawingShowsTheWindowOfEachPlace) {
  const SystemParameters parameters(taming_system(), 4);
  DrawingChoice choice = free_choice();
  choice.temperature = 0;
  const Network::Source source = parameters.source();
  choice.window = 0;
  DrawnPicture drawn = taming_system().draw(source, a_picture(), choice);
  ASSERT_EQ(static_cast<Index>(drawn.wide.size()), kWideGrid.pixels());
  for (const int place : {0, 5, 40, 136, 255}) {
    drawn.window = place;
    SystemSettings settings;
    settings.drawn = drawn;
    const auto trace = run_system(taming_system(), source, a_picture(), settings);
    const Index top = window_start(place / kWideGrid.width, kWideGrid.height);
    const Index left = window_start(place % kWideGrid.width, kWideGrid.width);
    const Index row = (place / kWideGrid.width - top) * kCodeGrid.width + place % kWideGrid.width - left;
    const Matrix logits = numbers_of(*trace, "logits").row(row);
    EXPECT_NEAR(logits(0, drawn.wide[static_cast<size_t>(place)]), logits.maxCoeff(), 1e-4F) << place;
    EXPECT_EQ(numbers_of(*trace, "picture").rows(), 1024);
  }
}

TEST(DrawingSystems, ALayerInWindowsIsTheLayerOfEachWindowAlone) {
  const SystemParameters parameters(transgan_system(), 4);
  const auto trace = run_system(transgan_system(), parameters.source(), a_picture());
  const Matrix cut = numbers_of(*trace, "cut");
  const Matrix together = numbers_of(*trace, "encoder.3.ffn.residual");
  constexpr Index kTokens = 16;
  for (Index window = 0; window < 4; ++window) {
    TraceBuilder builder({}, {});
    Network network(builder, "", parameters.source(), "note.seeded");
    const Matrix own = cut.middleRows(window * kTokens, kTokens);
    const int x = network.given_pixels("x", own, network.pixels_of({4, 4}));
    network.pre_norm_layer("encoder.3", x, 4, 2 * cut.cols());
    const auto alone = std::move(builder).build();
    EXPECT_LT((numbers_of(*alone, "encoder.3.ffn.residual") - together.middleRows(window * kTokens, kTokens))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-5F);
  }
}

TEST(DrawingSystems, AWalkLeadsFromOneDrawingToTheOther) {
  const auto latent = [](double walked) {
    DrawingChoice choice;
    choice.seed = 3;
    choice.latent.other = 8;
    choice.latent.walked = walked;
    return transgan_system().draw({}, {}, choice).latent;
  };
  EXPECT_EQ(Matrix(latent(0).leftCols(kLatentNumbers)), latent_of(3));
  EXPECT_EQ(Matrix(latent(1).leftCols(kLatentNumbers)), latent_of(8));
  EXPECT_LT((latent(0.5) - (latent(0) + latent(1)) / 2).cwiseAbs().maxCoeff(), 1e-6F);
}

TEST(DrawingSystems, LatentNumbersThatSomebodySetStand) {
  DrawingChoice choice;
  choice.latent.kind = 7;
  choice.latent.moved = {{0, 1.5F}, {31, -2}};
  const Matrix latent = transgan_system().draw({}, {}, choice).latent;
  EXPECT_EQ(latent(0, 0), 1.5F);
  EXPECT_EQ(latent(0, 31), -2);
  EXPECT_EQ(latent(0, 1), latent_of(0)(0, 1));
  EXPECT_EQ(latent(0, kLatentNumbers + 7), 2);
  EXPECT_EQ(latent.rightCols(world::kKinds).sum(), 2);
}

TEST(DrawingSystems, LatentNumbersAreNearlyNormal) {
  double sum = 0;
  double squares = 0;
  constexpr int kSeeds = 400;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    sum += double{latent_of(seed).sum()};
    squares += double{latent_of(seed).squaredNorm()};
  }
  EXPECT_NEAR(sum / (kSeeds * kLatentNumbers), 0, 0.03);
  EXPECT_NEAR(squares / (kSeeds * kLatentNumbers), 1, 0.03);
}

TEST(DrawingSystems, AnUnchangedWishIsNotDrawnAgain) {
  const auto parameters = std::make_shared<const SystemParameters>(dalle_system(), 4);
  const DrawingChoice choice = resolved({}, world::draw_scene(3, 1));
  const DrawnPicture first = drawing_of(dalle_system(), parameters, a_picture(), choice);
  // What is kept is what is drawn; other parameters draw anew.
  EXPECT_EQ(first, drawing_of(dalle_system(), parameters, a_picture(), choice));
  EXPECT_EQ(first, dalle_system().draw(parameters->source(), a_picture(), choice));
  const auto others = std::make_shared<const SystemParameters>(dalle_system(), 9);
  EXPECT_NE(first, drawing_of(dalle_system(), others, a_picture(), choice));
}

TEST(DrawingSystems, AsksForWhatThePictureShowsUnlessSomethingElseIsAsked) {
  const world::Scene scene = world::parse_scene("small red circle left of large blue square").value();
  const DrawingChoice asked = resolved({}, scene);
  EXPECT_EQ(world::text_of(asked.caption.value()), "red circle left-of blue square");
  EXPECT_EQ(world::kind_name(asked.latent.kind.value()), "blue square");
  DrawingChoice other;
  other.caption = world::Caption{.kind = 2};
  other.latent.kind = 1;
  EXPECT_EQ(resolved(other, scene), other);
}

// A generator and its judge take one step each, the same every time.
TEST(AdversarialRun, LearnsTheSameEveryTime) {
  SystemRecipe recipe = transgan_recipe();
  recipe.batch = 4;
  recipe.chunk = 2;
  recipe.steps = 3;
  const auto learn = [&] {
    AdversarialRun run(recipe);
    AdversarialRun::Losses losses;
    while (!run.is_done()) losses = run.advance();
    return std::tuple(losses.judge, losses.generator, copy_numbers(run.averaged().tensors()));
  };
  EXPECT_EQ(learn(), learn());
}

TEST(AdversarialRun, TheGeneratorsFileHasWhatDrawingAsksForAndNoJudge) {
  SystemRecipe recipe = transgan_recipe();
  recipe.batch = 2;
  recipe.chunk = 2;
  AdversarialRun run(recipe);
  const auto before = copy_numbers(run.averaged().tensors());
  run.advance();
  run.advance();
  const SystemParameters after = run.averaged();
  EXPECT_NE(before, copy_numbers(after.tensors()));
  std::set<std::string> names;
  for (const Tensor& tensor : after.tensors()) {
    EXPECT_FALSE(is_of_judge(tensor.name.name));
    names.insert(tensor.name.name);
  }
  for (const ParameterName& name : parameter_names(transgan_system()))
    EXPECT_TRUE(names.contains(name.name)) << name.name;
}

}  // namespace
}  // namespace engine
