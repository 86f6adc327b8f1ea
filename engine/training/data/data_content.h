// data_content.h: somebody's own text as ids: what is learned, and what is held out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/draw.h"
#include "engine/core/result.h"
#include "engine/text/learn_subwords.h"
#include "engine/training/data/data_rows.h"
#include "engine/training/task.h"

namespace engine {

inline constexpr Index kUsualDataTokens = 2000;  // words, or characters, of the vocabulary: the most frequent
inline constexpr Index kUsualSubwords = 1024;    // of its tokens, if the text has pairs for so many
inline constexpr Index kFewestDataTokens = 8;
inline constexpr Index kMostDataTokens = 8192;    // that somebody may ask for
inline constexpr size_t kLongestDataWord = 100;   // bytes; longer ones are <unk>
inline constexpr Index kMostDataPlaces = 64;      // tokens that the model reads on either side
inline constexpr Index kFewestDataExamples = 10;  // different ones: a tenth is held out
inline constexpr Index kMostDataHeldOut = 1000;   // different ones

// What became of a text.
struct DataSummary {
  Index rows = 0;       // lines with something in them
  Index learned = 0;    // examples, those that stand twice counted twice
  Index held_out = 0;   // different ones
  Index kinds = 0;      // of words or characters in the text
  Index kept = 0;       // of them, in the vocabulary
  Index tokens = 0;     // of the text
  Index unknown = 0;    // of them, <unk>
  Index long_rows = 0;  // of more tokens than the model has places

  double unknown_share() const {
    return tokens == 0 ? 0 : static_cast<double>(unknown) / static_cast<double>(tokens);
  }
};

// Tokens that stand one behind the other in DataContent::ids: `size` of them are read, and the one behind
// them is the last label.
struct DataSide {
  uint32_t begin = 0;
  uint32_t size = 0;
};

// What is read: of a table both sides, of a text the source alone. The source of a table has no labels.
struct DataExample {
  DataSide source, target;
};

struct DataContent {
  std::string name;  // of the file, on one line
  DataKind kind = DataKind::kWords;
  TaskVocabulary vocabulary;  // the tokens with a duty, then the others, the most frequent first
  std::vector<int32_t> ids;
  std::vector<text::LearnedMerge> merges;  // of subwords
  std::vector<DataExample> learned;        // empty of subwords, which are learned from any place of the text
  std::vector<DataExample> held_out;       // no two read alike, and none as one of `learned` does
  Index learned_ids = 0;                   // of subwords: as many of `ids` are learned, the others held out
  std::vector<std::string> shown;          // the first two sources
  Index source_length = 0;                 // tokens of the longest
  Index target_length = 0;
  DataSummary summary;

  // An example to learn from.
  DataExample drawn(Draw& choices) const;

  // The ids that a side reads, and what each of them should say: of a text nothing in the place of <unk>.
  std::vector<Index> read(const DataSide& side) const;
  std::vector<Index> labels(const DataSide& side) const;
};

// A text's line is <bos>, its tokens and <eos>; a longer one is read in parts, each of which begins with the
// last token of the part before. A row of a table is read as other translations are; what is longer is cut
// off. Of the different examples, as the model reads them (of a table: its sources), a tenth is held out,
// drawn by their number, and all that read alike with them. Subwords are one row of tokens, in which
// <|endoftext|> stands before each line and behind the last: an example is any part of it, from the start of
// a line where one is near; of parts of it, sixteen examples long where the text is long enough, a tenth is
// held out. `tokens`: of the vocabulary at most, of subwords exactly; 0: as many as usual. Errors: those of
// make_data_task.
Result<DataContent> read_data_content(std::string_view name, std::string_view text, DataKind kind,
                                      Index tokens);

}  // namespace engine
