// every_view.cpp: the scenes, in the order of the table of views.
#include "tests/ui/every_view.h"

#include <array>

#include "app/document/document_line.h"
#include "app/document/labs/labs.h"
#include "app/lessons/shelf.h"
#include "app/pages/page.h"
#include "app/session/examples.h"
#include "app/session/learning.h"
#include "app/session/presets.h"
#include "app/views/core/view.h"
#include "engine/labs/labs.h"

namespace app {
namespace {

constexpr const char* kTired = "the animal did not cross the street because it was too tired";

State reading(const char* text, std::string stage, const char* view = "stage") {
  State state;
  state.document.text = text;
  state.document.focus.stage = std::move(stage);
  state.document.focus.view = view;
  return state;
}

State pinned(State state, engine::Index row, engine::Index column) {
  state.document.focus.pinned = {row, column};
  return state;
}

State translating(std::string stage, const char* view = "stage") {
  State state = reading("the cat sat on the mat", std::move(stage), view);
  set_architecture(state, engine::Architecture::kTransformer);
  state.document.target = "le chat est assis";
  return state;
}

void add_stages(std::vector<Scene>& scenes) {
  for (const char* step : {"scores", "weights", "output"})
    scenes.push_back({std::string("stage ") + step,
                      pinned(reading(kTired, std::string("encoder.0.self.head.1.") + step), 9, 1)});
  for (const auto notation : {engine::Notation::kNotes, engine::Notation::kShapes}) {
    for (const char* step : {"scores", "weights", "output"}) {
      State state = pinned(reading("the cat sat down", std::string("encoder.0.self.head.1.") + step), 1, 0);
      state.preferences.notation = notation;
      const bool is_shapes = notation == engine::Notation::kShapes;
      scenes.push_back({std::string("stage ") + step + (is_shapes ? " in shapes" : " in notes"), state});
    }
  }
  scenes.push_back({"stage q", reading("the cat sat down", "encoder.0.self.head.0.q")});
  scenes.push_back({"stage mask", pinned(reading("the cat sat down", "encoder.0.self.head.0.mask"), 1, 2),
                    [](Desk& desk) { desk.brush.is_on = true; }});
  scenes.push_back({"stage cross", pinned(translating("decoder.1.cross.head.0.weights"), 1, 1)});
  scenes.push_back({"stage tokens", reading("the cat sat down", "tokens")});
  State token = reading("the cat sat down", "encoder.0.self.head.0.scores");
  token.document.focus.token = 1;
  scenes.push_back({"stage one token", token});
  token.document.focus.stage = "encoder.0.self.head.0.weights";
  scenes.push_back({"stage one token's weights", token});
  scenes.push_back(
      {"stage playing", reading("the cat sat down", "encoder.0.self.head.0.weights"), [](Desk& desk) {
         desk.playback.is_open = true;
         desk.playback.position = 3.5;
       }});
}

void add_pictures(std::vector<Scene>& scenes) {
  for (const views::View& view : views::central_views()) {
    if (lab_named(view.name) != nullptr || view.name == "stage") continue;
    const std::string name(view.name);
    State state = reading(kTired, "encoder.0.self.head.1.weights", name.c_str());
    if (name == "map") state.document.focus.stage = "encoder.0.self.head.1.q";
    if (name == "image")
      state.document.image = std::string(HEADLIGHT_TEST_DATA) + "/golden/checkpoints/vit/image.png";
    if (name == "homework" || name == "compare" || name == "learning") continue;
    scenes.push_back({name, state});
  }
  for (const char* view : {"heads", "grid", "rollout", "model", "generate", "sentence", "lines"})
    scenes.push_back(
        {std::string("translating ") + view, translating("decoder.0.cross.head.0.weights", view)});
  for (const char* view : {"sentence", "lines", "neuron", "bars", "map"})
    scenes.push_back({std::string("pinned ") + view,
                      pinned(reading(kTired, "encoder.0.self.head.1.weights", view), 7, 2)});
}

void add_labs(std::vector<Scene>& scenes) {
  const auto pages = [](std::string_view lab) -> std::vector<const char*> {
    if (lab == "positions") return {"table", "worked", "products", "circles", "base", "kinds", "order"};
    if (lab == "relatives") return {"reach", "influence", "kernels", "costs"};
    if (lab == "depth") return {"rank", "paths", "gradients", "signal"};
    return {"all", "vit", "detr", "transunet", "context-transformer"};
  };
  for (const LabRow& lab : lab_rows()) {
    for (const char* page : pages(lab.name)) {
      State state = reading("the cat sat on the mat", "encoder.0.self.head.0.weights");
      state.document.focus.view = lab.name;
      open_lab_of_view(state.document);
      lab.page(engine::labs_of(state.document.config), state.document.labs) = page;
      scenes.push_back({std::string(lab.name) + " " + page, state});
    }
  }
  for (const char* page : {"scale", "heads", "temperature", "views"})
    scenes.push_back({std::string("experiments ") + page,
                      reading("the cat sat on the mat", "encoder.0.self.head.0.weights", "experiments"),
                      [page](Desk& desk) { desk.experiment.shown = page; }});
}

void add_workshops(std::vector<Scene>& scenes) {
  scenes.push_back({"homework", reading(kTired, "encoder.0.self.head.1.weights", "homework")});
  scenes.push_back({"homework of a folder",
                    reading("the cat sat on the mat", "encoder.0.self.head.1.weights", "homework"),
                    [](Desk& desk) {
                      desk.homework.folder = HEADLIGHT_TEST_DATA "/golden/engine";
                      desk.homework.is_new = true;
                    }});
  State compared = reading(kTired, "encoder.0.self.head.1.weights", "compare");
  scenes.push_back({"compare", compared});
  compared.document.baseline = to_line(compared.document);
  compared.document.config.scale = false;
  scenes.push_back({"compare with", compared});
  engine::Plan plan = plan_of(*engine::find_task("repeat"));
  plan.recipe.steps = 4;
  State learning = reading("the cat sat down", "encoder.0.self.head.0.weights");
  set_trainings(learning, std::array{plan});
  learning.document.focus.view = "learning";
  scenes.push_back({"learning", learning});
  scenes.push_back({"learning likeness", learning, [](Desk& desk) { desk.learning.shows_likeness = true; }});
}

void add_panels(std::vector<Scene>& scenes) {
  const State state{first_document(Language::kEnglish), {}};
  scenes.push_back({"first start", state});
  State notes = state;
  notes.preferences.notation = engine::Notation::kNotes;
  scenes.push_back({"notes", notes});
  notes.preferences.notation = engine::Notation::kShapes;
  notes.document.focus.view = "model";
  scenes.push_back({"shapes", notes});
  for (const char* panel : {"palette", "help", "history", "story"})
    scenes.push_back({panel, state, [panel](Desk& desk) { desk.panel = panel; }});
  for (const char* term : {"attention-weights", "residual-connection"})
    scenes.push_back({std::string("glossary ") + term, state, [term](Desk& desk) {
                        desk.panel = "glossary";
                        desk.reading.term = term;
                      }});
  for (const PageRow& page : pages())
    scenes.push_back({std::string("page ").append(page.name), state, [page](Desk& desk) {
                        desk.panel = "page";
                        desk.reading.page = page.name;
                      }});
  for (const char* opened : {"model", "export"})
    scenes.push_back({std::string("panel ") + opened, state, [opened](Desk& desk) { desk.opens = opened; }});
}

void add_presented(std::vector<Scene>& scenes) {
  const auto present = [](Desk& desk) { desk.presenting.is_on = true; };
  for (const char* view : {"stage", "lines", "heads", "grid", "sentence", "model"})
    scenes.push_back({std::string("present ") + view,
                      pinned(reading(kTired, "encoder.0.self.head.1.weights", view), 7, 2), present});
  scenes.push_back(
      {"present 2 x 2", pinned(reading("hello world", "encoder.0.self.head.0.scores"), 1, 0), present});
}

// Each kind of question, and answers to them; and a step that only tells.
void add_lessons(std::vector<Scene>& scenes) {
  struct Taken {
    const char* id;
    size_t step;
    std::function<void(GivenAnswer&)> answer;
  };
  const auto nothing = [](GivenAnswer&) {};
  const std::vector<Taken> all = {{"weight", 0, nothing},
                                  {"weight", 1, nothing},
                                  {"all-at-once", 1, nothing},
                                  {"why-scale", 2, nothing},
                                  {"why-scale", 2, [](GivenAnswer& answer) { answer.choice = 1; }},
                                  {"mask", 2,
                                   [](GivenAnswer& answer) {
                                     answer.typed = "0.17";
                                     answer.is_answered = true;
                                   }},
                                  {"order", 0, [](GivenAnswer& answer) { answer.is_shown = true; }},
                                  {"encoder", 0, nothing}};
  for (const Taken& taken : all) {
    const Lesson* const lesson = find_lesson(Language::kEnglish, taken.id);
    const State state{lesson->steps.at(taken.step).document, {}};
    const std::string name = std::string("lesson ") + taken.id + " " + std::to_string(scenes.size());
    scenes.push_back({name, state, [taken](Desk& desk) {
                        desk.lesson.id = taken.id;
                        desk.lesson.step = taken.step;
                        taken.answer(desk.lesson.given);
                      }});
  }
}

}  // namespace

std::vector<Scene> every_view() {
  std::vector<Scene> scenes;
  add_stages(scenes);
  add_pictures(scenes);
  add_labs(scenes);
  add_workshops(scenes);
  add_panels(scenes);
  add_presented(scenes);
  add_lessons(scenes);
  return scenes;
}

}  // namespace app
