// unknown_words.cpp: reads the last layer's weights on what was typed and is not known.
#include "engine/analysis/unknown_words.h"

#include <tuple>
#include <utility>
#include <vector>

#include "engine/core/address.h"

namespace engine {
namespace {

// How near to the output an attention is: cross-attention last, then by layer.
auto order_of(const StageAddress& place) {
  return std::tuple(place.stack == Stack::kDecoder, place.sublayer == Sublayer::kCross, place.layer);
}

// The weights of all heads of the attention that is nearest to the output.
std::vector<int> last_weights(const Trace& trace) {
  std::vector<int> heads;
  StageAddress last;
  for (int stage = 0; stage < trace.size(); ++stage) {
    const std::string& address = trace.stage(stage).address;
    const StageAddress place = parse_address(address);
    const bool counts = place.step == "weights" && place.stack != Stack::kNone && place.head >= 0 &&
                        place.batch <= 0 && !place.is_gradient;
    if (!counts || (!heads.empty() && order_of(place) < order_of(last))) continue;
    if (heads.empty() || order_of(last) < order_of(place)) heads.clear();
    last = place;
    heads.push_back(stage);
  }
  return heads;
}

}  // namespace

std::optional<UnknownWord> unknown_word(const Trace& trace, Index row) {
  std::optional<UnknownWord> most;
  for (const int stage : last_weights(trace)) {
    const Sequence& keys = trace.sequence(trace.stage(stage).column_sequence);
    if (keys.unknown.empty() || row >= trace.stage(stage).rows) continue;
    const Matrix weights = trace.read_row(stage, row);
    for (Index key = 0; key < weights.cols(); ++key) {
      std::string typed = unknown_at(keys, static_cast<size_t>(key));
      if (!typed.empty() && (!most || weights(0, key) > most->weight))
        most = UnknownWord{std::move(typed), key, weights(0, key)};
    }
  }
  return most;
}

}  // namespace engine
