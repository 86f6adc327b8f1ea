// tokenizer_json.cpp: reads tokenizer.json, the format of Hugging Face's library.
// https://huggingface.co/docs/tokenizers. Ignored, since they do not affect the pieces: truncation, padding.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "engine/text/bpe.h"
#include "engine/text/byte_level.h"
#include "engine/text/metaspace.h"
#include "engine/text/model_parts.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/tokenizer_object.h"
#include "engine/text/unigram.h"
#include "engine/text/word_piece.h"

namespace text {
namespace {

using Pieces = std::vector<std::pair<std::string, Index>>;

struct AlgorithmRow {
  std::string_view type;
  Algorithm algorithm;
  ModelReader read;
};

constexpr std::array kModels = {AlgorithmRow{"BPE", Algorithm::kBpe, read_bpe},
                                AlgorithmRow{"WordPiece", Algorithm::kWordPiece, read_word_piece},
                                AlgorithmRow{"Unigram", Algorithm::kUnigram, read_unigram},
                                AlgorithmRow{"WordLevel", Algorithm::kWordLevel, read_word_level}};

// Older files do not name their algorithm; their fields reveal it.
std::string type_of(Fields& model) {
  if (const auto type = model.optional_text("type")) return *type;
  if (model.find("merges") != nullptr) return "BPE";
  const json* vocab = model.find("vocab");
  if (vocab != nullptr && vocab->is_array()) return "Unigram";
  return model.find("max_input_chars_per_word") != nullptr ? "WordPiece" : "WordLevel";
}

// {"piece": id, ...}, or for Unigram [["piece", log probability], ...].
Result<Pieces> read_pieces(Fields& model, bool is_list) {
  Pieces pieces;
  if (is_list) {
    for (const json& item : model.list("vocab")) {
      if (!item.is_array() || item.size() != 2 || !item[0].is_string() || !item[1].is_number()) {
        model.mark("vocab");
        break;
      }
      pieces.emplace_back(item[0].get<std::string>(), static_cast<Index>(pieces.size()));
    }
  } else {
    for (const auto& [name, id] : model.object("vocab").items()) {
      constexpr auto kMost = static_cast<uint64_t>(kMostValues);
      if (!id.is_number_unsigned() || id.get<uint64_t>() > kMost) {
        return Error{"error.tokenizer_id", {{"piece", quotable(name)}, {"id", quotable(id.dump())}}};
      }
      pieces.emplace_back(name, id.get<Index>());
    }
  }
  if (model.bad()) return *model.bad();
  if (pieces.empty()) return Error{"error.tokenizer_empty", {}};
  return pieces;
}

// Whether a step, or one inside it, has the type.
bool uses(const json* step, std::string_view type) {
  if (step == nullptr || !step->is_structured()) return false;
  if (step->is_object() && step->contains("type") && (*step)["type"] == type) return true;
  return std::any_of(step->begin(), step->end(), [&](const json& inner) { return uses(&inner, type); });
}

// The text that a piece stands for.
std::string shown_piece(const std::string& name, Algorithm algorithm, Fields& model) {
  switch (algorithm) {
    case Algorithm::kByteLevelBpe:
      return letters_as_bytes(name).value_or(name);
    case Algorithm::kWordPiece: {
      const std::string prefix = model.text("continuing_subword_prefix", "##");
      const bool goes_on = !prefix.empty() && name.size() > prefix.size() && name.starts_with(prefix);
      return goes_on ? name.substr(prefix.size()) : name;
    }
    case Algorithm::kWordLevel:
      return name;
    case Algorithm::kBpe:
    case Algorithm::kUnigram:
      break;
  }
  if (const auto byte = byte_of_name(name)) return {*byte};
  const std::string suffix = model.text("end_of_word_suffix", "");
  const bool ends_word = !suffix.empty() && name.size() > suffix.size() && name.ends_with(suffix);
  const std::string_view stem =
      std::string_view(name).substr(0, name.size() - (ends_word ? suffix.size() : 0));
  return with_replaced(stem, Metaspace().mark, " ");
}

void describe_pieces(ModelTokenizer::Parts& parts, const std::vector<AddedToken>& added, Fields& model) {
  for (const std::string& name : *parts.vocabulary.names()) {
    parts.shown.push_back(shown_piece(name, parts.algorithm, model));
  }
  parts.is_special.assign(parts.shown.size(), false);
  for (const AddedToken& token : added) {
    const auto id = static_cast<size_t>(token.id);
    parts.shown[id] = token.content;
    parts.is_special[id] = token.special;
  }
}

// The first of these names that is a piece.
std::optional<Index> first_of(const Vocabulary& vocabulary, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto id = vocabulary.find(name)) return id;
  }
  return std::nullopt;
}

// Adds a step to the parts, or reports what is wrong with it.
template <class Step>
std::optional<Error> put(Result<Step> step, Step& place) {
  if (!step) return step.error();
  place = std::move(step).value();
  return std::nullopt;
}

std::optional<Error> read_steps(Fields& root, const std::vector<AddedToken>& added,
                                ModelTokenizer::Parts& parts) {
  if (auto bad = put(read_normalizer(root.find("normalizer")), parts.normalizer)) return bad;
  if (auto bad = put(read_splitter(root.find("pre_tokenizer")), parts.splitter)) return bad;
  if (auto bad = put(read_around(root.find("post_processor"), parts.vocabulary), parts.around)) return bad;
  if (auto bad = put(read_decoder(root.find("decoder")), parts.decoder)) return bad;
  if (auto bad = put(AddedTokens::of(added, false, parts.normalizer), parts.added)) return bad;
  return put(AddedTokens::of(added, true, parts.normalizer), parts.added_normalized);
}

}  // namespace

Result<Vocabulary> with_added(std::vector<std::pair<std::string, Index>> pieces,
                              const std::vector<AddedToken>& added) {
  std::unordered_map<std::string, Index> known(pieces.begin(), pieces.end());
  for (const AddedToken& token : added) {
    const auto [found, is_new] = known.emplace(token.content, token.id);
    if (is_new) pieces.emplace_back(token.content, token.id);
    if (found->second != token.id)
      return Error{"error.tokenizer_piece_twice", {{"piece", quotable(token.content)}}};
  }
  return Vocabulary::of(std::move(pieces));
}

SpecialTokens special_tokens(const Vocabulary& vocabulary) {
  SpecialTokens special;
  special.mask = first_of(vocabulary, {"[MASK]", "<mask>"});
  special.padding = first_of(vocabulary, {"[PAD]", "<pad>", "<|pad|>"});
  special.begin = first_of(vocabulary, {"<s>", "<bos>", "<|begin_of_text|>", "<|endoftext|>"});
  special.end = first_of(vocabulary, {"</s>", "<eos>", "<|end_of_text|>", "<|eot_id|>", "<|endoftext|>"});
  special.unknown = first_of(vocabulary, {"[UNK]", "<unk>"});
  // RoBERTa and BART give BERT's roles to <s> and </s>; among models with these, only they have <mask>.
  const bool is_roberta = vocabulary.find("<mask>").has_value();
  special.classify = first_of(vocabulary, {"[CLS]", is_roberta ? "<s>" : "[CLS]"});
  special.separate = first_of(vocabulary, {"[SEP]", is_roberta ? "</s>" : "[SEP]"});
  return special;
}

Result<ModelTokenizer> read_tokenizer_object(const json& object) {
  Fields root(object, "tokenizer");
  Fields model(root.object("model"), "model");
  if (root.bad()) return *root.bad();
  const std::string type = type_of(model);
  const auto* const row = std::find_if(kModels.begin(), kModels.end(),
                                       [&](const AlgorithmRow& each) { return each.type == type; });
  if (row == kModels.end()) return Error{"error.tokenizer_step", {{"step", "model " + quotable(type)}}};
  const auto added = read_added_tokens(root);
  if (!added) return added.error();
  auto pieces = read_pieces(model, row->algorithm == Algorithm::kUnigram);
  if (!pieces) return pieces.error();
  auto vocabulary = with_added(std::move(pieces).value(), *added);
  if (!vocabulary) return vocabulary.error();

  const auto parts = std::make_shared<ModelTokenizer::Parts>(std::move(vocabulary).value());
  if (auto bad = read_steps(root, *added, *parts)) return *std::move(bad);
  if (auto bad = put(row->read(model, parts->vocabulary), parts->model)) return *std::move(bad);
  const bool is_byte_level =
      uses(root.find("pre_tokenizer"), "ByteLevel") || uses(root.find("normalizer"), "ByteLevel");
  parts->algorithm =
      row->algorithm == Algorithm::kBpe && is_byte_level ? Algorithm::kByteLevelBpe : row->algorithm;
  parts->special = special_tokens(parts->vocabulary);
  describe_pieces(*parts, *added, model);
  return ModelTokenizer(parts);
}

Result<ModelTokenizer> read_tokenizer_json(std::string_view bytes) {
  const auto object = parse_json(bytes);
  if (!object) return object.error();
  return read_tokenizer_object(*object);
}

}  // namespace text
