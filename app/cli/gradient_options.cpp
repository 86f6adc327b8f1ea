// gradient_options.cpp: the number whose gradients are asked for.
#include "app/cli/gradient_options.h"

#include <limits>

namespace app {

std::optional<engine::Error> read_gradient_options(const ParsedOptions& given, Document& document) {
  if (const auto typed = given.find("--gradient-of")) {
    const auto target = engine::parse_target(*typed);
    if (!target) return engine::Error{"error.target_form", {{"value", quotable(*typed)}}};
    document.gradient = engine::GradientRequest{.target = *target};
  }
  for (const char* option : {"--label", "--masked"}) {
    if (given.has(option) && !document.gradient) return without(option, "--gradient-of");
  }
  if (given.has("--label")) {
    const auto label = whole_number(given, "--label", 0, std::numeric_limits<int32_t>::max(), 0);
    if (!label) return label.error();
    document.gradient->label = static_cast<engine::Index>(*label);
  }
  for (const std::string& typed : given.every("--masked")) {
    const auto masked = engine::parse_masked(typed);
    if (!masked) return engine::Error{"error.masked_form", {{"value", quotable(typed)}}};
    document.gradient->masked.push_back(*masked);
  }
  return std::nullopt;
}

}  // namespace app
