// place.cpp: takes addresses apart, and puts them together again.
#include "app/session/place.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "engine/attention/efficient/method.h"

namespace app {
namespace {

// Reads an address from its front.
class AddressReader {
 public:
  explicit AddressReader(std::string_view text) : rest_(text) {}

  // Whether the next part is `word`, which is then behind us.
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    const std::string_view after = rest_.substr(word.size());
    if (!after.starts_with('.')) return false;
    rest_ = after.substr(1);
    return true;
  }

  // "word.3." -> 3, or -1 and nothing is read.
  int take_numbered(std::string_view word) {
    AddressReader ahead = *this;
    if (!ahead.take(word)) return -1;
    const size_t dot = ahead.rest_.find('.');
    if (dot == std::string_view::npos) return -1;
    const std::string_view digits = ahead.rest_.substr(0, dot);
    int number = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number < 0) return -1;
    rest_ = ahead.rest_.substr(dot + 1);
    return number;
  }

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

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
  const size_t dot = step.find('.');
  if (dot == std::string_view::npos || !engine::attention_named(step.substr(0, dot))) return "";
  std::string kind(step.substr(dot + 1));
  for (const std::string_view side : {".query", ".key", ".value"}) {
    if (kind.ends_with(side)) kind.resize(kind.size() - side.size());
  }
  std::replace(kind.begin(), kind.end(), '.', '_');
  return kind;
}

// "lab.relatives.stack.2.output" -> "lab_relatives_stack_output": what is counted has one name.
std::string kind_in_lab(std::string_view step) {
  std::string kind;
  for (size_t start = 0; start <= step.size();) {
    const size_t end = std::min(step.find('.', start), step.size());
    const std::string_view part = step.substr(start, end - start);
    if (part.find_first_not_of("0123456789") != std::string_view::npos)
      kind.append(kind.empty() ? "" : "_").append(part);
    start = end + 1;
  }
  return kind;
}

std::string numbered(std::string_view word, int number) {
  return number < 0 ? std::string() : std::string(word) + "." + std::to_string(number) + ".";
}

std::string_view word_of(Sublayer sublayer) {
  switch (sublayer) {
    case Sublayer::kSelf:
      return "self.";
    case Sublayer::kCross:
      return "cross.";
    case Sublayer::kFeedForward:
      return "ffn.";
    case Sublayer::kNone:
      break;
  }
  return "";
}

}  // namespace

Place place_of(std::string_view address) {
  AddressReader reader(address);
  Place place;
  place.batch = reader.take_numbered("batch");
  if (reader.take("source")) place.stream = "source";
  if (place.stream.empty() && reader.take("target")) place.stream = "target";
  for (const auto& [word, stack] :
       {std::pair{"encoder", Stack::kEncoder}, std::pair{"decoder", Stack::kDecoder}}) {
    if (place.stack != Stack::kNone) break;
    place.layer = reader.take_numbered(word);
    if (place.layer >= 0 || reader.take(word)) place.stack = stack;
  }
  if (place.layer >= 0) {
    if (reader.take("self")) place.sublayer = Sublayer::kSelf;
    if (place.sublayer == Sublayer::kNone && reader.take("cross")) place.sublayer = Sublayer::kCross;
    if (place.sublayer == Sublayer::kNone && reader.take("ffn")) place.sublayer = Sublayer::kFeedForward;
  }
  if (place.sublayer != Sublayer::kNone) place.head = reader.take_numbered("head");
  place.step = reader.rest();
  return place;
}

std::string address_of(const Place& place) {
  std::string address = numbered("batch", place.batch);
  if (!place.stream.empty()) address += place.stream + ".";
  if (place.stack != Stack::kNone) {
    const std::string_view stack = place.stack == Stack::kEncoder ? "encoder" : "decoder";
    address += place.layer < 0 ? std::string(stack) + "." : numbered(stack, place.layer);
  }
  address += word_of(place.sublayer);
  address += numbered("head", place.head);
  return address + place.step;
}

std::string in_head(std::string_view address, int head) {
  Place place = place_of(address);
  if (place.head >= 0) place.head = head;
  return address_of(place);
}

std::string in_layer(std::string_view address, int layer) {
  Place place = place_of(address);
  if (place.layer >= 0) place.layer = layer;
  return address_of(place);
}

std::string in_example(std::string_view address, int example) {
  Place place = place_of(address);
  if (place.batch >= 0) place.batch = example;
  return address_of(place);
}

std::string_view lab_of(const Place& place) {
  constexpr std::string_view kLab = "lab.";
  std::string_view name = place.step;
  if (!name.starts_with(kLab)) return {};
  name.remove_prefix(kLab.size());
  return name.substr(0, name.find('.'));
}

std::optional<int> head_of(std::string_view address) {
  const int head = place_of(address).head;
  return head < 0 ? std::nullopt : std::optional(head);
}

std::string stage_kind(std::string_view address) {
  const Place place = place_of(address);
  if (!lab_of(place).empty()) return kind_in_lab(place.step);
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
  const size_t dot = place.step.rfind('.');
  const std::string last = dot == std::string::npos ? place.step : place.step.substr(dot + 1);
  if (last == "weight" || last == "bias") return "norm_" + last;
  return last == "table" ? "embedding_table" : last;
}

}  // namespace app
