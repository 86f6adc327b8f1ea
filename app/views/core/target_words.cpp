// target_words.cpp: a target's tokens by their labels, and its stage by its place in the model.
#include "app/views/core/target_words.h"

#include <variant>

#include "app/views/core/place_name.h"

namespace views {
namespace {

std::string token_words(const Frame& frame, const engine::TokenName& token) {
  const auto* const index = std::get_if<engine::Index>(&token);
  return index != nullptr ? frame.facts.label({engine::Axis::kVocabulary}, *index)
                          : std::get<std::string>(token);
}

std::string cell_words(const Frame& frame, const engine::CellTarget& cell) {
  const auto found = frame.trace().find(cell.address);
  if (!found) return to_text(engine::Target{cell});
  const engine::Stage& stage = frame.trace().stage(*found);
  return frame.facts.label(stage.rows_are(), cell.row) + " → " +
         frame.facts.label(stage.columns_are(), cell.column);
}

}  // namespace

std::string target_words(const Frame& frame, const engine::Target& target) {
  if (const auto* const cell = std::get_if<engine::CellTarget>(&target)) return cell_words(frame, *cell);
  const auto* const logit = std::get_if<engine::LogitTarget>(&target);
  if (logit == nullptr) return frame.tr("attribution.of_loss");
  const std::string token = token_words(frame, logit->token);
  if (!logit->other) return frame.tr("attribution.of_token", {{"token", token}});
  return frame.tr("attribution.of_rather", {{"token", token}, {"other", token_words(frame, *logit->other)}});
}

std::string target_place(const Frame& frame, const engine::Target& target) {
  const auto* const cell = std::get_if<engine::CellTarget>(&target);
  return cell != nullptr && frame.trace().find(cell->address) ? place_name(frame, cell->address) : "";
}

}  // namespace views
