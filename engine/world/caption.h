// caption.h: what a picture should hold, in words: "red circle", "red circle left of blue square".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/world/scene.h"

namespace world {

inline constexpr std::array<std::string_view, 4> kRelations = {"left-of", "right-of", "above", "below"};

// One kind of figure; or two, and where the first one is, seen from the second.
struct Caption {
  struct Second {
    int relation = 0;  // its number in kRelations
    int kind = 0;

    bool operator==(const Second&) const = default;
  };

  int kind = 0;
  std::optional<Second> second;

  bool operator==(const Caption&) const = default;
};

// Of the first two figures; none where there is no figure.
std::optional<Caption> caption_of(const Scene& scene);

// "red circle left-of blue square".
std::string text_of(const Caption& caption);

// Words as text_of() writes them; "left of" as well as "left-of", capitals as small letters. Errors:
// error.caption_empty, error.caption_word (word, words), error.caption_unfinished (words),
// error.caption_more (word).
engine::Result<Caption> parse_caption(std::string_view text);

// Whether the scene holds what the caption says, and nothing else.
bool is_right(const Caption& caption, const Scene& scene);

// All captions: of one kind, then of two. There are 12 and 576.
std::vector<Caption> all_captions();
// Those of two kinds that training never sees: 48, picked by hash.
bool is_held_out(const Caption& caption);

}  // namespace world
