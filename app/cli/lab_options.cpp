// lab_options.cpp: which labs are on, and what each is set to.
#include "app/cli/lab_options.h"

#include <array>
#include <charconv>
#include <limits>

#include "app/document/document_labs.h"
#include "engine/labs/labs.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::PositionsLab;

// One row an option of a lab.
struct LabOption {
  std::string_view lab;
  std::string_view option;
};
constexpr std::array kLabOptions = {
    LabOption{"positions", "--lab-width"},        LabOption{"positions", "--lab-base"},
    LabOption{"positions", "--lab-length"},       LabOption{"positions", "--lab-at"},
    LabOption{"relatives", "--kernel"},           LabOption{"relatives", "--dilation"},
    LabOption{"relatives", "--dilation-fixed"},   LabOption{"relatives", "--depth"},
    LabOption{"relatives", "--stride"},           LabOption{"relatives", "--pooling"},
    LabOption{"relatives", "--both-sides"},       LabOption{"relatives", "--recurrent-gain"},
    LabOption{"relatives", "--recurrent-linear"}, LabOption{"relatives", "--lab-head"},
    LabOption{"relatives", "--lab-seed"},
};

std::optional<Error> switch_labs_on(const Given& given, engine::Labs& labs) {
  for (const std::string& name : given.list("--lab")) {
    if (const LabRow* const row = lab_named(name)) {
      row->is_on(labs) = true;
      continue;
    }
    std::vector<std::string> names;
    for (const LabRow& row : lab_rows()) names.emplace_back(row.name);
    return not_a_choice("--lab", name, names);
  }
  return std::nullopt;
}

// An option of a lab that is not on would change nothing.
std::optional<Error> check_labs_on(const Given& given, engine::Labs& labs) {
  for (const LabOption& row : kLabOptions) {
    if (!given.has(row.option) || lab_named(row.lab)->is_on(labs)) continue;
    return without(row.option, std::string("--lab ").append(row.lab));
  }
  return std::nullopt;
}

std::optional<Error> read_positions_numbers(const Given& given, PositionsLab& lab) {
  const auto width = whole_number(given, "--lab-width", 1, static_cast<uint64_t>(engine::kMaxWidth),
                                  static_cast<uint64_t>(lab.d_model));
  if (!width) return width.error();
  lab.d_model = static_cast<Index>(*width);
  const auto base = number(given, "--lab-base", 1, 1e9, lab.base);
  if (!base) return base.error();
  lab.base = *base;
  const auto length = whole_number(given, "--lab-length", 1, static_cast<uint64_t>(engine::kMaxLabLength),
                                   static_cast<uint64_t>(lab.length));
  if (!length) return length.error();
  lab.length = static_cast<Index>(*length);
  if (const auto typed = given.find("--lab-at")) {
    const auto pair = read_pair(*typed, engine::kMaxTokens);
    if (!pair) return pair.error();
    lab.first = pair->first;
    lab.second = pair->second;
  }
  return std::nullopt;
}

// One row an option that is a whole number of the lab on relatives; what is typed counts from `smallest`.
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

std::optional<Error> read_pooling(const Given& given, engine::RelativesLab& lab) {
  const auto typed = given.find("--pooling");
  if (!typed) return std::nullopt;
  if (const auto kind = pooling_named(*typed)) {
    lab.pooling = *kind;
    return std::nullopt;
  }
  const std::vector<std::string> names = {"none", "max", "mean"};
  return not_a_choice("--pooling", *typed, names);
}

std::optional<Error> read_relatives_numbers(const Given& given, engine::RelativesLab& lab) {
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

}  // namespace

std::optional<Error> read_labs(const Given& given, engine::Config& config) {
  if (auto bad = switch_labs_on(given, engine::labs_of(config))) return bad;
  if (auto bad = check_labs_on(given, engine::labs_of(config))) return bad;
  if (auto bad = read_positions_numbers(given, engine::positions_lab_of(config))) return bad;
  return read_relatives_numbers(given, engine::relatives_lab_of(config));
}

engine::Result<std::pair<Index, Index>> read_pair(const std::string& typed, Index count) {
  const char* const end = typed.data() + typed.size();
  Index first = -1;
  Index second = -1;
  const auto comma = std::from_chars(typed.data(), end, first);
  const bool has_comma = comma.ec == std::errc() && comma.ptr != end && *comma.ptr == ',';
  const bool is_whole = has_comma && std::from_chars(comma.ptr + 1, end, second).ptr == end;
  if (is_whole && first >= 0 && second >= 0 && first < count && second < count)
    return std::pair(first, second);
  return Error{"error.at_form", {{"value", quotable(typed)}, {"last", std::to_string(count - 1)}}};
}

}  // namespace app
