// term_place.cpp: the steps of a term's place, tried one by one.
#include "app/views/pages/term_place.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/document/labs/labs.h"
#include "app/session/examples.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/core/view.h"
#include "app/views/lesson/prose_links.h"
#include "engine/core/address.h"
#include "engine/labs/labs.h"

namespace views {
namespace {

using app::PlaceStep;

// How many letters two addresses begin with in common.
size_t common_letters(std::string_view one, std::string_view other) {
  const auto differ = std::ranges::mismatch(one, other);
  return static_cast<size_t>(differ.in1 - one.begin());
}

// The stage with this address, otherwise the one of this kind that is nearest to the focused stage; empty if
// there is none.
std::string stage_address(const Frame& frame, const std::string& name) {
  if (!has_trace(frame)) return {};
  const engine::Trace& trace = *frame.session.trace();
  if (trace.find(name)) return name;
  const auto kind = engine::StageKind::named(name);
  const std::string& here = frame.session.document().focus.stage;
  const engine::Stage* nearest = nullptr;
  for (const engine::Stage& stage : trace.stages()) {
    if (stage.kind != kind || engine::is_of_lab(stage.address)) continue;
    const bool is_nearer =
        nearest == nullptr || common_letters(stage.address, here) > common_letters(nearest->address, here);
    if (is_nearer) nearest = &stage;
  }
  return nearest == nullptr ? "" : nearest->address;
}

const View* view_named(std::string_view name) {
  const auto all = central_views();
  const auto found = std::ranges::find(all, name, &View::name);
  return found == all.end() ? nullptr : &*found;
}

std::optional<size_t> example_named(std::string_view key) {
  const auto all = app::examples();
  const auto found = std::ranges::find(all, key, &app::Example::key);
  if (found == all.end()) return std::nullopt;
  return static_cast<size_t>(found - all.begin());
}

bool is_possible(const Frame& frame, const PlaceStep& step) {
  switch (step.kind) {
    case PlaceStep::Kind::kStage:
      return !stage_address(frame, step.name).empty();
    case PlaceStep::Kind::kView: {
      const View* const view = view_named(step.name);
      return view != nullptr && has_trace(frame) && (view->available == nullptr || view->available(frame));
    }
    case PlaceStep::Kind::kAction: {
      const Action* const action = find_action(step.name);
      return action != nullptr && action->is_available(frame);
    }
    case PlaceStep::Kind::kExample:
      return example_named(step.name).has_value();
    case PlaceStep::Kind::kPage:
      return true;
  }
  return false;
}

bool all_possible(const Frame& frame, const std::vector<PlaceStep>& steps) {
  return !steps.empty() &&
         std::ranges::all_of(steps, [&](const PlaceStep& step) { return is_possible(frame, step); });
}

void show_stage(const Frame& frame, const std::string& address) {
  frame.requests.edit("walk", [address](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
  });
}

void show_page_of_view(const Frame& frame, const PlaceStep& step) {
  frame.requests.edit("walk", [step](app::State& state) {
    state.document.focus.view = step.name;
    const app::LabRow* const lab = app::lab_named(step.name);
    if (lab != nullptr && !step.page.empty())
      lab->page(engine::labs_of(state.document.config), state.document.labs) = step.page;
  });
  if (step.name != "experiments" || step.page.empty()) return;
  frame.requests.arrange([page = step.page](app::Desk& desk) { desk.experiment.shown = page; });
}

void take(const Frame& frame, const PlaceStep& step) {
  switch (step.kind) {
    case PlaceStep::Kind::kStage: {
      const std::string found = stage_address(frame, step.name);
      return show_stage(frame, found.empty() ? step.name : found);
    }
    case PlaceStep::Kind::kView:
      return show_page_of_view(frame, step);
    case PlaceStep::Kind::kAction:
      return find_action(step.name)->run(frame);
    case PlaceStep::Kind::kExample:
      return frame.requests.open_example(*example_named(step.name));
    case PlaceStep::Kind::kPage:
      return open_page(frame, step.name);
  }
}

}  // namespace

bool has_place(const Frame& frame, const app::Term& term) {
  return all_possible(frame, term.go) || !term.otherwise.empty();
}

bool needs_other_model(const Frame& frame, const app::Term& term) {
  return !term.otherwise.empty() && !all_possible(frame, term.go);
}

void go_to_term(const Frame& frame, const app::Term& term) {
  if (!has_place(frame, term)) return open_glossary(frame, term.id);
  const auto& steps = all_possible(frame, term.go) ? term.go : term.otherwise;
  for (const PlaceStep& step : steps) take(frame, step);
}

}  // namespace views
