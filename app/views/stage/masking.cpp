// masking.cpp: replaces the text by its token ids, one of them the model's mask.
#include "app/views/stage/masking.h"

#include <algorithm>

#include "engine/loaders/checkpoint.h"

namespace views {
namespace {

using engine::Index;

std::optional<Index> mask_of(const Frame& frame) {
  const text::ModelTokenizer* const tokenizer = frame.facts.tokenizer();
  return tokenizer == nullptr ? std::nullopt : tokenizer->special().mask;
}

// The ids of the text's own tokens; empty if it cannot be tokenized.
std::vector<Index> ids_of_text(const text::ModelTokenizer& tokenizer, const app::Document& document) {
  std::optional<std::string_view> pair;
  if (!document.pair.empty()) pair = document.pair;
  const auto encoding = tokenizer.encode(document.text, pair);
  std::vector<Index> ids;
  if (!encoding) return ids;
  ids.reserve(encoding->pieces.size());
  for (const text::Piece& piece : encoding->pieces) ids.push_back(piece.id);
  return ids;
}

}  // namespace

bool can_mask(const Frame& frame) {
  const engine::Config& config = frame.session.trace_document().config;
  return config.predicts == engine::Prediction::kTokens && mask_of(frame).has_value();
}

bool is_masked(const Frame& frame, int sequence, Index place) {
  const auto& ids = frame.trace().sequence(sequence).ids;
  const auto at = static_cast<size_t>(place);
  return at < ids.size() && ids[at] == mask_of(frame);
}

std::optional<Index> first_asked(const Frame& frame, int sequence) {
  const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
  if (checkpoint == nullptr) return std::nullopt;
  const std::vector<Index>& ids = frame.trace().sequence(sequence).ids;
  const auto found = std::ranges::find_first_of(ids, checkpoint->asked);
  return found == ids.end() ? std::nullopt : std::optional(static_cast<Index>(found - ids.begin()));
}

bool is_asked(const Frame& frame, int sequence, Index place) {
  const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
  const auto& ids = frame.trace().sequence(sequence).ids;
  const auto at = static_cast<size_t>(place);
  return checkpoint != nullptr && at < ids.size() && std::ranges::count(checkpoint->asked, ids[at]) > 0;
}

std::optional<Index> first_masked(const Frame& frame, int sequence) {
  const auto mask = mask_of(frame);
  const auto& ids = frame.trace().sequence(sequence).ids;
  const auto found = std::find(ids.begin(), ids.end(), mask.value_or(-1));
  return found == ids.end() ? std::nullopt : std::optional<Index>(found - ids.begin());
}

bool is_masked_text(const Frame& frame) {
  const app::Document& document = frame.session.document();
  const auto mask = mask_of(frame);
  if (document.ids.empty() || !mask) return false;
  const std::vector<Index> typed = ids_of_text(*frame.facts.tokenizer(), document);
  return std::equal(document.ids.begin(), document.ids.end(), typed.begin(), typed.end(),
                    [&](Index id, Index own) { return id == own || id == *mask; });
}

std::vector<Index> with_masks_kept(const Frame& frame, const app::Document& changed) {
  const app::Document& document = frame.session.document();
  const Index mask = mask_of(frame).value();
  const std::vector<Index>& masked = document.ids;
  const std::vector<Index> before = ids_of_text(*frame.facts.tokenizer(), document);
  std::vector<Index> after = ids_of_text(*frame.facts.tokenizer(), changed);
  const size_t shorter = std::min(before.size(), after.size());
  size_t head = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  size_t tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  bool any = false;
  for (size_t at = 0; at < masked.size(); ++at) {
    if (masked[at] != mask || before[at] == mask) continue;
    if (at >= head && at + tail < masked.size()) continue;
    after[at < head ? at : at + after.size() - masked.size()] = mask;
    any = true;
  }
  return any ? after : std::vector<Index>();
}

void toggle_masked(const Frame& frame, Index place) {
  const Index mask = mask_of(frame).value();
  const auto& shown = frame.trace().sequence(0).ids;
  std::vector<Index> ids(shown.begin(), shown.end());
  const std::vector<Index> typed = ids_of_text(*frame.facts.tokenizer(), frame.session.trace_document());
  const auto at = static_cast<size_t>(place);
  if (at >= ids.size()) return;
  const bool has_own = typed.size() == ids.size() && typed[at] != mask;
  ids[at] = ids[at] == mask && has_own ? typed[at] : mask;
  if (ids == typed) ids.clear();
  const int probabilities = probabilities_of(frame.trace(), -1).value_or(0);
  frame.requests.edit("",
                      [ids, place, address = frame.trace().stage(probabilities).address](app::State& state) {
                        app::Document& document = state.document;
                        document.ids = ids;
                        if (document.focus.view != "generate") return;
                        if (document.focus.stage != address) app::focus_on(state, address);
                        document.focus.pinned = {place, 0};
                      });
}

}  // namespace views
