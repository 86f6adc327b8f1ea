// actions_reading.cpp: the glossary, and the pages to read.
#include "app/pages/page.h"
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/lesson/prose_links.h"

namespace views {
namespace {

bool reads(const Frame& frame, std::string_view page) {
  return frame.session.desk().panel == "page" && frame.session.desk().reading.page == page;
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
                 .run = [](const Frame& frame) {
                   frame.requests.arrange([](app::Desk& desk) {
                     desk.panel = desk.panel == "glossary" ? "" : "glossary";
                     desk.reading = {};
                   });
                 }});
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
