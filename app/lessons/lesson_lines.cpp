// lesson_lines.cpp: parts a lesson's file at its lines "---", and reads the fields of each part.
#include "app/lessons/lesson_lines.h"

#include <algorithm>

#include "app/text/plain_text.h"

namespace app {
namespace {

constexpr std::string_view kBar = "---";

// Walks through the lines of a text.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  bool has_more() const { return at_ < text_.size(); }
  size_t at() const { return at_; }
  int number() const { return number_; }  // of the next line, from 1
  std::string_view peek() const {
    const std::string_view rest = text_.substr(at_);
    return rest.substr(0, rest.find('\n'));
  }
  void step() {
    at_ += peek().size();
    if (!has_more()) return;
    ++at_;
    ++number_;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
  int number_ = 1;
};

bool is_bar(std::string_view line) {
  return trimmed(line) == kBar;
}

bool is_fence(std::string_view line) {
  return trimmed(line).starts_with("```");
}

bool is_key(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

std::optional<LessonField> field_of(std::string_view line, int number) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view key = trimmed(line.substr(0, colon));
  if (!is_key(key)) return std::nullopt;
  return LessonField{number, key, trimmed(line.substr(colon + 1))};
}

// The fields at the beginning of a part, after blank lines.
void read_fields(Lines& lines, LessonPart& part) {
  while (lines.has_more() && trimmed(lines.peek()).empty()) lines.step();
  part.line = lines.number();
  for (; lines.has_more(); lines.step()) {
    const auto field = field_of(lines.peek(), lines.number());
    if (!field) break;
    part.fields.push_back(*field);
  }
}

// The rest of a part up to its bar.
void read_text(std::string_view file, Lines& lines, LessonPart& part, std::vector<LessonFault>& faults) {
  while (lines.has_more() && trimmed(lines.peek()).empty()) lines.step();
  part.text_line = lines.number();
  const size_t first = lines.at();
  std::optional<int> fence;  // the line that opened one
  for (; lines.has_more(); lines.step()) {
    if (!fence && is_bar(lines.peek())) break;
    if (is_fence(lines.peek())) fence = fence ? std::nullopt : std::optional(lines.number());
  }
  if (fence) faults.push_back({*fence, {"error.lesson_fence", {}}});
  part.text = trimmed(file.substr(first, lines.at() - first));
}

}  // namespace

std::vector<LessonPart> part_lesson(std::string_view file, std::vector<LessonFault>& faults) {
  std::vector<LessonPart> parts;
  Lines lines(file);
  if (!is_bar(lines.peek())) {
    faults.push_back({1, {"error.lesson_head", {}}});
    return parts;
  }
  lines.step();
  LessonPart head;
  read_fields(lines, head);
  if (!lines.has_more() || !is_bar(lines.peek())) {
    faults.push_back({lines.number(), {"error.lesson_head_end", {}}});
    return parts;
  }
  parts.push_back(head);
  while (lines.has_more()) {
    lines.step();
    LessonPart step;
    read_fields(lines, step);
    if (!lines.has_more() || !is_bar(lines.peek())) {
      read_text(file, lines, step, faults);
    } else {
      step.text_line = lines.number();
    }
    const bool is_last_gap = !lines.has_more() && step.fields.empty() && step.text.empty();
    if (!is_last_gap) parts.push_back(step);
  }
  return parts;
}

}  // namespace app
