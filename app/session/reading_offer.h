// reading_offer.h: a word of the text that a model of the box does not know, and another one that reads it.
#pragma once

#include <string>
#include <string_view>

#include "app/session/box_models.h"
#include "app/session/requests.h"
#include "engine/core/trace.h"

namespace app {

// Models of the box, by what a text is written in.
struct Readers {
  std::string_view han = "prose-zh";  // with at least one Han character
  std::string_view others = "prose";
};

struct ReadingOffer {
  std::string word = {};             // the first of the text that is not known, as typed; empty: all are
  const BoxModel* model = nullptr;   // which does not know it
  const BoxModel* reader = nullptr;  // which knows all of the text; null: none is offered
};

// `trace` is the document's. Empty for a model that is not of the box.
ReadingOffer reading_offer(const Document& document, const engine::Trace& trace, const Readers& readers = {});

// Opens a model of the box and keeps the text; focuses the weights of its first head. Nothing if it cannot be
// opened.
void read_with(State& state, const std::string& model);

}  // namespace app
