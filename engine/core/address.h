// address.h: the names of stages, and the one place that takes them apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class Stack { kNone, kEncoder, kDecoder };
enum class Sublayer { kNone, kSelf, kCross, kFeedForward };

// "batch.1.decoder.0.cross.head.2.scores": example 1, decoder layer 0, cross-attention, head 2, "scores".
// -1 and "" where an address does not say; all counted from 0.
struct StageAddress {
  bool is_gradient = false;  // "gradient.ADDRESS": of the stage that the rest names
  int batch = -1;
  std::string stream;  // "source" or "target", of what is fed in
  Stack stack = Stack::kNone;
  int layer = -1;
  Sublayer sublayer = Sublayer::kNone;
  int head = -1;
  std::string step;  // the rest: "scores", "norm", "norm.weight"
  // Of a gradient's part, the stage that it comes back through:
  // "gradient.input.from.encoder.0.self.head.0.q".
  std::string through;

  bool operator==(const StageAddress&) const = default;
};

// Any text is read; what does not follow the pattern stands in `step`.
StageAddress parse_address(std::string_view address);
// The same of a name that ends with its sub-layer or its head: "encoder.0.self.head.2".
StageAddress parse_part(std::string_view name);
std::string address_of(const StageAddress& place);

// The same place in another head, layer or example; the address as it is where it has none.
std::string in_head(std::string_view address, int head);
std::string in_layer(std::string_view address, int layer);
std::string in_example(std::string_view address, int example);

// Which lab a place is of: "positions" of lab.positions.table; empty where it is of none.
std::string_view lab_of(const StageAddress& place);
bool is_of_lab(std::string_view address);

// Which head an address belongs to; nothing where it belongs to none.
std::optional<int> head_of(std::string_view address);

// The functions below read any address, also in an attention that stands in no layer, and the names of heads
// and attentions.

// Whether a head is named, with something before it.
bool is_in_head(std::string_view address);
// "batch.1.encoder.0.self" of one of its heads or of a stage in one; as it is where no head is named.
std::string_view attention_of(std::string_view address);
// "batch.1.encoder.0.self.head.2" of a stage in it; as it is where no head is named.
std::string_view head_address(std::string_view address);
// "encoder.0.self.head.2" of "encoder.0.self" and 2.
std::string head_in(std::string_view attention, int head);
// "performer.features.query" of a stage in a head: all behind the head; else the last part.
std::string_view own_step(std::string_view address);
// What stands behind the number of a head or a layer, or behind a sub-layer, where that is one word: the
// whole step. Empty where there may be more to it.
std::string_view plain_step(std::string_view address);
// Another step of the same head or sub-layer, which stands where own_step() stands.
std::string beside(std::string_view address, std::string_view step);
// The sub-layer "encoder.0.self", the same in every example of a batch; empty where a stage is of none.
std::string sublayer_of(std::string_view address);
// "encoder.0.self" of "batch.1.encoder.0.self": what stands in every example.
std::string_view without_example(std::string_view address);

// "performer", "features", "query" of "performer.features.query".
std::vector<std::string_view> parts_of(std::string_view step);
// Whether these are the last parts, or the first, of more: "norm" of "encoder.0.ffn.norm", "patch" of
// "patch.weight".
bool ends_in(std::string_view address, std::string_view ending);
bool starts_in(std::string_view step, std::string_view start);
// Whether an address is `outer`, or stands below it.
bool is_within(std::string_view address, std::string_view outer);

// Whether a stage is a gradient, or a part of one; and the stage that it is the gradient of.
bool is_gradient(std::string_view address);
std::string_view without_gradient(std::string_view address);
// "gradient.encoder.0.norm" of "encoder.0.norm"; its part that comes back through another stage.
std::string gradient_address(std::string_view address);
std::string gradient_part(std::string_view address, std::string_view through);

// The mask of an attention or a head.
bool is_mask(std::string_view address);
// Whether numbers may be typed over a stage's: masks are painted, and tokens come from a text.
bool may_be_typed(std::string_view address);

}  // namespace engine
