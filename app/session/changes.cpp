// changes.cpp: what else changes when the user changes one thing.
#include "app/session/changes.h"

#include <algorithm>

#include "app/document/labs/labs.h"
#include "app/session/steps.h"
#include "engine/model/settings.h"
#include "engine/training/moment.h"

namespace app {
namespace {

constexpr const char* kFirstTarget = "le chat est assis";

}  // namespace

void set_text(State& state, std::string text) {
  Document& document = state.document;
  const std::vector<std::string> before = text_tokens(document);
  if (text != document.text) document.ids.clear();  // the ids replaced the text before
  document.text = std::move(text);
  const std::vector<std::string> after = text_tokens(document);
  if (after.size() == before.size()) return;  // an edit inside tokens: each keeps its mark
  // Padding marks stay with their tokens: those before the edit keep their position, those after it shift.
  const size_t shorter = std::min(before.size(), after.size());
  size_t head = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  size_t tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  std::vector<engine::Index> padded;
  for (const engine::Index position : document.padded) {
    const auto at = static_cast<size_t>(position);
    if (at < head) padded.push_back(position);
    if (at < before.size() - tail || at >= before.size()) continue;
    const auto moved = static_cast<engine::Index>(at - before.size() + after.size());
    // A text with more tokens is not run, and loses its marks.
    if (moved < engine::kMaxTokens) padded.push_back(moved);
  }
  document.padded = std::move(padded);
}

void set_padding(State& state, engine::Index position, bool padded) {
  std::vector<engine::Index>& list = state.document.padded;
  std::erase(list, position);
  if (padded) list.insert(std::lower_bound(list.begin(), list.end(), position), position);
  if (padded || list.empty()) state.document.config.mask_padding = padded;
}

void toggle_padding(State& state, engine::Index place) {
  const engine::Index position = place_in_text(state.document, place);
  const std::vector<engine::Index>& list = state.document.padded;
  set_padding(state, position, !std::binary_search(list.begin(), list.end(), position));
}

void set_model(State& state, engine::ModelKind model) {
  if (state.document.config.model == engine::ModelKind::kCheckpoint) leave_checkpoint(state);
  engine::Config& config = state.document.config;
  config.model = model;
  if (model != engine::ModelKind::kCrafted) return;
  const engine::Config crafted;
  config.d_model = crafted.d_model;
  config.n_heads = crafted.n_heads;
  config.d_k = crafted.d_k;
  config.d_v = crafted.d_v;
  config.i_q = config.i_k = config.i_v = config.d_o = 0;
  drop_table_of_positions(config);
}

void set_positions(State& state, engine::PositionKind kind) {
  if (engine::info_of(kind).has_table && state.document.config.model == engine::ModelKind::kCrafted)
    set_model(state, engine::ModelKind::kSeeded);
  state.document.config.positions = kind;
}

void leave_checkpoint(State& state) {
  Document& document = state.document;
  Document plain;
  plain.text = document.text;
  plain.bookmarks = document.bookmarks;
  document = std::move(plain);
}

void drop_table_of_positions(engine::Config& config) {
  if (engine::info_of(config.positions).has_table) config.positions = engine::PositionKind::kSinusoidal;
}

engine::Index following_d_ff(const engine::Config& before, const engine::Config& now) {
  const engine::Config usual;
  const bool unchosen = !before.has_layers() && before.d_ff == usual.d_ff;
  return unchosen || before.d_ff == 4 * before.d_model ? 4 * now.d_model : now.d_ff;
}

void set_size(State& state, const std::function<engine::Index&(engine::Config&)>& size, engine::Index value) {
  engine::Config& config = state.document.config;
  // A trained model's sizes come from its files.
  if (size(config) == value || config.model == engine::ModelKind::kCheckpoint) return;
  const engine::Config before = config;
  const bool k_follows = config.d_k * config.n_heads == config.d_model;
  const bool v_follows = config.d_v * config.n_heads == config.d_model;
  size(config) = value;
  config.model = engine::ModelKind::kSeeded;
  const bool is_width = &size(config) == &config.d_model;
  if (is_width && config.has_layers()) config.d_ff = following_d_ff(before, config);
  const bool shared = is_width || &size(config) == &config.n_heads;
  if (!shared || config.n_heads < 1 || config.d_model % config.n_heads != 0) return;
  if (k_follows) config.d_k = config.d_model / config.n_heads;
  if (v_follows) config.d_v = config.d_model / config.n_heads;
}

void set_number(State& state, const engine::Setting& row, double value) {
  engine::Config& config = state.document.config;
  if (const auto* const whole = std::get_if<engine::WholeSetting>(&row.value)) {
    const auto chosen = static_cast<engine::Index>(value);
    if (row.of_files) return set_size(state, whole->of, chosen);
    whole->of(config) = chosen - chosen % whole->step;
  } else if (const auto* const seed = std::get_if<engine::SeedSetting>(&row.value)) {
    seed->of(config) = static_cast<uint64_t>(value);
  } else if (const auto* const real = std::get_if<engine::RealSetting>(&row.value)) {
    real->of(config) = !real->may_be_none ? value : value <= 0 ? 0 : std::max(value, real->smallest);
  }
}

bool same_cells(std::string_view one, std::string_view other) {
  const engine::StageAddress from = engine::parse_address(one);
  const engine::StageAddress to = engine::parse_address(other);
  const bool same_tokens = from.batch == to.batch && from.stream == to.stream && from.stack == to.stack &&
                           from.sublayer == to.sublayer;
  const engine::StageKind kind = engine::kind_of(from);
  const engine::StageKind other_kind = engine::kind_of(to);
  return same_tokens && (kind == other_kind || (kind.is_map() && other_kind.is_map()));
}

void focus_on(State& state, std::string address) {
  Focus& focus = state.document.focus;
  if (!same_cells(focus.stage, address)) focus.pinned.reset();
  focus.stage = std::move(address);
}

void focus_first_weights(State& state) {
  const bool decodes = state.document.config.architecture == engine::Architecture::kDecoder;
  state.document.focus.stage = decodes ? "decoder.0.self.head.0.weights" : "encoder.0.self.head.0.weights";
}

void set_target(State& state, std::string text) {
  state.document.target = std::move(text);
  state.document.target_ids.clear();
  state.document.own_target = false;
}

void set_own_target(State& state) {
  state.document.target.clear();
  state.document.target_ids.clear();
  state.document.own_target = true;
}

void set_architecture(State& state, engine::Architecture architecture) {
  Document& document = state.document;
  if (document.config.model == engine::ModelKind::kCheckpoint) leave_checkpoint(state);
  const engine::Config before = document.config;
  document.config.architecture = architecture;
  if (document.config.has_layers()) {
    document.config.model = engine::ModelKind::kSeeded;
    document.config.d_ff = following_d_ff(before, document.config);
  }
  if (document.config.has_target() && document.target.empty()) document.target = kFirstTarget;
}

void set_switch(State& state, const std::string& address, bool on) {
  std::vector<std::string>& off = state.document.config.off;
  std::erase(off, address);
  if (!on) off.insert(std::lower_bound(off.begin(), off.end(), address), address);
}

void toggle_switch(State& state, const std::string& address) {
  set_switch(state, address, state.document.config.is_off(address));
}

void set_batch(State& state, bool is_batch) {
  Document& document = state.document;
  document.is_batch = is_batch;
  document.config.mask_padding = is_batch || !document.padded.empty();
  if (is_batch) return;
  for (std::string* text : {&document.text, &document.target})
    std::replace(text->begin(), text->end(), '\n', ' ');
}

void set_gradient(State& state, std::optional<engine::GradientRequest> request) {
  state.document.gradient = std::move(request);
}

void set_nudge(State& state, std::optional<engine::Nudge> nudge) {
  state.document.config.nudge = std::move(nudge);
}

void follow_token(State& state, std::optional<engine::Index> token) {
  state.document.focus.token = token;
}

namespace {

// Keeps what a trained model's files define.
void keep_checkpoint(const engine::Config& before, engine::Config& config) {
  if (config.model != engine::ModelKind::kCheckpoint || before.model != config.model ||
      (before.checkpoint != config.checkpoint && !engine::is_same_run(before.checkpoint, config.checkpoint)))
    return;
  // Moments of one run differ in nothing else.
  std::string moment = std::move(config.checkpoint);
  static_cast<engine::ModelShape&>(config) = before;
  config.checkpoint = std::move(moment);
}

}  // namespace

void keep_consistent(const State& before, State& state) {
  open_lab_of_view(state.document);
  close_labs_left(before.document.focus, state.document);
  keep_checkpoint(before.document.config, state.document.config);
  Document& document = state.document;
  const Document& old = before.document;
  const bool same_prompt =
      document.text == old.text && document.target == old.target && document.own_target == old.own_target &&
      document.tokenizer == old.tokenizer && document.is_batch == old.is_batch &&
      document.config.architecture == old.config.architecture && document.config.model == old.config.model &&
      (document.config.checkpoint == old.config.checkpoint ||
       engine::is_same_run(document.config.checkpoint, old.config.checkpoint)) &&
      document.pair == old.pair && document.ids == old.ids && document.target_ids == old.target_ids;
  const bool same_tokens = document.text == old.text && document.pair == old.pair &&
                           (document.ids.empty() || document.ids.size() == document.segments.size()) &&
                           document.config.checkpoint == old.config.checkpoint;
  if (!same_tokens && document.segments == old.segments) document.segments.clear();
  if ((document.text != old.text || document.tokenizer != old.tokenizer) && document.order == old.order)
    document.order.clear();
  if (!same_prompt && document.generated == old.generated) {
    document.generated.clear();
    document.generated_ids.clear();
  }
  engine::Config& config = document.config;
  const auto is_gone = [](const std::vector<std::string>& known, const std::string& name) {
    return std::find(known.begin(), known.end(), name) == known.end();
  };
  if (!config.off.empty()) {
    auto known = engine::switches(config);
    for (std::string& name : engine::head_switches(config)) known.push_back(std::move(name));
    std::erase_if(config.off, [&](const std::string& address) { return is_gone(known, address); });
  }
  if (config.nudge && is_gone(engine::sublayers(config), config.nudge->sublayer)) config.nudge.reset();
  if (!config.nudge) return;
  const auto input = input_of(document);
  const auto bad = input ? engine::check(config, *input) : std::nullopt;
  if (bad && bad->key == "error.nudge_row") config.nudge.reset();
}

}  // namespace app
