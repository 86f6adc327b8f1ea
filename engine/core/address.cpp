// address.cpp: parses addresses and builds them.
#include "engine/core/address.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace engine {
namespace {

constexpr std::string_view kHead = ".head.";
constexpr std::string_view kGradientPrefix = "gradient.";
constexpr std::string_view kFrom = ".from.";

// Reads an address from the front.
class AddressReader {
 public:
  explicit AddressReader(std::string_view text) : rest_(text) {}

  // Consumes the next part if it is `word`.
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    const std::string_view after = rest_.substr(word.size());
    if (!after.starts_with('.')) return false;
    rest_ = after.substr(1);
    return true;
  }

  // "word.3." -> 3; -1 if it does not match, and then nothing is consumed.
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

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

}  // namespace

StageAddress parse_address(std::string_view address) {
  StageAddress place;
  place.is_gradient = is_gradient(address);
  if (place.is_gradient) {
    address.remove_prefix(kGradientPrefix.size());
    if (const size_t from = address.find(kFrom); from != std::string_view::npos) {
      place.through = address.substr(from + kFrom.size());
      address = address.substr(0, from);
    }
  }
  AddressReader reader(address);
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

StageAddress parse_part(std::string_view name) {
  return parse_address(std::string(name).append("."));
}

std::string address_of(const StageAddress& place) {
  std::string address(place.is_gradient ? kGradientPrefix : "");
  address += numbered("batch", place.batch);
  if (!place.stream.empty()) address += place.stream + ".";
  if (place.stack != Stack::kNone) {
    const std::string_view stack = place.stack == Stack::kEncoder ? "encoder" : "decoder";
    address += place.layer < 0 ? std::string(stack) + "." : numbered(stack, place.layer);
  }
  address += word_of(place.sublayer);
  address += numbered("head", place.head);
  address += place.step;
  return place.through.empty() ? address : address.append(kFrom).append(place.through);
}

std::string in_head(std::string_view address, int head) {
  StageAddress place = parse_address(address);
  if (place.head >= 0) place.head = head;
  return address_of(place);
}

std::string in_layer(std::string_view address, int layer) {
  StageAddress place = parse_address(address);
  if (place.layer >= 0) place.layer = layer;
  return address_of(place);
}

std::string in_example(std::string_view address, int example) {
  StageAddress place = parse_address(address);
  if (place.batch >= 0) place.batch = example;
  return address_of(place);
}

std::string_view lab_of(const StageAddress& place) {
  constexpr std::string_view kLab = "lab.";
  std::string_view name = place.step;
  if (!name.starts_with(kLab)) return {};
  name.remove_prefix(kLab.size());
  return name.substr(0, name.find('.'));
}

bool is_of_lab(std::string_view address) {
  return starts_in(address, "lab");
}

std::string_view in_layers_of_lab(std::string_view address) {
  if (!is_of_lab(address)) return {};
  const size_t layers = std::min(address.find(".encoder."), address.find(".decoder."));
  return layers == std::string_view::npos ? std::string_view() : address.substr(layers + 1);
}

std::optional<int> head_of(std::string_view address) {
  const int head = parse_address(address).head;
  return head < 0 ? std::nullopt : std::optional(head);
}

bool is_in_head(std::string_view address) {
  return address.find(kHead) != std::string_view::npos;
}

std::string_view attention_of(std::string_view address) {
  return address.substr(0, address.find(kHead));
}

std::string_view head_address(std::string_view address) {
  const size_t head = address.find(kHead);
  if (head == std::string_view::npos) return address;
  return address.substr(0, address.find('.', head + kHead.size()));
}

std::string head_in(std::string_view attention, int head) {
  return std::string(attention).append(kHead).append(std::to_string(head));
}

std::string_view own_step(std::string_view address) {
  const size_t head = address.find(kHead);
  const size_t dot =
      head == std::string_view::npos ? address.rfind('.') : address.find('.', head + kHead.size());
  return dot == std::string_view::npos ? address : address.substr(dot + 1);
}

std::string_view plain_step(std::string_view address) {
  const size_t dot = address.rfind('.');
  if (dot == std::string_view::npos) return address;
  std::string_view before = address.substr(0, dot);
  while (!before.empty() && is_digit(before.back())) before.remove_suffix(1);
  if (before.ends_with('.')) before.remove_suffix(1);
  const std::string_view owner = before.substr(before.rfind('.') + 1);
  constexpr std::array<std::string_view, 6> kOwners = {"head", "self", "ffn", "encoder", "decoder", "cross"};
  const bool is_whole = std::find(kOwners.begin(), kOwners.end(), owner) != kOwners.end();
  return is_whole ? address.substr(dot + 1) : std::string_view();
}

std::string beside(std::string_view address, std::string_view step) {
  return std::string(address.substr(0, address.size() - own_step(address).size())).append(step);
}

std::string sublayer_of(std::string_view address) {
  StageAddress place = parse_address(address);
  if (place.sublayer == Sublayer::kNone) return "";
  place.batch = -1;
  place.head = -1;
  place.step.clear();
  std::string sublayer = address_of(place);
  sublayer.pop_back();  // the full stop before the step
  return sublayer;
}

std::string_view without_example(std::string_view address) {
  constexpr std::string_view kBatch = "batch.";
  if (!address.starts_with(kBatch)) return address;
  return address.substr(address.find('.', kBatch.size()) + 1);
}

std::vector<std::string_view> parts_of(std::string_view step) {
  std::vector<std::string_view> parts;
  for (size_t start = 0; start <= step.size();) {
    const size_t end = std::min(step.find('.', start), step.size());
    parts.push_back(step.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

bool ends_in(std::string_view address, std::string_view ending) {
  if (!address.ends_with(ending)) return false;
  address.remove_suffix(ending.size());
  return address.ends_with('.');
}

bool starts_in(std::string_view step, std::string_view start) {
  if (!step.starts_with(start)) return false;
  step.remove_prefix(start.size());
  return step.starts_with('.');
}

bool is_within(std::string_view address, std::string_view outer) {
  return address == outer || starts_in(address, outer);
}

bool is_gradient(std::string_view address) {
  return address.starts_with(kGradientPrefix);
}

std::string_view without_gradient(std::string_view address) {
  if (!is_gradient(address)) return address;
  address.remove_prefix(kGradientPrefix.size());
  return address.substr(0, address.find(kFrom));
}

std::string gradient_address(std::string_view address) {
  return std::string(kGradientPrefix).append(address);
}

std::string gradient_part(std::string_view address, std::string_view through) {
  return gradient_address(address).append(kFrom).append(through);
}

bool is_mask(std::string_view address) {
  return ends_in(address, "mask") && !is_gradient(address);
}

bool may_be_typed(std::string_view address) {
  return !address.empty() && !is_gradient(address) && !is_mask(address) && !address.ends_with("tokens");
}

}  // namespace engine
