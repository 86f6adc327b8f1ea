// actions_reading.cpp: the glossary, and the pages to read.
#include "app/pages/page.h"
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/lesson/prose_links.h"
#include "app/views/pages/pointed_term.h"

namespace views {
namespace {

bool reads(const Frame& frame, std::string_view page) {
  return frame.session.desk().panel == "page" && frame.session.desk().reading.page == page;
}

// Opens it at the term under the mouse, if there is one, even from another term.
void open_or_close_glossary(const Frame& frame) {
  const app::Term* const term = pointed_term(frame);
  if (term != nullptr && term->id != frame.session.desk().reading.term) return open_glossary(frame, term->id);
  frame.requests.arrange([](app::Desk& desk) {
    desk.panel = desk.panel == "glossary" ? "" : "glossary";
    desk.reading = {};
  });
}

}  // namespace

void add_reading_actions(Actions& all) {
  Chord glossary_key = once(ImGuiKey_F2);
  glossary_key.while_typing = true;
  all.push_back({.id = "glossary",
                 .group = ActionGroup::kReading,
                 .key = "action.glossary",
                 .tip = "action.glossary.tip",
                 .chords = {glossary_key},
                 .run = open_or_close_glossary});
  for (const app::PageRow& page : app::pages()) {
    const std::string name(page.name);
    all.push_back({.id = "page " + name,
                   .group = ActionGroup::kReading,
                   .key = "page." + name,
                   .tip = "page." + name + ".tip",
                   .run = [name](const Frame& frame) { open_page(frame, name); },
                   .chosen = [name](const Frame& frame) { return reads(frame, name); }});
  }
}

}  // namespace views
