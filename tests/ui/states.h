// states.h: states that several tests begin from, and the numbers that a driver's trace then has.
#pragma once

#include <string>
#include <string_view>

#include "app/session/examples.h"
#include "app/session/requests.h"
#include "tests/ui/driver.h"

namespace app {

inline State example(size_t index) {
  return {untrained_examples()[index].document, {}};
}

// Six words, with a stage in focus.
inline State looking_at(const std::string& stage, const std::string& view = "stage") {
  State state;
  state.document.text = "the cat sat on the mat";
  state.document.focus.stage = stage;
  state.document.focus.view = view;
  return state;
}

inline engine::Matrix numbers_of(Driver& driver, std::string_view address) {
  const engine::Trace& trace = *driver.session().trace();
  const int stage = trace.find(address).value();
  return trace.read(stage, 0, 0, trace.stage(stage).rows, trace.stage(stage).columns);
}

}  // namespace app
