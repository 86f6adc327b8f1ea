// translation.cpp: runs a model on its source until it says that it is done.
#include "app/document/translation.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "app/document/checkpoints.h"
#include "app/document/continued.h"
#include "app/document/model_tokens.h"
#include "app/document/recent.h"
#include "engine/core/parallel.h"
#include "engine/model/forward.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Result;

constexpr size_t kKeptTranslations = 16;

// How many tokens a translation may have: several for each of the source, and some more.
constexpr size_t most_tokens(size_t source) {
  return 4 * source + 8;
}

std::vector<Index> translate(const loaders::Checkpoint& checkpoint, const engine::Input& input) {
  size_t most = most_tokens(input.examples.front().source.ids.size());
  // What has learned nothing yet never ends by itself.
  if (checkpoint.target_places > 0) most = std::min(most, static_cast<size_t>(checkpoint.target_places));
  std::vector<Index> ids;
  for (const engine::Generated& each : continued(checkpoint, input, checkpoint.config, {}, most))
    ids.push_back(each.token);
  return ids;
}

// Runs the whole translation once more if there is an unknown word to be traced.
std::vector<std::string> trace_unknown(const loaders::Checkpoint& checkpoint, engine::Input input,
                                       const std::vector<Index>& ids) {
  const auto unknown = checkpoints::unknown_token(checkpoint);
  if (!unknown || std::ranges::find(ids, *unknown) == ids.end()) return {};
  engine::Sequence& target = *input.examples.front().target;
  const auto first = static_cast<Index>(target.ids.size()) - 1;
  for (const Index id : ids) {
    target.ids.push_back(id);
    target.tokens.push_back(shown_token(checkpoint, id));
    target.padding.push_back(false);
  }
  const auto trace = engine::forward(*checkpoint.model, input, checkpoint.config);
  return trace ? words_behind_unknown(*trace, first, ids, *checkpoint.tokenizer) : std::vector<std::string>{};
}

std::string key_of(const loaders::Checkpoint& checkpoint, const engine::Sequence& source) {
  std::string key = std::to_string(reinterpret_cast<uintptr_t>(checkpoint.model.get())) + "\n";
  for (const Index id : source.ids) key.append(std::to_string(id)).append(" ");
  for (const std::string& word : source.unknown) key.append(word).append("\n");
  return key;
}

}  // namespace

Result<std::shared_ptr<const Translation>> own_translation(const loaders::Checkpoint& checkpoint,
                                                           const engine::Sequence& source,
                                                           const engine::Sequence& start) {
  // Holds the model, so that its address identifies it.
  struct Kept {
    std::shared_ptr<const engine::Model> model;
    Translation translation;
  };
  using Outcome = Result<std::shared_ptr<const Kept>>;
  static Recent<Kept> recent(kKeptTranslations);
  const std::string key = key_of(checkpoint, source);
  auto kept = recent.find(key);
  if (!kept) {
    engine::Input input;
    input.examples.push_back({source, start});
    Translation made;
    made.ids = translate(checkpoint, input);
    made.unknown = trace_unknown(checkpoint, input, made.ids);
    made.text = spelled(*decoder_tokenizer(checkpoint), made.ids, made.unknown);
    // Sums that were cut short are no translation.
    if (engine::stop_requested()) return Error{"error.stopped", {}};
    const auto whole = std::make_shared<const Kept>(Kept{checkpoint.model, std::move(made)});
    kept = recent.get(key, [&] { return Outcome(whole); });
  }
  return std::shared_ptr<const Translation>(**kept, &(**kept)->translation);
}

}  // namespace app
