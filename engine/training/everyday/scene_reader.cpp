// scene_reader.cpp: a grammar's lines, one after the other.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "engine/core/utf8.h"
#include "engine/training/everyday/scene_links.h"
#include "engine/training/everyday/scene_pattern.h"

namespace engine {
namespace {

constexpr std::string_view kNothing = "-";  // a cell that has nothing in it, whatever the rows above say

std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : split_outside(text, ' ')) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

// "NAME: rest" as its two parts; nothing where there is no colon.
std::optional<std::pair<std::string_view, std::string_view>> at_colon(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return std::pair(without_blanks(text.substr(0, colon)), text.substr(colon + 1));
}

class SceneReader {
 public:
  explicit SceneReader(std::string_view file) : file_(file) {}

  Result<SceneGrammar> read(std::string_view text) {
    for (line_ = 1; !text.empty() && !bad_; ++line_) {
      const size_t end = std::min(text.find('\n'), text.size());
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!bad_) bad_ = inflect_rows(file_, raw_);
    if (!bad_) make_patterns();
    if (bad_) return *std::move(bad_);
    return link_scenes(file_, std::move(raw_.grammar));
  }

 private:
  enum class Section { kNone, kClass, kKind };

  void refuse(const char* key, std::string_view text) {
    if (!bad_) bad_ = scene_error(key, file_, line_, text);
  }

  void read_line(std::string_view line) {
    const std::string_view content = without_blanks(line);
    if (content.empty() || content.front() == '#') return;
    if (line.front() != ' ') return read_head(content);
    if (section_ == Section::kClass) return read_rows(content);
    if (section_ == Section::kKind) return read_frame(content);
    refuse("error.scenes_line", content);
  }

  void read_head(std::string_view content) {
    section_ = Section::kNone;
    if (content.starts_with("class ")) return read_class(content.substr(6));
    if (content.starts_with("kind ")) return read_kind(list_of(content.substr(5)));
    const auto list = at_colon(content);
    if (list && list->first == "an") return append(raw_.grammar.vowel_words, list->second);
    if (list && list->first == "a") return append(raw_.grammar.consonant_words, list->second);
    if (list && list->first == "simplified") return read_pairs(list_of(list->second));
    refuse("error.scenes_line", content);
  }

  static void append(std::vector<std::string>& words, std::string_view more) {
    for (std::string& word : list_of(more)) words.push_back(std::move(word));
  }

  void read_pairs(const std::vector<std::string>& pairs) {
    for (const std::string& pair : pairs) {
      if (count_letters(pair) != 2) return refuse("error.scenes_line", pair);
      const std::string_view first = first_letter(pair);
      const bool is_new = raw_.grammar.simplified.emplace(first, pair.substr(first.size())).second;
      if (!is_new) return refuse("error.scenes_twice", pair);
    }
  }

  void read_class(std::string_view text) {
    const auto head = at_colon(text);
    const auto name = head ? list_of(head->first) : std::vector<std::string>{};
    const bool is_inflected = name.size() == 3 && name[1] == "by";
    if (name.size() != 1 && !is_inflected) return refuse("error.scenes_line", text);
    if (raw_.grammar.class_named(name[0]) >= 0) return refuse("error.scenes_twice", name[0]);
    SceneClass made{.name = name[0], .line = line_};
    if (is_inflected) made.verbs = name[2];
    for (const std::string_view column : split_outside(head->second, '|')) made.columns.emplace_back(column);
    raw_.grammar.classes.push_back(std::move(made));
    raw_.rows.emplace_back();
    usual_ = {};
    section_ = Section::kClass;
  }

  void read_rows(std::string_view content) {
    for (const std::string_view text : split_outside(content, ';')) {
      if (!text.empty()) read_row(text);
    }
  }

  void read_row(std::string_view text) {
    RawRow row{.line = line_};
    for (const std::string_view cell : split_outside(text, '|')) row.cells.emplace_back(cell);
    take_tags(row);
    const size_t columns = raw_.grammar.classes.back().columns.size();
    if (row.cells.size() > columns) return refuse("error.scenes_line", text);
    if (row.cells[0] == "*") {
      usual_ = row;
      return;
    }
    row.cells.resize(columns);
    for (size_t i = 1; i < usual_.cells.size(); ++i) {
      if (row.cells[i].empty()) row.cells[i] = usual_.cells[i];
    }
    for (std::string& cell : row.cells) {
      if (cell == kNothing) cell.clear();
    }
    row.tags.insert(row.tags.end(), usual_.tags.begin(), usual_.tags.end());
    if (row.cells[0].empty()) return refuse("error.scenes_line", text);
    raw_.rows.back().push_back(std::move(row));
  }

  // "cell +tag +tag": words with a plus at the end of the last cell.
  static void take_tags(RawRow& row) {
    std::string& last = row.cells.back();
    for (size_t plus = last.rfind('+'); plus != std::string::npos; plus = last.rfind('+')) {
      if (plus > 0 && last[plus - 1] != ' ') break;
      const std::string_view tag = std::string_view(last).substr(plus + 1);
      if (tag.empty() || tag.find_first_of(" {}[]") != std::string_view::npos) break;
      row.tags.emplace_back(tag);
      last = without_blanks(last.substr(0, plus));
    }
  }

  void read_kind(const std::vector<std::string>& words) {
    SceneKind kind{.name = words.empty() ? std::string() : words[0], .line = line_};
    if (words.size() == 2) {
      const auto [end, bad] =
          std::from_chars(words[1].data(), words[1].data() + words[1].size(), kind.weight);
      if (bad != std::errc() || end != words[1].data() + words[1].size() || kind.weight < 1)
        return refuse("error.scenes_line", words[1]);
    }
    if (words.empty() || words.size() > 2) return refuse("error.scenes_line", "kind");
    const auto is_same = [&](const SceneKind& each) { return each.name == kind.name; };
    if (std::ranges::any_of(raw_.grammar.kinds, is_same)) return refuse("error.scenes_twice", kind.name);
    raw_.grammar.kinds.push_back(std::move(kind));
    section_ = Section::kKind;
  }

  std::optional<ScenePattern> pattern(std::string_view text, const ScenePattern* before = nullptr) {
    auto read = before == nullptr ? read_pattern(text) : read_pattern_after(*before, text);
    if (!read) refuse("error.scenes_brackets", text);
    if (read) read->line = line_;
    return read;
  }

  void read_frame(std::string_view content) {
    if (content.front() == '?') return read_ask(split_outside(content.substr(1), '|'));
    if (auto frame = pattern(content)) raw_.grammar.kinds.back().frames.push_back(*std::move(frame));
  }

  void read_ask(const std::vector<std::string_view>& sides) {
    if (sides.size() != 2) return refuse("error.scenes_line", sides[0]);
    auto opening = pattern(sides[0]);
    if (!opening) return;
    auto answer = pattern(sides[1], &*opening);
    if (!answer) return;
    // What the answer asks of a row, the row must have.
    opening->slots = answer->slots;
    raw_.grammar.kinds.back().asks.push_back({*std::move(opening), *std::move(answer)});
  }

  void make_patterns() {
    for (size_t i = 0; i < raw_.rows.size(); ++i) {
      for (RawRow& raw : raw_.rows[i]) {
        line_ = raw.line;
        SceneRow row{.tags = std::move(raw.tags), .name = raw.cells[0]};
        for (const std::string& cell : raw.cells) {
          if (auto made = pattern(cell)) row.cells.push_back(*std::move(made));
        }
        raw_.grammar.classes[i].rows.push_back(std::move(row));
      }
    }
  }

  std::string file_;
  int line_ = 0;
  Section section_ = Section::kNone;
  RawScenes raw_;
  RawRow usual_;
  std::optional<Error> bad_;
};

}  // namespace

Result<SceneGrammar> read_scenes(std::string_view file, std::string_view text) {
  return SceneReader(file).read(text);
}

}  // namespace engine
