// mask_words.h: the parameters of a mask's pattern, and the effective mask, in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/text/tr.h"
#include "engine/model/config.h"

namespace app {

// A whole-number parameter of a pattern, named after its meaning in this pattern.
struct PatternNumber {
  std::string_view key;
  engine::Index engine::MaskPattern::*field;
};
std::vector<PatternNumber> pattern_numbers(engine::PatternKind kind);
// Whether the pattern is drawn at random: it has a density and a seed.
bool is_drawn(engine::PatternKind kind);

// "mask.pattern.window"; without a pattern "mask.pattern.none".
std::string pattern_key(engine::PatternKind kind);
// "mask.none", "mask.causal", "mask.padding" or "mask.both": what else hides keys besides the pattern. A
// decoder on its own never reads ahead.
std::string rule_key(const engine::Config& config);

// "sliding window (width 3)".
std::string pattern_words(const Words& tr, const engine::MaskPattern& pattern);
// Additions to the rule: "sliding window (width 3)", "painted", "−1e9", "put in place"; usually none.
std::vector<std::string> mask_remarks(const Words& tr, const engine::Config& config);

// As above in one line.
std::string mask_line(const Words& tr, const engine::Config& config);

}  // namespace app
