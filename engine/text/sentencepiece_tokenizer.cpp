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
    if (piece.kind == Kind::kNormal) at = piece.score;
    // Preferred to what it could be cut into.
    if (piece.kind == Kind::kUserDefined) at = static_cast<double>(piece.name.size()) * most - 0.1;
  }
  return std::make_shared<Unigram>(vocabulary, std::move(log_probabilities), unknown, file.byte_fallback,
                                   least - kUnknownPenalty);
}

// A piece's merge is as early as its score is high; every way to cut it in two pieces makes it.
std::vector<std::pair<std::string, std::string>> merges_of(const SentencePieceFile& file) {
  std::vector<const SentencePieceEntry*> pieces;
  std::unordered_set<std::string_view> known;
  for (const SentencePieceEntry& piece : file.pieces) {
    if (piece.kind != Kind::kNormal) continue;
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

// The library's pieces; how they are found is worked out again by one of this room's algorithms.
class SentencePieceModel : public PieceModel {
 public:
  SentencePieceModel(std::shared_ptr<const SentencePieces> library, std::vector<Index> ids,
                     const Vocabulary& vocabulary, std::string unknown,
                     std::shared_ptr<const PieceModel> explains)
      : library_(std::move(library)),
        ids_(std::move(ids)),
        vocabulary_(vocabulary),
        unknown_(std::move(unknown)),
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
    const bool has_space = word.starts_with(' ') || word.starts_with(Metaspace().mark);
    std::vector<SentencePiece> pieces =
        has_space && !unknown_.empty() ? library_->cut_behind(unknown_, word) : library_->cut(word);
    for (SentencePiece& piece : pieces) piece.token.id = ids_[static_cast<size_t>(piece.token.id)];
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
  std::vector<Index> ids_;  // of the model, by the library's
  Vocabulary vocabulary_;
  std::string unknown_;  // stands before a space, so that the library leaves it; empty where it need not
  std::shared_ptr<const PieceModel> explains_;
};

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

// A text begins with the token that says so, and ends with one if the model has no beginning, as T5; unless
// its settings say otherwise, which T5's and Pegasus' classes do not ask.
Result<Around> around_of(Fields& config, const SentencePieces& library, const std::vector<Index>& ids,
                         const Vocabulary& vocabulary, TokenizerFamily family) {
  const std::string name = tokenizer_class(config);
  const bool only_ends = name == "T5Tokenizer" || name == "PegasusTokenizer" ||
                         family == TokenizerFamily::kT5 || family == TokenizerFamily::kPegasus;
  const bool has_begin = library.begin_token().has_value();
  const auto begin = end_of_text(config, "bos_token", vocabulary, library.begin_token(), ids);
  const auto end = end_of_text(config, "eos_token", vocabulary, library.end_token(), ids);
  const bool begins = !only_ends && config.flag("add_bos_token", has_begin);
  const bool ends = only_ends || config.flag("add_eos_token", !has_begin);
  if (config.bad()) return *config.bad();
  Around around{{}, {}};
  for (const int text : {0, 1}) {
    std::vector<Part> parts;
    if (begins && begin) parts.push_back({.token = *begin});
    parts.push_back({.text = text});
    if (ends && end) parts.push_back({.token = *end});
    if (text == 0) around.single = parts;
    around.pair.insert(around.pair.end(), parts.begin(), parts.end());
  }
  return around;
}

void describe_sentencepieces(const SentencePieceFile& file, const std::vector<Index>& ids,
                             const std::vector<AddedToken>& added, ModelTokenizer::Parts& parts) {
  parts.shown = *parts.vocabulary.names();
  parts.is_special.assign(parts.shown.size(), false);
  for (size_t id = 0; id < file.pieces.size(); ++id) {
    std::string& shown = parts.shown[static_cast<size_t>(ids[id])];
    const auto byte = file.pieces[id].kind == Kind::kByte ? byte_of_name(shown) : std::nullopt;
    shown = byte ? std::string(1, *byte) : with_replaced(shown, Metaspace().mark, " ");
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
  SentencePieceIds ids;
  SentencePieceSettings settings;
  std::shared_ptr<const SentencePieces> library;
  TokenizerFamily family;
};

Result<ModelTokenizer> assemble(const Sources& sources, Fields& config) {
  const auto& [file, ids, settings, library, family] = sources;
  const auto all = all_added(file, ids, config);
  if (!all) return all.error();
  const std::vector<AddedToken>& added = *all;
  std::vector<std::pair<std::string, Index>> pieces;
  std::optional<Index> unknown;
  for (size_t id = 0; id < file.pieces.size(); ++id) {
    pieces.emplace_back(file.pieces[id].name, ids.of_library[id]);
    if (file.pieces[id].kind == Kind::kUnknown) unknown = ids.of_library[id];
  }
  auto vocabulary = with_added(std::move(pieces), added);
  if (!vocabulary) return vocabulary.error();
  const auto parts = std::make_shared<ModelTokenizer::Parts>(std::move(vocabulary).value());
  auto around = around_of(config, *library, ids.of_library, parts->vocabulary, family);
  if (!around) return around.error();
  parts->around = std::move(around).value();
  if (auto bad = follow(settings, added, *parts)) return *std::move(bad);
  const bool is_unigram = file.algorithm == SentencePieceAlgorithm::kUnigram;
  parts->algorithm = is_unigram ? Algorithm::kUnigram : Algorithm::kBpe;
  Result<std::shared_ptr<const PieceModel>> explains =
      is_unigram ? unigram_of(file, ids.of_library, parts->vocabulary, unknown)
                 : Bpe::of(parts->vocabulary, merges_of(file),
                           {.unknown = unknown, .fuse_unknown = true, .byte_fallback = file.byte_fallback});
  if (!explains) return explains.error();
  parts->decoder = decoder_of(library, added, settings.marks_whole_text && settings.has_mark);
  describe_sentencepieces(file, ids.of_library, added, *parts);
  parts->special = special_tokens(parts->vocabulary, config);
  if (settings.marks_whole_text) parts->after_lone_mark = with_role(config, parts->vocabulary, ids.added);
  if (config.bad()) return *config.bad();
  parts->model = std::make_shared<SentencePieceModel>(library, ids.of_library, parts->vocabulary,
                                                      settings.marks_whole_text ? settings.unknown : "",
                                                      std::move(explains).value());
  parts->settings_read = config.read();
  return ModelTokenizer(parts);
}

}  // namespace

Result<ModelTokenizer> read_sentencepiece(std::string_view model, std::string_view tokenizer_config_json,
                                          TokenizerFamily family) {
  const auto file = read_sentencepiece_file(model);
  if (!file) return file.error();
  const auto config = parse_json(tokenizer_config_json);
  if (!config) return config.error();
  Fields fields(*config, "tokenizer_config");
  const auto settings = read_sentencepiece_settings(fields, family);
  if (!settings) return settings.error();
  auto ids = model_ids(*file, fields, family);
  if (!ids) return ids.error();
  auto library = settings->marks_whole_text ? SentencePieces::load(without_dummy_prefix(model))
                                            : SentencePieces::load(model);
  if (!library) return library.error();
  assert((*library)->size() == file->pieces.size());
  return assemble({*file, std::move(ids).value(), *settings, std::move(library).value(), family}, fields);
}

}  // namespace text
