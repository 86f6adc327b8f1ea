// place.h: where in the model a stage stands, read off its address.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace app {

enum class Stack { kNone, kEncoder, kDecoder };
enum class Sublayer { kNone, kSelf, kCross, kFeedForward };

// "batch.1.decoder.0.cross.head.2.scores": example 1, decoder layer 0, cross-attention, head 2, "scores".
// -1 and "" where an address does not say; all counted from 0.
struct Place {
  int batch = -1;
  std::string stream;  // "source" or "target", of what is fed in
  Stack stack = Stack::kNone;
  int layer = -1;
  Sublayer sublayer = Sublayer::kNone;
  int head = -1;
  std::string step;  // the rest: "scores", "norm", "norm.weight"

  bool operator==(const Place&) const = default;
};

// Any text is read; what does not follow the pattern stands in `step`.
Place place_of(std::string_view address);
std::string address_of(const Place& place);

// The same place in another head, layer or example; the address as it is where it has none.
std::string in_head(std::string_view address, int head);
std::string in_layer(std::string_view address, int layer);
std::string in_example(std::string_view address, int example);

// Which lab a place is of: "positions" of lab.positions.table; empty where it is of none.
std::string_view lab_of(const Place& place);

// Which head an address belongs to; nothing where it belongs to none.
std::optional<int> head_of(std::string_view address);

// What a stage is, unique among kinds of stages, for text keys: "scores", "head_output", "ffn_output",
// "encoder_output", "norm_weight", "embedding_table", "lab_positions_table".
std::string stage_kind(std::string_view address);

}  // namespace app
