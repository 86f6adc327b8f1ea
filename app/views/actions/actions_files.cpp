// actions_files.cpp: sessions, examples, and what is written to files.
#include <cctype>

#include "app/session/examples.h"
#include "app/views/actions/action_rows.h"
#include "app/views/actions/keys.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/files/files.h"

namespace views {
namespace {

void add_examples(Actions& all) {
  const auto examples = app::examples();
  for (size_t i = 0; i < examples.size(); ++i) {
    const std::string key(examples[i].key);
    all.push_back({.id = key,
                   .group = ActionGroup::kSession,
                   .key = "action.example",
                   .arguments = {{"name", key}, {"group", std::string(examples[i].group)}},
                   .tip = "action.example.tip",
                   .run = [i](const Frame& frame) { frame.requests.open_example(i); }});
  }
}

void add_export(Actions& all, const std::string& what, app::ExportScope scope, const std::string& format) {
  std::string shown = format;
  for (char& letter : shown) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  all.push_back({.id = "export " + what + " " + format,
                 .group = ActionGroup::kExport,
                 .key = "action.write",
                 .arguments = {{"what", "export." + what}, {"format", shown}},
                 .tip = "action.write.tip",
                 .run =
                     [scope, format](const Frame& frame) {
                       frame.requests.write({scope, format, frame.session.preferences().export_folder});
                     },
                 .available = has_trace,
                 .needs = "needs.trace"});
}

// Undo restores what was open.
void begin_anew(const Frame& frame) {
  frame.requests.open_example(app::examples().size() - app::untrained_examples().size());
}

void add_file_actions(Actions& all) {
  struct Row {
    const char* id;
    const char* key;
    const char* tip;
    ImGuiKey letter;
    ShiftKey shift;
    std::function<void(const Frame&)> run;
  };
  const std::vector<Row> rows = {
      {"new", "menu.new", "action.new.tip", ImGuiKey_N, ShiftKey::kUp, begin_anew},
      {"open", "menu.open", "action.open.tip", ImGuiKey_O, ShiftKey::kUp,
       [](const Frame& frame) { browse(frame, "open"); }},
      {"open model", "menu.open_model", "action.open_model.tip", ImGuiKey_O, ShiftKey::kDown,
       [](const Frame& frame) { browse(frame, "model"); }},
      {"save", "menu.save", "action.save.tip", ImGuiKey_S, ShiftKey::kUp, save_session},
      {"save as", "menu.save_as", "action.save_as.tip", ImGuiKey_S, ShiftKey::kDown,
       [](const Frame& frame) { browse(frame, "save"); }}};
  for (const Row& row : rows) {
    Chord chord = control(row.letter, row.shift);
    chord.repeats = false;
    all.push_back({.id = row.id,
                   .group = ActionGroup::kSession,
                   .key = row.key,
                   .tip = row.tip,
                   .chords = {chord},
                   .run = row.run});
  }
}

}  // namespace

void add_session_actions(Actions& all) {
  constexpr ActionGroup kGroup = ActionGroup::kSession;
  add_file_actions(all);
  all.push_back({.id = "copy session",
                 .group = kGroup,
                 .key = "menu.copy_session",
                 .tip = "action.copy_session.tip",
                 .chords = {control(ImGuiKey_C, ShiftKey::kDown)},
                 .run = [](const Frame& frame) { frame.requests.copy_session(); }});
  all.push_back({.id = "paste session",
                 .group = kGroup,
                 .key = "menu.paste_session",
                 .tip = "action.paste_session.tip",
                 .chords = {control(ImGuiKey_V, ShiftKey::kDown)},
                 .run = paste_session});
  all.push_back({.id = "homework",
                 .group = kGroup,
                 .key = "menu.homework",
                 .tip = "action.homework.tip",
                 .run = [](const Frame& frame) { browse(frame, "homework"); },
                 .available = has_trace,
                 .needs = "needs.trace"});
  add_examples(all);
  all.push_back({.id = "quit",
                 .group = kGroup,
                 .key = "menu.quit",
                 .tip = "action.quit.tip",
                 .chords = {control(ImGuiKey_Q)},
                 .run = [](const Frame& frame) { frame.requests.quit(); }});
}

void add_export_actions(Actions& all) {
  Chord key = control(ImGuiKey_E);
  key.repeats = false;
  all.push_back({.id = "export",
                 .group = ActionGroup::kExport,
                 .key = "action.export",
                 .tip = "action.export.tip",
                 .chords = {key},
                 .run = [](const Frame& frame) {
                   frame.requests.arrange([](app::Desk& desk) { desk.opens = "export"; });
                 }});
  Chord copy = control(ImGuiKey_C, ShiftKey::kUp);
  copy.repeats = false;
  copy.while_typing = false;  // there it copies text
  all.push_back({.id = "copy picture",
                 .group = ActionGroup::kExport,
                 .key = "action.copy_picture",
                 .tip = "action.copy_picture.tip",
                 .chords = {copy},
                 .run =
                     [](const Frame& frame) {
                       frame.requests.write(
                           {app::ExportScope::kCopy, "png", frame.session.preferences().export_folder});
                     },
                 .available = has_trace,
                 .needs = "needs.trace"});
  for (const char* format : {"png", "svg", "pdf", "csv", "npy"}) {
    add_export(all, "stage", app::ExportScope::kStage, format);
    add_export(all, "heads", app::ExportScope::kHeads, format);
    add_export(all, "all", app::ExportScope::kAllStages, format);
  }
  add_export(all, "handout", app::ExportScope::kHandout, "pdf");
}

}  // namespace views
