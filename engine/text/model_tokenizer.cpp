// model_tokenizer.cpp: takes a text through a tokenizer's parts, and back.
#include "engine/text/model_tokenizer.h"

#include <unordered_map>

#include "engine/core/utf8.h"
#include "engine/text/metaspace.h"
#include "engine/text/model_parts.h"

namespace text {
namespace {

std::optional<Error> check_text(std::string_view text) {
  if (text.size() > kLongestText)
    return Error{"error.tokenizer_text_long", {{"megabytes", std::to_string(kLongestText >> 20U)}}};
  if (const auto wrong = engine::first_invalid_byte(text))
    return Error{"error.invalid_utf8", {{"byte", std::to_string(*wrong)}}};
  return std::nullopt;
}

// Cuts a text into added tokens and words, and passes each to `on_token` (id, where) or `on_word`.
template <class OnToken, class OnWord>
std::optional<Error> walk(const ModelTokenizer::Parts& parts, std::string_view text, OnToken on_token,
                          OnWord on_word) {
  if (auto bad = check_text(text)) return bad;
  AlignedText whole(text);
  if (parts.whole) {
    if (auto bad = parts.whole(whole)) return bad;
  }
  for (Stretch& stretch : parts.added.cut(whole)) {
    if (stretch.token >= 0) {
      on_token(stretch.token, stretch.text.span(0, stretch.text.size()));
      continue;
    }
    if (parts.normalizer) {
      if (auto bad = parts.normalizer(stretch.text)) return bad;
    }
    if (stretch.text.size() > kLongestAligned)
      return Error{"error.tokenizer_grows", {{"megabytes", std::to_string(kLongestAligned >> 20U)}}};
    for (Stretch& inner : parts.added_normalized.cut(stretch.text)) {
      if (inner.token >= 0) {
        on_token(inner.token, inner.text.span(0, inner.text.size()));
        continue;
      }
      Words words;
      words.push_back(std::move(inner.text));
      if (parts.splitter) {
        if (auto bad = parts.splitter(words)) return bad;
      }
      for (const AlignedText& word : words) {
        if (word.size() > 0) on_word(word);
      }
    }
  }
  return std::nullopt;
}

// Words repeat within a text: caches the pieces of short words, up to a limit.
class Memory {
 public:
  explicit Memory(const PieceModel& model) : model_(model) {}

  const std::vector<Token>& pieces(const std::string& word) {
    constexpr size_t kLongest = 64;
    constexpr size_t kMost = 20'000;
    if (const auto found = known_.find(word); found != known_.end()) return found->second;
    current_.clear();
    model_.split(word, current_);
    if (word.size() > kLongest || known_.size() >= kMost) return current_;
    return known_.emplace(word, current_).first->second;
  }

 private:
  const PieceModel& model_;
  std::unordered_map<std::string, std::vector<Token>> known_;
  std::vector<Token> current_;
};

Error no_piece(std::string_view word) {
  return {"error.tokenizer_no_piece", {{"word", quotable(word)}}};
}

Piece piece_of(const ModelTokenizer::Parts& parts, Index id, Span where) {
  const auto at = static_cast<size_t>(id);
  return {id, parts.vocabulary.name(id), parts.shown[at], where.begin, where.end, parts.is_special[at]};
}

// Whether the mark of the space that was put before a text stands alone, before a special token.
bool has_lone_mark(const ModelTokenizer::Parts& parts, const std::vector<Piece>& pieces) {
  return pieces.size() > 1 && parts.after_lone_mark.contains(pieces[1].id) &&
         pieces.front().name == Metaspace().mark;
}

}  // namespace

Result<std::vector<Piece>> ModelTokenizer::encode_plain(std::string_view text) const {
  std::vector<Piece> pieces;
  std::optional<Error> unknown;
  Memory memory(*parts_->model);
  const auto on_token = [&](Index id, Span where) { pieces.push_back(piece_of(*parts_, id, where)); };
  const auto on_word = [&](const AlignedText& word) {
    for (const Token& token : memory.pieces(word.bytes)) {
      if (token.id == kNoPiece)
        unknown = no_piece(std::string_view(word.bytes).substr(token.begin, token.end));
      if (!unknown) on_token(token.id, word.span(token.begin, token.end));
    }
  };
  if (auto bad = walk(*parts_, text, on_token, on_word)) return *std::move(bad);
  if (unknown) return *std::move(unknown);
  if (has_lone_mark(*parts_, pieces)) pieces.erase(pieces.begin());
  return pieces;
}

Result<Encoding> ModelTokenizer::encode(std::string_view text, std::optional<std::string_view> pair) const {
  std::vector<std::vector<Piece>> texts;
  for (const auto& each : {std::optional(text), pair}) {
    if (!each) continue;
    auto pieces = encode_plain(*each);
    if (!pieces) return pieces.error();
    texts.push_back(std::move(pieces).value());
  }
  Encoding encoding;
  // The position of a token added around a text: at the start, then at the end of the preceding text.
  uint32_t done = 0;
  int current = 0;
  for (const Part& part : pair ? parts_->around.pair : parts_->around.single) {
    if (part.text < 0) {
      const std::vector<Piece>& before = texts[static_cast<size_t>(current)];
      if (part.once && !before.empty() && before.back().id == part.token) {
        encoding.behind = 1;
        continue;
      }
      encoding.pieces.push_back(piece_of(*parts_, part.token, {done, done}));
      encoding.pieces.back().special = true;
      encoding.pieces.back().text = current;
      encoding.segments.push_back(part.segment);
      ++encoding.behind;
      continue;
    }
    const auto which = static_cast<size_t>(part.text);
    if (which >= texts.size()) continue;
    encoding.behind = 0;
    current = part.text;
    for (const Piece& piece : texts[which]) {
      encoding.pieces.push_back(piece);
      encoding.pieces.back().text = current;
    }
    encoding.segments.insert(encoding.segments.end(), texts[which].size(), part.segment);
    done = static_cast<uint32_t>((which == 0 ? text : *pair).size());
  }
  return encoding;
}

Result<std::vector<WordSteps>> ModelTokenizer::steps(std::string_view text) const {
  if (text.size() > kLongestSteps) {
    return Error{"error.tokenizer_steps_long",
                 {{"bytes", std::to_string(text.size())}, {"largest", std::to_string(kLongestSteps)}}};
  }
  const auto pieces = encode_plain(text);
  if (!pieces) return pieces.error();
  std::vector<WordSteps> words;
  const auto on_word = [&](const AlignedText& word) {
    for (WordSteps& each : parts_->model->steps(word.bytes)) {
      const Span where = word.span(each.begin, each.end);
      each.begin = where.begin;
      each.end = where.end;
      words.push_back(std::move(each));
    }
  };
  if (auto bad = walk(
          *parts_, text, [](Index, Span) {}, on_word))
    return *std::move(bad);
  // Of a lone mark that was left out there are no steps.
  const bool is_left_out = !words.empty() && !pieces->empty() && words.front().word == Metaspace().mark &&
                           parts_->after_lone_mark.contains(pieces->front().id);
  if (is_left_out) words.erase(words.begin());
  return words;
}

std::string ModelTokenizer::decode(std::span<const Index> ids, bool keep_special) const {
  std::vector<std::string> names;
  for (const Index id : ids) {
    if (id < 0 || id >= parts_->vocabulary.size()) continue;
    if (keep_special || !is_special(id)) names.push_back(parts_->vocabulary.name(id));
  }
  parts_->decoder(names);
  std::string bytes;
  for (const std::string& name : names) bytes += name;
  return valid_utf8(bytes);
}

std::span<const engine::Error> ModelTokenizer::notes() const {
  return parts_->notes;
}

const std::set<std::string, std::less<>>& ModelTokenizer::settings_read() const {
  return parts_->settings_read;
}

Algorithm ModelTokenizer::algorithm() const {
  return parts_->algorithm;
}

const SpecialTokens& ModelTokenizer::special() const {
  return parts_->special;
}

std::shared_ptr<const std::vector<std::string>> ModelTokenizer::vocabulary() const {
  return parts_->vocabulary.names();
}

std::string ModelTokenizer::shown(Index id) const {
  if (id < 0 || id >= parts_->vocabulary.size()) return {};
  return parts_->shown[static_cast<size_t>(id)];
}

std::string ModelTokenizer::simplified(Index id) const {
  const auto found = parts_->simplified.find(shown(id));
  return found == parts_->simplified.end() ? "" : found->second;
}

bool ModelTokenizer::is_special(Index id) const {
  return id >= 0 && id < parts_->vocabulary.size() && parts_->is_special[static_cast<size_t>(id)];
}

std::optional<Index> ModelTokenizer::find(std::string_view name) const {
  return parts_->vocabulary.find(name);
}

Index ModelTokenizer::merges() const {
  return parts_->model->merges();
}

MergedPair ModelTokenizer::merge(Index rank) const {
  return parts_->model->merge(rank);
}

}  // namespace text
