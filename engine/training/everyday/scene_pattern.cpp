// scene_pattern.cpp: reads a frame from left to right.
#include "engine/training/everyday/scene_pattern.h"

#include <algorithm>
#include <string>
#include <utility>

namespace engine {
namespace {

constexpr std::string_view kSlotMarks = ".+=!@?";

class PatternReader {
 public:
  PatternReader(ScenePattern pattern, std::string_view text) : pattern_(std::move(pattern)), text_(text) {}

  std::optional<ScenePattern> read() {
    pattern_.parts = parts_until("");
    if (at_ < text_.size()) is_bad_ = true;
    if (is_bad_) return std::nullopt;
    return std::move(pattern_);
  }

 private:
  bool is_at(std::string_view marks) const {
    return at_ < text_.size() && marks.find(text_[at_]) != std::string_view::npos;
  }

  // Up to one of these marks, or the end.
  SceneParts parts_until(std::string_view ends) {
    SceneParts parts;
    while (!is_bad_ && at_ < text_.size() && !is_at(ends)) {
      const char next = text_[at_];
      if (next == '[') {
        parts.push_back(choice());
      } else if (next == '{') {
        parts.push_back(slot());
      } else if (next == ']' || next == '}') {
        is_bad_ = true;
      } else {
        const size_t end = std::min(text_.find_first_of(ends.empty() ? "[]{}" : "[]{}|", at_), text_.size());
        parts.push_back({.text = std::string(text_.substr(at_, end - at_))});
        at_ = end;
      }
    }
    return parts;
  }

  void close(char bracket) {
    if (at_ >= text_.size() || text_[at_] != bracket)
      is_bad_ = true;
    else
      ++at_;
  }

  std::vector<SceneParts> choices(char bracket) {
    const std::string ends{'|', bracket};
    std::vector<SceneParts> all;
    do {
      ++at_;  // the bracket, "?" or "|" before it
      all.push_back(parts_until(ends));
    } while (is_at("|"));
    close(bracket);
    return all;
  }

  ScenePart choice() { return {.kind = ScenePart::Kind::kChoice, .choices = choices(']')}; }

  std::string_view word() {
    const size_t end = std::min(text_.find_first_of(".+=!@?{}[]|", at_), text_.size());
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end;
    if (found.empty()) is_bad_ = true;
    return found;
  }

  // "person2": a class, and which of its rows in this frame.
  int slot_named(std::string_view typed) {
    SceneSlot slot;
    if (!typed.empty() && typed.back() >= '2' && typed.back() <= '9') {
      slot.number = typed.back() - '0';
      typed.remove_suffix(1);
    }
    slot.name = typed;
    for (size_t i = 0; i < pattern_.slots.size(); ++i) {
      if (pattern_.slots[i].name == slot.name && pattern_.slots[i].number == slot.number)
        return static_cast<int>(i);
    }
    pattern_.slots.push_back(std::move(slot));
    return static_cast<int>(pattern_.slots.size()) - 1;
  }

  SceneSlot& slot_at(int index) { return pattern_.slots[static_cast<size_t>(index)]; }

  static int place_of(std::vector<std::string>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    names.emplace_back(name);
    return static_cast<int>(names.size()) - 1;
  }

  // What stands behind a slot's name: "+pet", "=I", "!he"; of {slot.column@subject?..} the rest.
  void add_mark(char mark, int slot, ScenePart& part) {
    if (mark == '@') {
      part.subject = marked_slot();
      return;
    }
    const std::string_view name = word();
    if (mark == '.') part.text = name;
    if (mark == '+') place_of(slot_at(slot).tags, name);
    if (mark == '=') slot_at(slot).row = name;
    if (mark == '!') slot_at(slot).differs = name;
  }

  // "who=you": a subject that need not be said.
  int marked_slot() {
    const int slot = slot_named(word());
    while (!is_bad_ && is_at("+=!")) {
      const char mark = text_[at_++];
      ScenePart none;
      add_mark(mark, slot, none);
    }
    return slot;
  }

  ScenePart slot() {
    ++at_;
    ScenePart part{.kind = ScenePart::Kind::kSlot};
    part.slot = is_at(".") ? kSubjectSlot : slot_named(word());
    while (!is_bad_ && is_at(kSlotMarks) && text_[at_] != '?') {
      const char mark = text_[at_++];
      if (part.slot == kSubjectSlot && mark != '.') is_bad_ = true;
      if (!is_bad_) add_mark(mark, part.slot, part);
    }
    if (!is_bad_ && is_at("?")) {
      part.kind = ScenePart::Kind::kTest;
      part.choices = choices('}');
      if (part.choices.size() > 2) is_bad_ = true;
      part.choices.resize(2);
    } else {
      close('}');
    }
    if (is_bad_ || part.slot == kSubjectSlot) return part;
    // A cell that is only tested may be empty.
    SceneSlot& asked = slot_at(part.slot);
    if (part.kind == ScenePart::Kind::kSlot && !part.text.empty()) place_of(asked.columns, part.text);
    return part;
  }

  ScenePattern pattern_;
  std::string_view text_;
  size_t at_ = 0;
  bool is_bad_ = false;
};

}  // namespace

std::optional<ScenePattern> read_pattern(std::string_view text) {
  return PatternReader({}, text).read();
}

std::optional<ScenePattern> read_pattern_after(const ScenePattern& before, std::string_view text) {
  return PatternReader({.slots = before.slots}, text).read();
}

std::string_view without_blanks(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::vector<std::string_view> split_outside(std::string_view text, char mark) {
  std::vector<std::string_view> pieces;
  int depth = 0;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '[' || text[at] == '{') ++depth;
    if (text[at] == ']' || text[at] == '}') --depth;
    if (text[at] != mark || depth > 0) continue;
    pieces.push_back(without_blanks(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  pieces.push_back(without_blanks(text.substr(begin)));
  return pieces;
}

}  // namespace engine
