// Tasks that are made of somebody's own text: what is learned and what is held out, that a tokenizer cuts as
// the task does, and what is refused.
#include "engine/training/data/data_task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/text/tokenizer_files.h"
#include "engine/training/record.h"
#include "engine/training/run.h"
#include "engine/training/tasks/tokenizer_text.h"
#include "tests/engine/scratch_folder.h"

namespace engine {
namespace {

using Ids = std::vector<Index>;
using Made = std::shared_ptr<const DataTask>;

Made made(std::string_view text, DataKind kind) {
  auto task = make_data_task("own", text, kind);
  EXPECT_TRUE(task.ok()) << task.error().key;
  return task ? *task : nullptr;
}

Error refusal(std::string_view text, DataKind kind) {
  const auto task = make_data_task("own", text, kind);
  EXPECT_FALSE(task.ok());
  return task ? Error{} : task.error();
}

// "word0 word1 …", all different.
std::string words(int first, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? " word" : "word") + std::to_string(first + i);
  return text;
}

// Lines that all differ.
std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "line number " + std::to_string(i) + " is read\n";
  return text;
}

// A table: the source of row i is its number in two words, the target in one.
std::string table(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "row " + std::to_string(i) + "\tr" + std::to_string(i % 7) + " x\n";
  return text;
}

text::ModelTokenizer tokenizer_of(const Task& task) {
  auto tokenizer = text::read_tokenizer_json(tokenizer_text(task));
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  return std::move(tokenizer).value();
}

Ids typed(const text::ModelTokenizer& tokenizer, std::string_view text) {
  Ids ids;
  const auto pieces = tokenizer.encode_plain(text);
  EXPECT_TRUE(pieces.ok());
  for (const text::Piece& piece : *pieces) ids.push_back(piece.id);
  return ids;
}

// Every example that is learned from, as often as it comes among many draws.
std::set<Ids> learned_sources(const Task& task) {
  std::set<Ids> all;
  for (uint64_t index = 0; index < 20000; ++index) all.insert(task.example(5, index).source);
  return all;
}

// All that a text's lines make, in ids: those that are learned, and those held out.
std::set<Ids> all_sources(const Task& task) {
  std::set<Ids> all = learned_sources(task);
  for (const TaskCase& held : task.held_out()) all.insert(held.source);
  return all;
}

TEST(DataTask, HoldsOutATenthOfWhatDiffers) {
  for (const auto& [text, kind] :
       {std::pair(lines(200), DataKind::kWords), std::pair(table(200), DataKind::kTable),
        std::pair(lines(200), DataKind::kCharacters)}) {
    const Made task = made(text, kind);
    EXPECT_EQ(task->held_out().size(), 20U);
    EXPECT_EQ(task->data()->held_out, 20);
    EXPECT_EQ(task->data()->learned, 180);
    EXPECT_EQ(all_sources(*task).size(), 200U);
  }
}

TEST(DataTask, NeverTeachesWhatItIsTestedOnThoughItStandsTwice) {
  // Every line twice, once with other spaces, and at other places.
  const std::string text = lines(60) + "line number 3   is read\r\n" + lines(60);
  const Made task = made(text, DataKind::kWords);
  const std::set<Ids> learned = learned_sources(*task);
  EXPECT_EQ(task->held_out().size(), 6U);
  EXPECT_EQ(learned.size(), 54U);
  for (const TaskCase& held : task->held_out()) EXPECT_FALSE(learned.contains(held.source));
}

// Two sources that differ only in words that are <unk> are one to the model.
TEST(DataTask, NeverTeachesWhatReadsAlike) {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += words(i, 1) + " " + words(i, 1) + "\tcommon\n";  // fill the vocabulary
  for (int i = 0; i < 300; ++i) text += "rare" + std::to_string(i) + "\tother\n";
  const Made task = made(text, DataKind::kTable);
  std::set<Ids> tested;
  for (const TaskCase& held : task->held_out())
    EXPECT_TRUE(tested.insert(held.source).second) << "stands twice";
  const Index unknown = task->vocabulary().unknown;
  const Ids rare{unknown, task->vocabulary().end};
  const std::set<Ids> learned = learned_sources(*task);
  EXPECT_NE(learned.contains(rare), tested.contains(rare));
  for (const Ids& ids : learned) EXPECT_FALSE(tested.contains(ids));
}

TEST(DataTask, HoldsOutTheSameWhateverTheSeed) {
  const Made one = made(lines(100), DataKind::kWords);
  const Made other = made(lines(100), DataKind::kWords);
  for (size_t i = 0; i < one->held_out().size(); ++i)
    EXPECT_EQ(one->held_out()[i].source, other->held_out()[i].source);
  EXPECT_EQ(one->example(3, 7).source, other->example(3, 7).source);
  std::set<Ids> of_seeds;
  for (uint64_t seed = 0; seed < 20; ++seed) of_seeds.insert(one->example(seed, 7).source);
  EXPECT_GT(of_seeds.size(), 5U);
}

TEST(DataTask, ReadsLineEndsAndAMarkAsIfTheyWereNot) {
  std::string windows = "\xEF\xBB\xBF" + lines(40);
  for (size_t at = windows.find('\n'); at != std::string::npos; at = windows.find('\n', at + 2))
    windows.insert(at, "\r");
  const Made plain = made(lines(40), DataKind::kWords);
  const Made same = made(windows, DataKind::kWords);
  EXPECT_EQ(plain->vocabulary().tokens, same->vocabulary().tokens);
  EXPECT_EQ(all_sources(*plain), all_sources(*same));
}

// What somebody may write: marks, capitals, accents in two forms, characters without spaces, an emoji, a
// control character, what the text itself calls unknown, and marks with a meaning in regular expressions.
constexpr std::array<std::string_view, 12> kOdd = {
    "The cat, and 'the' dog: don't!",
    "l’eau de l'été costs 3.50 €",
    "e\u0301te\u0301 été",
    "我看見三隻貓，and 2 dogs。",
    "かなカナ漢字 text",
    "👩‍🚀 flies [^a-z] \\ & ^ - ] ## #",
    "a\x1b[31m red\x07 bell",
    "the <unk> sees <b> < > <",
    "tab\tand  spaces   end ",
    "x&&y~~z--w {1} (2) |3| *4* +5?",
    "\u00A0no-break\u3000wide",
    "$5.00 \"quoted\" “curly” …",
};

std::string odd_lines(bool is_table) {
  std::string text;
  for (const std::string_view line : kOdd) {
    std::string row(line);
    if (is_table) std::ranges::replace(row, '\t', ' ');
    text.append(row);
    if (is_table) text.append("\t").append(row).append(" again");
    text += '\n';
  }
  return text + (is_table ? table(30) : lines(30));
}

TEST(DataTask, ATokenizerCutsTextsIntoTheIdsThatAreLearned) {
  for (const DataKind kind : {DataKind::kWords, DataKind::kCharacters, DataKind::kTable}) {
    const Made task = made(odd_lines(kind == DataKind::kTable), kind);
    const text::ModelTokenizer tokenizer = tokenizer_of(*task);
    EXPECT_EQ(*tokenizer.vocabulary(), task->vocabulary().tokens);
    const std::set<Ids> sources = all_sources(*task);
    for (const std::string_view line : kOdd) {
      std::string row(line);
      if (kind == DataKind::kTable) std::ranges::replace(row, '\t', ' ');
      const auto encoded = tokenizer.encode(row);
      ASSERT_TRUE(encoded.ok());
      Ids ids;
      for (const text::Piece& piece : encoded->pieces) ids.push_back(piece.id);
      EXPECT_TRUE(sources.contains(ids)) << row << ": " << tokenizer.decode(ids, true);
    }
  }
}

TEST(DataTask, WhatIsWrittenIsCutAgainAsItWas) {
  for (const DataKind kind : {DataKind::kWords, DataKind::kCharacters}) {
    const Made task = made(odd_lines(false), kind);
    const text::ModelTokenizer tokenizer = tokenizer_of(*task);
    for (const std::string_view line : kOdd) {
      const Ids ids = typed(tokenizer, line);
      EXPECT_EQ(typed(tokenizer, tokenizer.decode(ids, true)), ids) << tokenizer.decode(ids, true);
    }
  }
}

TEST(DataTask, CutsAtSpacesAndMarksAndWritesThemAsPeopleDo) {
  const Made task = made(odd_lines(false), DataKind::kWords);
  const text::ModelTokenizer tokenizer = tokenizer_of(*task);
  const auto cut = [&](std::string_view text) {
    std::string names;
    const auto pieces = tokenizer.encode_plain(text);
    for (const text::Piece& piece : *pieces) names += (names.empty() ? "" : "|") + piece.name;
    return names;
  };
  EXPECT_EQ(cut("The cat, and don't!"), "The|cat|,|and|don't|!");
  EXPECT_EQ(cut("the zebra. Nobody knows"), "the|<unk>|.|<unk>|<unk>");
  EXPECT_EQ(cut("三隻貓，"), "三|隻|貓|，");
  EXPECT_EQ(cut("l'eau l’eau"), "l'eau|l'eau");
  EXPECT_EQ(tokenizer.decode(typed(tokenizer, "The cat, and don't!")), "The cat, and don't!");
  EXPECT_EQ(tokenizer.decode(typed(tokenizer, "我看見三隻貓，and")), "我看見三隻貓，and");
}

TEST(DataTask, UnknownCharactersInARowAreOne) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "ab " + std::to_string(i) + "\n";
  const Made task = made(text, DataKind::kCharacters);
  const text::ModelTokenizer tokenizer = tokenizer_of(*task);
  const Index unknown = task->vocabulary().unknown;
  const Ids ids = typed(tokenizer, "a漢字b語");
  ASSERT_EQ(ids.size(), 4U);
  EXPECT_EQ(ids[1], unknown);
  EXPECT_EQ(ids[3], unknown);
}

// More kinds than the vocabulary keeps: ids still are the tokenizer's.
TEST(DataTask, TheVocabularyHasALimitAndSaysWhatItLeavesOut) {
  std::string text;
  constexpr int kKinds = 100'000;
  for (int i = 0; i < kKinds; i += 10) text += words(i, 10) + " often often\n";
  const Made task = made(text, DataKind::kWords);
  EXPECT_EQ(static_cast<Index>(task->vocabulary().tokens.size()), kUsualDataTokens);
  EXPECT_EQ(task->data()->kinds, kKinds + 1);
  EXPECT_EQ(task->data()->kept, kUsualDataTokens - 4);
  EXPECT_NEAR(task->data()->unknown_share(), (kKinds - 1995.0) / (kKinds * 1.2), 1e-9);
  EXPECT_EQ(task->vocabulary().tokens[4], "often") << "the most frequent comes first";
  EXPECT_EQ(task->held_out().size(), 20U) << "of 201: the lines of unknown words alone read alike";
}

TEST(DataTask, AWordWithoutEndIsUnknown) {
  const std::string endless(300'000, 'x');
  const Made task = made(endless + " ends\n" + endless + " begins\n" + lines(20), DataKind::kWords);
  EXPECT_TRUE(
      std::ranges::none_of(task->vocabulary().tokens, [](const auto& token) { return token.size() > 100; }));
  EXPECT_EQ(typed(tokenizer_of(*task), endless + " ends").front(), task->vocabulary().unknown);
}

// A text of more characters than the vocabulary keeps.
TEST(DataTask, ManyCharactersAreCutAsTheyAreLearned) {
  std::string text;
  for (char32_t code = 0x4E00; code < 0x4E00 + 3000; code += 10) {
    for (char32_t each = code; each < code + 10; ++each) append_letter(text, each);
    text += " 0a\n";
  }
  const Made task = made(text, DataKind::kCharacters);
  EXPECT_EQ(static_cast<Index>(task->vocabulary().tokens.size()), kUsualDataTokens);
  const text::ModelTokenizer tokenizer = tokenizer_of(*task);
  const std::set<Ids> sources = all_sources(*task);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    Ids ids = typed(tokenizer, text.substr(begin, end - begin));
    ids.insert(ids.begin(), task->vocabulary().start);
    EXPECT_TRUE(sources.contains(ids)) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(DataTask, NobodyLearnsToSayUnknownInAText) {
  const Made task = made("the <unk> sees\n" + lines(20), DataKind::kWords);
  for (uint64_t index = 0; index < 500; ++index) {
    const TaskCase example = task->example(0, index);
    ASSERT_EQ(example.labels.size(), example.source.size());
    for (size_t i = 0; i + 1 < example.source.size(); ++i) {
      const Index next = example.source[i + 1];
      EXPECT_EQ(example.labels[i], next == task->vocabulary().unknown ? kNoLabel : next);
    }
    EXPECT_EQ(example.labels.back(), task->vocabulary().end);
  }
}

// A line longer than the model's places: every token is asked for once.
TEST(DataTask, ALongLineIsReadInParts) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += words(150 * i, 150) + "\n";
  const Made task = made(text, DataKind::kWords);
  EXPECT_EQ(task->data()->long_rows, 10);
  EXPECT_EQ(task->source_length(), kMostDataPlaces);
  const std::set<Ids> sources = all_sources(*task);
  ASSERT_EQ(sources.size(), 30U);
  size_t asked = 0;
  for (const Ids& ids : sources) asked += ids.size();
  EXPECT_EQ(asked, 10U * 151U);
  const Ids line = typed(tokenizer_of(*task), words(0, 150));
  const Ids second(line.begin() + 63, line.begin() + 127);
  EXPECT_TRUE(sources.contains(second)) << "the second part begins with the first's last token";
}

TEST(DataTask, ALongRowOfATableIsCutOff) {
  std::string text = table(40);
  text += words(0, 100) + "\t" + words(0, 80) + "\n";
  const Made task = made(text, DataKind::kTable);
  EXPECT_EQ(task->data()->long_rows, 1);
  EXPECT_EQ(task->source_length(), kMostDataPlaces);
  EXPECT_EQ(task->target_length(), kMostDataPlaces);
  for (uint64_t index = 0; index < 2000; ++index) {
    const TaskCase example = task->example(0, index);
    ASSERT_EQ(example.labels.size(), example.target.size());
    EXPECT_EQ(example.source.back(), task->vocabulary().end);
    EXPECT_EQ(example.target.front(), task->vocabulary().start);
    const bool is_long = static_cast<Index>(example.target.size()) == kMostDataPlaces;
    EXPECT_EQ(example.labels.back() == task->vocabulary().end, !is_long) << "a target cut off does not end";
  }
}

TEST(DataTask, HasARecipeThatFits) {
  for (const DataKind kind :
       {DataKind::kWords, DataKind::kCharacters, DataKind::kSubwords, DataKind::kTable}) {
    const Made task = made(kind == DataKind::kTable ? table(50) : lines(50), kind);
    const auto bad = check_recipe(task->recipe(), *task);
    EXPECT_FALSE(bad.has_value()) << bad->key;
    EXPECT_EQ(task->recipe().config.has_target(), kind == DataKind::kTable);
    EXPECT_EQ(task->counted(), kind == DataKind::kTable ? Counted::kExamples : Counted::kRows);
  }
}

// A text's figure is the share of its rows, a table's that of whole targets.
TEST(DataTask, FiguresCountRowsOfATextAndTargetsOfATable) {
  const Made text = made(lines(50), DataKind::kWords);
  const TrainingRun of_text(*text, text->recipe());
  const Figures rows = measure(of_text.model(), *text, text->held_out());
  Index labels = 0;
  for (const TaskCase& held : text->held_out())
    labels += std::ranges::count_if(held.labels, [](Index label) { return label != kNoLabel; });
  EXPECT_EQ(rows.groups.at(0).examples, labels);
  const Made pairs = made(table(50), DataKind::kTable);
  const TrainingRun of_pairs(*pairs, pairs->recipe());
  EXPECT_EQ(measure(of_pairs.model(), *pairs, pairs->held_out()).groups.at(0).examples, 5);
}

std::string told(const text::ModelTokenizer& tokenizer, std::string_view text) {
  return tokenizer.decode(typed(tokenizer, text));
}

// No text is unknown: what no subword was learned for is spelled in bytes.
TEST(DataTask, SubwordsWriteAnyText) {
  const Made task = made(lines(400), DataKind::kSubwords);
  const text::ModelTokenizer tokenizer = tokenizer_of(*task);
  EXPECT_EQ(task->vocabulary().unknown, -1);
  for (const char* const text : {"line number 7 is read", "Ωmega, 貓坐在 🙂\tx  y", " <unk> <bos>"})
    EXPECT_EQ(told(tokenizer, text), text);
  EXPECT_EQ(typed(tokenizer, " number").size(), 1U);
}

// The merges that the tokenizer says are those that the task learned, in their order.
TEST(DataTask, TheTokenizerTellsTheMergesThatWereLearned) {
  const Made task = made(lines(300), DataKind::kSubwords);
  const text::ModelTokenizer tokenizer = tokenizer_of(*task);
  const std::vector<text::LearnedMerge> learned = task->cutting()->merges.value();
  ASSERT_EQ(tokenizer.merges(), static_cast<Index>(learned.size()));
  ASSERT_GT(tokenizer.merges(), 5);
  for (Index rank = 0; rank < tokenizer.merges(); ++rank) {
    const auto at = static_cast<size_t>(rank);
    EXPECT_EQ(tokenizer.merge(rank).left, learned[at].left);
    EXPECT_EQ(tokenizer.merge(rank).right, learned[at].right);
    EXPECT_EQ(tokenizer.merge(rank).merged, task->vocabulary().tokens[258 + at]);
  }
  EXPECT_EQ(tokenizer_of(*made(lines(300), DataKind::kWords)).merges(), 0);
}

// What the task learns from and what its tokenizer makes of the same lines are the same ids, but where a part
// was taken out to be held out: there the beginning of one line meets the end of another.
TEST(DataTask, SubwordsAreCutAsTheTokenizerCuts) {
  const std::string text = lines(60);
  const Made task = made(text, DataKind::kSubwords);
  const text::ModelTokenizer tokenizer = tokenizer_of(*task);
  std::set<Ids> known;
  for (int i = 0; i < 60; ++i)
    known.insert(typed(tokenizer, "line number " + std::to_string(i) + " is read"));
  const Index end = task->vocabulary().end;
  const size_t parts_out = task->held_out().size();
  std::set<Ids> seams;
  int whole = 0;
  for (uint64_t index = 0; index < 200; ++index) {
    const Ids ids = task->example(1, index).source;
    auto from = std::ranges::find(ids, end);
    while (from != ids.end()) {
      const auto to = std::find(from + 1, ids.end(), end);
      if (to == ids.end()) break;
      if (const Ids line(from + 1, to); !known.contains(line)) seams.insert(line);
      from = to;
      ++whole;
    }
  }
  EXPECT_GT(whole, 50);
  EXPECT_LE(seams.size(), parts_out);
}

// An example starts with its line where the line is near, and is never cut from what is held out.
TEST(DataTask, SubwordsAreLearnedFromAnyPlaceThatIsNotHeldOut) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "w" + std::to_string(i * 7919 % 10007) + " x\n";
  const Made task = made(text, DataKind::kSubwords);
  std::set<Ids> learned;
  int starts = 0;
  for (uint64_t index = 0; index < 3000; ++index) {
    const TaskCase example = task->example(2, index);
    EXPECT_EQ(example.source.size(), 64U);
    EXPECT_TRUE(std::equal(example.source.begin() + 1, example.source.end(), example.labels.begin()));
    starts += example.source.front() == task->vocabulary().start ? 1 : 0;
    for (size_t at = 0; at + 24 <= example.source.size(); ++at)
      learned.insert(Ids(example.source.begin() + static_cast<Index>(at),
                         example.source.begin() + static_cast<Index>(at) + 24));
  }
  EXPECT_EQ(starts, 3000);
  EXPECT_FALSE(task->held_out().empty());
  for (const TaskCase& held : task->held_out())
    EXPECT_FALSE(learned.contains(Ids(held.source.begin(), held.source.begin() + 24)));
}

TEST(DataTask, HasAsManySubwordsAsAreAskedFor) {
  const auto task = make_data_task("own", lines(300), DataKind::kSubwords, 280);
  ASSERT_TRUE(task.ok());
  EXPECT_EQ((*task)->vocabulary().tokens.size(), 280U);
  const auto words_of = make_data_task("own", lines(300), DataKind::kWords, 20);
  EXPECT_EQ((*words_of)->vocabulary().tokens.size(), 20U);
  for (const Index asked : {Index{100}, Index{8000}}) {
    const auto refused = make_data_task("own", lines(300), DataKind::kSubwords, asked);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().key, "error.data_vocabulary");
    const Index nearest = std::stoll(argument(refused.error(), "count"));
    EXPECT_TRUE(make_data_task("own", lines(300), DataKind::kSubwords, nearest).ok());
  }
}

// One letter, one line without spaces, what is no text, and the largest file that is read.
TEST(DataTask, SubwordsOfOddTexts) {
  EXPECT_EQ(refusal("a", DataKind::kSubwords).key, "error.data_few");
  EXPECT_EQ(refusal("", DataKind::kSubwords).key, "error.data_empty");
  EXPECT_EQ(refusal(std::string("\x7F"
                                "ELF\0\x01",
                                6),
                    DataKind::kSubwords)
                .key,
            "error.data_encoding");
  EXPECT_EQ(refusal("the <|endoftext|> of it\n" + lines(20), DataKind::kSubwords).key, "error.data_reserved");
  EXPECT_EQ(made(lines(10), DataKind::kSubwords)->data()->unknown, 0);
  std::string large;
  while (large.size() < kLargestData) large += lines(1000);
  large.resize(kLargestData);
  EXPECT_TRUE(made(large, DataKind::kSubwords) != nullptr);
}

TEST(DataTask, SaysWhichLineCannotBeRead) {
  const auto refused = [](std::string_view text, DataKind kind, std::string_view key, std::string_view line) {
    const Error error = refusal(text, kind);
    EXPECT_EQ(error.key, key);
    EXPECT_EQ(argument(error, "line"), line);
    EXPECT_EQ(argument(error, "file"), "own");
  };
  refused("one\ntwo\nth\xFFree\n", DataKind::kWords, "error.data_encoding", "3");
  refused(std::string_view("one\ntw\0o\n", 9), DataKind::kWords, "error.data_encoding", "2");
  refused("one\n\nthe <eos> of it\n", DataKind::kWords, "error.data_reserved", "3");
  refused("a\tb\n\nonly one\n", DataKind::kTable, "error.data_columns", "3");
  refused("a\tb\na\tb\tc\n", DataKind::kTable, "error.data_columns", "2");
  refused("a\tb\n\tb\n", DataKind::kTable, "error.data_cell", "2");
  refused("a\tb\r\na\t  \r\n", DataKind::kTable, "error.data_cell", "2");
  refused("a\tb\n\t\n", DataKind::kTable, "error.data_cell", "2");
  refused("short\n" + std::string(kLongestDataLine + 1, 'a'), DataKind::kWords, "error.data_line_long", "2");
}

TEST(DataTask, RefusesWhatTeachesNothing) {
  EXPECT_EQ(refusal(" \n\r\n\t\n", DataKind::kWords).key, "error.data_empty");
  EXPECT_EQ(refusal("one line", DataKind::kWords).key, "error.data_few");
  EXPECT_EQ(refusal("a\tb\n", DataKind::kTable).key, "error.data_few");
  const Error few = refusal(lines(9) + lines(9), DataKind::kWords);
  EXPECT_EQ(few.key, "error.data_few");
  EXPECT_EQ(argument(few, "count"), "9");
  EXPECT_EQ(argument(few, "needed"), "10");
  EXPECT_EQ(made(lines(10), DataKind::kWords)->held_out().size(), 1U);
  std::string same;
  for (int i = 0; i < 30; ++i) same += words(i, 1) + "\tyes\n";
  const Error one = refusal(same, DataKind::kTable);
  EXPECT_EQ(one.key, "error.data_one_target");
  EXPECT_EQ(argument(one, "target"), "yes");
}

TEST(DataTask, KeepsControlCharactersFromNamesAndTokens) {
  const auto task = make_data_task("a\x1b[31m\u009B.txt", odd_lines(false), DataKind::kCharacters);
  ASSERT_TRUE(task.ok());
  EXPECT_EQ((*task)->name(), "a [31m .txt");
  for (const std::string& token : (*task)->vocabulary().tokens)
    EXPECT_TRUE(std::ranges::none_of(token, [](unsigned char byte) { return byte < 0x20; })) << token;
}

class DataFile : public ScratchFolder {};

TEST_F(DataFile, IsAKindByItsEnding) {
  EXPECT_EQ(open_data(write("a.txt", lines(20)), {})->source.kind, DataKind::kWords);
  EXPECT_EQ(open_data(write("b.TXT", lines(20)), DataKind::kCharacters)->source.kind, DataKind::kCharacters);
  const auto pairs = open_data(write("c.tsv", table(20)), {});
  EXPECT_EQ(pairs->source.kind, DataKind::kTable);
  EXPECT_EQ(pairs->task->name(), "c.tsv");
  EXPECT_EQ(key_of(open_data(write("d.csv", table(20)), {})), "error.data_ending");
  EXPECT_EQ(key_of(open_data(folder_ / "c.tsv", DataKind::kWords)), "error.data_unit");
  EXPECT_EQ(key_of(open_data(folder_, {})), "error.is_folder");
  EXPECT_EQ(key_of(open_data(folder_ / "none.txt", {})), "error.no_file");
  EXPECT_EQ(key_of(open_data(write("e.txt", ""), {})), "error.file_empty");
}

TEST_F(DataFile, IsRefusedByItsSizeBeforeItIsRead) {
  const auto path = write("huge.txt", "a");
  std::filesystem::resize_file(path, uintmax_t{1} << 30U);
  const auto refused = open_data(path, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().key, "error.file_too_large");
  EXPECT_EQ(argument(refused.error(), "megabytes"), "8");
}

TEST_F(DataFile, OfARunMustBeAsItWas) {
  const auto path = write("a.tsv", table(20));
  const auto opened = open_data(path, {});
  TrainingRecord record{.task = "a.tsv", .data = opened->source, .recipe = opened->task->recipe()};
  const auto said = write("training.json", record_text(record, *opened->task));
  const auto read = read_record(said);
  ASSERT_TRUE(read.ok()) << read.error().key;
  ASSERT_TRUE(read->data.has_value());
  EXPECT_EQ(*read->data, opened->source);
  const auto task = task_of(*read, said);
  ASSERT_TRUE(task.ok()) << task.error().key;
  EXPECT_EQ((*task)->vocabulary().tokens, opened->task->vocabulary().tokens);
  std::string other = table(20);
  other[4] = other[4] == '9' ? '8' : '9';
  write("a.tsv", other);
  EXPECT_EQ(key_of(task_of(*read, said)), "error.data_changed");
  std::filesystem::remove(path);
  EXPECT_EQ(key_of(task_of(*read, said)), "error.data_gone");
}

TEST_F(DataFile, OfSubwordsKeepsTheirNumber) {
  const auto opened = open_data(write("a.txt", lines(200)), DataKind::kSubwords, 270);
  ASSERT_TRUE(opened.ok());
  const TrainingRecord record{.task = "a.txt", .data = opened->source, .recipe = opened->task->recipe()};
  const auto read = read_record(write("training.json", record_text(record, *opened->task)));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read->data, opened->source);
  EXPECT_EQ(open_again(*read->data)->task->vocabulary().tokens.size(), 270U);
}

TEST_F(DataFile, ARecordThatNamesNoTaskIsRefused) {
  EXPECT_EQ(key_of(task_of({.task = "poetry"}, "training.json")), "error.config_value");
  EXPECT_TRUE(task_of({.task = "phrase"}, "training.json").ok());
}

// The groups of a record of one's own data all count.
TEST_F(DataFile, ARecordSaysHowManyWereRight) {
  const auto opened = open_data(write("a.tsv", table(20)), {});
  TrainingRecord record{.task = "a.tsv", .data = opened->source, .recipe = opened->task->recipe()};
  record.figures.groups = {{2, 1}};
  const auto held = read_held_out(write("training.json", record_text(record, *opened->task)));
  ASSERT_TRUE(held.ok()) << held.error().key;
  EXPECT_EQ(held->examples, 2);
  EXPECT_EQ(held->right, 1);
}

}  // namespace
}  // namespace engine
