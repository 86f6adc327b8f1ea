// stage_kind.cpp: which stages are of one kind, whatever head, layer, example or lab they stand in.
#include "app/session/stage_kind.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/attention/efficient/method.h"
#include "engine/core/address.h"

namespace app {
namespace {

using engine::Stack;
using engine::StageAddress;
using engine::Sublayer;

// Steps whose last word alone would say something else.
std::string_view kind_of_step(std::string_view step) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kKinds = {
      {{"q.rotated", "q_rotated"},
       {"k.rotated", "k_rotated"},
       {"relative.table", "relative_table"},
       {"relative.scores", "relative_scores"},
       {"relative.sum", "relative_sum"},
       {"query.input", "query_input"},
       {"key.input", "key_input"},
       {"value.input", "value_input"},
       {"segment.ids", "segment_ids"},
       {"segment.table", "segment_table"},
       {"patch.weight", "patch_weight"},
       {"patch.bias", "patch_bias"},
       {"patch.embedding", "patch_embedding"},
       {"class.token", "class_token"},
       {"predict.weight", "predict_weight"},
       {"predict.bias", "predict_bias"},
       {"predict.dense", "dense"},
       {"predict.activation", "activation"},
       {"predict.norm", "norm"},
       {"predict.scaled", "predict_scaled"},
       {"predict.class", "class"},
       {"logits.bias", "logits_bias"}}};
  const auto* const found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& kind) { return kind.first == step; });
  return found == kKinds.end() ? std::string_view() : found->second;
}

// "performer.features.query" -> "features", "window.global.shares" -> "global_shares": what a way of
// computing attention adds to a head, alike for queries, keys and values. Empty for other steps.
std::string kind_of_method(std::string_view step) {
  if (step == "difference") return "map_difference";
  const std::vector<std::string_view> parts = engine::parts_of(step);
  if (parts.size() < 2 || !engine::attention_named(parts.front())) return "";
  std::string kind(parts[1]);
  for (size_t i = 2; i < parts.size(); ++i) {
    const bool is_side = parts[i] == "query" || parts[i] == "key" || parts[i] == "value";
    if (!is_side || i + 1 < parts.size()) kind.append("_").append(parts[i]);
  }
  return kind;
}

// lab.NAME.stack.2.output is of the kind lab_NAME_stack_output: what is counted has one name.
std::string kind_in_lab(std::string_view step) {
  std::string kind;
  for (const std::string_view part : engine::parts_of(step)) {
    if (part.find_first_not_of("0123456789") != std::string_view::npos)
      kind.append(kind.empty() ? "" : "_").append(part);
  }
  return kind;
}

}  // namespace

std::string stage_kind(std::string_view address) {
  const StageAddress place = engine::parse_address(address);
  if (!engine::lab_of(place).empty()) return kind_in_lab(place.step);
  if (place.step == "output") {
    if (place.head >= 0) return "head_output";
    if (place.sublayer == Sublayer::kFeedForward) return "ffn_output";
    if (place.layer < 0 && place.stack == Stack::kEncoder) return "encoder_output";
    if (place.layer < 0 && place.stack == Stack::kDecoder) return "decoder_output";
    return "output";
  }
  // A number for each bucket of distances belongs to a stack, a vector for each distance to a head.
  if (place.step == "relative.table" && place.head >= 0) return "relative_vectors";
  if (place.head >= 0) {
    if (std::string of_method = kind_of_method(place.step); !of_method.empty()) return of_method;
  }
  if (const std::string_view whole = kind_of_step(place.step); !whole.empty()) return std::string(whole);
  const std::string last(engine::parts_of(place.step).back());
  if (last == "weight" || last == "bias") return "norm_" + last;
  return last == "table" ? "embedding_table" : last;
}

}  // namespace app
