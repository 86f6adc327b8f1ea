// attention_words.cpp: the text key of each way of computing attention.
#include "app/session/attention_words.h"

#include <algorithm>
#include <array>

namespace app {

std::span<const AttentionWords> attention_words() {
  using engine::AttentionKind;
  static constexpr std::array<AttentionWords, 11> kWords = {{{AttentionKind::kExact, "method.exact"},
                                                             {AttentionKind::kTiled, "method.tiled"},
                                                             {AttentionKind::kWindow, "method.window"},
                                                             {AttentionKind::kPerformer, "method.performer"},
                                                             {AttentionKind::kLinformer, "method.linformer"},
                                                             {AttentionKind::kReformer, "method.reformer"},
                                                             {AttentionKind::kLambda, "method.lambda"},
                                                             {AttentionKind::kRfa, "method.rfa"},
                                                             {AttentionKind::kUniform, "method.uniform"},
                                                             {AttentionKind::kDistance, "method.distance"},
                                                             {AttentionKind::kAdditive, "method.additive"}}};
  return kWords;
}

std::string_view words_of(engine::AttentionKind kind) {
  const auto all = attention_words();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const AttentionWords& row) { return row.kind == kind; });
  return found == all.end() ? all.front().key : found->key;
}

}  // namespace app
