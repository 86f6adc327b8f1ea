// sentencepiece_ids.cpp: ids of the pieces and of the tokens that classes add, and of those that the settings
// add.
#include "engine/text/sentencepiece_ids.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "engine/text/tokenizer_settings.h"

namespace text {
namespace {

using Kind = SentencePieceKind;

Error lacks(const char* step) {
  return Error{"error.tokenizer_step", {{"step", step}}};
}

bool begins_with(const SentencePieceFile& file, const std::array<Kind, 3>& kinds) {
  return file.pieces.size() >= kinds.size() &&
         std::equal(kinds.begin(), kinds.end(), file.pieces.begin(),
                    [](Kind kind, const SentencePieceEntry& piece) { return piece.kind == kind; });
}

// From the piece `first` on, the library's ids and `offset`.
void add_moved(const SentencePieceFile& file, size_t first, Index offset, SentencePieceIds& ids) {
  for (size_t id = first; id < file.pieces.size(); ++id)
    ids.of_library.push_back(static_cast<Index>(id) + offset);
}

// Pegasus (Zhang et al. 2020): 103 tokens stand before the library's third piece.
std::optional<Error> add_pegasus(const SentencePieceFile& file, SentencePieceIds& ids) {
  constexpr Index kOffset = 103;
  if (!begins_with(file, {Kind::kControl, Kind::kControl, Kind::kUnknown}))
    return lacks("Pegasus: pad, end, unknown");
  ids.of_library = {0, 1};
  add_moved(file, 2, kOffset, ids);
  const auto add = [&](const std::string& name) {
    ids.added.push_back({.content = name, .id = static_cast<Index>(ids.added.size()) + 2, .special = true});
  };
  for (const int nth : {1, 2}) add("<mask_" + std::to_string(nth) + ">");
  for (Index nth = 2; nth < kOffset; ++nth) add("<unk_" + std::to_string(nth) + ">");
  return std::nullopt;
}

// <mask>, which takes the space before it.
AddedToken mask_at(Index id) {
  return {.content = "<mask>", .id = id, .strip_left = true, .special = true};
}

bool begins_as_fairseq(const SentencePieceFile& file) {
  return begins_with(file, {Kind::kUnknown, Kind::kControl, Kind::kControl}) &&
         file.pieces[1].name == "<s>" && file.pieces[2].name == "</s>";
}

// XLM-R (Conneau et al. 2020) and mBART (Liu et al. 2020): trained with fairseq, whose dictionary begins with
// four tokens of its own; the library's begins with <unk>, <s>, </s>.
std::optional<Error> add_fairseq(const SentencePieceFile& file, const SentencePieceClass& its,
                                 SentencePieceIds& ids) {
  if (!begins_as_fairseq(file)) return lacks("XLM-R, mBART: <unk>, <s>, </s>");
  ids.of_library = {3, 0, 2};
  add_moved(file, 3, 1, ids);
  auto next = static_cast<Index>(file.pieces.size()) + 1;
  ids.added.push_back({.content = "<pad>", .id = 1, .special = true});
  for (const std::string_view language : its.languages)
    ids.added.push_back({.content = std::string(language), .id = next++, .special = true});
  ids.added.push_back(mask_at(next));
  return std::nullopt;
}

// CamemBERT (Martin et al. 2020): fairseq's tokens stand before those of the same names that the library has.
std::optional<Error> add_camembert(const SentencePieceFile& file, SentencePieceIds& ids) {
  constexpr Index kOffset = 4;
  if (!begins_as_fairseq(file)) return lacks("CamemBERT: <unk>, <s>, </s>");
  ids.of_library = {3};
  add_moved(file, 1, kOffset, ids);
  constexpr std::array<std::pair<const char*, Index>, 4> kFirst = {
      {{"<s>NOTUSED", 0}, {"<pad>", 1}, {"</s>NOTUSED", 2}, {"<unk>NOTUSED", 4}}};
  for (const auto& [name, id] : kFirst) ids.added.push_back({.content = name, .id = id, .special = true});
  ids.added.push_back(mask_at(static_cast<Index>(file.pieces.size()) + kOffset));
  return std::nullopt;
}

// Marian (Junczys-Dowmunt et al. 2018): two SentencePiece models, one of each language, share a vocabulary.
std::optional<Error> add_vocabulary(const SentencePieceFile& file, std::string_view vocab_json,
                                    SentencePieceIds& ids) {
  const auto read = parse_json(vocab_json);
  if (!read) return read.error();
  if (!read->is_object()) return Error{"error.tokenizer_field", {{"field", "vocab.json"}}};
  Fields vocabulary(*read, "vocab.json");
  ids.unknown = static_cast<Index>(vocabulary.number("<unk>", {}));
  for (const auto& [name, id] : read->items())
    ids.names.emplace_back(name, static_cast<Index>(vocabulary.number(name.c_str(), {})));
  if (vocabulary.bad()) return vocabulary.bad();
  for (const char* const name : {"</s>", "<unk>", "<pad>"}) {
    if (read->contains(name))
      ids.added.push_back({.content = name, .id = (*read)[name].get<Index>(), .special = true});
  }
  for (const SentencePieceEntry& piece : file.pieces) {
    const auto known = piece.kind == Kind::kUnknown ? read->end() : read->find(piece.name);
    ids.of_library.push_back(known == read->end() ? *ids.unknown : known->get<Index>());
  }
  ids.has_codes = true;
  return std::nullopt;
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
                         .strip_left = true,
                         .strip_right = true,
                         .special = true});
  }
}

// Tokens that mean something to the model, and the unknown one: they are no text.
bool is_outside_text(Kind kind) {
  return kind == Kind::kControl || kind == Kind::kUnknown;
}

std::vector<AddedToken> added_by_file(const SentencePieceFile& file, const SentencePieceIds& ids) {
  std::vector<AddedToken> all = ids.added;
  if (ids.has_codes) return all;  // the vocabulary has those that count
  for (size_t id = 0; id < file.pieces.size(); ++id) {
    if (is_outside_text(file.pieces[id].kind))
      all.push_back(
          {.content = std::string(file.pieces[id].name), .id = ids.of_library[id], .special = true});
  }
  return all;
}

// Those that the settings list, and those that they only name by a role: pieces keep their ids, others follow
// all. A name alone changes nothing of a token that is added already.
json added_by_settings(Fields& config, const std::vector<AddedToken>& by_file,
                       const std::unordered_map<std::string_view, Index>& known) {
  json list = added_list(config);
  std::unordered_set<std::string> listed;
  Index next = 0;
  for (const auto& [name, id] : known) next = std::max(next, id + 1);
  for (const json& token : list) {
    listed.insert(content_of(token).value_or(""));
    next = std::max(next, token["id"].get<Index>() + 1);
  }
  for (json& token : role_tokens(config)) {
    const auto content = token["content"].get<std::string>();
    const bool is_name_alone = token.size() == 2;
    const bool is_added = std::any_of(by_file.begin(), by_file.end(),
                                      [&](const AddedToken& each) { return each.content == content; });
    if ((is_name_alone && is_added) || !listed.insert(content).second) continue;
    const auto piece = known.find(content);
    token["id"] = static_cast<uint64_t>(piece == known.end() ? next++ : piece->second);
    list.push_back(std::move(token));
  }
  return list;
}

}  // namespace

Result<SentencePieceIds> model_ids(const SentencePieceFile& file, Fields& config,
                                   const SentencePieceClass& its, std::string_view vocab_json) {
  SentencePieceIds ids;
  std::optional<Error> bad;
  switch (its.ids) {
    case PieceIds::kOwn:
      add_moved(file, 0, 0, ids);
      break;
    case PieceIds::kSentinels:
      add_moved(file, 0, 0, ids);
      add_sentinels(config, ids);
      break;
    case PieceIds::kPegasus:
      bad = add_pegasus(file, ids);
      break;
    case PieceIds::kFairseq:
      bad = add_fairseq(file, its, ids);
      break;
    case PieceIds::kCamembert:
      bad = add_camembert(file, ids);
      break;
    case PieceIds::kVocabulary:
      if (config.flag("separate_vocabs", false)) config.mark("separate_vocabs");
      bad = add_vocabulary(file, vocab_json, ids);
      break;
  }
  if (bad) return *std::move(bad);
  if (config.bad()) return *config.bad();
  if (ids.has_codes) return ids;
  for (size_t id = 0; id < file.pieces.size(); ++id) {
    ids.names.emplace_back(file.pieces[id].name, ids.of_library[id]);
    if (file.pieces[id].kind == Kind::kUnknown) ids.unknown = ids.of_library[id];
  }
  return ids;
}

Result<std::vector<AddedToken>> all_added(const SentencePieceFile& file, const SentencePieceIds& ids,
                                          Fields& config) {
  std::vector<AddedToken> all = added_by_file(file, ids);
  std::unordered_map<std::string_view, Index> known;
  for (const auto& [name, id] : ids.names) known.emplace(name, id);
  for (const AddedToken& token : ids.added) known.emplace(token.content, token.id);
  const json object = {{"added_tokens", added_by_settings(config, all, known)}};
  if (config.bad()) return *config.bad();
  Fields fields(object, "tokenizer_config");
  auto read = read_added_tokens(fields);
  if (!read) return read.error();
  std::vector<AddedToken> by_settings = std::move(read).value();
  for (AddedToken& token : by_settings) {
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

}  // namespace text
