// actions_walk.cpp: moves through the steps in the paper's order, and among heads, layers and sentences.
#include <algorithm>

#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"

namespace views {
namespace {

// The position in the walk; valid only if there is a trace.
class WalkPosition {
 public:
  explicit WalkPosition(const Frame& frame)
      : frame_(frame), walk_(walk_now(frame)), at_(frame.facts.step_of(walk_, frame.here())) {}

  const std::string& address(size_t step) const {
    return frame_.trace().stage(walk_.steps[step].stage).address;
  }
  void go(size_t step) const { walk_to(frame_, address(step)); }
  size_t last() const { return walk_.steps.size() - 1; }

  // A number of steps, or groups of steps, ahead, up to the end of the walk.
  size_t after(int by) const { return moved(at_, by, last()); }
  size_t group_after(int by) const {
    return walk_.groups[moved(walk_.group_of(at_), by, walk_.groups.size() - 1)];
  }

 private:
  static size_t moved(size_t from, int by, size_t last) {
    return static_cast<size_t>(std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(last)));
  }

  const Frame& frame_;
  const Facts::Walk& walk_;
  size_t at_;
};

bool in_a_head(const Frame& frame) {
  return has_trace(frame) && engine::head_of(frame.here()).has_value();
}

// The same stage in the next or previous head, cyclically.
void head_step(const Frame& frame, int by) {
  const int count = frame.facts.head_count();
  walk_to(frame, engine::in_head(frame.here(), (frame.session.focused_head() + count + by) % count));
}

// The focused stage in another head, otherwise that head's nearest weights.
void to_head(const Frame& frame, int head) {
  walk_to(frame, engine::in_head(frame.facts.attention_near(frame.here()), head));
}

// The same stage a number of layers ahead; empty if there is none.
std::string in_layer_after(const Frame& frame, int by) {
  if (!has_trace(frame)) return {};
  const int layer = engine::parse_address(frame.here()).layer;
  if (layer < 0 || layer + by < 0) return {};
  const std::string address = engine::in_layer(frame.here(), layer + by);
  return frame.trace().find(address) ? address : std::string();
}

// The same stage a number of sentences of the batch ahead; empty if there is none.
std::string in_sentence_after(const Frame& frame, int by) {
  if (!has_trace(frame) || focused_example(frame) < 0) return {};
  const int example = focused_example(frame) + by;
  if (example < 0 || example >= app::example_count(frame.trace())) return {};
  return engine::in_example(frame.here(), example);
}

// `wanted`: the step to go to.
template <class Wanted>
void add_step(Actions& all, const std::string& id, const std::string& key, ImGuiKey pressed, Wanted wanted) {
  all.push_back({.id = id,
                 .group = ActionGroup::kWalk,
                 .key = key,
                 .tip = key + ".tip",
                 .chords = {plain(pressed)},
                 .run =
                     [wanted](const Frame& frame) {
                       const WalkPosition here(frame);
                       here.go(wanted(here));
                     },
                 .available =
                     [wanted](const Frame& frame) {
                       if (!has_trace(frame)) return false;
                       const WalkPosition here(frame);
                       return here.address(wanted(here)) != frame.here();
                     },
                 .needs = "needs.end"});
}

void add_walk_steps(Actions& all) {
  const auto first = [](const WalkPosition&) { return size_t{0}; };
  add_step(all, "step on", "action.step_on", ImGuiKey_RightArrow,
           [](const WalkPosition& here) { return here.after(1); });
  add_step(all, "step back", "action.step_back", ImGuiKey_LeftArrow,
           [](const WalkPosition& here) { return here.after(-1); });
  add_step(all, "first step", "action.first_step", ImGuiKey_Home, first);
  add_step(all, "last step", "action.last_step", ImGuiKey_End,
           [](const WalkPosition& here) { return here.last(); });
  add_step(all, "group after", "action.group_after", ImGuiKey_PageDown,
           [](const WalkPosition& here) { return here.group_after(1); });
  add_step(all, "group before", "action.group_before", ImGuiKey_PageUp,
           [](const WalkPosition& here) { return here.group_after(-1); });
}

// A digit leads to the head that has this number on the screen.
void add_numbered_head(Actions& all, int digit, const std::string& key) {
  const auto head = [digit](const Frame& frame) { return digit - frame.tr.counts_from(); };
  all.push_back({.id = "head " + std::to_string(digit),
                 .group = ActionGroup::kWalk,
                 .key = key,
                 .arguments = {{"head", std::to_string(digit)}},
                 .tip = "action.head.tip",
                 .chords = {once(static_cast<ImGuiKey>(ImGuiKey_0 + digit)),
                            once(static_cast<ImGuiKey>(ImGuiKey_Keypad0 + digit))},
                 .run = [head](const Frame& frame) { to_head(frame, head(frame)); },
                 .available =
                     [head](const Frame& frame) {
                       return has_trace(frame) && head(frame) >= 0 && head(frame) < frame.facts.head_count();
                     },
                 .needs = "needs.heads",
                 .chosen =
                     [head](const Frame& frame) {
                       return in_a_head(frame) && frame.session.focused_head() == head(frame);
                     }});
}

void add_heads(Actions& all) {
  const auto add = [&](const char* id, const std::string& key, ImGuiKey pressed, int by) {
    all.push_back({.id = id,
                   .group = ActionGroup::kWalk,
                   .key = key,
                   .tip = key + ".tip",
                   .chords = {shifted(pressed)},
                   .run = [by](const Frame& frame) { head_step(frame, by); },
                   .available = in_a_head,
                   .needs = "needs.head"});
  };
  add("head after", "action.head_after", ImGuiKey_RightArrow, 1);
  add("head before", "action.head_before", ImGuiKey_LeftArrow, -1);
  for (int digit = 1; digit <= 9; ++digit) add_numbered_head(all, digit, "head.name");
  add_numbered_head(all, 0, "action.head_zero");
}

void add_layers(Actions& all) {
  const auto add = [&](const char* id, const std::string& key, const std::vector<Chord>& chords,
                       auto address_after, int by, const char* needs) {
    all.push_back({.id = id,
                   .group = ActionGroup::kWalk,
                   .key = key,
                   .tip = key + ".tip",
                   .chords = chords,
                   .run = [=](const Frame& frame) { walk_to(frame, address_after(frame, by)); },
                   .available = [=](const Frame& frame) { return !address_after(frame, by).empty(); },
                   .needs = needs});
  };
  add("layer after", "action.layer_after", {plain(ImGuiKey_DownArrow)}, in_layer_after, 1, "needs.layers");
  add("layer before", "action.layer_before", {plain(ImGuiKey_UpArrow)}, in_layer_after, -1, "needs.layers");
  add("sentence after", "action.sentence_after", {plain(ImGuiKey_RightBracket)}, in_sentence_after, 1,
      "needs.batch");
  add("sentence before", "action.sentence_before", {plain(ImGuiKey_LeftBracket)}, in_sentence_after, -1,
      "needs.batch");
}

}  // namespace

void add_walk_actions(Actions& all) {
  add_walk_steps(all);
  add_heads(all);
  add_layers(all);
  all.push_back({.id = "place back",
                 .group = ActionGroup::kWalk,
                 .key = "action.place_back",
                 .tip = "path.back.tip",
                 .chords = {alt(ImGuiKey_LeftArrow)},
                 .run = [](const Frame& frame) { frame.requests.back(); },
                 .available = [](const Frame& frame) { return frame.session.can_go_back(); },
                 .needs = "needs.visits"});
  all.push_back({.id = "place forward",
                 .group = ActionGroup::kWalk,
                 .key = "action.place_forward",
                 .tip = "path.forward.tip",
                 .chords = {alt(ImGuiKey_RightArrow)},
                 .run = [](const Frame& frame) { frame.requests.forward(); },
                 .available = [](const Frame& frame) { return frame.session.can_go_forward(); },
                 .needs = "needs.visits"});
}

}  // namespace views
