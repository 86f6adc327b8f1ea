// mask_words.h: which numbers a mask's pattern has, and the mask that is in force, in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/text/tr.h"
#include "engine/model/config.h"

namespace app {

// A whole number of a pattern: it is called after what it means to this pattern.
struct PatternNumber {
  std::string_view key;
  engine::Index engine::MaskPattern::*field;
};
std::vector<PatternNumber> pattern_numbers(engine::PatternKind kind);
// Whether the pattern is drawn at random: it has a density and a seed.
bool is_drawn(engine::PatternKind kind);

// "mask.pattern.window"; that of no pattern is "mask.pattern.none".
std::string pattern_key(engine::PatternKind kind);
// "mask.none", "mask.causal", "mask.padding" or "mask.both": what hides beside the pattern. A decoder alone
// never reads ahead.
std::string rule_key(const engine::Config& config);

// "sliding window (width 3)".
std::string pattern_words(const Words& tr, const engine::MaskPattern& pattern);
// What stands beside the rule: "sliding window (width 3)", "painted", "−1e9", "put in place"; most often
// nothing.
std::vector<std::string> mask_remarks(const Words& tr, const engine::Config& config);

// The same in one line.
std::string mask_line(const Words& tr, const engine::Config& config);

}  // namespace app
