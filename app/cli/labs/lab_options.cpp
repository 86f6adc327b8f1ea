// lab_options.cpp: which labs are on, and the table of their settings.
#include "app/cli/labs/lab_options.h"

#include <array>
#include <charconv>
#include <span>

#include "app/cli/labs/lab_option_rows.h"
#include "app/document/labs/labs.h"
#include "engine/labs/labs.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;

// One row per lab.
struct LabOptions {
  std::string_view lab;
  std::span<const std::string_view> options;
  std::optional<Error> (*read)(const ParsedOptions& given, engine::Config& config);
};
constexpr std::array kLabOptions = {
    LabOptions{"positions", kPositionsLabOptions, read_positions_options},
    LabOptions{"relatives", kRelativesLabOptions, read_relatives_options},
    LabOptions{"depth", kDepthLabOptions, read_depth_lab_options},
    LabOptions{"gallery", kGalleryLabOptions, read_gallery_options},
};

std::optional<Error> switch_labs_on(const ParsedOptions& given, engine::Labs& labs) {
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

// An option of a lab that is off would have no effect.
std::optional<Error> check_labs_on(const ParsedOptions& given, engine::Labs& labs) {
  for (const LabOptions& row : kLabOptions) {
    if (lab_named(row.lab)->is_on(labs)) continue;
    for (const std::string_view option : row.options) {
      if (given.has(option)) return without(option, std::string("--lab ").append(row.lab));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> read_labs(const ParsedOptions& given, engine::Config& config) {
  if (auto bad = switch_labs_on(given, engine::labs_of(config))) return bad;
  if (auto bad = check_labs_on(given, engine::labs_of(config))) return bad;
  for (const LabOptions& row : kLabOptions) {
    if (auto bad = row.read(given, config)) return bad;
  }
  return std::nullopt;
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
