// sentencepiece_ids.cpp: ids of T5's and Pegasus' own tokens, and of those that the settings add.
#include "engine/text/sentencepiece_ids.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/text/tokenizer_settings.h"

namespace text {
namespace {

using Kind = SentencePieceKind;

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

Result<SentencePieceIds> model_ids(const SentencePieceFile& file, Fields& config, TokenizerFamily family) {
  if (family == TokenizerFamily::kPegasus) return pegasus_ids(file);
  SentencePieceIds ids;
  for (size_t id = 0; id < file.pieces.size(); ++id) ids.of_library.push_back(static_cast<Index>(id));
  if (family == TokenizerFamily::kT5) add_sentinels(config, ids);
  if (config.bad()) return *config.bad();
  return ids;
}

Result<std::vector<AddedToken>> all_added(const SentencePieceFile& file, const SentencePieceIds& ids,
                                          Fields& config) {
  std::vector<AddedToken> all = added_by_file(file, ids);
  std::unordered_map<std::string_view, Index> known;
  for (size_t id = 0; id < file.pieces.size(); ++id) known.emplace(file.pieces[id].name, ids.of_library[id]);
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
