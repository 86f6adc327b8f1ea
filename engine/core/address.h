// address.h: stage addresses, and the only code that parses them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class Stack { kNone, kEncoder, kDecoder };
enum class Sublayer { kNone, kSelf, kCross, kFeedForward };

// "batch.1.decoder.0.cross.head.2.scores": example 1, decoder layer 0, cross-attention, head 2, "scores". -1
// and "" for parts that an address does not have; all indices count from 0.
struct StageAddress {
  bool is_gradient = false;  // "gradient.ADDRESS": of the stage that the rest names
  int batch = -1;
  std::string stream;  // "source" or "target", for input stages
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

// Accepts any text; what does not follow the pattern ends up in `step`.
StageAddress parse_address(std::string_view address);
// As above, for a name that ends with its sub-layer or its head: "encoder.0.self.head.2".
StageAddress parse_part(std::string_view name);
std::string address_of(const StageAddress& place);

// The same stage in another head, layer or example; an address that has none is returned unchanged.
std::string in_head(std::string_view address, int head);
std::string in_layer(std::string_view address, int layer);
std::string in_example(std::string_view address, int example);

// The lab that a place belongs to: "positions" for lab.positions.table; empty if none.
std::string_view lab_of(const StageAddress& place);
bool is_of_lab(std::string_view address);
// "encoder.0.self.scores" of lab.depth.pure.encoder.0.self.scores: a stage of layers that a lab runs; empty
// if it is none.
std::string_view in_layers_of_lab(std::string_view address);

// The head that an address belongs to; nullopt if none.
std::optional<int> head_of(std::string_view address);

// The functions below take any address, including those of an attention outside any layer, and names of heads
// and attentions.

// Whether the address names a head, with something before it.
bool is_in_head(std::string_view address);
// "batch.1.encoder.0.self" for one of its heads or a stage of one; the address itself if it names no head.
std::string_view attention_of(std::string_view address);
// "batch.1.encoder.0.self.head.2" for a stage of that head; the address itself if it names no head.
std::string_view head_address(std::string_view address);
// "encoder.0.self.head.2" from "encoder.0.self" and 2.
std::string head_in(std::string_view attention, int head);
// "performer.features.query" for a stage of a head: everything after the head; otherwise the last part.
std::string_view own_step(std::string_view address);
// What follows the number of a head or layer, or a sub-layer, if it is a single word: the whole step. Empty
// if there may be more to it.
std::string_view plain_step(std::string_view address);
// Another step of the same head or sub-layer: replaces what own_step() returns.
std::string beside(std::string_view address, std::string_view step);
// The sub-layer "encoder.0.self", the same in every example of a batch; empty if the stage belongs to none.
std::string sublayer_of(std::string_view address);
// "encoder.0.self" from "batch.1.encoder.0.self": the address shared by all examples.
std::string_view without_example(std::string_view address);

// "performer", "features", "query" from "performer.features.query".
std::vector<std::string_view> parts_of(std::string_view step);
// Whether an address ends, or starts, with these whole parts: "norm" in "encoder.0.ffn.norm", "patch" in
// "patch.weight".
bool ends_in(std::string_view address, std::string_view ending);
bool starts_in(std::string_view step, std::string_view start);
// Whether an address is `outer` or lies below it.
bool is_within(std::string_view address, std::string_view outer);

// Whether a stage is a gradient, or a part of one; and the stage that it is the gradient of.
bool is_gradient(std::string_view address);
std::string_view without_gradient(std::string_view address);
// "gradient.encoder.0.norm" of "encoder.0.norm"; its part that comes back through another stage.
std::string gradient_address(std::string_view address);
std::string gradient_part(std::string_view address, std::string_view through);

// The mask of an attention or a head.
bool is_mask(std::string_view address);
// Whether a stage's values may be typed over: masks are painted, and tokens come from a text.
bool may_be_typed(std::string_view address);

}  // namespace engine
