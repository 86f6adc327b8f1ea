// navigation.cpp: requests that change the focus.
#include "app/views/core/navigation.h"

#include <algorithm>
#include <utility>

#include "app/document/labs/labs.h"
#include "app/session/changes.h"
#include "engine/core/address.h"
#include "engine/labs/labs.h"

namespace views {

int focused_example(const Frame& frame) {
  if (frame.facts.example_count() == 0) return -1;
  return std::max(engine::parse_address(frame.here()).batch, 0);
}

const Facts::Walk& walk_now(const Frame& frame) {
  return frame.facts.walk(frame.here(), frame.session.focused_head(), open_lab(frame));
}

std::string_view open_lab(const Frame& frame) {
  const app::LabRow* const row = app::lab_named(frame.session.document().focus.view);
  return row == nullptr ? std::string_view() : row->name;
}

std::string lab_page_key(const Frame& frame, std::string_view lab) {
  app::LabPages pages = frame.session.document().labs;
  engine::Labs labs = engine::labs_of(frame.session.document().config);
  const app::LabRow* const row = app::lab_named(lab);
  return std::string(row->page_words) + row->page(labs, pages);
}

void walk_to(const Frame& frame, std::string address) {
  frame.requests.edit("walk",
                      [address = std::move(address)](app::State& state) { app::focus_on(state, address); });
}

bool opens(const Frame& frame, std::string_view what) {
  if (what.empty() || frame.session.desk().opens != what) return false;
  frame.requests.arrange([](app::Desk& desk) { desk.opens.clear(); });
  return true;
}

bool has_trace(const Frame& frame) {
  return frame.session.trace() != nullptr;
}

}  // namespace views
