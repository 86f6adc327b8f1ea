// position_names.cpp: which token of the sentence stands at a position, and how both are counted.
#include "app/views/labs/positions/pages.h"
#include "app/views/labs/positions/table_parts.h"

namespace views {
namespace {

using engine::Index;

// The tokens of the step's rows, or of the sentence where those are something else.
engine::AxisRef tokens_of_step(const Frame& frame) {
  const int stage = frame.session.focused_stage();
  const engine::AxisRef rows = stage < 0 ? engine::AxisRef{} : frame.trace().stage(stage).rows_are();
  return rows.counts_tokens() ? rows : engine::AxisRef{};
}

}  // namespace

Index tokens_at_positions(const Frame& frame) {
  const auto sequence = static_cast<size_t>(tokens_of_step(frame).sequence);
  const auto& sequences = frame.trace().sequences();
  if (sequence >= sequences.size() || sequences[sequence].vectors != nullptr) return 0;
  return static_cast<Index>(sequences[sequence].tokens.size());
}

std::optional<Index> marked_position(const Frame& frame) {
  const auto& pinned = frame.session.document().focus.pinned;
  const int stage = frame.session.focused_stage();
  if (!pinned || stage < 0 || !frame.trace().stage(stage).rows_are().counts_tokens()) return std::nullopt;
  const Index position = pinned->first;
  const bool is_shown = position < frame.trace().stage(stage).rows && position < positions_lab(frame).length;
  return is_shown ? std::optional(position) : std::nullopt;
}

std::string position_name(const Frame& frame, Index position) {
  const std::string number = std::to_string(position);
  if (position >= tokens_at_positions(frame))
    return frame.tr("lab.positions.numbered", {{"position", number}});
  const std::string token = frame.facts.label(tokens_of_step(frame), position);
  return frame.tr("lab.positions.here", {{"token", token}, {"position", number}});
}

std::string token_sentence(const Frame& frame, Index position) {
  if (position >= tokens_at_positions(frame) || frame.tr.counts_from() == 0) return "";
  return frame.tr("lab.positions.token_is",
                  {{"token", frame.tr.nth(position)}, {"position", std::to_string(position)}});
}

}  // namespace views
