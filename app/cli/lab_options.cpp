// lab_options.cpp: which labs are on, and what each is set to.
#include "app/cli/lab_options.h"

#include <array>
#include <charconv>

#include "app/document_labs.h"

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
    LabOption{"positions", "--lab-width"},
    LabOption{"positions", "--lab-base"},
    LabOption{"positions", "--lab-length"},
    LabOption{"positions", "--lab-at"},
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

}  // namespace

std::optional<Error> read_labs(const Given& given, engine::Config& config) {
  if (auto bad = switch_labs_on(given, config.labs)) return bad;
  if (auto bad = check_labs_on(given, config.labs)) return bad;
  return read_positions_numbers(given, config.labs.positions);
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
