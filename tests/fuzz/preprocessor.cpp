// preprocessor.cpp: any bytes as a preprocessor_config.json are refused, or leave a picture with sizes and
// numbers to read it by.
#include "engine/loaders/families.h"
#include "engine/loaders/image_patches.h"
#include "tests/fuzz/folder.h"

std::vector<std::string> seeds() {
  return {fuzz::bytes_of(HEADLIGHT_TEST_DATA "/golden/checkpoints/vit/preprocessor_config.json"),
          R"({"size": 8, "image_mean": [0.485, 0.456, 0.406], "image_std": [0.229, 0.224, 0.225]})",
          R"({"size": {"shortest_edge": 8}, "do_rescale": false, "do_normalize": false})",
          R"({"size": {"height": 8, "width": 9}, "rescale_factor": 0})",
          R"({"image_mean": [1e999, null], "image_std": [0, 0, 0], "do_resize": false, "resample": 3})",
          R"({"size": {"shortest_edge": 9, "longest_edge": 20}, "crop_size": 8, "do_center_crop": true})",
          R"({"size": 8, "crop_pct": 0.9, "feature_extractor_type": "ConvNextFeatureExtractor"})",
          R"({"size": [8, 8], "do_pad": true, "pad_size": {"height": 8, "width": 8}, "image_mean": 0.5})"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static fuzz::Folder folder("preprocessor");
  const char* const name = "preprocessor_config.json";
  folder.hold({{name, std::string(reinterpret_cast<const char*>(data), size)}});
  auto read = loaders::read_config(folder.path() / name);
  if (!read) {
    require(read.error().key.starts_with("error."), "a refusal names its reason");
    return 0;
  }
  loaders::ConfigFields fields = std::move(read).value();
  loaders::ImageInput image{.size = 8, .patch = 4};
  loaders::read_preprocessor(fields, image);
  if (fields.bad()) return 0;
  require(image.size == 8 && image.patch == 4, "the model's sizes stay");
  const loaders::Image picture{2, 1, {0, 128, 255, 255, 1, 0}};
  const auto square = loaders::fitted(picture, image, "picture");
  if (!square) {
    require(square.error().key == "error.image_fit" || square.error().key == "error.image_stretched",
            "a picture of another size is refused by its size");
    return 0;
  }
  const engine::Matrix patches = loaders::patches_of(*square, image);
  require(patches.rows() == 4 && patches.cols() == 48, "a picture is cut into patches");
  require(patches.allFinite(), "of numbers");
  return 0;
}
