// tokenizer_json.cpp: reads tokenizer.json, the format of Hugging Face's library.
// https://huggingface.co/docs/tokenizers
#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "engine/text/bpe.h"
#include "engine/text/byte_level.h"
#include "engine/text/metaspace.h"
#include "engine/text/model_parts.h"
#include "engine/text/simplified_forms.h"
#include "engine/text/tokenizer_files.h"
#include "engine/text/tokenizer_object.h"
#include "engine/text/tokenizer_settings.h"
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

// Added tokens as Hugging Face's library numbers them, whatever ids the file has: a piece of the model's
// keeps its id, others follow the model's pieces in their order; those without letters and repeated ones are
// left out. `notes` gets those whose id in the file is another.
std::vector<AddedToken> numbered(const std::vector<AddedToken>& listed, const Pieces& pieces,
                                 std::vector<Error>& notes) {
  const std::unordered_map<std::string, Index> own(pieces.begin(), pieces.end());
  std::unordered_set<std::string> known;
  std::vector<AddedToken> tokens;
  auto next = static_cast<Index>(pieces.size());
  for (const AddedToken& token : listed) {
    if (token.content.empty() || !known.insert(token.content).second) continue;
    const auto piece = own.find(token.content);
    tokens.push_back(token);
    Index& id = tokens.back().id;
    id = piece == own.end() ? next : piece->second;
    next = std::max(next, id + 1);
    if (id != token.id) {
      notes.push_back({"note.token_renumbered",
                       {{"token", quotable(token.content)},
                        {"id", std::to_string(token.id)},
                        {"taken", std::to_string(id)}}});
    }
  }
  return tokens;
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

// Adds a step to the parts, or reports what is wrong with it.
template <class Step>
std::optional<Error> put(Result<Step> step, Step& place) {
  if (!step) return step.error();
  place = std::move(step).value();
  return std::nullopt;
}

// Whether a Metaspace says that no space is put before a text as only older versions of the library wrote it:
// today's refuses the file.
bool has_old_metaspace(const json* step) {
  if (step == nullptr || !step->is_structured()) return false;
  const bool is_one = step->is_object() && step->contains("type") && (*step)["type"] == "Metaspace";
  if (is_one)
    return step->contains("add_prefix_space") && (*step)["add_prefix_space"] == false &&
           !step->contains("prepend_scheme");
  return std::any_of(step->begin(), step->end(), [](const json& inner) { return has_old_metaspace(&inner); });
}

// The library cuts and fills texts as these say, where it is called itself; transformers switches both off
// (set_truncation_and_padding), unless it is asked for them, and so are they here.
void note_what_is_off(Fields& root, std::vector<Error>& notes) {
  for (const char* const step : {"pre_tokenizer", "decoder"}) {
    if (has_old_metaspace(root.find(step))) notes.push_back({"note.tokenizer_old_spaces", {{"step", step}}});
  }
  for (const char* const field : {"truncation", "padding"}) {
    if (root.find(field) != nullptr) notes.push_back({"note.tokenizer_off", {{"field", field}}});
  }
}

// `splits_special`: a text's special tokens are cut like other letters.
std::optional<Error> read_steps(Fields& root, std::vector<AddedToken> added, bool splits_special,
                                ModelTokenizer::Parts& parts) {
  if (auto bad = put(read_normalizer(root.find("normalizer")), parts.normalizer)) return bad;
  parts.simplified = simplified_forms(root.find("normalizer"));
  if (auto bad = put(read_splitter(root.find("pre_tokenizer")), parts.splitter)) return bad;
  if (auto bad = put(read_around(root.find("post_processor"), parts.vocabulary), parts.around)) return bad;
  if (auto bad = put(read_decoder(root.find("decoder")), parts.decoder)) return bad;
  if (splits_special) std::erase_if(added, [](const AddedToken& token) { return token.special; });
  if (auto bad = put(AddedTokens::of(added, false, parts.normalizer), parts.added)) return bad;
  return put(AddedTokens::of(added, true, parts.normalizer), parts.added_normalized);
}

}  // namespace

Result<Vocabulary> with_added(std::vector<std::pair<std::string, Index>> pieces,
                              const std::vector<AddedToken>& added) {
  for (const AddedToken& token : added) pieces.emplace_back(token.content, token.id);
  return Vocabulary::of(pieces);
}

Result<ModelTokenizer> read_tokenizer_object(const json& object, Fields& settings,
                                             const std::function<void(ModelTokenizer::Parts&)>& change) {
  Fields root(object, "tokenizer");
  Fields model(root.object("model"), "model");
  if (root.bad()) return *root.bad();
  const std::string type = type_of(model);
  const auto* const row = std::find_if(kModels.begin(), kModels.end(),
                                       [&](const AlgorithmRow& each) { return each.type == type; });
  if (row == kModels.end()) return Error{"error.tokenizer_step", {{"step", "model " + quotable(type)}}};
  const auto listed = read_added_tokens(root);
  if (!listed) return listed.error();
  auto pieces = read_pieces(model, row->algorithm == Algorithm::kUnigram);
  if (!pieces) return pieces.error();
  const auto own = Vocabulary::of(*pieces);
  if (!own) return own.error();
  std::vector<Error> notes;
  const std::vector<AddedToken> added = numbered(*listed, *pieces, notes);
  auto vocabulary = with_added(std::move(pieces).value(), added);
  if (!vocabulary) return vocabulary.error();

  const auto parts = std::make_shared<ModelTokenizer::Parts>(std::move(vocabulary).value());
  note_what_is_off(root, notes);
  parts->notes = std::move(notes);
  if (auto bad = read_steps(root, added, settings.flag("split_special_tokens", false), *parts))
    return *std::move(bad);
  if (auto bad = put(row->read(model, *own), parts->model)) return *std::move(bad);
  const bool is_byte_level =
      uses(root.find("pre_tokenizer"), "ByteLevel") || uses(root.find("normalizer"), "ByteLevel");
  parts->algorithm =
      row->algorithm == Algorithm::kBpe && is_byte_level ? Algorithm::kByteLevelBpe : row->algorithm;
  parts->special = special_tokens(parts->vocabulary, settings);
  if (settings.bad()) return *settings.bad();
  describe_pieces(*parts, added, model);
  parts->settings_read = settings.read();
  if (change) change(*parts);
  return ModelTokenizer(parts);
}

Result<ModelTokenizer> read_tokenizer_json(std::string_view bytes, std::string_view tokenizer_config_json) {
  auto object = parse_json(bytes);
  if (!object) return object.error();
  const auto config = parse_json(tokenizer_config_json);
  if (!config) return config.error();
  Fields settings(*config, "tokenizer_config");
  json tokenizer = std::move(object).value();
  apply_settings(tokenizer, settings);
  if (settings.bad()) return *settings.bad();
  return read_tokenizer_object(tokenizer, settings);
}

}  // namespace text
