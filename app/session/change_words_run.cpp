// change_words_run.cpp: changes of the run, of masks and values by hand, of what is stored alongside, and of
// the focus.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/document/document_line.h"
#include "app/document/labs/labs.h"
#include "app/session/change_words.h"
#include "app/session/history_words.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"
#include "engine/core/stage_kind.h"
#include "engine/labs/labs.h"
#include "engine/text/tokenizer.h"

namespace app {

using engine::Config;
using engine::Index;

namespace {

// The tokens that read and those that are read; none where there is a picture or vectors.
std::pair<std::vector<std::string>, std::vector<std::string>> labels_of_map(const engine::StageAddress& place,
                                                                            const engine::Example& example,
                                                                            int first) {
  const engine::Sequence& source = example.source;
  const engine::Sequence& target = example.target ? *example.target : source;
  const bool of_decoder = place.stack == engine::Stack::kDecoder;
  const engine::Sequence& queries = of_decoder ? target : source;
  const bool crosses = place.sublayer == engine::Sublayer::kCross;
  const engine::Sequence& keys = crosses ? source : example.key ? *example.key : queries;
  const auto counted_from = static_cast<size_t>(first);
  return {text::token_labels(queries.tokens, counted_from), text::token_labels(keys.tokens, counted_from)};
}

}  // namespace

void ChangeWords::run() {
  settings(engine::SettingGroup::kInput);
  settings(engine::SettingGroup::kMethod);
  labs();
  mask();
  pattern();
  painted();
  numbers();
  settings(engine::SettingGroup::kScores);
}

void ChangeWords::labs() {
  for (const LabRow& row : lab_rows()) {
    engine::Labs from = engine::labs_of(old_.config);
    engine::Labs to = engine::labs_of(now_.config);
    // Opening a lab's view switches the lab on, leaving it switches it off.
    if (old_.focus.view == now_.focus.view)
      on_off("view." + std::string(row.name), row.is_on(from), row.is_on(to));
  }
  positions_lab();
  relatives_lab();
  depth_lab();
  gallery_lab();
}

// Marking padding switches its mask on, removing the last mark switches it off; so does a batch.
void ChangeWords::mask() {
  const auto key = [](const Config& config) {
    if (config.causal) return config.mask_padding ? "mask.both" : "mask.causal";
    return config.mask_padding ? "mask.padding" : "mask.none";
  };
  const bool follows = old_.padded != now_.padded || old_.is_batch != now_.is_batch;
  if (follows && old_.config.causal == now_.config.causal) return;
  words("setting.mask", key(old_.config), key(now_.config));
}

void ChangeWords::pattern() {
  // The parameters of another pattern are its own.
  const bool is_same = old_.config.pattern.kind == now_.config.pattern.kind;
  if (is_same) {
    settings(engine::SettingGroup::kPattern);
  } else {
    setting(engine::setting_named("mask_pattern"));
  }
  settings(engine::SettingGroup::kHiding);
}

void ChangeWords::painted() {
  const auto& from = old_.config.painted;
  const auto& to = now_.config.painted;
  if (from == to) return;
  if (to.empty()) return say("change.unpainted");
  for (const engine::PaintedMask& mask : to) {
    const engine::PaintedMask* const before = engine::find_painted(from, mask.attention);
    if (before == nullptr || before->patches != mask.patches)
      return say("change.painted", {{"place", place_words(tr_, mask.attention + ".")}});
  }
  say("change.unpainted");
}

// Values typed by hand: a single cell with its value, otherwise the stage.
void ChangeWords::numbers() {
  const engine::Edits& from = old_.config.edits;
  const engine::Edits& to = now_.config.edits;
  if (from == to) return;
  for (const engine::StageEdits& stage : to) {
    const engine::StageEdits* const before = engine::find_edits(from, stage.address);
    if (before != nullptr && before->cells == stage.cells) continue;
    std::vector<engine::CellEdit> typed;
    for (const engine::CellEdit& cell : stage.cells) {
      const bool known = before != nullptr &&
                         std::find(before->cells.begin(), before->cells.end(), cell) != before->cells.end();
      if (!known) typed.push_back(cell);
    }
    const std::string place = place_words(tr_, stage.address);
    if (typed.empty()) return say("change.number_back", {{"place", place}});
    if (typed.size() > 1) return say("change.numbers", {{"place", place}});
    return say("change.number", {{"value", engine::number_markup(typed.front().value, 3)},
                                 {"place", place},
                                 {"row", tr_.nth(typed.front().row)},
                                 {"column", tr_.nth(typed.front().column)}});
  }
  for (const engine::StageEdits& stage : from) {
    if (engine::find_edits(to, stage.address) == nullptr)
      return say("change.number_back", {{"place", place_words(tr_, stage.address)}});
  }
}

void ChangeWords::sampling() {
  const engine::Sampling& from = old_.sampling;
  const engine::Sampling& to = now_.sampling;
  if (from.greedy != to.greedy) say(to.greedy ? "sampling.greedy" : "sampling.draw");
  number("sampling.temperature", from.temperature, to.temperature);
  const auto top_k = [&](Index value) { return value == 0 ? tr_("sampling.all") : std::to_string(value); };
  from_to("sampling.top_k", top_k(from.top_k), top_k(to.top_k));
  number("sampling.top_p", from.top_p, to.top_p);
  from_to("sampling.seed", std::to_string(from.seed), std::to_string(to.seed));
}

void ChangeWords::preferences() {
  const Preferences& from = before_.preferences;
  const Preferences& to = after_.preferences;
  constexpr std::array<std::string_view, 2> kThemes = {"theme.light", "theme.dark"};
  constexpr std::array<std::string_view, 3> kMaps = {"map.viridis", "map.cividis", "map.greys"};
  kind("action.theme", kThemes, from.theme, to.theme);
  from_to("menu.text_size", std::to_string(from.text_size) + " %", std::to_string(to.text_size) + " %");
  kind("menu.colour_map", kMaps, from.map, to.map);
  if (from.fixed_range != to.fixed_range)
    say("action.set",
        {{"setting", tr_("menu.range")}, {"value", tr_(to.fixed_range ? "range.fixed" : "range.data")}});
  if (from.predicted_rows != to.predicted_rows)
    say("action.set",
        {{"setting", tr_("menu.rows")}, {"value", tr_(to.predicted_rows ? "rows.predicted" : "rows.read")}});
  if (from.notation != to.notation)
    say("action.set", {{"setting", tr_("menu.notation")},
                       {"value", tr_("notation." + std::string(engine::name_of(to.notation)))}});
  if (from.count_from != to.count_from)
    say("action.set", {{"setting", tr_("menu.count_from")},
                       {"value", tr_(to.count_from == 0 ? "count_from.zero" : "count_from.one")}});
  if (from.merged_pieces != to.merged_pieces)
    say("action.set", {{"setting", tr_("menu.word_pieces")},
                       {"value", tr_(to.merged_pieces ? "word_pieces.merged" : "word_pieces.apart")}});
  if (from.motion != to.motion)
    say("action.set",
        {{"setting", tr_("menu.motion")}, {"value", tr_(to.motion ? "motion.on" : "motion.off")}});
  if (from.export_folder != to.export_folder)
    say("action.set", {{"setting", tr_("export.folder")}, {"value", to.export_folder}});
  if (from.lessons_folder != to.lessons_folder)
    say("action.set", {{"setting", tr_("lessons.folder")}, {"value", to.lessons_folder}});
  if (from.figure != to.figure) say("change.figure");
  if (from.film != to.film) say("change.film");
}

// Whether the document and its baseline were swapped.
bool ChangeWords::changed_places() const {
  if (!old_.baseline || !now_.baseline || old_.baseline == now_.baseline) return false;
  const auto kept_before = from_line(*old_.baseline);
  const auto kept_after = from_line(*now_.baseline);
  return kept_before && kept_after && same_run(*kept_before, now_) && same_run(*kept_after, old_);
}

// What is stored alongside the document: its baseline, and the bookmarks.
void ChangeWords::beside() {
  if (old_.baseline != now_.baseline) say(now_.baseline ? "change.baseline" : "change.no_baseline");
  const auto& from = old_.bookmarks;
  const auto& to = now_.bookmarks;
  if (to.size() > from.size()) {
    say("change.bookmark",
        {{"number", std::to_string(to.size())}, {"place", place_words(tr_, to.back().stage)}});
  } else if (to.size() < from.size()) {
    say("change.no_bookmark");
  } else if (from != to) {
    say("change.bookmarks");
  }
}

// Of a map the query and the key, of any other stage a row and a column.
void ChangeWords::pinned(const Focus& at) {
  const auto [row, column] = *at.pinned;
  const engine::StageAddress place = engine::parse_address(at.stage);
  const bool is_map = engine::StageKind::named(place.step).family() == engine::StageFamily::kMap;
  const auto input = is_map ? input_of(now_) : engine::Result<engine::Input>(engine::Input{});
  const auto example = static_cast<size_t>(std::max(place.batch, 0));
  if (input && example < input->examples.size()) {
    const auto [queries, keys] = labels_of_map(place, input->examples[example], tr_.counts_from());
    if (row < static_cast<Index>(queries.size()) && column < static_cast<Index>(keys.size()))
      return say("change.pinned_pair",
                 {{"query", queries[static_cast<size_t>(row)]}, {"key", keys[static_cast<size_t>(column)]}});
  }
  say("change.pinned", {{"row", tr_.nth(row)}, {"column", tr_.nth(column)}});
}

void ChangeWords::focus() {
  const Focus& from = old_.focus;
  const Focus& to = now_.focus;
  if (from.stage != to.stage) {
    say("change.walked", {{"place", place_words(tr_, to.stage)}});
  } else if (from.view != to.view) {
    say("action.set", {{"setting", tr_("menu.view")}, {"value", view_words(tr_, to.view)}});
  } else if (from.pinned != to.pinned && to.pinned) {
    pinned(to);
  } else if (from.pinned != to.pinned) {
    say("action.unpin");
  } else if (from.token != to.token) {
    say(to.token ? "change.followed" : "one_token.all", {{"position", tr_.nth(to.token.value_or(0))}});
  }
}

}  // namespace app
