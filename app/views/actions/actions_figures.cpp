// actions_figures.cpp: opens the attention in focus into the paper's two figures, in the model's diagram.
#include "app/views/actions/action_rows.h"
#include "app/views/model/model_view.h"
#include "engine/core/address.h"

namespace views {
namespace {

constexpr std::string_view kModelView = "model";

// "encoder.0.self"; empty without a text.
std::string attention_here(const Frame& frame) {
  return has_trace(frame) ? engine::sublayer_of(frame.facts.attention_near(frame.here())) : "";
}

void open_figures(const Frame& frame) {
  frame.requests.arrange(
      [sublayer = attention_here(frame)](app::Desk& desk) { desk.opened_attention = sublayer; });
  frame.requests.edit("walk", [](app::State& state) { state.document.focus.view = kModelView; });
}

}  // namespace

void add_figure_actions(Actions& all) {
  all.push_back({.id = "figures",
                 .group = ActionGroup::kModel,
                 .key = "action.figures",
                 .tip = "diagram.tip.open",
                 .run = open_figures,
                 .available = [](const Frame& frame) { return !attention_here(frame).empty(); },
                 .needs = "needs.trace"});
  all.push_back({.id = "figures close",
                 .group = ActionGroup::kModel,
                 .key = "action.figures_close",
                 .tip = "figure.close.tip",
                 .chords = {once(ImGuiKey_Escape, kModelView)},
                 .run =
                     [](const Frame& frame) {
                       frame.requests.arrange([](app::Desk& desk) { desk.opened_attention.clear(); });
                     },
                 .available = shows_figures,
                 .needs = "needs.figures"});
}

}  // namespace views
