// head_patterns.h: what a head was measured to do, in words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "engine/analysis/row_peaks.h"

namespace views {

// What one query of a head without a habit plainly reads: the pinned one, or the one that reads it most.
// `stage`: any stage of the head.
std::optional<engine::RowPeak> plain_reading(const Frame& frame, int stage);
// "it → animal".
std::string plain_reading_words(const Frame& frame, int stage, const engine::RowPeak& peak);

// "it: tired 76 %, street 11 %": what one query reads most, of up to three keys as many as fit into `width`:
// the pinned or followed one, or that of the plain reading; empty if there is none.
std::string reading_words(const Frame& frame, int stage, float width);

// "largest: cross → not 78 %": the largest weight of a head, unless that is what the pinned or followed
// query reads most; empty where none stands out.
std::string strongest_words(const Frame& frame, int stage);

// What the pinned or followed query reads in these maps: a row for each.
struct ReadRows {
  engine::Matrix read;
  engine::Index query = 0;
  engine::AxisRef queries, keys;
};
// Nullopt where there is no such query or only one map.
std::optional<ReadRows> read_by_query(const Frame& frame, const std::vector<int>& stages);

// The key whose weights differ most; nullopt where all are the same, as they are written.
std::optional<engine::Index> differing_key(const ReadRows& rows);

// What the pinned or followed query reads in these maps, one of each head: whether it is the same key most,
// and on which key the heads differ most; empty where there is no such query or only one head.
std::string compared_heads(const Frame& frame, const std::vector<int>& stages);

// Whether a head spreads its attention evenly.
bool is_even(const engine::HeadHabit& habit);

// The formula of the head's habit, as markup; empty if it has none.
std::string habit_formula(const Frame& frame, int stage);

// A head's habit, "even", with the weight of each key where that is the same: "even: 12.5 % each".
std::string with_even_weight(const Frame& frame, int stage, const std::string& habit);

// "97 % on the previous token", or "it → animal: 94 %"; says so if nothing stands out.
std::string head_pattern_sentence(const Frame& frame, int stage);
// "97 % previous": for a narrow place.
std::string brief_head_pattern(const Frame& frame, int stage);

}  // namespace views
