// reading_offer.cpp: finds the word among the tokens, and asks the other model's tokenizer.
#include "app/session/reading_offer.h"

#include <algorithm>

#include "app/document/checkpoints.h"
#include "app/session/changes.h"
#include "engine/core/utf8.h"
#include "engine/text/normalize.h"

namespace app {
namespace {

bool has_ideograph(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const engine::Letter letter = engine::letter_at(text, at);
    if (text::is_ideograph(letter.code)) return true;
    at = letter.end;
  }
  return false;
}

// Of the sources; a target is no text that another model would read.
std::string first_unknown(const engine::Trace& trace, bool has_target) {
  const auto& sequences = trace.sequences();
  for (size_t i = 0; i < sequences.size(); i += has_target ? 2 : 1) {
    const auto& unknown = sequences[i].unknown;
    const auto word = std::ranges::find_if(unknown, [](const std::string& typed) { return !typed.empty(); });
    if (word != unknown.end()) return *word;
  }
  return {};
}

bool knows_all(const BoxModel& model, std::string_view text) {
  const auto opened = checkpoints::open(model.name);
  if (!opened || !(*opened)->tokenizer) return false;
  const auto pieces = (*opened)->tokenizer->encode_plain(text);
  const auto unknown = checkpoints::unknown_token(**opened);
  return pieces &&
         std::ranges::none_of(*pieces, [&](const text::Piece& piece) { return piece.id == unknown; });
}

}  // namespace

ReadingOffer reading_offer(const Document& document, const engine::Trace& trace, const Readers& readers) {
  ReadingOffer offer;
  const engine::Config& config = document.config;
  if (config.model != engine::ModelKind::kCheckpoint) return offer;
  offer.model = offered_model(config.checkpoint);
  if (offer.model == nullptr) return offer;
  offer.word = first_unknown(trace, config.has_target());
  if (offer.word.empty() || document.is_batch) return offer;
  const BoxModel* const reader = offered_model(has_ideograph(document.text) ? readers.han : readers.others);
  if (reader != nullptr && reader != offer.model && knows_all(*reader, document.text)) offer.reader = reader;
  return offer;
}

void read_with(State& state, const std::string& model) {
  Document document = state.document;
  if (checkpoints::use(model, document)) return;
  document.ids.clear();
  document.focus.pinned.reset();
  state.document = std::move(document);
  focus_first_weights(state);
}

}  // namespace app
