// sentencepiece_tokenizer.cpp: a tokenizer of a SentencePiece model: the library cuts, and its pieces' scores
// say how.
#include <algorithm>
#include <cassert>
#include <limits>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "engine/text/bpe.h"
#include "engine/text/byte_level.h"
#include "engine/text/metaspace.h"
#include "engine/text/model_parts.h"
#include "engine/text/sentencepiece.h"
#include "engine/text/sentencepiece_file.h"
#include "engine/text/sentencepiece_ids.h"
#include "engine/text/sentencepiece_settings.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/tokenizer_object.h"
#include "engine/text/tokenizer_settings.h"
#include "engine/text/unigram.h"

namespace text {
namespace {

using Kind = SentencePieceKind;

// How the library's pieces are found, as the algorithms that this room explains: by the model's ids.
std::shared_ptr<const PieceModel> unigram_of(const SentencePieceFile& file, const std::vector<Index>& ids,
                                             const Vocabulary& vocabulary, std::optional<Index> unknown) {
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  std::vector<double> log_probabilities(static_cast<size_t>(vocabulary.size()), kNever);
  double least = std::numeric_limits<float>::max();
  double most = std::numeric_limits<float>::lowest();
  for (const SentencePieceEntry& piece : file.pieces) {
    if (piece.kind != Kind::kNormal) continue;
    least = std::min<double>(least, piece.score);
    most = std::max<double>(most, piece.score);
  }
  for (size_t id = 0; id < file.pieces.size(); ++id) {
    const SentencePieceEntry& piece = file.pieces[id];
    double& at = log_probabilities[static_cast<size_t>(ids[id])];
    if (piece.kind == Kind::kNormal && ids[id] != unknown) at = piece.score;
    // Preferred to what it could be cut into.
    if (piece.kind == Kind::kUserDefined) at = static_cast<double>(piece.name.size()) * most - 0.1;
  }
  return std::make_shared<Unigram>(vocabulary, std::move(log_probabilities), unknown, file.byte_fallback,
                                   least - kUnknownPenalty);
}

// A piece's merge is as early as its score is high; every way to cut it in two pieces makes it. Of pieces
// that the vocabulary has.
std::vector<std::pair<std::string, std::string>> merges_of(const SentencePieceFile& file,
                                                           const Vocabulary& vocabulary) {
  std::vector<const SentencePieceEntry*> pieces;
  std::unordered_set<std::string_view> known;
  for (const SentencePieceEntry& piece : file.pieces) {
    if (piece.kind != Kind::kNormal || !vocabulary.find(piece.name)) continue;
    pieces.push_back(&piece);
    known.insert(piece.name);
  }
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const auto* a, const auto* b) { return a->score > b->score; });
  std::vector<std::pair<std::string, std::string>> merges;
  for (const SentencePieceEntry* const piece : pieces) {
    for (size_t at = letter_at(piece->name, 0).end; at < piece->name.size();
         at = letter_at(piece->name, at).end) {
      const std::string_view left = piece->name.substr(0, at);
      const std::string_view right = piece->name.substr(at);
      if (known.contains(left) && known.contains(right)) merges.emplace_back(left, right);
      if (merges.size() == kMostValues) return merges;
    }
  }
  return merges;
}

// The code of a language, bytes [begin, end) of a line: what >>.+<< matches in it.
std::optional<Span> code_in(std::string_view line) {
  const size_t begin = line.find(">>");
  const size_t end = line.rfind("<<");
  if (begin == line.npos || end == line.npos || end < begin + 3) return std::nullopt;
  return Span{static_cast<uint32_t>(begin), static_cast<uint32_t>(end + 2)};
}

// A text without the codes in it, and the one that it begins with (MarianTokenizer.remove_language_code).
struct Uncoded {
  AlignedText text;
  std::optional<Span> code;
};

Uncoded without_codes(std::string_view word) {
  const AlignedText whole(word);
  Uncoded result;
  for (size_t at = 0; at < word.size();) {
    const size_t end = std::min(word.find('\n', at), word.size() - 1) + 1;
    const auto code = code_in(word.substr(at, end - at));
    if (code && at + code->begin == 0) result.code = code;
    if (code) {
      result.text.append(whole, at, at + code->begin);
      at += code->end;
    }
    result.text.append(whole, at, end);
    at = end;
  }
  return result;
}

// The library's pieces; how they are found is worked out again by one of this room's algorithms.
class SentencePieceModel : public PieceModel {
 public:
  // `before_space`: stands before a space, so that the library leaves it; empty where it need not.
  SentencePieceModel(std::shared_ptr<const SentencePieces> library, const SentencePieceIds& ids,
                     const Vocabulary& vocabulary, std::string before_space,
                     std::shared_ptr<const PieceModel> explains)
      : library_(std::move(library)),
        ids_(ids.of_library),
        code_unknown_(ids.has_codes ? ids.unknown : std::nullopt),
        vocabulary_(vocabulary),
        before_space_(std::move(before_space)),
        explains_(std::move(explains)) {}

  void split(std::string_view word, std::vector<Token>& tokens) const override {
    for (const SentencePiece& piece : pieces_of(word)) tokens.push_back(piece.token);
  }

  std::vector<WordSteps> steps(std::string_view word) const override {
    std::vector<WordSteps> words;
    const std::vector<SentencePiece> pieces = pieces_of(word);
    for (size_t first = 0; first < pieces.size();) {
      size_t end = first + 1;
      while (end < pieces.size() && !pieces[end].letters.starts_with(Metaspace().mark)) ++end;
      words.push_back(steps_to({pieces.data() + first, end - first}));
      first = end;
    }
    return words;
  }

 private:
  std::vector<SentencePiece> pieces_of(std::string_view word) const {
    if (code_unknown_) return pieces_behind_code(word);
    const bool has_space = word.starts_with(' ') || word.starts_with(Metaspace().mark);
    std::vector<SentencePiece> pieces =
        has_space && !before_space_.empty() ? library_->cut_behind(before_space_, word) : library_->cut(word);
    for (SentencePiece& piece : pieces) piece.token.id = ids_[static_cast<size_t>(piece.token.id)];
    return pieces;
  }

  std::vector<SentencePiece> pieces_behind_code(std::string_view word) const {
    const auto [text, code] = without_codes(word);
    std::vector<SentencePiece> pieces = library_->cut(text.bytes);
    // By name: the vocabulary has pieces that the library knows only as those of the other language.
    for (SentencePiece& piece : pieces) {
      piece.token.id = vocabulary_.find(piece.letters).value_or(*code_unknown_);
      const Span where = text.span(piece.token.begin, piece.token.end);
      piece.token.begin = where.begin;
      piece.token.end = where.end;
    }
    if (!code) return pieces;
    const std::string name(word.substr(code->begin, code->end - code->begin));
    const Index id = vocabulary_.find(name).value_or(*code_unknown_);
    pieces.insert(pieces.begin(), {{id, code->begin, code->end}, name});
    return pieces;
  }

  // The steps to a word's pieces; the pieces alone where the algorithm's sums round to others, or where one
  // of them is of the user's own.
  WordSteps steps_to(std::span<const SentencePiece> pieces) const {
    std::string word;
    std::vector<Token> tokens;
    for (const SentencePiece& piece : pieces) {
      const auto byte = byte_of_name(piece.letters);
      const auto begin = static_cast<uint32_t>(word.size());
      word += byte ? std::string(1, *byte) : piece.letters;
      tokens.push_back({piece.token.id, begin, static_cast<uint32_t>(word.size())});
    }
    const auto same_id = [](Index id, const Token& token) { return id == token.id; };
    WordSteps result;
    if (!engine::first_invalid_byte(word)) result = std::move(explains_->steps(word).front());
    if (!std::equal(result.ids.begin(), result.ids.end(), tokens.begin(), tokens.end(), same_id))
      result = steps_of(tokens, word, vocabulary_);
    result.begin = pieces.front().token.begin;
    result.end = pieces.back().token.end;
    return result;
  }

  std::shared_ptr<const SentencePieces> library_;
  std::vector<Index> ids_;             // of the model, by the library's
  std::optional<Index> code_unknown_;  // of a language's code that the vocabulary lacks; none: no codes
  Vocabulary vocabulary_;
  std::string before_space_;
  std::shared_ptr<const PieceModel> explains_;
};

// Pieces of another model stay as they are in the library (MarianTokenizer.convert_tokens_to_string).
std::string with_spaces(const std::string& text) {
  const std::string spaced = with_replaced(text, Metaspace().mark, " ");
  const size_t begin = std::min(spaced.find_first_not_of(' '), spaced.size());
  return spaced.substr(begin, spaced.find_last_not_of(' ') + 1 - begin);
}

// The library joins what is between two special tokens. `drops_mark`: the first token loses the mark that was
// put before the text, which the library does by itself where it put it.
Decoder decoder_of(std::shared_ptr<const SentencePieces> library, const std::vector<AddedToken>& added,
                   bool drops_mark) {
  std::unordered_set<std::string> apart;
  for (const AddedToken& token : added) apart.insert(token.content);
  return
      [library = std::move(library), apart = std::move(apart), drops_mark](std::vector<std::string>& names) {
        const std::string mark = Metaspace().mark;
        if (drops_mark && !names.empty() && names.front().starts_with(mark))
          names.front().erase(0, mark.size());
        std::string text;
        std::vector<std::string> run;
        for (std::string& name : names) {
          if (!apart.contains(name)) {
            run.push_back(std::move(name));
            continue;
          }
          text += library->joined(run) + name;
          run.clear();
        }
        names = {text + library->joined(run)};
      };
}

// The token of a role: what the settings name, otherwise the model's own.
std::optional<Index> end_of_text(Fields& config, const char* role, const Vocabulary& vocabulary,
                                 std::optional<Index> own, const std::vector<Index>& ids) {
  const auto named = role_token(config, role);
  const auto id = named ? vocabulary.find(*named) : std::nullopt;
  if (id) return id;
  return own ? std::optional(ids[static_cast<size_t>(*own)]) : std::nullopt;
}

void describe_sentencepieces(const SentencePieceFile& file, const SentencePieceIds& ids,
                             const std::vector<AddedToken>& added, ModelTokenizer::Parts& parts) {
  parts.shown = *parts.vocabulary.names();
  parts.is_special.assign(parts.shown.size(), false);
  for (const auto& [name, id] : ids.names)
    parts.shown[static_cast<size_t>(id)] = with_replaced(name, Metaspace().mark, " ");
  for (size_t id = 0; id < file.pieces.size(); ++id) {
    if (file.pieces[id].kind != Kind::kByte) continue;
    std::string& shown = parts.shown[static_cast<size_t>(ids.of_library[id])];
    if (const auto byte = byte_of_name(shown)) shown = std::string(1, *byte);
  }
  for (const AddedToken& token : added) {
    parts.shown[static_cast<size_t>(token.id)] = token.content;
    parts.is_special[static_cast<size_t>(token.id)] = token.special;
  }
}

// The tokens behind which the mark of a text's beginning does not stay alone: those with a role.
std::set<Index> with_role(Fields& config, const Vocabulary& vocabulary,
                          const std::vector<AddedToken>& sentinels) {
  std::set<Index> found;
  const auto add = [&](const std::string& name) {
    if (const auto id = vocabulary.find(name)) found.insert(*id);
  };
  for (const auto& [role, usual] :
       {std::pair{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}})
    add(role_token(config, role).value_or(usual));
  for (const json& token : role_tokens(config)) add(*content_of(token));
  for (const AddedToken& token : sentinels) add(token.content);
  return found;
}

// What happens to a text before the library sees it.
std::optional<Error> follow(const SentencePieceSettings& settings, const std::vector<AddedToken>& added,
                            ModelTokenizer::Parts& parts) {
  parts.notes = settings.notes;
  if (settings.marks_whole_text) {
    parts.whole = [has_mark = settings.has_mark](AlignedText& text) -> std::optional<Error> {
      mark_whole_text(text, has_mark);
      return std::nullopt;
    };
  }
  if (settings.splits_special) return std::nullopt;
  auto found = AddedTokens::of(added, false, {});
  if (!found) return found.error();
  parts.added = std::move(found).value();
  return std::nullopt;
}

// What a tokenizer is made of.
struct Sources {
  const SentencePieceFile& file;
  SentencePieceClass its;
  SentencePieceIds ids;
  SentencePieceSettings settings;
  std::shared_ptr<const SentencePieces> library;
};

Result<ModelTokenizer> assemble(const Sources& sources, Fields& config) {
  const auto& [file, its, ids, settings, library] = sources;
  const auto all = all_added(file, ids, config);
  if (!all) return all.error();
  const std::vector<AddedToken>& added = *all;
  auto vocabulary = with_added(ids.names, added);
  if (!vocabulary) return vocabulary.error();
  const auto parts = std::make_shared<ModelTokenizer::Parts>(std::move(vocabulary).value());
  const auto begin =
      end_of_text(config, "bos_token", parts->vocabulary, library->begin_token(), ids.of_library);
  const auto end = end_of_text(config, "eos_token", parts->vocabulary, library->end_token(), ids.of_library);
  auto around = frame_of(its, config, parts->vocabulary, begin, end);
  if (!around) return around.error();
  parts->around = std::move(around).value();
  if (auto bad = follow(settings, added, *parts)) return *std::move(bad);
  const bool is_unigram = file.algorithm == SentencePieceAlgorithm::kUnigram;
  parts->algorithm = is_unigram ? Algorithm::kUnigram : Algorithm::kBpe;
  Result<std::shared_ptr<const PieceModel>> explains =
      is_unigram
          ? unigram_of(file, ids.of_library, parts->vocabulary, ids.unknown)
          : Bpe::of(parts->vocabulary, merges_of(file, parts->vocabulary),
                    {.unknown = ids.unknown, .fuse_unknown = true, .byte_fallback = file.byte_fallback});
  if (!explains) return explains.error();
  parts->decoder = decoder_of(library, added, settings.marks_whole_text && settings.has_mark);
  if (ids.has_codes) {
    parts->decoder = [joined = std::move(parts->decoder)](std::vector<std::string>& names) {
      joined(names);
      names = {with_spaces(names.front())};
    };
  }
  describe_sentencepieces(file, ids, added, *parts);
  parts->special = special_tokens(parts->vocabulary, config);
  if (settings.marks_whole_text) parts->after_lone_mark = with_role(config, parts->vocabulary, ids.added);
  if (config.bad()) return *config.bad();
  const std::string before_space = settings.marks_whole_text ? settings.unknown : "";
  parts->model = std::make_shared<SentencePieceModel>(library, ids, parts->vocabulary, before_space,
                                                      std::move(explains).value());
  parts->settings_read = config.read();
  return ModelTokenizer(parts);
}

}  // namespace

Result<ModelTokenizer> read_sentencepiece(std::string_view model, std::string_view tokenizer_config_json,
                                          TokenizerFamily family, std::string_view vocab_json) {
  const auto file = read_sentencepiece_file(model);
  if (!file) return file.error();
  const auto config = parse_json(tokenizer_config_json);
  if (!config) return config.error();
  Fields fields(*config, "tokenizer_config");
  const auto its = sentencepiece_class(fields, family);
  if (!its) return its.error();
  const auto settings = read_sentencepiece_settings(fields, *its);
  if (!settings) return settings.error();
  auto ids = model_ids(*file, fields, *its, vocab_json);
  if (!ids) return ids.error();
  auto library = settings->marks_whole_text ? SentencePieces::load(without_dummy_prefix(model))
                                            : SentencePieces::load(model);
  if (!library) return library.error();
  assert((*library)->size() == file->pieces.size());
  return assemble({*file, *its, std::move(ids).value(), *settings, std::move(library).value()}, fields);
}

}  // namespace text
