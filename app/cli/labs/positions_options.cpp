// positions_options.cpp: the options of the positions lab.
#include "app/cli/labs/lab_option_rows.h"
#include "app/cli/labs/lab_options.h"
#include "engine/labs/positions/positions_lab.h"

namespace app {

using engine::Error;
using engine::Index;

std::optional<Error> read_positions_options(const ParsedOptions& given, engine::Config& config) {
  engine::PositionsLab& lab = engine::positions_lab_of(config);
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

}  // namespace app
