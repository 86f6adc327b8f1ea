// actions_edit.cpp: the history, the input, and the decoder's tokens.
#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"

namespace views {
namespace {

// Something that opens in place in the window.
void opener(Actions& all, const std::string& id, ActionGroup group, std::string key, std::string tip,
            std::vector<Chord> chords, std::function<bool(const Frame&)> available = {}) {
  all.push_back(
      {.id = id,
       .group = group,
       .key = std::move(key),
       .tip = std::move(tip),
       .chords = std::move(chords),
       .run =
           [id](const Frame& frame) { frame.requests.arrange([id](app::Desk& desk) { desk.opens = id; }); },
       .available = std::move(available),
       .needs = "needs.target"});
}

void add_history(Actions& all) {
  constexpr ActionGroup kGroup = ActionGroup::kEdit;
  all.push_back({.id = "undo",
                 .group = kGroup,
                 .key = "action.undo",
                 .tip = "action.undo.tip",
                 .chords = {control(ImGuiKey_Z, ShiftKey::kUp)},
                 .run = [](const Frame& frame) { frame.requests.undo(); },
                 .available = [](const Frame& frame) { return frame.session.can_undo(); },
                 .needs = "needs.history"});
  all.push_back({.id = "redo",
                 .group = kGroup,
                 .key = "action.redo",
                 .tip = "action.redo.tip",
                 .chords = {control(ImGuiKey_Y), control(ImGuiKey_Z, ShiftKey::kDown)},
                 .run = [](const Frame& frame) { frame.requests.redo(); },
                 .available = [](const Frame& frame) { return frame.session.can_redo(); },
                 .needs = "needs.history"});
  Chord history_key = control(ImGuiKey_H);
  history_key.repeats = false;
  all.push_back({.id = "history",
                 .group = kGroup,
                 .key = "action.history",
                 .tip = "action.history.tip",
                 .chords = {history_key},
                 .run = [](const Frame& frame) {
                   frame.requests.arrange(
                       [](app::Desk& desk) { desk.panel = desk.panel == "history" ? "" : "history"; });
                 }});
  all.push_back({.id = "reset",
                 .group = kGroup,
                 .key = "action.reset",
                 .tip = "action.reset.tip",
                 .run = [](const Frame& frame) { frame.requests.reset(); }});
}

void add_tokenizers(Actions& all) {
  using text::TokenizerKind;
  for (const TokenizerKind kind :
       {TokenizerKind::kWords, TokenizerKind::kCharacters, TokenizerKind::kBytes}) {
    const std::string name(app::name_of(kind));
    all.push_back(
        {.id = "tokenizer " + name,
         .group = ActionGroup::kEdit,
         .key = "action.set",
         .arguments = {{"setting", "action.tokenizer"}, {"value", "tokenizer." + name}},
         .tip = "tokenizer." + name + ".tip",
         .run = edits([kind](app::State& state) {
           if (state.document.tokenizer == kind) return;
           state.document.tokenizer = kind;
           state.document.padded.clear();
         }),
         .chosen = [kind](const Frame& frame) { return frame.session.document().tokenizer == kind; }});
  }
}

void add_generating(Actions& all) {
  constexpr std::string_view kView = "generate";
  all.push_back({.id = "next token",
                 .group = ActionGroup::kEdit,
                 .key = "generate.next",
                 .tip = "generate.next.tip",
                 .chords = {{.key = ImGuiKey_Enter, .view = kView},
                            {.key = ImGuiKey_KeypadEnter, .view = kView},
                            {.key = ImGuiKey_Space, .view = kView}},
                 .run = [](const Frame& frame) { frame.requests.generate(); },
                 .available = [](const Frame& frame) { return frame.session.can_generate(); },
                 .needs = "needs.decoder"});
  all.push_back({.id = "take back",
                 .group = ActionGroup::kEdit,
                 .key = "generate.take_back",
                 .tip = "generate.take_back.tip",
                 .chords = {{.key = ImGuiKey_Backspace, .view = kView}},
                 .run = [](const Frame& frame) { frame.requests.take_back(); },
                 .available = [](const Frame& frame) { return !frame.session.document().generated.empty(); },
                 .needs = "needs.generated"});
}

}  // namespace

void add_edit_actions(Actions& all) {
  add_history(all);
  constexpr ActionGroup kGroup = ActionGroup::kEdit;
  opener(all, "text", kGroup, "action.text", "action.text.tip", {once(ImGuiKey_I)});
  opener(all, "target", kGroup, "action.target", "action.target.tip", {once(ImGuiKey_U)},
         [](const Frame& frame) { return frame.session.document().config.has_target(); });
  all.push_back(
      {.id = "own_target",
       .group = kGroup,
       .key = "action.own_target",
       .tip = "action.own_target.tip",
       .run = edits(app::set_own_target),
       .available =
           [](const Frame& frame) { return app::checkpoints::translates_itself(frame.session.document()); },
       .needs = "needs.own_target",
       .chosen = [](const Frame& frame) { return frame.session.document().own_target; }});
  add_tokenizers(all);
  all.push_back({.id = "batch",
                 .group = kGroup,
                 .key = "sequence.batch",
                 .tip = "sequence.batch.tip",
                 .run = edits([](app::State& state) { app::set_batch(state, !state.document.is_batch); }),
                 .chosen = [](const Frame& frame) { return frame.session.document().is_batch; }});
  add_generating(all);
}

}  // namespace views
