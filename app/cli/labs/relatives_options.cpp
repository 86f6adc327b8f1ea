// relatives_options.cpp: the options of the lab on attention's relatives.
#include <limits>

#include "app/cli/labs/lab_option_rows.h"
#include "app/document/labs/relatives.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;

// One row per whole-number option of the relatives lab; typed values count from `smallest`.
struct RelativesNumber {
  std::string_view option;
  Index engine::RelativesLab::*field;
  Index smallest;
  Index largest;
};
constexpr std::array kRelativesNumbers = {
    RelativesNumber{"--kernel", &engine::RelativesLab::kernel, 1, engine::kMaxKernel},
    RelativesNumber{"--dilation", &engine::RelativesLab::dilation, 1, engine::kMaxDilation},
    RelativesNumber{"--depth", &engine::RelativesLab::depth, 1, engine::kMaxRelativesDepth},
    RelativesNumber{"--stride", &engine::RelativesLab::stride, 1, engine::kMaxStride},
    RelativesNumber{"--lab-head", &engine::RelativesLab::head, 0, engine::kMaxHeads - 1},
};

std::optional<Error> read_pooling(const ParsedOptions& given, engine::RelativesLab& lab) {
  const auto typed = given.find("--pooling");
  if (!typed) return std::nullopt;
  if (const auto kind = pooling_named(*typed)) {
    lab.pooling = *kind;
    return std::nullopt;
  }
  const std::vector<std::string> names = {"none", "max", "mean"};
  return not_a_choice("--pooling", *typed, names);
}

}  // namespace

std::optional<Error> read_relatives_options(const ParsedOptions& given, engine::Config& config) {
  engine::RelativesLab& lab = engine::relatives_lab_of(config);
  for (const RelativesNumber& row : kRelativesNumbers) {
    const auto value =
        whole_number(given, row.option, static_cast<uint64_t>(row.smallest),
                     static_cast<uint64_t>(row.largest), static_cast<uint64_t>(lab.*row.field));
    if (!value) return value.error();
    lab.*row.field = static_cast<Index>(*value);
  }
  const auto gain = number(given, "--recurrent-gain", 0, engine::kMaxGain, lab.gain);
  if (!gain) return gain.error();
  lab.gain = *gain;
  const auto seed = whole_number(given, "--lab-seed", 0, std::numeric_limits<uint64_t>::max(), lab.seed);
  if (!seed) return seed.error();
  lab.seed = *seed;
  if (given.has("--dilation-fixed")) lab.grows = false;
  if (given.has("--both-sides")) lab.causal = false;
  if (given.has("--recurrent-linear")) lab.linear = true;
  return read_pooling(given, lab);
}

}  // namespace app
