// place.h: where one looks, apart from what is computed: walking from place to place changes nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/requests.h"

namespace app {

// The focus; and of each lab, in the order of lab_rows(), whether it is open, and the page it shows.
struct Place {
  struct Lab {
    bool is_open = false;
    std::string page;

    bool operator==(const Lab&) const = default;
  };
  Focus focus;
  std::vector<Lab> labs;

  bool operator==(const Place&) const = default;
};

Place place_of(const Document& document);
void go_to_place(Document& document, const Place& place);

// Whether a change only leads to another place: another view, stage, pinned cell, followed token or page.
bool is_walk(const State& before, const State& after);

}  // namespace app
