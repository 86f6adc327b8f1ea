// tried_change.cpp: types the number into a copy of the document and runs it, without gradients.
#include "app/session/tried_change.h"

#include "app/session/exploring.h"
#include "engine/gradients/attribution.h"

namespace app {

std::optional<double> tried_change(const Document& document, const engine::Trace& before,
                                   const std::string& address, engine::Index row, engine::Index column,
                                   double amount) {
  const auto stage = before.find(address);
  if (!document.gradient || !stage) return std::nullopt;
  State tried{.document = document};
  tried.document.gradient.reset();
  set_number(tried, address, row, column, static_cast<double>(before.at(*stage, row, column)) + amount);
  const auto after = make_trace(tried.document);
  if (!after || !*after) return std::nullopt;
  const auto from = engine::target_value(before, document.config, *document.gradient);
  const auto to = engine::target_value(**after, tried.document.config, *document.gradient);
  if (!from || !to) return std::nullopt;
  return *to - *from;
}

}  // namespace app
