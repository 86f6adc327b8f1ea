// known_words.cpp: the count, where there is one.
#include "app/look/known_words.h"

#include "app/look/labels.h"

namespace look {

std::string known_words(const app::Words& words, const app::BoxModel& model) {
  return model.knows.empty() ? "" : words(model.knows, {{"count", whole_number(model.known)}});
}

std::string known_words(const app::Words& words, std::string_view model) {
  const app::BoxModel* const offered = app::offered_model(model);
  return offered == nullptr ? "" : known_words(words, *offered);
}

}  // namespace look
