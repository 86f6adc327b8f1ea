// split_steps.cpp: the pre-tokenizers of tokenizer.json by name.
#include <unictype.h>

#include <algorithm>
#include <array>

#include "engine/text/byte_level.h"
#include "engine/text/metaspace.h"
#include "engine/text/normalize.h"
#include "engine/text/split.h"

namespace text {
namespace {

using Failure = std::optional<Error>;

// A step that splits each word on its own.
template <class Cut>
Splitter each_word(Cut cut_word) {
  return [cut_word](Words& words) -> Failure {
    Words result;
    result.reserve(words.size());
    for (AlignedText& word : words) {
      if (auto bad = cut_word(std::move(word), result)) return bad;
    }
    words = std::move(result);
    return std::nullopt;
  };
}

void add(Words& words, Words more) {
  std::move(more.begin(), more.end(), std::back_inserter(words));
}

Splitter by_letters(bool (*is_match)(char32_t), Behaviour behaviour) {
  return each_word([is_match, behaviour](const AlignedText& word, Words& words) -> Failure {
    add(words, cut(word, match_letters(word, is_match), behaviour));
    return std::nullopt;
  });
}

Splitter in_turn(std::vector<Splitter> steps) {
  return [steps = std::move(steps)](Words& words) -> Failure {
    for (const Splitter& step : steps) {
      if (auto bad = step(words)) return bad;
    }
    return std::nullopt;
  };
}

Splitter by_pattern(const Pattern& pattern, Behaviour behaviour, bool invert) {
  return each_word([pattern, behaviour, invert](const AlignedText& word, Words& words) -> Failure {
    const auto found = pattern.cut(word.bytes);
    if (!found) return found.error();
    std::vector<Match> matches = *found;
    for (Match& match : matches) match.found = match.found != invert;
    add(words, cut(word, std::move(matches), behaviour));
    return std::nullopt;
  });
}

Behaviour read_behaviour(Fields& fields, Behaviour otherwise) {
  struct Name {
    std::string_view name;
    Behaviour behaviour;
  };
  constexpr std::array kNames = {Name{"Removed", Behaviour::kRemoved}, Name{"Isolated", Behaviour::kIsolated},
                                 Name{"MergedWithPrevious", Behaviour::kMergedWithPrevious},
                                 Name{"MergedWithNext", Behaviour::kMergedWithNext},
                                 Name{"Contiguous", Behaviour::kContiguous}};
  const auto name = fields.optional_text("behavior");
  if (!name) return otherwise;
  const auto* const found =
      std::find_if(kNames.begin(), kNames.end(), [&](const Name& each) { return each.name == *name; });
  if (found != kNames.end()) return found->behaviour;
  fields.mark("behavior");
  return otherwise;
}

Splitter space_step(bool add_space) {
  return each_word([add_space](AlignedText word, Words& words) -> Failure {
    if (add_space && !word.bytes.starts_with(' ')) word.prepend(" ");
    words.push_back(std::move(word));
    return std::nullopt;
  });
}

Splitter letters_step() {
  return each_word([](const AlignedText& word, Words& words) -> Failure {
    words.push_back(bytes_as_letters(word));
    return std::nullopt;
  });
}

Result<Splitter> read_byte_level_splitter(Fields& fields) {
  std::vector<Splitter> steps = {space_step(fields.flag("add_prefix_space", true))};
  if (fields.flag("use_regex", true)) {
    // Radford et al. 2019, encoder.py.
    const auto pattern =
        Pattern::regex(R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)");
    if (!pattern) return pattern.error();
    steps.push_back(by_pattern(*pattern, Behaviour::kIsolated, false));
  }
  steps.push_back(letters_step());
  return in_turn(std::move(steps));
}

Result<Splitter> read_bert_splitter(Fields& /*fields*/) {
  return in_turn(
      {by_letters(is_white_space, Behaviour::kRemoved), by_letters(is_punctuation, Behaviour::kIsolated)});
}

Result<Splitter> read_metaspace_splitter(Fields& fields) {
  const Metaspace metaspace = read_metaspace(fields);
  return each_word([metaspace](const AlignedText& word, Words& words) -> Failure {
    AlignedText marked = with_marks(word, metaspace);
    if (!metaspace.split) {
      words.push_back(std::move(marked));
      return std::nullopt;
    }
    const auto matches = Pattern::literal(metaspace.mark).cut(marked.bytes);
    add(words, cut(marked, *matches, Behaviour::kMergedWithNext));
    return std::nullopt;
  });
}

// Runs of word letters, and of other characters that are not white space: \w+|[^\w\s]+
Result<Splitter> read_white_space_splitter(Fields& /*fields*/) {
  return in_turn(
      {by_letters(is_white_space, Behaviour::kRemoved), by_letters(is_word_letter, Behaviour::kContiguous)});
}

Result<Splitter> read_white_space_split_splitter(Fields& /*fields*/) {
  return by_letters(is_white_space, Behaviour::kRemoved);
}

Result<Splitter> read_split_splitter(Fields& fields) {
  const auto pattern = read_pattern(fields);
  if (!pattern) return pattern.error();
  const Behaviour behaviour = read_behaviour(fields, Behaviour::kIsolated);
  return by_pattern(*pattern, behaviour, fields.flag("invert", false));
}

Result<Splitter> read_punctuation_splitter(Fields& fields) {
  return by_letters(is_punctuation, read_behaviour(fields, Behaviour::kIsolated));
}

Result<Splitter> read_digits_splitter(Fields& fields) {
  const bool each = fields.flag("individual_digits", false);
  return by_letters(is_number, each ? Behaviour::kIsolated : Behaviour::kContiguous);
}

Result<Splitter> read_delimiter_splitter(Fields& fields) {
  const std::string delimiter = fields.text("delimiter");
  if (delimiter.empty() || letter_at(delimiter, 0).end != delimiter.size()) fields.mark("delimiter");
  return by_pattern(Pattern::literal(delimiter), Behaviour::kRemoved, false);
}

// So many letters a word.
Result<Splitter> read_length_splitter(Fields& fields) {
  const int64_t length = fields.number("length", 5);
  if (length == 0) fields.mark("length");
  return each_word([length](const AlignedText& word, Words& words) -> Failure {
    for (size_t at = 0; at < word.size();) {
      const size_t begin = at;
      for (int64_t i = 0; i < length && at < word.size(); ++i) at = letter_at(word.bytes, at).end;
      words.push_back(word.slice(begin, at));
    }
    return std::nullopt;
  });
}

// Kana count as ideographs; nullptr, for a space and letters of no script, goes with what stands before.
const uc_script_t* script_of(char32_t code) {
  static const uc_script_t* const han = uc_script_byname("Han");
  constexpr char32_t kLongVowel = 0x30FC;
  if (code == ' ') return nullptr;
  const uc_script_t* const script = uc_script(code);
  if (code == kLongVowel || script == uc_script_byname("Hiragana") || script == uc_script_byname("Katakana"))
    return han;
  return script;
}

// A word begins where the script changes. What precedes the first letter of a script is dropped, as by
// Hugging Face's library.
Result<Splitter> read_scripts_splitter(Fields& /*fields*/) {
  return each_word([](const AlignedText& word, Words& words) -> Failure {
    const uc_script_t* current = nullptr;
    std::optional<size_t> begin;
    for (size_t at = 0; at < word.size();) {
      const Letter letter = letter_at(word.bytes, at);
      at = letter.end;
      const uc_script_t* const script = script_of(letter.code);
      if (script == nullptr || script == current) continue;
      current = script;
      if (begin) words.push_back(word.slice(*begin, letter.begin));
      begin = letter.begin;
    }
    if (begin) words.push_back(word.slice(*begin, word.size()));
    return std::nullopt;
  });
}

Result<Splitter> read_sequence_splitter(Fields& fields) {
  std::vector<Splitter> steps;
  for (const json& item : fields.list("pretokenizers")) {
    auto step = read_splitter(&item);
    if (!step) return step;
    steps.push_back(std::move(step).value());
  }
  return in_turn(std::move(steps));
}

struct SplitterRow {
  std::string_view type;
  Result<Splitter> (*read)(Fields&);
};

constexpr std::array kSplitters = {SplitterRow{"Sequence", read_sequence_splitter},
                                   SplitterRow{"ByteLevel", read_byte_level_splitter},
                                   SplitterRow{"BertPreTokenizer", read_bert_splitter},
                                   SplitterRow{"Metaspace", read_metaspace_splitter},
                                   SplitterRow{"Whitespace", read_white_space_splitter},
                                   SplitterRow{"WhitespaceSplit", read_white_space_split_splitter},
                                   SplitterRow{"Split", read_split_splitter},
                                   SplitterRow{"Punctuation", read_punctuation_splitter},
                                   SplitterRow{"Digits", read_digits_splitter},
                                   SplitterRow{"CharDelimiterSplit", read_delimiter_splitter},
                                   SplitterRow{"FixedLength", read_length_splitter},
                                   SplitterRow{"UnicodeScripts", read_scripts_splitter}};

}  // namespace

Result<Splitter> read_splitter(const json* object) {
  if (object == nullptr) return Splitter();
  Fields fields(*object, "pre_tokenizer");
  const std::string type = fields.text("type");
  if (fields.bad()) return *fields.bad();
  const auto* const row = std::find_if(kSplitters.begin(), kSplitters.end(),
                                       [&](const SplitterRow& each) { return each.type == type; });
  if (row == kSplitters.end())
    return Error{"error.tokenizer_step", {{"step", "pre_tokenizer " + quotable(type)}}};
  auto step = row->read(fields);
  if (fields.bad()) return *fields.bad();
  return step;
}

}  // namespace text
