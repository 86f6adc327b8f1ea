// bpe.cpp: merges by rank, with a heap: n log n in the length of a word.
#include "engine/text/bpe.h"

#include <algorithm>
#include <queue>

#include "engine/text/byte_level.h"

namespace text {
namespace {

uint64_t pair_of(int32_t left, int32_t right) {
  return (static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32U) | static_cast<uint32_t>(right);
}

Error merge_error(std::string_view left, std::string_view right) {
  return {"error.tokenizer_merge", {{"merge", quotable(left) + " " + quotable(right)}}};
}

}  // namespace

Result<std::shared_ptr<const PieceModel>> Bpe::of(
    const Vocabulary& vocabulary, const std::vector<std::pair<std::string, std::string>>& merges,
    BpeSettings settings) {
  const std::shared_ptr<Bpe> bpe(new Bpe(vocabulary, std::move(settings)));
  bpe->merges_.reserve(merges.size());
  int32_t rank = 0;
  for (const auto& [left, right] : merges) {
    const std::string_view rest = std::string_view(right).substr(
        right.starts_with(bpe->settings_.continuing_prefix) ? bpe->settings_.continuing_prefix.size() : 0);
    const auto left_id = vocabulary.find(left);
    const auto right_id = vocabulary.find(right);
    const auto merged = vocabulary.find(std::string(left).append(rest));
    if (!left_id || !right_id || !merged) return merge_error(left, right);
    const uint64_t pair = pair_of(static_cast<int32_t>(*left_id), static_cast<int32_t>(*right_id));
    bpe->merges_[pair] = {rank++, static_cast<int32_t>(*merged)};
    bpe->ranked_.push_back(pair);
  }
  return std::shared_ptr<const PieceModel>(bpe);
}

// Splits a letter that is not a piece into its bytes, those of its prefix and suffix included, if all of them
// are pieces.
bool Bpe::append_bytes(std::string_view name, const Letter& letter, Symbols& symbols) const {
  Symbols bytes;
  const size_t before = letter.begin == 0 ? 0 : settings_.continuing_prefix.size();
  const size_t last = letter.end - letter.begin - 1;
  for (size_t i = 0; i < name.size(); ++i) {
    const auto id = vocabulary_.find(name_of_byte(name[i]));
    if (!id) return false;
    const size_t own = i < before ? 0 : std::min(i - before, last);
    const auto begin = static_cast<uint32_t>(letter.begin + own);
    bytes.push_back({.id = static_cast<int32_t>(*id), .begin = begin, .end = begin + 1});
  }
  symbols.insert(symbols.end(), bytes.begin(), bytes.end());
  return true;
}

// An unknown letter waits for the next piece, or the next unknown one, before it is put down: behind the
// bytes of those in between, as in Hugging Face's library.
Bpe::Symbols Bpe::letters_of(std::string_view word) const {
  Symbols symbols;
  symbols.reserve(word.size());
  std::optional<Symbol> unknown;
  const auto put_unknown = [&] {
    if (unknown) symbols.push_back(*unknown);
    unknown.reset();
  };
  for (size_t at = 0; at < word.size();) {
    const Letter letter = letter_at(word, at);
    at = letter.end;
    std::string name = letter.begin == 0 ? "" : settings_.continuing_prefix;
    name.append(word.substr(letter.begin, letter.end - letter.begin));
    if (at == word.size()) name.append(settings_.end_suffix);
    const auto begin = static_cast<uint32_t>(letter.begin);
    const auto end = static_cast<uint32_t>(letter.end);
    if (const auto id = vocabulary_.find(name)) {
      put_unknown();
      symbols.push_back({.id = static_cast<int32_t>(*id), .begin = begin, .end = end});
    } else if (settings_.byte_fallback && append_bytes(name, letter, symbols)) {
      continue;
    } else if (unknown && settings_.fuse_unknown) {
      unknown->end = end;
    } else if (settings_.unknown) {
      put_unknown();
      unknown = {.id = static_cast<int32_t>(*settings_.unknown), .begin = begin, .end = end};
    }
  }
  put_unknown();
  for (size_t i = 0; i < symbols.size(); ++i) {
    symbols[i].before = static_cast<int32_t>(i) - 1;
    symbols[i].after = i + 1 < symbols.size() ? static_cast<int32_t>(i) + 1 : -1;
  }
  return symbols;
}

const Bpe::Merge* Bpe::find_merge(const Symbols& symbols, int32_t left) const {
  if (left < 0) return nullptr;
  const Symbol& symbol = symbols[static_cast<size_t>(left)];
  if (symbol.after < 0) return nullptr;
  const auto found = merges_.find(pair_of(symbol.id, symbols[static_cast<size_t>(symbol.after)].id));
  return found == merges_.end() ? nullptr : &found->second;
}

template <class Watch>
void Bpe::merge_all(Symbols& symbols, Watch watch) const {
  struct Candidate {
    int32_t rank, left, merged;
    // The lowest rank first, and among equal ones the leftmost.
    bool operator<(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : left > other.left;
    }
  };
  std::priority_queue<Candidate> queue;
  const auto offer = [&](int32_t left) {
    if (const Merge* merge = find_merge(symbols, left)) queue.push({merge->rank, left, merge->merged});
  };
  for (size_t i = 0; i + 1 < symbols.size(); ++i) offer(static_cast<int32_t>(i));
  while (!queue.empty()) {
    const Candidate best = queue.top();
    queue.pop();
    Symbol& left = symbols[static_cast<size_t>(best.left)];
    if (left.begin == left.end) continue;
    const Merge* merge = find_merge(symbols, best.left);
    if (merge == nullptr || merge->rank != best.rank) continue;  // its neighbour has changed since
    Symbol& right = symbols[static_cast<size_t>(left.after)];
    watch(left, right, *merge);
    left.id = merge->merged;
    left.begin = std::min(left.begin, right.begin);
    left.end = std::max(left.end, right.end);
    right.begin = right.end;
    left.after = right.after;
    if (left.after >= 0) symbols[static_cast<size_t>(left.after)].before = best.left;
    offer(left.before);
    offer(best.left);
  }
  std::erase_if(symbols, [](const Symbol& symbol) { return symbol.begin == symbol.end; });
}

void Bpe::split(std::string_view word, std::vector<Token>& tokens) const {
  if (settings_.whole_words) {
    if (const auto id = vocabulary_.find(word)) {
      tokens.push_back({*id, 0, static_cast<uint32_t>(word.size())});
      return;
    }
  }
  Symbols symbols = letters_of(word);
  merge_all(symbols, [](const Symbol&, const Symbol&, const Merge&) {});
  for (const Symbol& symbol : symbols) tokens.push_back({symbol.id, symbol.begin, symbol.end});
}

MergedPair Bpe::merge(Index rank) const {
  const uint64_t pair = ranked_.at(static_cast<size_t>(rank));
  const auto name = [this](uint64_t id) { return vocabulary_.name(static_cast<Index>(id)); };
  return {name(pair >> 32U), name(pair & 0xFFFFFFFFU), name(static_cast<uint64_t>(merges_.at(pair).merged))};
}

std::vector<std::string> Bpe::names_of(const Symbols& symbols) const {
  std::vector<std::string> names;
  for (const Symbol& symbol : symbols) {
    if (symbol.begin < symbol.end) names.push_back(vocabulary_.name(symbol.id));
  }
  return names;
}

std::vector<WordSteps> Bpe::steps(std::string_view word) const {
  std::vector<Token> tokens;
  split(word, tokens);
  if (settings_.whole_words && tokens.size() == 1 && vocabulary_.find(word) == tokens.front().id)
    return {steps_of(tokens, word, vocabulary_)};
  WordSteps result;
  result.word = word;
  result.end = word.size();
  Symbols symbols = letters_of(word);
  result.symbols = names_of(symbols);
  std::vector<std::string> current = result.symbols;
  merge_all(symbols, [&](const Symbol& left, const Symbol& right, const Merge& merge) {
    Step step;
    step.left = vocabulary_.name(left.id);
    step.right = vocabulary_.name(right.id);
    step.tried = vocabulary_.name(merge.merged);
    step.rank = merge.rank;
    step.begin = left.begin;
    step.end = right.end;
    const auto at = std::count_if(static_cast<const Symbol*>(symbols.data()), &left,
                                  [](const Symbol& each) { return each.begin < each.end; });
    current[static_cast<size_t>(at)] = step.tried;
    current.erase(current.begin() + at + 1);
    step.symbols = current;
    result.steps.push_back(std::move(step));
  });
  for (const Token& token : tokens) result.ids.push_back(token.id);
  return {std::move(result)};
}

namespace {

// "a b", or ["a", "b"].
std::optional<std::pair<std::string, std::string>> read_merge(const json& item) {
  if (item.is_array() && item.size() == 2 && item[0].is_string() && item[1].is_string())
    return std::pair(item[0].get<std::string>(), item[1].get<std::string>());
  if (!item.is_string()) return std::nullopt;
  const auto& line = item.get_ref<const std::string&>();
  const size_t space = line.find(' ');
  if (space == std::string::npos || line.find(' ', space + 1) != std::string::npos) return std::nullopt;
  return std::pair(line.substr(0, space), line.substr(space + 1));
}

}  // namespace

Result<std::shared_ptr<const PieceModel>> read_bpe(Fields& model, const Vocabulary& vocabulary) {
  const auto unknown = read_unknown(model, vocabulary);
  if (!unknown) return unknown.error();
  BpeSettings settings;
  settings.unknown = *unknown;
  settings.fuse_unknown = model.flag("fuse_unk", false);
  settings.byte_fallback = model.flag("byte_fallback", false);
  settings.whole_words = model.flag("ignore_merges", false);
  settings.continuing_prefix = model.text("continuing_subword_prefix", "");
  settings.end_suffix = model.text("end_of_word_suffix", "");
  std::vector<std::pair<std::string, std::string>> merges;
  for (const json& item : model.list("merges")) {
    auto merge = read_merge(item);
    if (!merge) return Error{"error.tokenizer_merge", {{"merge", quotable(item.dump())}}};
    merges.push_back(*std::move(merge));
  }
  // Merges dropped at random, for training only.
  const json* dropout = model.find("dropout");
  const bool is_random = dropout != nullptr && !(dropout->is_number() && dropout->get<double>() == 0);
  if (is_random) return Error{"error.tokenizer_step", {{"step", "dropout"}}};
  if (model.bad()) return *model.bad();
  return Bpe::of(vocabulary, merges, std::move(settings));
}

}  // namespace text
