// preprocessor.cpp: how a model wants its pictures, from preprocessor_config.json: resized, cropped, scaled
// and normalised in this order, as in image_processing_backends.py of Hugging Face's library.
#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "engine/loaders/families.h"

namespace loaders {
namespace {

using Colours = std::array<float, 3>;

constexpr Colours kHalves = {0.5F, 0.5F, 0.5F};
constexpr Colours kClipMean = {0.48145466F, 0.4578275F, 0.40821073F};
constexpr Colours kClipDeviation = {0.26862954F, 0.26130258F, 0.27577711F};

// What a processor does where the file says nothing.
struct Processor {
  std::string_view name;
  Filter filter;
  bool is_square;  // whether a plain number as size means both sides, or else the shorter one
  int size;        // 0: the model's
  int crop;        // 0: none
  Colours mean, deviation;
};
constexpr std::array<Processor, 5> kProcessors = {
    {{"ViT", Filter::kBilinear, true, 0, 0, kHalves, kHalves},
     {"DeiT", Filter::kBicubic, true, 256, 224, kHalves, kHalves},
     {"CLIP", Filter::kBicubic, false, 224, 224, kClipMean, kClipDeviation},
     {"Bit", Filter::kBicubic, false, 224, 224, kClipMean, kClipDeviation},
     {"ConvNext", Filter::kBicubic, false, 384, 0, kHalves, kHalves}}};
constexpr std::string_view kConvNext = kProcessors.back().name;

// Settings of other processors that change a picture in ways that none here does.
constexpr std::array kOthers = {"do_flip_channel_order", "rescale_offset",   "offset",
                                "do_align_long_axis",    "do_thumbnail",     "do_crop_margin",
                                "do_grayscale",          "do_color_quantize"};

// Settings without an effect on the numbers: pictures come as RGB anyway (image_utils.load_image); how
// results are batched and where they are computed; code of the folder's own, which is not run unless it is
// trusted.
constexpr std::array kWithoutEffect = {"return_tensors",  "device",           "disable_grouping",
                                       "processor_class", "do_reduce_labels", "reduce_labels",
                                       "auto_map"};

// The processor by its class, whose names were extractors once, and end in Fast or Pil now.
const Processor& processor_of(ConfigFields& fields) {
  const char* const field =
      fields.find("image_processor_type") != nullptr ? "image_processor_type" : "feature_extractor_type";
  const std::string type = fields.text(field, "ViTImageProcessor");
  for (const Processor& processor : kProcessors) {
    for (const char* const end :
         {"ImageProcessor", "ImageProcessorFast", "ImageProcessorPil", "FeatureExtractor"}) {
      if (type == std::string(processor.name) + end) return processor;
    }
  }
  fields.refuse(field, type);
  return kProcessors.front();
}

// One number for each channel, or one for all; for a single channel, three may stand there if they are the
// same.
void read_channels(ConfigFields& fields, const char* field, double smallest, Index channels,
                   Colours& numbers) {
  const nlohmann::json* const said = fields.find(field);
  if (said == nullptr) return;
  const nlohmann::json list = said->is_number() ? nlohmann::json(channels, *said) : *said;
  if (!list.is_array() || list.empty() || list.size() > numbers.size()) return fields.refuse(field);
  const bool is_same =
      std::all_of(list.begin(), list.end(), [&](const auto& one) { return one == list.front(); });
  const bool fits = list.size() == static_cast<size_t>(channels) || (channels == 1 && is_same);
  if (!fits) return fields.refuse(field);
  for (size_t i = 0; i < list.size(); ++i) {
    const nlohmann::json& number = list.at(i);
    if (!number.is_number() || !(number.get<double>() >= smallest && number.get<double>() <= 1e6))
      return fields.refuse(field);
    numbers.at(i) = number.get<float>();
  }
}

// A number of pixels; 0 if it is none.
int pixels_of(const nlohmann::json& value) {
  if (!value.is_number_integer()) return 0;
  const auto pixels = value.get<int64_t>();
  return pixels >= 1 && pixels <= kLongestSide ? static_cast<int>(pixels) : 0;
}

// Either both sides or the shortest, with the longest or without.
struct Sides {
  std::optional<ImageSize> both;
  int shortest = 0;
  int longest = 0;
  bool operator==(const Sides&) const = default;
};

// What null stands beside is as if it were missing.
Sides sides_of_object(nlohmann::json said) {
  std::erase_if(said.get_ref<nlohmann::json::object_t&>(),
                [](const auto& one) { return one.second.is_null(); });
  const auto at = [&](const char* key) { return said.contains(key) ? pixels_of(said[key]) : 0; };
  if (said.size() == 2 && said.contains("height")) return {.both = ImageSize{at("width"), at("height")}};
  const bool is_limited = said.contains("longest_edge");
  if (said.size() != (is_limited ? 2 : 1) || (is_limited && at("longest_edge") == 0)) return {};
  return {.shortest = at("shortest_edge"), .longest = at("longest_edge")};
}

// Accepts the forms of image_processing_utils.get_size_dict; nothing for any other.
std::optional<Sides> sides_of(const nlohmann::json& said, bool is_square) {
  Sides sides;
  if (said.is_object()) {
    sides = sides_of_object(said);
  } else if (said.is_array() && said.size() == 2) {
    sides.both = ImageSize{pixels_of(said[1]), pixels_of(said[0])};
  } else if (is_square) {
    sides.both = ImageSize{pixels_of(said), pixels_of(said)};
  } else {
    sides.shortest = pixels_of(said);
  }
  const bool is_given = sides.both ? sides.both->width > 0 && sides.both->height > 0 : sides.shortest > 0;
  return is_given ? std::optional(sides) : std::nullopt;
}

Sides read_sides(ConfigFields& fields, const char* field, int otherwise, bool is_square) {
  const nlohmann::json* const said = fields.find(field);
  if (said == nullptr && otherwise == 0) return {};
  const auto sides = sides_of(said == nullptr ? nlohmann::json(otherwise) : *said, is_square);
  if (!sides) fields.refuse(field);
  return sides.value_or(Sides{});
}

// Small pictures of ConvNext are cut out of larger ones: ConvNextImageProcessor.resize.
void shrink_like_convnext(ConfigFields& fields, ImageFit& fit) {
  constexpr int kLeastWhole = 384;
  const double share = fields.number("crop_pct", 224.0 / 256, 0.01, 100);
  fields.require("do_center_crop", false);
  if (fit.sides) return fields.refuse("size");
  const int side = fit.shortest;
  fit.longest = 0;
  if (side >= kLeastWhole) {
    fit.sides = ImageSize{side, side};
    fit.shortest = 0;
    return;
  }
  fit.shortest = static_cast<int>(side / share);
  if (fit.shortest == 0) fields.refuse("crop_pct");
  if (fit.resizes) fit.crop = ImageSize{side, side};
}

ImageFit read_fit(ConfigFields& fields, const Processor& processor) {
  ImageFit fit;
  fit.resizes = fields.flag("do_resize", true);
  fit.filter =
      static_cast<Filter>(fields.whole("resample", {0, kFilters - 1}, static_cast<Index>(processor.filter)));
  const bool is_square = fields.flag("default_to_square", processor.is_square);
  const Sides size = read_sides(fields, "size", processor.size, is_square);
  fit.sides = size.both;
  fit.shortest = size.shortest;
  fit.longest = size.longest;
  const Sides crop = read_sides(fields, "crop_size", processor.crop, true);
  if (processor.name == kConvNext) {
    shrink_like_convnext(fields, fit);
    return fit;
  }
  fields.require("crop_pct", nullptr);
  if (!fields.flag("do_center_crop", processor.crop > 0)) return fit;
  if (!crop.both) fields.refuse("crop_size");
  fit.crop = crop.both;
  return fit;
}

// Padding, of which the model would see none.
void require_no_padding(ConfigFields& fields, Index size) {
  const bool pads = fields.flag("do_pad", false);
  const auto side = static_cast<int>(size);
  const Sides padded = read_sides(fields, "pad_size", side, true);
  if (pads && padded != Sides{.both = ImageSize{side, side}}) fields.refuse("pad_size");
}

}  // namespace

void read_preprocessor(ConfigFields& fields, ImageInput& image) {
  const Processor& processor = processor_of(fields);
  image.fit = read_fit(fields, processor);
  image.mean = processor.mean;
  image.deviation = processor.deviation;
  read_channels(fields, "image_mean", -1e6, image.channels, image.mean);
  read_channels(fields, "image_std", 1e-6, image.channels, image.deviation);
  image.rescale = fields.number("rescale_factor", 1.0 / 255, 1e-9, 1e9);
  if (!fields.flag("do_rescale", true)) image.rescale = 1;
  if (!fields.flag("do_normalize", true)) {
    image.mean.fill(0);
    image.deviation.fill(1);
  }
  require_no_padding(fields, image.size);
  fields.flag("do_convert_rgb", true);
  fields.require("data_format", "channels_first");
  fields.require("input_data_format", "channels_last");
  for (const char* const field : kOthers) fields.require(field, false);
  for (const char* const field : kWithoutEffect) fields.find(field);
}

}  // namespace loaders
