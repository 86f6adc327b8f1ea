// sentencepiece_tokenizer.cpp: a tokenizer of a SentencePiece model: the library cuts, and its pieces' scores
// say how.
#include <algorithm>
#include <cassert>
#include <limits>
#include <span>
#include <unordered_set>

#include "engine/text/bpe.h"
#include "engine/text/byte_level.h"
#include "engine/text/metaspace.h"
#include "engine/text/model_parts.h"
#include "engine/text/sentencepiece.h"
#include "engine/text/sentencepiece_file.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/tokenizer_object.h"
#include "engine/text/tokenizer_settings.h"
#include "engine/text/unigram.h"

namespace text {
namespace {

using Kind = SentencePieceKind;

// Ids of the model for ids of the library, and the pieces that only the model has.
struct SentencePieceIds {
  std::vector<Index> of_library;
  std::vector<AddedToken> added;
};

// Pegasus (Zhang et al. 2020): 103 tokens stand before the library's third piece.
Result<SentencePieceIds> pegasus_ids(const SentencePieceFile& file) {
  constexpr Index kOffset = 103;
  const auto is_kind = [&](size_t id, Kind kind) {
    return id < file.pieces.size() && file.pieces[id].kind == kind;
  };
  if (!is_kind(0, Kind::kControl) || !is_kind(1, Kind::kControl) || !is_kind(2, Kind::kUnknown))
    return Error{"error.tokenizer_step", {{"step", "Pegasus: pad, end, unknown"}}};
  SentencePieceIds ids{{0, 1}, {}};
  for (size_t id = 2; id < file.pieces.size(); ++id)
    ids.of_library.push_back(static_cast<Index>(id) + kOffset);
  const auto add = [&](const std::string& name) {
    ids.added.push_back({.content = name, .id = static_cast<Index>(ids.added.size()) + 2, .special = true});
  };
  for (const int nth : {1, 2}) add("<mask_" + std::to_string(nth) + ">");
  for (Index nth = 2; nth < kOffset; ++nth) add("<unk_" + std::to_string(nth) + ">");
  return ids;
}

// T5 (Raffel et al. 2020): the tokens in place of what a text leaves out, <extra_id_0> last of all.
void add_sentinels(Fields& config, SentencePieceIds& ids) {
  constexpr int64_t kUsual = 100;
  constexpr int64_t kMost = 10'000;
  const int64_t count = config.number("extra_ids", kUsual);
  if (count > kMost) config.mark("extra_ids");
  if (config.bad()) return;
  const auto pieces = static_cast<Index>(ids.of_library.size());
  for (int64_t nth = 0; nth < count; ++nth) {
    ids.added.push_back({.content = "<extra_id_" + std::to_string(nth) + ">",
                         .id = pieces + static_cast<Index>(count - 1 - nth),
                         .special = true});
  }
}

Result<SentencePieceIds> model_ids(const SentencePieceFile& file, Fields& config, TokenizerFamily family) {
  if (family == TokenizerFamily::kPegasus) return pegasus_ids(file);
  SentencePieceIds ids;
  for (size_t id = 0; id < file.pieces.size(); ++id) ids.of_library.push_back(static_cast<Index>(id));
  if (family == TokenizerFamily::kT5) add_sentinels(config, ids);
  if (config.bad()) return *config.bad();
  return ids;
}

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
                     const Vocabulary& vocabulary, std::shared_ptr<const PieceModel> explains)
      : library_(std::move(library)),
        ids_(std::move(ids)),
        vocabulary_(vocabulary),
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
    std::vector<SentencePiece> pieces = library_->cut(word);
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
  std::shared_ptr<const PieceModel> explains_;
};

Result<std::vector<AddedToken>> read_added_decoder(Fields& config) {
  const json object = {{"added_tokens", added_list(config)}};
  if (config.bad()) return *config.bad();
  Fields fields(object, "tokenizer_config");
  return read_added_tokens(fields);
}

// Tokens that mean something to the model, and the unknown one: they are no text.
bool is_outside_text(Kind kind) {
  return kind == Kind::kControl || kind == Kind::kUnknown;
}

// All tokens that are found in a text before the library sees it.
std::vector<AddedToken> all_added(const SentencePieceFile& file, SentencePieceIds& ids,
                                  std::vector<AddedToken> of_config) {
  std::vector<AddedToken> all = std::move(ids.added);
  for (size_t id = 0; id < file.pieces.size(); ++id) {
    if (is_outside_text(file.pieces[id].kind))
      all.push_back(
          {.content = std::string(file.pieces[id].name), .id = ids.of_library[id], .special = true});
  }
  for (AddedToken& token : of_config) {
    token.normalized = false;
    const auto same = std::find_if(all.begin(), all.end(), [&](const AddedToken& each) {
      return each.content == token.content && each.id == token.id;
    });
    if (same == all.end()) {
      all.push_back(std::move(token));
    } else {
      *same = std::move(token);
    }
  }
  return all;
}

// The library joins what is between two special tokens.
Decoder decoder_of(std::shared_ptr<const SentencePieces> library, const std::vector<AddedToken>& added) {
  std::unordered_set<std::string> apart;
  for (const AddedToken& token : added) apart.insert(token.content);
  return [library = std::move(library), apart = std::move(apart)](std::vector<std::string>& names) {
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

// A text begins with the token that says so, and ends with one if the model has no beginning, as T5; unless
// its settings say otherwise.
Result<Around> around_of(Fields& config, const SentencePieces& library, const std::vector<Index>& ids) {
  const auto begin = library.begin_token();
  const auto end = library.end_token();
  const bool begins = config.flag("add_bos_token", begin.has_value());
  const bool ends = config.flag("add_eos_token", !begin.has_value());
  if (config.bad()) return *config.bad();
  Around around{{}, {}};
  for (const int text : {0, 1}) {
    std::vector<Part> parts;
    if (begins && begin) parts.push_back({.token = ids[static_cast<size_t>(*begin)]});
    parts.push_back({.text = text});
    if (ends && end) parts.push_back({.token = ids[static_cast<size_t>(*end)]});
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

Result<ModelTokenizer> assemble(const SentencePieceFile& file, SentencePieceIds ids, Fields& config,
                                std::shared_ptr<const SentencePieces> library) {
  auto of_config = read_added_decoder(config);
  if (!of_config) return of_config.error();
  const std::vector<AddedToken> added = all_added(file, ids, std::move(of_config).value());
  std::vector<std::pair<std::string, Index>> pieces;
  std::optional<Index> unknown;
  for (size_t id = 0; id < file.pieces.size(); ++id) {
    pieces.emplace_back(file.pieces[id].name, ids.of_library[id]);
    if (file.pieces[id].kind == Kind::kUnknown) unknown = ids.of_library[id];
  }
  auto vocabulary = with_added(std::move(pieces), added);
  if (!vocabulary) return vocabulary.error();
  const auto parts = std::make_shared<ModelTokenizer::Parts>(std::move(vocabulary).value());
  auto around = around_of(config, *library, ids.of_library);
  if (!around) return around.error();
  parts->around = std::move(around).value();
  auto found = AddedTokens::of(added, false, {});
  if (!found) return found.error();
  parts->added = std::move(found).value();
  const bool is_unigram = file.algorithm == SentencePieceAlgorithm::kUnigram;
  parts->algorithm = is_unigram ? Algorithm::kUnigram : Algorithm::kBpe;
  Result<std::shared_ptr<const PieceModel>> explains =
      is_unigram ? unigram_of(file, ids.of_library, parts->vocabulary, unknown)
                 : Bpe::of(parts->vocabulary, merges_of(file),
                           {.unknown = unknown, .fuse_unknown = true, .byte_fallback = file.byte_fallback});
  if (!explains) return explains.error();
  parts->decoder = decoder_of(library, added);
  describe_sentencepieces(file, ids.of_library, added, *parts);
  parts->special = special_tokens(parts->vocabulary, config);
  if (config.bad()) return *config.bad();
  parts->model = std::make_shared<SentencePieceModel>(std::move(library), std::move(ids.of_library),
                                                      parts->vocabulary, std::move(explains).value());
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
  auto ids = model_ids(*file, fields, family);
  if (!ids) return ids.error();
  auto library = SentencePieces::load(model);
  if (!library) return library.error();
  assert((*library)->size() == file->pieces.size());
  return assemble(*file, std::move(ids).value(), fields, std::move(library).value());
}

}  // namespace text
