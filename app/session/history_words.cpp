// history_words.cpp: names a step as a whole if it is an example, a model or a session, otherwise by its
// parts.
#include "app/session/history_words.h"

#include <algorithm>
#include <vector>

#include "app/session/change_words.h"
#include "app/session/changes.h"
#include "app/session/examples.h"
#include "app/session/presets.h"
#include "engine/core/address.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

constexpr size_t kNamedParts = 3;  // of a larger step the rest is counted
constexpr size_t kQuotedBytes = 36;

// The example that was opened, or empty.
std::string opened_example(const Words& tr, const Document& document) {
  for (const Example& row : examples()) {
    if (row.document == document) return tr("change.example", {{"name", tr(row.key)}});
  }
  return {};
}

// The chosen preset, or empty: everything that changed follows from it.
std::string chosen_preset(const Words& tr, const State& before, const State& after) {
  for (const Preset& preset : presets()) {
    State made = before;
    set_preset(made, preset);
    keep_consistent(before, made);
    if (made.document.config == after.document.config && made.document.target == after.document.target &&
        made.document.text == after.document.text)
      return tr("action.set", {{"setting", tr("action.preset")}, {"value", tr(preset.key)}});
  }
  return {};
}

std::string joined(const Words& tr, const std::vector<std::string>& parts) {
  std::string all;
  for (size_t i = 0; i < std::min(parts.size(), kNamedParts); ++i) all += (i == 0 ? "" : " · ") + parts[i];
  if (parts.size() <= kNamedParts) return all;
  return tr("change.more", {{"parts", all}, {"count", std::to_string(parts.size() - kNamedParts)}});
}

}  // namespace

std::string describe_change(const Words& tr, const State& before, const State& after) {
  const std::vector<std::string> parts = ChangeWords(tr, before, after).find();
  const Document& old = before.document;
  const Document& now = after.document;
  const bool typed = old.text != now.text;
  if (typed || parts.size() > 1) {
    if (std::string example = opened_example(tr, now); !example.empty()) return example;
  }
  if (old.config.architecture != now.config.architecture) {
    if (std::string preset = chosen_preset(tr, before, after); !preset.empty()) return preset;
  }
  if (parts.size() == 1) return parts.front();
  // No single change both types a text and sets the model: a session was opened.
  if (typed && parts.size() > 2) return tr("change.session", {{"text", quoted(tr, now.text)}});
  return parts.empty() ? tr("change.small") : joined(tr, parts);
}

std::string place_words(const Words& tr, std::string_view address) {
  const engine::StageAddress place = engine::parse_address(address);
  std::string path;
  const auto add = [&](const std::string& part) { path += (path.empty() ? "" : " › ") + part; };
  if (place.batch >= 0) add(tr("path.sentence", {{"sentence", tr.nth(place.batch)}}));
  if (!place.stream.empty()) add(tr("path." + place.stream));
  if (place.layer >= 0)
    add(tr(place.stack == engine::Stack::kEncoder ? "path.encoder" : "path.decoder",
           {{"layer", tr.nth(place.layer)}}));
  if (place.sublayer == engine::Sublayer::kFeedForward) add(tr("path.ffn"));
  if (place.sublayer == engine::Sublayer::kCross) add(tr("path.cross"));
  if (place.sublayer == engine::Sublayer::kSelf)
    add(tr(place.stack == engine::Stack::kDecoder ? "path.masked_self" : "path.self"));
  if (place.head >= 0) add(tr("head.name", {{"head", tr.nth(place.head)}}));
  if (!place.step.empty()) {
    const std::string key = "stage." + std::string(engine::kind_of(address).name());
    const std::string name = tr(key);
    add(name == key ? place.step : name);
  }
  return path;
}

std::string switch_words(const Words& tr, std::string_view address) {
  engine::StageAddress place = engine::parse_address(address);
  const std::string part = place.step;
  place.step.clear();
  std::string_view key = "switch.sublayer";
  if (part == "residual") key = "switch.residual";
  if (part == "residual.input") key = "switch.again";
  if (part == "norm") key = "switch.norm";
  if (place.head >= 0) key = "switch.head";
  return tr(key, {{"place", place_words(tr, engine::address_of(place))}});
}

std::string view_words(const Words& tr, std::string_view view) {
  const std::string key = "view." + std::string(view);
  return tr(tr.all().contains(key) ? key : "picture." + std::string(view));
}

std::string quoted(const Words& tr, std::string_view text) {
  std::string line;
  for (const char letter : text.substr(0, 4 * kQuotedBytes)) line += letter == '\n' ? ' ' : letter;
  if (line.size() > kQuotedBytes) {
    line.resize(engine::letter_start(line, kQuotedBytes));
    line += "…";
  }
  return tr("change.quoted", {{"text", line}});
}

}  // namespace app
