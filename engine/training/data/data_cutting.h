// data_cutting.h: how the texts of somebody's own file are cut into words or characters.
#pragma once

#include <span>
#include <string>

#include "engine/training/data/data_rows.h"
#include "engine/training/task.h"

namespace engine {

// Words are cut at spaces and punctuation, which is kept; an apostrophe between letters belongs to its word,
// and each Chinese or Japanese character is a word. Letters keep their case and take Unicode's form NFC;
// control characters become spaces. Before subwords are learned of them, words are cut in GPT-2's manner, and
// each keeps its bytes. `known`: the characters of a vocabulary of characters, between which a
// run of others is one word; empty: each is known.
Cutting data_cutting(DataKind kind, std::span<const std::string> known);

}  // namespace engine
