// depth_lab_options.cpp: the options of the depth lab.
#include <limits>

#include "app/cli/labs/lab_option_rows.h"
#include "engine/labs/depth/depth_lab.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;

struct DepthNumber {
  std::string_view option;
  Index engine::DepthLab::*field;
  Index smallest;
  Index largest;
};
constexpr std::array kDepthNumbers = {
    DepthNumber{"--depth-layers", &engine::DepthLab::layers, 1, engine::kMaxDepthLayers},
    DepthNumber{"--depth-heads", &engine::DepthLab::heads, 1, engine::kMaxDepthHeads},
    DepthNumber{"--depth-window", &engine::DepthLab::window, 0, engine::kMaxDepthTokens},
};

}  // namespace

std::optional<Error> read_depth_lab_options(const ParsedOptions& given, engine::Config& config) {
  engine::DepthLab& lab = engine::depth_lab_of(config);
  for (const DepthNumber& row : kDepthNumbers) {
    const auto value =
        whole_number(given, row.option, static_cast<uint64_t>(row.smallest),
                     static_cast<uint64_t>(row.largest), static_cast<uint64_t>(lab.*row.field));
    if (!value) return value.error();
    lab.*row.field = static_cast<Index>(*value);
  }
  for (const auto& [option, field] : {std::pair("--value-gain", &engine::DepthLab::value_gain),
                                      std::pair("--score-gain", &engine::DepthLab::score_gain)}) {
    const auto gain = number(given, option, 0, engine::kMaxDepthGain, lab.*field);
    if (!gain) return gain.error();
    lab.*field = *gain;
  }
  const auto seed = whole_number(given, "--depth-seed", 0, std::numeric_limits<uint64_t>::max(), lab.seed);
  if (!seed) return seed.error();
  lab.seed = *seed;
  return std::nullopt;
}

}  // namespace app
