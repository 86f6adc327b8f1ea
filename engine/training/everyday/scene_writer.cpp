// scene_writer.cpp: fills a frame's slots, and writes what they say.
#include "engine/training/everyday/scene_writer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace engine {
namespace {

// A pattern with its slots filled.
struct Filled {
  const ScenePattern* pattern = nullptr;
  std::vector<int> rows;  // one a slot
  // What a slot's column said: it says the same again.
  std::map<std::pair<int, int>, std::string> said = {};
};

// The row that a cell asks: {.his}.
struct SceneSubject {
  const SceneClass* of = nullptr;
  int row = 0;
};

class SceneWriter {
 public:
  SceneWriter(const SceneGrammar& grammar, Draw& choices) : grammar_(grammar), choices_(choices) {}

  // `first_row`: what the first slot is filled with; negative: any.
  Filled fill(const ScenePattern& pattern, int first_row = -1) {
    Filled filled{&pattern, {}};
    for (size_t i = 0; i < pattern.slots.size(); ++i)
      filled.rows.push_back(i == 0 && first_row >= 0 ? first_row : draw_row(filled, i));
    return filled;
  }

  void write(const SceneParts& parts, Filled& filled, const SceneSubject& subject, std::string& text) {
    for (const ScenePart& part : parts) {
      switch (part.kind) {
        case ScenePart::Kind::kText:
          text += part.text;
          break;
        case ScenePart::Kind::kChoice:
          write(choices_.of(part.choices), filled, subject, text);
          break;
        case ScenePart::Kind::kSlot:
          text += said(part, filled, subject);
          break;
        case ScenePart::Kind::kTest:
          write(part.choices[cell(part, filled, subject).is_empty() ? 1 : 0], filled, subject, text);
          break;
      }
    }
  }

 private:
  const SceneClass& class_of(const SceneSlot& slot) const {
    return grammar_.classes[static_cast<size_t>(slot.of)];
  }

  // Whether a row is another one than those before it in the frame, as far as the slot asks.
  bool is_other(const Filled& filled, size_t slot, int row) const {
    const SceneSlot& wanted = filled.pattern->slots[slot];
    const auto& rows = class_of(wanted).rows;
    for (size_t i = 0; i < slot; ++i) {
      if (filled.pattern->slots[i].of != wanted.of) continue;
      if (filled.rows[i] == row && wanted.row.empty()) return false;
      if (wanted.differing_column < 0) continue;
      const auto column = static_cast<size_t>(wanted.differing_column);
      const auto text = [&](int each) {
        const SceneParts& parts = rows[static_cast<size_t>(each)].cells[column].parts;
        return parts.empty() ? std::string() : parts[0].text;
      };
      if (text(row) == text(filled.rows[i])) return false;
    }
    return true;
  }

  // Where nothing else is left, one that was there before.
  int draw_row(const Filled& filled, size_t slot) {
    std::vector<int> rows;
    for (const int row : filled.pattern->slots[slot].rows) {
      if (is_other(filled, slot, row)) rows.push_back(row);
    }
    return choices_.of(rows.empty() ? filled.pattern->slots[slot].rows : rows);
  }

  const ScenePattern& cell(const ScenePart& part, const Filled& filled, const SceneSubject& subject) const {
    if (part.slot == kSubjectSlot) {
      assert(subject.of != nullptr);
      const auto column = static_cast<size_t>(subject.of->column(part.text));
      return subject.of->rows[static_cast<size_t>(subject.row)].cells[column];
    }
    const SceneSlot& slot = filled.pattern->slots[static_cast<size_t>(part.slot)];
    const int row = filled.rows[static_cast<size_t>(part.slot)];
    return class_of(slot).rows[static_cast<size_t>(row)].cells[static_cast<size_t>(part.column)];
  }

  std::string said(const ScenePart& part, Filled& filled, const SceneSubject& subject) {
    const std::pair key(part.slot, part.column);
    if (part.slot >= 0) {
      const auto found = filled.said.find(key);
      if (found != filled.said.end()) return found->second;
    }
    const ScenePattern& pattern = cell(part, filled, subject);
    SceneSubject asked = subject;
    if (part.subject >= 0) {
      const auto slot = static_cast<size_t>(part.subject);
      asked = {&class_of(filled.pattern->slots[slot]), filled.rows[slot]};
    }
    std::string text;
    Filled inner = fill(pattern);
    write(pattern.parts, inner, asked, text);
    if (part.slot >= 0) filled.said.emplace(key, text);
    return text;
  }

  const SceneGrammar& grammar_;
  Draw& choices_;
};

class TextCollector {
 public:
  explicit TextCollector(const SceneGrammar& grammar) : grammar_(grammar) {}

  void add(const ScenePattern& pattern) { add_parts(pattern.parts, pattern); }

  std::set<std::string> texts;

 private:
  void add_parts(const SceneParts& parts, const ScenePattern& pattern) {
    for (const ScenePart& part : parts) {
      if (part.kind == ScenePart::Kind::kText) texts.insert(part.text);
      for (const SceneParts& choice : part.choices) add_parts(choice, pattern);
      if (part.kind != ScenePart::Kind::kSlot) continue;
      if (part.slot == kSubjectSlot) {
        add_everywhere(part.text);
        continue;
      }
      const SceneSlot& slot = pattern.slots[static_cast<size_t>(part.slot)];
      for (const int row : slot.rows) add_cell(slot.of, row, part.column);
    }
  }

  // A column that a subject is asked for, in whatever class it may be.
  void add_everywhere(const std::string& name) {
    for (size_t of = 0; of < grammar_.classes.size(); ++of) {
      const int column = grammar_.classes[of].column(name);
      for (size_t row = 0; column >= 0 && row < grammar_.classes[of].rows.size(); ++row)
        add_cell(static_cast<int>(of), static_cast<int>(row), column);
    }
  }

  void add_cell(int of, int row, int column) {
    if (!seen_.insert({of, row, column}).second) return;
    add(grammar_.classes[static_cast<size_t>(of)]
            .rows[static_cast<size_t>(row)]
            .cells[static_cast<size_t>(column)]);
  }

  const SceneGrammar& grammar_;
  std::set<std::array<int, 3>> seen_;
};

}  // namespace

int draw_kind(const SceneGrammar& grammar, Draw& choices) {
  const int all = std::accumulate(grammar.kinds.begin(), grammar.kinds.end(), 0,
                                  [](int sum, const SceneKind& kind) { return sum + kind.weight; });
  auto left = static_cast<int>(choices.below(all));
  for (size_t i = 0; i < grammar.kinds.size(); ++i) {
    left -= grammar.kinds[i].weight;
    if (left < 0) return static_cast<int>(i);
  }
  return static_cast<int>(grammar.kinds.size()) - 1;
}

std::string draw_scene(const SceneGrammar& grammar, const SceneKind& kind, Draw& choices) {
  SceneWriter writer(grammar, choices);
  const ScenePattern& frame = choices.of(kind.frames);
  Filled filled = writer.fill(frame);
  std::string text;
  writer.write(frame.parts, filled, {}, text);
  return text;
}

std::vector<SceneFact> facts_of(const SceneGrammar& grammar, const SceneKind& kind) {
  const RandomStream stream(0, "facts");
  Draw choices(stream, 0);
  std::vector<SceneFact> facts;
  for (const SceneAsk& ask : kind.asks) {
    for (const int row : ask.opening.slots.at(0).rows) {
      SceneWriter writer(grammar, choices);
      Filled filled = writer.fill(ask.opening, row);
      SceneFact fact;
      writer.write(ask.opening.parts, filled, {}, fact.opening);
      writer.write(ask.answer.parts, filled, {}, fact.answer);
      facts.push_back(std::move(fact));
    }
  }
  return facts;
}

std::set<std::string> texts_of(const SceneGrammar& grammar) {
  TextCollector collector(grammar);
  for (const SceneKind& kind : grammar.kinds) {
    for (const ScenePattern& frame : kind.frames) collector.add(frame);
  }
  return std::move(collector.texts);
}

}  // namespace engine
