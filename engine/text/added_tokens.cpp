// added_tokens.cpp: one walk along the text, from each position down the trie of all added tokens.
#include "engine/text/added_tokens.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace text {
namespace {

bool is_word_before(std::string_view text, size_t end) {
  return end > 0 && is_word_letter(letter_at(text, engine::letter_start(text, end - 1)).code);
}

size_t white_space_before(std::string_view text, size_t end, size_t limit) {
  while (end > limit) {
    const size_t begin = engine::letter_start(text, end - 1);
    if (!is_white_space(letter_at(text, begin).code)) break;
    end = begin;
  }
  return end;
}

size_t white_space_behind(std::string_view text, size_t begin) {
  while (begin < text.size()) {
    const Letter letter = letter_at(text, begin);
    if (!is_white_space(letter.code)) break;
    begin = letter.end;
  }
  return begin;
}

}  // namespace

Result<std::vector<AddedToken>> read_added_tokens(Fields& root) {
  std::vector<AddedToken> tokens;
  if (root.find("added_tokens") == nullptr) return tokens;
  for (const json& item : root.list("added_tokens")) {
    Fields fields(item, "added_tokens");
    AddedToken token;
    token.content = fields.text("content");
    token.id = static_cast<Index>(fields.number("id"));
    token.single_word = fields.flag("single_word", false);
    token.strip_left = fields.flag("lstrip", false);
    token.strip_right = fields.flag("rstrip", false);
    token.special = fields.flag("special", false);
    token.normalized = fields.flag("normalized", !token.special);
    if (fields.bad()) return *fields.bad();
    tokens.push_back(std::move(token));
  }
  if (root.bad()) return *root.bad();
  return tokens;
}

json added_list(Fields& config) {
  json list = json::array();
  if (config.find("added_tokens_decoder") == nullptr) return list;
  for (const auto& [name, token] : config.object("added_tokens_decoder").items()) {
    uint32_t id = 0;
    const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), id);
    const bool is_id = failure == std::errc() && end == name.data() + name.size() && token.is_object();
    if (!is_id) config.mark("added_tokens_decoder");
    if (!is_id) break;
    list.push_back(token);
    list.back()["id"] = id;
  }
  return list;
}

Result<AddedTokens> AddedTokens::of(const std::vector<AddedToken>& tokens, bool normalized,
                                    const Normalizer& normalizer) {
  AddedTokens result;
  std::vector<std::pair<std::string, Index>> pieces;
  for (const AddedToken& token : tokens) {
    if (token.normalized != normalized) continue;
    AlignedText content(token.content);
    if (normalized && normalizer) {
      if (auto bad = normalizer(content)) return *std::move(bad);
    }
    if (content.size() == 0) continue;
    pieces.emplace_back(content.bytes, static_cast<Index>(result.tokens_.size()));
    result.tokens_.push_back(token);
  }
  if (!pieces.empty()) result.trie_ = PieceTrie(pieces);
  return result;
}

bool AddedTokens::fits(const AddedToken& token, std::string_view text, size_t begin, size_t end) {
  if (!token.single_word) return true;
  const bool word_behind = end < text.size() && is_word_letter(letter_at(text, end).code);
  return !word_behind && !is_word_before(text, begin);
}

const AddedToken* AddedTokens::longest(std::string_view text, size_t at, size_t& end) const {
  const AddedToken* best = nullptr;
  uint32_t node = PieceTrie::kRoot;
  for (size_t next = at; next < text.size(); ++next) {
    node = trie_.next(node, text[next]);
    if (node == PieceTrie::kNowhere) break;
    if (trie_.piece(node) < 0) continue;
    best = &tokens_[static_cast<size_t>(trie_.piece(node))];
    end = next + 1;
  }
  return best;
}

// All tokens are found before any takes the white space beside it: one whose beginning the token before took
// is still a token.
std::vector<Stretch> AddedTokens::cut(const AlignedText& text) const {
  std::vector<Stretch> stretches;
  size_t done = 0;
  for (size_t at = 0; !trie_.empty() && at < text.size();) {
    size_t end = at;
    const AddedToken* token = longest(text.bytes, at, end);
    const size_t found = std::exchange(at, token == nullptr ? at + 1 : end);
    if (token == nullptr || !fits(*token, text.bytes, found, end)) continue;
    const size_t begin =
        token->strip_left ? white_space_before(text.bytes, found, std::min(done, found)) : found;
    if (token->strip_right) end = white_space_behind(text.bytes, end);
    if (done < begin) stretches.push_back({text.slice(done, begin), -1});
    stretches.push_back({text.slice(begin, end), token->id});
    done = end;
  }
  if (done < text.size()) stretches.push_back({text.slice(done, text.size()), -1});
  return stretches;
}

}  // namespace text
