// scene_links.cpp: names become numbers, and what a slot may be filled with is found once.
#include "engine/training/everyday/scene_links.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/core/quotable.h"

namespace engine {
namespace {

constexpr size_t kLongestShownName = 60;

bool has_all(const std::vector<std::string>& tags, const std::vector<std::string>& wanted) {
  return std::ranges::all_of(
      wanted, [&](const std::string& tag) { return std::ranges::find(tags, tag) != tags.end(); });
}

class SceneLinks {
 public:
  SceneLinks(std::string_view file, SceneGrammar grammar) : file_(file), grammar_(std::move(grammar)) {}

  Result<SceneGrammar> link() {
    for (SceneClass& each : grammar_.classes) {
      for (SceneRow& row : each.rows) {
        for (ScenePattern& cell : row.cells) link_pattern(cell);
      }
    }
    for (SceneKind& kind : grammar_.kinds) {
      for (ScenePattern& frame : kind.frames) link_frame(frame);
      for (SceneAsk& ask : kind.asks) link_ask(ask);
    }
    for (const SceneClass& each : grammar_.classes) used_.insert(grammar_.class_named(each.verbs));
    find_unused();
    if (bad_) return *std::move(bad_);
    return std::move(grammar_);
  }

 private:
  void refuse(const char* key, std::string_view name) {
    if (!bad_) bad_ = scene_error(key, file_, line_, name);
  }

  SceneClass& class_of(const SceneSlot& slot) { return grammar_.classes[static_cast<size_t>(slot.of)]; }

  void link_frame(ScenePattern& frame) {
    is_frame_ = true;
    link_pattern(frame);
    is_frame_ = false;
  }

  // Both sides share their slots, those of the opening.
  void link_ask(SceneAsk& ask) {
    link_frame(ask.opening);
    ask.answer.slots = ask.opening.slots;
    is_frame_ = true;
    if (!bad_) link_parts(ask.answer.parts, ask.opening);
    is_frame_ = false;
  }

  void link_pattern(ScenePattern& pattern) {
    if (bad_) return;
    line_ = pattern.line;
    for (SceneSlot& slot : pattern.slots) link_slot(slot);
    if (!bad_) link_parts(pattern.parts, pattern);
  }

  // The number of a column that a slot asks for, which is then in use.
  int column_of(const SceneSlot& slot, std::string_view name) {
    const int column = name.empty() ? 0 : class_of(slot).column(name);
    if (column < 0) refuse("error.scenes_unknown", slot.name + "." + std::string(name));
    return column;
  }

  void link_slot(SceneSlot& slot) {
    slot.of = grammar_.class_named(slot.name);
    if (slot.of < 0) return refuse("error.scenes_unknown", slot.name);
    used_.insert(slot.of);
    std::vector<int> columns;
    for (const std::string& name : slot.columns) columns.push_back(column_of(slot, name));
    if (!slot.differs.empty()) slot.differing_column = column_of(slot, slot.differs);
    if (bad_) return;
    const auto& rows = class_of(slot).rows;
    for (size_t i = 0; i < rows.size(); ++i) {
      const bool has_columns = std::ranges::none_of(
          columns, [&](int column) { return rows[i].cells[static_cast<size_t>(column)].is_empty(); });
      const bool is_named = slot.row.empty() || rows[i].name == slot.row;
      if (has_columns && is_named && has_all(rows[i].tags, slot.tags))
        slot.rows.push_back(static_cast<int>(i));
    }
    // Another row than those of the slots before it.
    if (static_cast<int>(slot.rows.size()) < (slot.row.empty() ? slot.number : 1))
      refuse("error.scenes_nothing", slot.name);
  }

  void link_parts(SceneParts& parts, const ScenePattern& pattern) {
    for (ScenePart& part : parts) {
      for (SceneParts& choice : part.choices) link_parts(choice, pattern);
      // Only cells have a subject.
      if (is_frame_ && part.slot == kSubjectSlot) refuse("error.scenes_subject", part.text);
      if (part.slot < 0 || bad_) continue;
      const SceneSlot& slot = pattern.slots[static_cast<size_t>(part.slot)];
      part.column = column_of(slot, part.text);
      if (!bad_ && is_frame_) find_subject(part, slot, pattern);
    }
  }

  // What the cells that may stand in these parts ask their subject for.
  void add_asked(const SceneParts& parts, const std::vector<SceneSlot>& slots, std::set<std::string>& asked,
                 int depth) {
    constexpr int kDeepest = 8;
    if (depth > kDeepest) refuse("error.scenes_subject", slots.empty() ? "" : slots[0].name);
    for (const ScenePart& part : parts) {
      if (bad_) return;
      if (part.slot == kSubjectSlot) asked.insert(part.text);
      for (const SceneParts& choice : part.choices) add_asked(choice, slots, asked, depth);
      if (part.slot < 0) continue;
      const SceneSlot& slot = slots[static_cast<size_t>(part.slot)];
      for (const int row : slot.rows) {
        const auto& cells = class_of(slot).rows[static_cast<size_t>(row)].cells;
        const ScenePattern& cell = cells[static_cast<size_t>(part.column)];
        add_asked(cell.parts, cell.slots, asked, depth + 1);
      }
    }
  }

  // The first slot that has all that the cell may ask for.
  void find_subject(ScenePart& part, const SceneSlot& slot, const ScenePattern& pattern) {
    std::set<std::string> asked;
    ScenePart alone = part;
    alone.choices.clear();
    add_asked({alone}, pattern.slots, asked, 0);
    if (asked.empty() || bad_) return;
    const auto has_columns = [&](const SceneSlot& subject) {
      const SceneClass& of = class_of(subject);
      return std::ranges::all_of(asked, [&](const std::string& name) { return of.column(name) >= 0; });
    };
    if (part.subject == kNoSlot) {
      const auto found = std::ranges::find_if(pattern.slots, has_columns);
      if (found == pattern.slots.end()) return refuse("error.scenes_subject", slot.name);
      part.subject = static_cast<int>(found - pattern.slots.begin());
    } else if (!has_columns(pattern.slots[static_cast<size_t>(part.subject)])) {
      refuse("error.scenes_subject", slot.name);
    }
  }

  void find_unused() {
    for (size_t i = 0; i < grammar_.classes.size() && !bad_; ++i) {
      line_ = grammar_.classes[i].line;
      const bool is_used = used_.contains(static_cast<int>(i)) || grammar_.classes[i].rows.empty();
      if (!is_used) refuse("error.scenes_unused", grammar_.classes[i].name);
    }
    for (const SceneKind& kind : grammar_.kinds) {
      line_ = kind.line;
      if (kind.frames.empty()) refuse("error.scenes_nothing", kind.name);
    }
    if (grammar_.kinds.empty()) refuse("error.scenes_nothing", "kind");
  }

  std::string file_;
  SceneGrammar grammar_;
  int line_ = 1;
  bool is_frame_ = false;
  std::set<int> used_;
  std::optional<Error> bad_;
};

}  // namespace

Error scene_error(const char* key, std::string_view file, int line, std::string_view name) {
  return {key,
          {{"file", quotable(file, kLongestPath)},
           {"line", std::to_string(line)},
           {"name", quotable(name, kLongestShownName)}}};
}

int SceneClass::column(std::string_view named) const {
  const auto found = std::ranges::find(columns, named);
  return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

int SceneGrammar::class_named(std::string_view name) const {
  const auto found = std::ranges::find(classes, name, &SceneClass::name);
  return found == classes.end() ? -1 : static_cast<int>(found - classes.begin());
}

std::optional<Error> inflect_rows(std::string_view file, RawScenes& raw) {
  for (size_t i = 0; i < raw.rows.size(); ++i) {
    SceneClass& made = raw.grammar.classes[i];
    if (made.verbs.empty()) continue;
    const int verbs = raw.grammar.class_named(made.verbs);
    if (verbs < 0) return scene_error("error.scenes_unknown", file, made.line, made.verbs);
    const std::vector<std::string> columns = raw.grammar.classes[static_cast<size_t>(verbs)].columns;
    made.columns.insert(made.columns.end(), columns.begin() + 1, columns.end());
    for (RawRow& row : raw.rows[i]) {
      const std::string first = row.cells[0];
      const size_t end = std::min(first.find(' '), first.size());
      const auto& all = raw.rows[static_cast<size_t>(verbs)];
      const auto verb = std::ranges::find_if(
          all, [&](const RawRow& each) { return each.cells[0] == std::string_view(first).substr(0, end); });
      if (verb == all.end()) return scene_error("error.scenes_unknown", file, row.line, first.substr(0, end));
      for (size_t form = 1; form < columns.size(); ++form)
        row.cells.push_back(verb->cells[form] + first.substr(end));
    }
  }
  return std::nullopt;
}

Result<SceneGrammar> link_scenes(std::string_view file, SceneGrammar grammar) {
  return SceneLinks(file, std::move(grammar)).link();
}

}  // namespace engine
