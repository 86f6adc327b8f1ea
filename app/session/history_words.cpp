// history_words.cpp: compares two states field by field, and leaves out what only follows from another
// change.
#include "app/session/history_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/session/changes.h"
#include "app/session/examples.h"
#include "app/session/place.h"
#include "app/session/presets.h"
#include "engine/formula.h"
#include "engine/text/tokenizer.h"

namespace app {
namespace {

using engine::Config;
using engine::Index;

constexpr size_t kNamedParts = 3;  // of a step that changed more, the rest is counted
constexpr size_t kQuotedBytes = 36;

// The changes of one step, each in a few words.
class Changes {
 public:
  Changes(const Words& tr, const State& before, const State& after)
      : tr_(tr), before_(before), after_(after), old_(before.document), now_(after.document) {}

  std::vector<std::string> find() {
    what_is_fed_in();
    model();
    run();
    sampling();
    preferences();
    if (parts_.empty()) focus();
    return std::move(parts_);
  }

 private:
  void say(std::string_view key, const Arguments& arguments = {}) { parts_.push_back(tr_(key, arguments)); }

  // "heads 4 → 8"
  void from_to(std::string_view setting, const std::string& from, const std::string& to) {
    if (from != to) say("change.from_to", {{"setting", tr_(setting)}, {"from", from}, {"to", to}});
  }
  void whole(std::string_view setting, Index from, Index to) {
    from_to(setting, std::to_string(from), std::to_string(to));
  }
  void number(std::string_view setting, double from, double to) {
    constexpr int kDecimals = 3;
    if (from != to)
      from_to(setting, engine::number_markup(from, kDecimals), engine::number_markup(to, kDecimals));
  }
  void words(std::string_view setting, std::string_view from, std::string_view to) {
    from_to(setting, tr_(from), tr_(to));
  }
  void on_off(std::string_view setting, bool from, bool to) {
    words(setting, from ? "value.on" : "value.off", to ? "value.on" : "value.off");
  }
  // The value of an enumeration as the key at its place.
  template <class Kind, size_t kSize>
  void kind(std::string_view setting, const std::array<std::string_view, kSize>& keys, Kind from, Kind to) {
    words(setting, keys.at(static_cast<size_t>(from)), keys.at(static_cast<size_t>(to)));
  }

  void what_is_fed_in();
  void padding();
  void generated();
  void model();
  void sizes();
  void layers();
  void switches();
  void run();
  void mask();
  void sampling();
  void preferences();
  void focus();

  bool same_prompt() const {
    return old_.text == now_.text && old_.target == now_.target && old_.tokenizer == now_.tokenizer &&
           old_.is_batch == now_.is_batch;
  }

  const Words& tr_;
  const State& before_;
  const State& after_;
  const Document& old_;
  const Document& now_;
  std::vector<std::string> parts_;
};

void Changes::what_is_fed_in() {
  if (old_.is_batch != now_.is_batch) {
    on_off("sequence.batch", old_.is_batch, now_.is_batch);
  } else if (old_.text != now_.text) {
    say("change.text", {{"text", quoted(tr_, now_.text)}});
  }
  if (old_.is_batch == now_.is_batch && old_.target != now_.target &&
      old_.config.architecture == now_.config.architecture) {
    say("change.target", {{"text", quoted(tr_, now_.target)}});
  }
  if (old_.tokenizer != now_.tokenizer)
    words("change.tokenizer", "tokenizer." + std::string(name_of(old_.tokenizer)),
          "tokenizer." + std::string(name_of(now_.tokenizer)));
  const auto length = [&](Index value) {
    return value == 0 ? tr_("sequence.longest") : std::to_string(value);
  };
  from_to("sequence.length", length(old_.batch_length), length(now_.batch_length));
  padding();
  generated();
}

// Marks move with their tokens: only those made by hand are named.
void Changes::padding() {
  if (old_.padded == now_.padded || !same_prompt()) return;
  std::vector<Index> changed;
  std::set_symmetric_difference(old_.padded.begin(), old_.padded.end(), now_.padded.begin(),
                                now_.padded.end(), std::back_inserter(changed));
  const bool more = now_.padded.size() > old_.padded.size();
  const auto tokens = text::tokenize(now_.text, now_.tokenizer);
  const auto at = static_cast<size_t>(changed.front());
  if (changed.size() == 1 && tokens && at < tokens->size()) {
    say(more ? "change.padded" : "change.unpadded",
        {{"token", quoted(tr_, text::visible_token(tokens.value()[at]))}});
  } else {
    whole("change.padding", static_cast<Index>(old_.padded.size()), static_cast<Index>(now_.padded.size()));
  }
}

// A continuation goes where what it continues changes.
void Changes::generated() {
  const auto& from = old_.generated;
  const auto& to = now_.generated;
  if (from == to || !same_prompt() || old_.config.architecture != now_.config.architecture) return;
  if (to.size() == from.size() + 1)
    return say("change.generated", {{"token", quoted(tr_, text::visible_token(to.back()))}});
  if (to.size() + 1 == from.size())
    return say("change.taken_back", {{"token", quoted(tr_, text::visible_token(from.back()))}});
  whole("change.continuation", static_cast<Index>(from.size()), static_cast<Index>(to.size()));
}

void Changes::model() {
  const Config& from = old_.config;
  const Config& to = now_.config;
  if (from.architecture != to.architecture) {
    constexpr std::array<std::string_view, 4> kKeys = {
        "setting.architecture.attention", "setting.architecture.encoder", "setting.architecture.decoder",
        "setting.architecture.transformer"};
    kind("setting.architecture", kKeys, from.architecture, to.architecture);
  }
  sizes();
  layers();
  switches();
}

// What follows from another size is left out: dₖ from the width and the heads, and that the model is seeded.
void Changes::sizes() {
  const Config& from = old_.config;
  const Config& to = now_.config;
  constexpr std::array<std::string_view, 2> kModels = {"model.crafted", "model.seeded"};
  const bool rebuilt = from.architecture != to.architecture;
  const bool resized = from.d_model != to.d_model || from.n_heads != to.n_heads;
  const bool any_size = resized || from.d_k != to.d_k || from.d_v != to.d_v;
  const bool crafted = to.model == engine::ModelKind::kCrafted;
  if (from.model != to.model && !rebuilt && (crafted || !any_size))
    kind("setting.model", kModels, from.model, to.model);
  if (crafted && from.model != to.model) return;
  whole("setting.d_model", from.d_model, to.d_model);
  whole("setting.heads", from.n_heads, to.n_heads);
  if (!resized) {
    whole("setting.d_k", from.d_k, to.d_k);
    whole("setting.d_v", from.d_v, to.d_v);
  }
  if (!rebuilt && from.d_model == to.d_model) whole("setting.d_ff", from.d_ff, to.d_ff);
  if (from.seed != to.seed) from_to("setting.seed", std::to_string(from.seed), std::to_string(to.seed));
}

void Changes::layers() {
  using Keys = std::array<std::string_view, 3>;
  const Config& from = old_.config;
  const Config& to = now_.config;
  constexpr Keys kActivations = {"setting.activation.relu", "setting.activation.gelu",
                                 "setting.activation.gelu_tanh"};
  constexpr Keys kNorms = {"setting.norm.post", "setting.norm.pre", "setting.norm.b2t"};
  whole("setting.encoder_layers", from.encoder_layers, to.encoder_layers);
  whole("setting.decoder_layers", from.decoder_layers, to.decoder_layers);
  kind("setting.activation", kActivations, from.activation, to.activation);
  kind("setting.norm", kNorms, from.norm, to.norm);
  on_off("setting.final_norm", from.final_norm, to.final_norm);
  const auto table = [](bool tied) {
    return tied ? "setting.output_table.tied" : "setting.output_table.free";
  };
  words("setting.output_table", table(from.tied_output), table(to.tied_output));
}

// Switches and a nudge go with the parts that a model loses.
void Changes::switches() {
  const Config& from = old_.config;
  const Config& to = now_.config;
  const auto differ = [](const std::vector<std::string>& some, const std::vector<std::string>& others) {
    std::vector<std::string> only;
    std::set_difference(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(only));
    return only;
  };
  const bool rebuilt = !parts_.empty();
  if (!rebuilt) {
    const auto off = differ(to.off, from.off);
    const auto on = differ(from.off, to.off);
    for (const std::string& address : off) say("change.off", {{"part", switch_words(tr_, address)}});
    if (on.size() > 1 && to.off.empty()) {
      say("change.all_on");
    } else {
      for (const std::string& address : on) say("change.on", {{"part", switch_words(tr_, address)}});
    }
  }
  if (from.nudge == to.nudge) return;
  if (to.nudge) {
    say("change.nudge",
        {{"row", std::to_string(to.nudge->row)}, {"sublayer", place_words(tr_, to.nudge->sublayer + ".")}});
  } else if (!rebuilt) {
    say("change.no_nudge");
  }
}

void Changes::run() {
  const Config& from = old_.config;
  const Config& to = now_.config;
  constexpr std::array<std::string_view, 3> kPositions = {"positions.sinusoidal", "positions.learned",
                                                          "positions.none"};
  on_off("setting.embedding_scale", from.embedding_scale, to.embedding_scale);
  kind("setting.positions", kPositions, from.positions, to.positions);
  number("setting.base", from.base, to.base);
  whole("setting.context", from.context, to.context);
  mask();
  on_off("setting.scale", from.scale, to.scale);
  number("setting.temperature", from.temperature, to.temperature);
}

// A mark of padding switches its mask on, the last that goes switches it off; so does a batch.
void Changes::mask() {
  const auto key = [](const Config& config) {
    if (config.causal) return config.mask_padding ? "mask.both" : "mask.causal";
    return config.mask_padding ? "mask.padding" : "mask.none";
  };
  const bool follows = old_.padded != now_.padded || old_.is_batch != now_.is_batch;
  if (follows && old_.config.causal == now_.config.causal) return;
  words("setting.mask", key(old_.config), key(now_.config));
}

void Changes::sampling() {
  const engine::Sampling& from = old_.sampling;
  const engine::Sampling& to = now_.sampling;
  if (from.greedy != to.greedy) say(to.greedy ? "sampling.greedy" : "sampling.draw");
  number("sampling.temperature", from.temperature, to.temperature);
  const auto top_k = [&](Index value) { return value == 0 ? tr_("sampling.all") : std::to_string(value); };
  from_to("sampling.top_k", top_k(from.top_k), top_k(to.top_k));
  number("sampling.top_p", from.top_p, to.top_p);
  from_to("sampling.seed", std::to_string(from.seed), std::to_string(to.seed));
}

void Changes::preferences() {
  const Preferences& from = before_.preferences;
  const Preferences& to = after_.preferences;
  constexpr std::array<std::string_view, 2> kThemes = {"theme.light", "theme.dark"};
  constexpr std::array<std::string_view, 3> kMaps = {"map.viridis", "map.cividis", "map.greys"};
  kind("action.theme", kThemes, from.theme, to.theme);
  from_to("action.language", std::string(info(from.language).name), std::string(info(to.language).name));
  from_to("menu.text_size", std::to_string(from.text_size) + " %", std::to_string(to.text_size) + " %");
  kind("menu.colour_map", kMaps, from.map, to.map);
  if (from.fixed_range != to.fixed_range)
    say("action.set",
        {{"setting", tr_("menu.range")}, {"value", tr_(to.fixed_range ? "range.fixed" : "range.data")}});
  if (from.export_folder != to.export_folder)
    say("action.set", {{"setting", tr_("export.folder")}, {"value", to.export_folder}});
}

void Changes::focus() {
  const Focus& from = old_.focus;
  const Focus& to = now_.focus;
  if (from.stage != to.stage) {
    say("change.walked", {{"place", place_words(tr_, to.stage)}});
  } else if (from.view != to.view) {
    say("action.set", {{"setting", tr_("menu.view")}, {"value", tr_("view." + to.view)}});
  } else if (from.pinned != to.pinned && to.pinned) {
    say("change.pinned",
        {{"row", std::to_string(to.pinned->first)}, {"column", std::to_string(to.pinned->second)}});
  } else if (from.pinned != to.pinned) {
    say("action.unpin");
  } else if (from.token != to.token) {
    say(to.token ? "change.followed" : "one_token.all", {{"position", std::to_string(to.token.value_or(0))}});
  }
}

// The example that was opened, or empty.
std::string opened_example(const Words& tr, const Document& document) {
  for (const Example& row : examples()) {
    if (row.document == document) return tr("change.example", {{"name", tr(row.key)}});
  }
  return {};
}

// The model that was chosen, or empty: all that changed follows from the preset.
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
  const std::vector<std::string> parts = Changes(tr, before, after).find();
  if (parts.size() == 1) return parts.front();
  if (std::string example = opened_example(tr, after.document);
      !example.empty() && before.document != after.document)
    return example;
  if (before.document.config != after.document.config) {
    if (std::string preset = chosen_preset(tr, before, after); !preset.empty()) return preset;
  }
  // No single change types a text and sets the model: a session was opened.
  const bool typed = before.document.text != after.document.text;
  if (typed && parts.size() > 2) return tr("change.session", {{"text", quoted(tr, after.document.text)}});
  return parts.empty() ? tr("change.small") : joined(tr, parts);
}

std::string place_words(const Words& tr, std::string_view address) {
  const Place place = place_of(address);
  std::string path;
  const auto add = [&](const std::string& part) { path += (path.empty() ? "" : " › ") + part; };
  if (place.batch >= 0) add(tr("path.sentence", {{"sentence", std::to_string(place.batch + 1)}}));
  if (!place.stream.empty()) add(tr("path." + place.stream));
  if (place.layer >= 0)
    add(tr(place.stack == Stack::kEncoder ? "path.encoder" : "path.decoder",
           {{"layer", std::to_string(place.layer + 1)}}));
  if (place.sublayer == Sublayer::kFeedForward) add(tr("path.ffn"));
  if (place.sublayer == Sublayer::kCross) add(tr("path.cross"));
  if (place.sublayer == Sublayer::kSelf)
    add(tr(place.stack == Stack::kDecoder ? "path.masked_self" : "path.self"));
  if (place.head >= 0) add(tr("head.name", {{"head", std::to_string(place.head + 1)}}));
  if (!place.step.empty()) {
    const std::string key = "stage." + stage_kind(address);
    const std::string name = tr(key);
    add(name == key ? place.step : name);
  }
  return path;
}

std::string switch_words(const Words& tr, std::string_view address) {
  Place place = place_of(address);
  const std::string part = place.step;
  place.step.clear();
  std::string_view key = "switch.sublayer";
  if (part == "residual") key = "switch.residual";
  if (part == "residual.input") key = "switch.again";
  if (part == "norm") key = "switch.norm";
  return tr(key, {{"place", place_words(tr, address_of(place))}});
}

std::string quoted(const Words& tr, std::string_view text) {
  std::string line;
  for (const char letter : text.substr(0, 4 * kQuotedBytes)) line += letter == '\n' ? ' ' : letter;
  if (line.size() > kQuotedBytes) {
    size_t end = kQuotedBytes;
    // Not within a letter: bytes after its first begin with the bits 10.
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
    line.resize(end);
    line += "…";
  }
  return tr("change.quoted", {{"text", line}});
}

}  // namespace app
