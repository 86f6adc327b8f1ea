// What scripts build on about the gallery: what each system says of a picture, its files, and what is
// refused.
#include <filesystem>
#include <fstream>

#include "tests/engine/scratch_folder.h"
#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;

const std::string kPair = "red circle left of blue square";

class GalleryContract : public ScratchFolder {};

json said(const CommandLine& arguments) {
  return json::parse(run(with(with({"gallery"}, arguments), {"--json"})));
}

TEST_F(GalleryContract, ListsItsSystems) {
  const json list = json::parse(run({"gallery", "--list", "--json"}));
  std::vector<std::string> names;
  for (const json& one : list) {
    names.push_back(one["name"].get<std::string>());
    EXPECT_FALSE(one["title"].get<std::string>().empty());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"vit", "detr", "transunet", "context-transformer", "taming",
                                             "dalle", "imagegpt", "transgan"}));
}

TEST_F(GalleryContract, EverySystemSaysWhatIsThere) {
  const json vit = said({"vit", "--scene", kPair});
  EXPECT_EQ(vit["kind"], "red circle");
  EXPECT_GT(vit["probability"], 0.9);
  ASSERT_EQ(vit["scene"].size(), 2U);
  EXPECT_EQ(vit["scene"][1]["kind"], "blue square");

  const json objects = said({"detr", "--scene", kPair})["objects"];
  ASSERT_EQ(objects.size(), 2U);
  for (const json& object : objects) {
    const json& there = vit["scene"][object["kind"] == "red circle" ? 0 : 1];
    EXPECT_EQ(object["kind"], there["kind"]);
    const double size = there["size"].get<double>();
    EXPECT_NEAR(object["box"][0].get<double>(), (there["x"].get<double>() + size / 2) / 16, 0.05);
    EXPECT_NEAR(object["box"][1].get<double>(), (there["y"].get<double>() + size / 2) / 16, 0.05);
    EXPECT_NEAR(object["box"][2].get<double>(), size / 16, 0.05);
  }

  const json labels = said({"transunet", "--scene", kPair})["labels"];
  ASSERT_EQ(labels.size(), 16U);
  const auto at = [&](const json& figure) {
    const size_t middle = figure["size"].get<size_t>() / 2;
    return labels[figure["y"].get<size_t>() + middle][figure["x"].get<size_t>() + middle].get<int>();
  };
  EXPECT_EQ(at(vit["scene"][0]), 1);  // the largest is a circle
  EXPECT_EQ(at(vit["scene"][1]), 4);  // smaller
}

// The same red circle beside another shape.
TEST_F(GalleryContract, ContextChangesTheClass) {
  const json square = said({"context-transformer", "--scene", kPair});
  const json triangle = said({"context-transformer", "--scene", "red circle left of green triangle"});
  EXPECT_EQ(square["class"], 0);
  EXPECT_EQ(triangle["class"], 1);
  EXPECT_EQ(square["without_context"], triangle["without_context"]);
}

bool is_verdict(const json& said) {
  return said["legal"].is_boolean() && said["shapes"].is_array();
}

TEST_F(GalleryContract, ASystemDrawsWhatIsAskedAndSaysWhatTheCheckerFinds) {
  for (const char* const caption : {"blue circle", "blue-circle"}) {
    const json drawn =
        said({"dalle", "--caption", caption, "--sample-temperature", "0.7", "--sample-seed", "3"});
    EXPECT_TRUE(is_verdict(drawn));
    EXPECT_EQ(drawn["caption"], "blue circle");
    EXPECT_TRUE(drawn["legal"]);
    ASSERT_EQ(drawn["shapes"].size(), 1U);
    EXPECT_EQ(drawn["shapes"][0]["kind"], "blue circle");
    EXPECT_TRUE(drawn["right"]);
  }
  // Without a caption that of the scene; the same seed draws the same.
  const json pair = said({"dalle", "--scene", kPair});
  EXPECT_EQ(pair["caption"], "red circle left-of blue square");
  EXPECT_EQ(pair, said({"dalle", "--scene", kPair}));

  const json redrawn = said({"taming", "--scene", kPair});
  EXPECT_TRUE(is_verdict(redrawn));
  EXPECT_FALSE(redrawn.contains("right")) << "nothing was asked";
  const json half = said({"imagegpt", "--scene", "large red square"});
  EXPECT_TRUE(is_verdict(half));
  const json kind = said({"transgan", "--scene", "yellow square"});
  EXPECT_TRUE(is_verdict(kind));
  EXPECT_TRUE(kind["right"].is_boolean());
}

TEST_F(GalleryContract, WritesItsDrawingAndItsCodes) {
  for (const std::string system : {"taming", "dalle", "imagegpt", "transgan"}) {
    const std::filesystem::path folder = folder_ / system;
    run({"gallery", system, "--scene-seed", "4", "--sample-seed", "2", "--out", folder.string()});
    EXPECT_GT(std::filesystem::file_size(folder / "result.png"), 100U) << system;
    const bool has_codes = system == "taming" || system == "dalle";
    ASSERT_EQ(std::filesystem::exists(folder / "codes.npy"), has_codes) << system;
    if (has_codes) {
      EXPECT_EQ(std::filesystem::file_size(folder / "codes.npy"), 128U + 64 * 4);
    }
    std::ifstream file(folder / "result.json");
    EXPECT_EQ(json::parse(file), said({system, "--scene-seed", "4", "--sample-seed", "2"})) << system;
  }
}

TEST_F(GalleryContract, WritesItsPicturesAndItsAnswer) {
  for (const std::string system : {"vit", "detr", "transunet", "context-transformer"}) {
    const std::filesystem::path folder = folder_ / system;
    run({"gallery", system, "--scene-seed", "4", "--out", folder.string()});
    for (const char* const name : {"scene.png", "result.png", "attention.png"})
      EXPECT_GT(std::filesystem::file_size(folder / name), 100U) << system << " " << name;
    std::ifstream file(folder / "result.json");
    EXPECT_EQ(json::parse(file), said({system, "--scene-seed", "4"})) << system;
  }
}

TEST_F(GalleryContract, SaysThatNoShapeIsTheLargest) {
  const CommandLine even = {"--scene", "size 5 red circle above size 5 blue square"};
  EXPECT_NE(run(with({"gallery", "vit"}, even)).find("equally large"), std::string::npos);
  EXPECT_EQ(run(with({"gallery", "detr"}, even)).find("equally large"), std::string::npos);
}

TEST_F(GalleryContract, OwnPicturesAreMadeSmallAndThatIsSaid) {
  const std::string path = (folder_ / "one.ppm").string();
  std::ofstream(path) << "P6 1 1 255\n" << std::string("\xE6\x26\x26", 3);
  const std::string text = run({"gallery", "detr", "--image", path});
  EXPECT_NE(text.find("1 × 1"), std::string::npos);
  EXPECT_NE(text.find("16 × 16"), std::string::npos);
  EXPECT_FALSE(said({"detr", "--image", path}).contains("scene"));
}

TEST_F(GalleryContract, RefusesWhatMakesNoSense) {
  expect_refused({"gallery"}, {"vit", "context-transformer"});
  expect_refused({"gallery", "yolo"}, {"yolo", "detr"});
  expect_refused({"gallery", "vit", "--scene", ""}, {"red circle"});
  expect_refused({"gallery", "vit", "--scene", "purple circle"}, {"purple", "yellow"});
  expect_refused({"gallery", "vit", "--scene", "red circle above"}, {"above", "green"});
  expect_refused({"gallery", "vit", "--scene", many("red circle and ", 9) + "red circle"}, {"10", "3"});
  expect_refused({"gallery", "vit", "--scene", "red circle", "--scene-seed", "1"},
                 {"--scene", "--scene-seed"});
  expect_refused({"gallery", "vit", "--scene-seed", "-1"}, {"--scene-seed", "-1"});
  expect_refused({"gallery", "vit", "--shots", "5"}, {"--shots", "context-transformer"});
  expect_refused({"gallery", "context-transformer", "--shots", "7"}, {"--shots", "20"});
  expect_refused({"gallery", "vit", "--image", "no_such.png"}, {"no_such.png"});
  expect_refused({"gallery", "vit", "--train", "--out", "x"}, {"vit", "--task shapes"});
  expect_refused({"gallery", "detr", "--train"}, {"--out"});
  expect_refused({"gallery", "--list", "--caption", "blue square"}, {"--list", "--caption"});
  expect_refused({"gallery", "detr", "--train", "--out", "x", "--shots", "5"}, {"--train", "--shots"});
  expect_refused({"gallery", "dalle", "--caption", "pink circle"}, {"pink", "yellow"});
  expect_refused({"gallery", "dalle", "--caption", ""}, {"red circle"});
  expect_refused({"gallery", "dalle", "--caption", "red circle beside blue square"}, {"beside", "left-of"});
  expect_refused({"gallery", "dalle", "--caption", "red circle above"}, {"green"});
  expect_refused({"gallery", "vit", "--caption", "red circle"}, {"--caption", "dalle"});
  expect_refused({"gallery", "detr", "--sample-seed", "1"}, {"--sample-seed", "transgan"});
  expect_refused({"gallery", "dalle", "--sample-seed", "-1"}, {"--sample-seed", "-1"});
  expect_refused({"gallery", "dalle", "--sample-temperature", "9"}, {"--sample-temperature", "4"});
}

TEST_F(GalleryContract, RefusesAPictureThatIsTooLargeBeforeReadingIt) {
  const std::string path = (folder_ / "large.ppm").string();
  std::ofstream(path) << "P6 10000 10000 255\n";
  std::filesystem::resize_file(path, 300'000'020);  // a hole of zeros
  expect_refused({"gallery", "vit", "--image", path}, {"10000", "50"});
}

const CommandLine kGalleryLab = {"--lab", "gallery", "--gallery", "detr"};

TEST_F(GalleryContract, StagesAreReadAndExplainedLikeAllOthers) {
  const json pixels = stage("lab.gallery.detr.pixels", with(kGalleryLab, {"--scene", kPair}));
  ASSERT_EQ(pixels["values"].size(), 256U);
  const json cost = stage("lab.gallery.detr.cost", with(kGalleryLab, {"--scene", kPair}));
  ASSERT_EQ(cost["values"].size(), 5U);
  EXPECT_EQ(cost["values"][0].size(), 2U);
  EXPECT_FALSE(line_of("lab.gallery.detr.decoder.2.cross.head.3.weights", kGalleryLab).empty());
  const std::string explained =
      run(with({"explain", "--stage", "lab.gallery.detr.features.0", "--cell", "17,3"}, kGalleryLab));
  EXPECT_FALSE(explained.empty());
}

TEST_F(GalleryContract, APartThatIsOffAndMissingTrainingChangeTheNumbers) {
  const auto boxes = [](const CommandLine& more) {
    return stage("lab.gallery.detr.decoder.2.boxes", with(kGalleryLab, more))["values"];
  };
  EXPECT_NE(boxes({}), boxes({"--part-off", "query.1"}));
  EXPECT_NE(boxes({}), boxes({"--untrained"}));
  EXPECT_NE(boxes({}), boxes({"--scene-seed", "4"}));
}

TEST_F(GalleryContract, ItsStagesLeaveAsPictures) {
  const std::string file = (folder_ / "map.png").string();
  run(with({"export", "--stage", "lab.gallery.detr.decoder.0.cross.head.1.weights", "--out", file},
           kGalleryLab));
  EXPECT_GT(std::filesystem::file_size(file), 1000U);
  const std::string shot = (folder_ / "shot.png").string();
  run(with({"shot", "--view", "gallery", "--size", "800x600", "--out", shot}, kGalleryLab));
  EXPECT_GT(std::filesystem::file_size(shot), 1000U);
}

TEST_F(GalleryContract, ASystemWithoutSenseIsRefused) {
  const auto refused = [](const CommandLine& more) { return headlight(with({"stages"}, more)).err; };
  EXPECT_NE(refused({"--lab", "gallery", "--gallery", "resnet"}).find("resnet"), std::string::npos);
  EXPECT_NE(refused({"--gallery", "detr"}).find("--lab gallery"), std::string::npos);
  EXPECT_NE(refused(with(kGalleryLab, {"--part-off", "query.7"})).find("query.7"), std::string::npos);
  EXPECT_NE(refused(with(kGalleryLab, {"--gallery-shots", "3"})).find("20"), std::string::npos);
  EXPECT_NE(refused({"--lab", "gallery", "--gallery", "dalle", "--gallery-caption", "red"}).find("circle"),
            std::string::npos);
  EXPECT_NE(refused(with(kGalleryLab, {"--scene", "a purple hexagon"})).find("purple"), std::string::npos);
}

}  // namespace
}  // namespace app
