// data_content.cpp: words are counted, rows become ids, and a tenth of them is set aside.
#include "engine/training/data/data_content.h"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "engine/core/draw.h"
#include "engine/core/quotable.h"
#include "engine/core/utf8.h"
#include "engine/text/normalize.h"
#include "engine/text/tokenizer_files.h"
#include "engine/training/data/data_cutting.h"
#include "engine/training/tasks/rule_task.h"
#include "engine/training/tasks/tokenizer_text.h"

namespace engine {
namespace {

constexpr uint64_t kHeldOutSeed = 0;     // whatever the run's: figures of two runs can be compared
constexpr Index kSharesOut = 10;         // one of these is held out
constexpr int32_t kWrittenUnknown = -1;  // where a text itself says <unk>

// The text as the model's tokenizer makes it, before it is cut.
class Cleaner {
 public:
  explicit Cleaner(const Cutting& cutting) {
    const auto object = nlohmann::json::parse(cutting.normalizer);
    auto read = text::read_normalizer(&object);
    assert(read.ok());
    normalizer_ = std::move(read).value();
  }

  Result<std::string> clean(std::string_view raw) const {
    text::AlignedText aligned(raw);
    if (auto bad = normalizer_(aligned)) return *std::move(bad);
    return std::move(aligned.bytes);
  }

 private:
  text::Normalizer normalizer_;
};

// Every word of a text, by a number of its own, and how often it stands there.
class WordCounts {
 public:
  int32_t count(std::string_view word) {
    const auto [found, is_new] =
        numbers_.try_emplace(std::string(word), static_cast<int32_t>(counts_.size()));
    if (is_new) counts_.push_back({&found->first, 0});
    ++counts_[static_cast<size_t>(found->second)].times;
    return found->second;
  }

  Index kinds() const { return static_cast<Index>(counts_.size()); }

  // The most frequent, those that are equally frequent in the order in which they come.
  std::vector<std::string> most_frequent(Index most) const {
    std::vector<Counted> order = counts_;
    std::ranges::stable_sort(order, std::greater(), &Counted::times);
    std::vector<std::string> words;
    for (const Counted& each : order) {
      if (static_cast<Index>(words.size()) == most) break;
      if (each.word->size() <= kLongestDataWord) words.push_back(*each.word);
    }
    return words;
  }

  // By the number of each word, its id; `unknown` where the vocabulary lacks it.
  std::vector<std::vector<int32_t>> ids(const std::vector<std::string>& vocabulary, size_t duties,
                                        int32_t unknown) const {
    std::vector<std::vector<int32_t>> ids(counts_.size(), {unknown});
    for (size_t i = duties; i < vocabulary.size(); ++i)
      ids[static_cast<size_t>(numbers_.at(vocabulary[i]))] = {static_cast<int32_t>(i)};
    return ids;
  }

  // By their numbers.
  std::vector<text::CountedWord> counted() const {
    std::vector<text::CountedWord> words;
    for (const Counted& each : counts_) words.push_back({*each.word, each.times});
    return words;
  }

 private:
  struct Counted {
    const std::string* word = nullptr;
    Index times = 0;
  };
  std::unordered_map<std::string, int32_t> numbers_;  // its strings stay where they are
  std::vector<Counted> counts_;
};

// Makes one task of one text.
class DataReader {
 public:
  DataReader(std::string_view name, DataKind kind, Index tokens)
      : kind_(kind), tokens_(tokens), cutting_(data_cutting(kind, {})), cleaner_(cutting_) {
    made_.name = quotable(name, kLongestPath);
    made_.kind = kind;
    // It only cuts: no word has a token yet.
    const TaskVocabulary nothing = task_vocabulary(data_duty_tokens(DataKind::kWords));
    auto read = text::read_tokenizer_json(tokenizer_text(nothing, cutting_, false));
    assert(read.ok());
    cutter_ = std::move(read).value();
  }

  Result<DataContent> read(std::string_view text) {
    const auto rows = read_rows(made_.name, text, kind_);
    if (!rows) return rows.error();
    if (auto bad = count_words(*rows)) return *std::move(bad);
    if (auto bad = make_vocabulary()) return *std::move(bad);
    if (auto bad = is_stream() ? make_stream(rows->size()) : make_examples(rows->size()))
      return *std::move(bad);
    return std::move(made_);
  }

 private:
  bool is_table() const { return kind_ == DataKind::kTable; }
  bool is_stream() const { return kind_ == DataKind::kSubwords; }

  // The words of a text, by their numbers, behind the others.
  std::optional<Error> add_words(std::string_view raw, std::string& clean) {
    auto cleaned = cleaner_.clean(raw);
    if (!cleaned) return cleaned.error();
    clean = std::move(cleaned).value();
    const auto pieces = cutter_->encode_plain(clean);
    if (!pieces) return pieces.error();
    for (const text::Piece& piece : *pieces) {
      const auto word = std::string_view(clean).substr(piece.begin, piece.end - piece.begin);
      words_.push_back(word == kUnknownWord ? kWrittenUnknown : counts_.count(word));
    }
    ends_.push_back(words_.size());
    return std::nullopt;
  }

  std::optional<Error> count_words(const std::vector<DataRow>& rows) {
    constexpr size_t kShown = 2;
    constexpr size_t kLongestShown = 200;  // bytes
    std::string source;
    std::string target;
    std::string first_target;
    bool are_targets_one = is_table();
    for (const DataRow& row : rows) {
      if (auto bad = add_words(row.source, source)) return bad;
      if (made_.shown.size() < kShown) made_.shown.emplace_back(cut_at_letter(source, kLongestShown));
      if (!is_table()) continue;
      if (auto bad = add_words(row.target, target)) return bad;
      if (&row == &rows.front()) first_target = target;
      are_targets_one = are_targets_one && target == first_target;
    }
    made_.summary.rows = static_cast<Index>(rows.size());
    if (are_targets_one && rows.size() > 1)
      return Error{"error.data_one_target", {{"file", made_.name}, {"target", quotable(first_target)}}};
    return std::nullopt;
  }

  std::optional<Error> make_vocabulary() {
    std::vector<std::string_view> tokens = data_duty_tokens(kind_);
    const auto duties = static_cast<Index>(tokens.size());
    made_.summary.kinds = counts_.kinds();
    if (is_stream()) return learn_subwords(duties);
    const std::vector<std::string> words =
        counts_.most_frequent((tokens_ > 0 ? tokens_ : kUsualDataTokens) - duties);
    tokens.insert(tokens.end(), words.begin(), words.end());
    made_.vocabulary = task_vocabulary(tokens);
    made_.summary.kept = static_cast<Index>(words.size());
    ids_of_word_ = counts_.ids(made_.vocabulary.tokens, static_cast<size_t>(duties),
                               static_cast<int32_t>(made_.vocabulary.unknown));
    return std::nullopt;
  }

  std::optional<Error> learn_subwords(Index duties) {
    text::LearnedSubwords learned =
        text::learn_subwords(counts_.counted(), (tokens_ > 0 ? tokens_ : kUsualSubwords) - duties);
    std::vector<std::string_view> tokens = data_duty_tokens(kind_);
    tokens.insert(tokens.end(), learned.tokens.begin(), learned.tokens.end());
    made_.vocabulary = task_vocabulary(tokens);
    const auto count = static_cast<Index>(made_.vocabulary.tokens.size());
    if (tokens_ > 0 && count != tokens_)
      return Error{
          "error.data_vocabulary",
          {{"file", made_.name}, {"asked", std::to_string(tokens_)}, {"count", std::to_string(count)}}};
    for (std::vector<int32_t>& ids : learned.words) {
      for (int32_t& id : ids) id += static_cast<int32_t>(duties);
    }
    ids_of_word_ = std::move(learned.words);
    made_.merges = std::move(learned.merges);
    made_.summary.kept = made_.summary.kinds;
    return std::nullopt;
  }

  // Text number `at` in ids: a run of unknown characters is one <unk>.
  std::vector<int32_t> ids_of_text(size_t at) {
    const size_t begin = at == 0 ? 0 : ends_[at - 1];
    const auto unknown = static_cast<int32_t>(made_.vocabulary.unknown);
    std::vector<int32_t> ids;
    bool was_unknown = false;
    for (const int32_t word : std::span(words_).subspan(begin, ends_[at] - begin)) {
      if (word == kWrittenUnknown) {
        count_token(unknown);
        ids.push_back(unknown);
        was_unknown = false;
        continue;
      }
      for (const int32_t id : ids_of_word_[static_cast<size_t>(word)]) {
        count_token(id);
        const bool is_unknown = id == unknown;
        if (kind_ != DataKind::kCharacters || !is_unknown || !was_unknown) ids.push_back(id);
        was_unknown = is_unknown;
      }
    }
    return ids;
  }

  void count_token(int32_t id) {
    ++made_.summary.tokens;
    made_.summary.unknown += id == made_.vocabulary.unknown ? 1 : 0;
  }

  void append(int32_t id) { made_.ids.push_back(id); }
  void append(std::span<const int32_t> ids) { made_.ids.insert(made_.ids.end(), ids.begin(), ids.end()); }

  // <bos>, ids and <eos>; all but the last is read.
  DataSide add_said(std::span<const int32_t> ids) {
    const auto begin = static_cast<uint32_t>(made_.ids.size());
    append(static_cast<int32_t>(made_.vocabulary.start));
    append(ids);
    append(static_cast<int32_t>(made_.vocabulary.end));
    return {begin, static_cast<uint32_t>(ids.size() + 1)};
  }

  void add_examples(size_t row, std::vector<DataExample>& all) {
    constexpr auto kPlaces = static_cast<uint32_t>(kMostDataPlaces);
    if (is_table()) {
      const std::vector<int32_t> source = ids_of_text(2 * row);
      DataExample kept{{static_cast<uint32_t>(made_.ids.size()), 0}, {}};
      const size_t read = std::min<size_t>(source.size(), kPlaces - 1);
      append(std::span(source).first(read));
      append(static_cast<int32_t>(made_.vocabulary.end));
      kept.source.size = static_cast<uint32_t>(read + 1);
      kept.target = add_said(ids_of_text(2 * row + 1));
      if (read < source.size() || kept.target.size > kPlaces) ++made_.summary.long_rows;
      kept.target.size = std::min(kept.target.size, kPlaces);
      all.push_back(kept);
      return;
    }
    const DataSide line = add_said(ids_of_text(row));
    if (line.size > kPlaces) ++made_.summary.long_rows;
    for (uint32_t begin = 0; begin < line.size; begin += kPlaces) {
      const DataSide part{line.begin + begin, std::min(kPlaces, line.size - begin)};
      const auto labels = made_.labels(part);
      if (std::ranges::any_of(labels, [](Index label) { return label != kNoLabel; }))
        all.push_back({part, {}});
    }
  }

  // All lines in one row, and of its parts those that are held out behind the others.
  std::optional<Error> make_stream(size_t rows) {
    constexpr Index kFewestParts = 20;
    constexpr Index kExamplesOfPart = 16;
    for (size_t row = 0; row < rows; ++row) {
      append(static_cast<int32_t>(made_.vocabulary.start));
      append(ids_of_text(row));
    }
    append(static_cast<int32_t>(made_.vocabulary.end));
    const auto count = static_cast<Index>(made_.ids.size());
    if (count < 2 * kFewestParts) return too_few(made_.summary.rows);
    const Index part = std::min(count / kFewestParts, kExamplesOfPart * kMostDataPlaces + 1);
    const Index places = std::min(part - 1, kMostDataPlaces);
    const Index most_parts = std::max<Index>(1, kMostDataHeldOut / std::max<Index>(1, (part - 1) / places));
    const Index parts = count / part;
    std::vector<uint64_t> numbers(static_cast<size_t>(parts));
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    const std::unordered_set<uint64_t> held = drawn(numbers, std::min(parts / kSharesOut, most_parts));
    std::vector<int32_t> learned, out;
    for (Index i = 0; i < count; ++i) {
      const bool is_held = held.contains(static_cast<uint64_t>(i / part));
      (is_held ? out : learned).push_back(made_.ids[static_cast<size_t>(i)]);
    }
    made_.learned_ids = static_cast<Index>(learned.size());
    made_.ids = std::move(learned);
    append(out);
    for (Index begin = made_.learned_ids; begin < count; begin += part) {
      for (Index at = begin; at + places < begin + part; at += places)
        made_.held_out.push_back({{static_cast<uint32_t>(at), static_cast<uint32_t>(places)}, {}});
    }
    made_.source_length = places;
    made_.summary.learned = made_.learned_ids / places;
    made_.summary.held_out = static_cast<Index>(made_.held_out.size());
    return std::nullopt;
  }

  Error too_few(Index count) const {
    return {"error.data_few",
            {{"file", made_.name},
             {"count", std::to_string(count)},
             {"needed", std::to_string(kFewestDataExamples)}}};
  }

  std::optional<Error> make_examples(size_t rows) {
    std::vector<DataExample> all;
    for (size_t row = 0; row < rows; ++row) add_examples(row, all);
    return hold_out(all);
  }

  std::optional<Error> hold_out(const std::vector<DataExample>& all) {
    std::vector<uint64_t> keys;                  // of every example
    std::unordered_map<uint64_t, size_t> first;  // of each key, where it comes first
    std::vector<uint64_t> different;
    for (const DataExample& kept : all) {
      keys.push_back(key_of(made_.read(kept.source)));
      if (first.try_emplace(keys.back(), keys.size() - 1).second) different.push_back(keys.back());
    }
    const auto count = static_cast<Index>(different.size());
    if (count < kFewestDataExamples) return too_few(count);
    const std::unordered_set<uint64_t> held =
        drawn(different, std::min(count / kSharesOut, kMostDataHeldOut));
    for (size_t i = 0; i < all.size(); ++i) {
      const bool is_held = held.contains(keys[i]);
      if (!is_held) made_.learned.push_back(all[i]);
      if (is_held && first.at(keys[i]) == i) made_.held_out.push_back(all[i]);
      made_.source_length = std::max(made_.source_length, Index{all[i].source.size});
      made_.target_length = std::max(made_.target_length, Index{all[i].target.size});
    }
    made_.summary.learned = static_cast<Index>(made_.learned.size());
    made_.summary.held_out = static_cast<Index>(made_.held_out.size());
    return std::nullopt;
  }

  static std::unordered_set<uint64_t> drawn(const std::vector<uint64_t>& different, Index count) {
    const RandomStream stream(kHeldOutSeed, "data.held_out");
    std::vector<std::pair<float, size_t>> order;
    for (size_t i = 0; i < different.size(); ++i) order.emplace_back(stream.uniform(i), i);
    std::ranges::partial_sort(order, order.begin() + count);
    std::unordered_set<uint64_t> held;
    for (const auto& [number, i] : std::span(order).first(static_cast<size_t>(count)))
      held.insert(different[i]);
    return held;
  }

  DataKind kind_;
  Index tokens_;  // that were asked for; 0: as many as usual
  Cutting cutting_;
  Cleaner cleaner_;
  std::optional<text::ModelTokenizer> cutter_;  // knows no word yet
  WordCounts counts_;
  std::vector<int32_t> words_;                     // of all texts, by their numbers
  std::vector<size_t> ends_;                       // of each text in words_: a row's source, and its target
  std::vector<std::vector<int32_t>> ids_of_word_;  // by its number
  DataContent made_;
};

}  // namespace

DataExample DataContent::drawn(Draw& choices) const {
  if (kind != DataKind::kSubwords) return choices.of(learned);
  Index begin = choices.below(learned_ids - source_length);
  // From the start of the line, where it is in the half of an example before.
  for (Index back = 0; back <= std::min(begin, source_length / 2); ++back) {
    if (ids[static_cast<size_t>(begin - back)] != vocabulary.start) continue;
    begin -= back;
    break;
  }
  return {{static_cast<uint32_t>(begin), static_cast<uint32_t>(source_length)}, {}};
}

std::vector<Index> DataContent::read(const DataSide& side) const {
  const auto found = std::span(ids).subspan(side.begin, side.size);
  return {found.begin(), found.end()};
}

std::vector<Index> DataContent::labels(const DataSide& side) const {
  std::vector<Index> said = read({side.begin + 1, side.size});
  if (kind != DataKind::kTable) std::ranges::replace(said, vocabulary.unknown, kNoLabel);
  return said;
}

Result<DataContent> read_data_content(std::string_view name, std::string_view text, DataKind kind,
                                      Index tokens) {
  return DataReader(name, kind, tokens).read(text);
}

}  // namespace engine
