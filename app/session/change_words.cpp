// change_words.cpp: changes of the input and the model.
#include "app/session/change_words.h"

#include <algorithm>
#include <filesystem>

#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/session/history_words.h"
#include "app/session/setting_words.h"
#include "app/text/quotable.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"
#include "engine/text/tokenizer.h"

namespace app {

using engine::Config;
using engine::Index;

std::vector<std::string> ChangeWords::find() {
  if (changed_places()) return {tr_("change.swapped")};
  what_is_fed_in();
  if (!another_checkpoint()) {
    model();
    run();
  }
  sampling();
  preferences();
  beside();
  if (parts_.empty()) focus();
  return std::move(parts_);
}

// Opening or leaving a model implies all its settings.
bool ChangeWords::another_checkpoint() {
  const std::string& from = old_.config.checkpoint;
  const std::string& to = now_.config.checkpoint;
  if (from == to) return false;
  say(to.empty() ? "change.checkpoint_left" : "change.checkpoint",
      {{"name", checkpoints::short_name(to.empty() ? from : to)}});
  return true;
}

void ChangeWords::number(std::string_view setting, double from, double to) {
  constexpr int kDecimals = 3;
  if (from != to)
    from_to(setting, engine::number_markup(from, kDecimals), engine::number_markup(to, kDecimals));
}

void ChangeWords::setting(const engine::Setting& row) {
  std::string words = app::change_words(tr_, row, old_.config, now_.config);
  if (!words.empty()) parts_.push_back(std::move(words));
}

void ChangeWords::settings(engine::SettingGroup group) {
  for (const engine::Setting& row : engine::settings()) {
    if (row.group == group) setting(row);
  }
}

bool ChangeWords::same_prompt() const {
  return old_.text == now_.text && old_.target == now_.target && old_.own_target == now_.own_target &&
         old_.tokenizer == now_.tokenizer && old_.is_batch == now_.is_batch;
}

void ChangeWords::what_is_fed_in() {
  if (old_.is_batch != now_.is_batch) {
    on_off("sequence.batch", old_.is_batch, now_.is_batch);
  } else if (old_.text != now_.text) {
    say("change.text", {{"text", quoted(tr_, now_.text)}});
  }
  const bool is_same_kind =
      old_.is_batch == now_.is_batch && old_.config.architecture == now_.config.architecture;
  if (is_same_kind && now_.own_target && !old_.own_target) {
    say("change.own_target");
  } else if (is_same_kind && old_.target != now_.target) {
    say("change.target", {{"text", quoted(tr_, now_.target)}});
  }
  if (old_.tokenizer != now_.tokenizer)
    words("change.tokenizer", "tokenizer." + std::string(name_of(old_.tokenizer)),
          "tokenizer." + std::string(name_of(now_.tokenizer)));
  const auto length = [&](Index value) {
    return value == 0 ? tr_("sequence.longest") : std::to_string(value);
  };
  from_to("sequence.length", length(old_.batch_length), length(now_.batch_length));
  if (old_.ids != now_.ids && old_.text == now_.text) say("change.ids");
  if (old_.target_ids != now_.target_ids && old_.target == now_.target) say("change.target_ids");
  if (old_.image != now_.image) say("change.image");
  if (old_.fed != now_.fed) say("change.fed");
  padding();
  order();
  generated();
}

// Marks move with their tokens: reports only those made by hand.
void ChangeWords::padding() {
  if (old_.padded == now_.padded || !same_prompt()) return;
  std::vector<Index> changed;
  std::set_symmetric_difference(old_.padded.begin(), old_.padded.end(), now_.padded.begin(),
                                now_.padded.end(), std::back_inserter(changed));
  const bool more = now_.padded.size() > old_.padded.size();
  const auto tokens = text_tokens(now_);
  const auto at = static_cast<size_t>(changed.front());
  if (changed.size() == 1 && at < tokens.size()) {
    say(more ? "change.padded" : "change.unpadded",
        {{"token", quoted(tr_, text::visible_token(tokens[at]))}});
  } else {
    whole("change.padding", static_cast<Index>(old_.padded.size()), static_cast<Index>(now_.padded.size()));
  }
}

// The order of the tokens, unless the text is a new one.
void ChangeWords::order() {
  if (old_.order == now_.order || !same_prompt()) return;
  if (now_.order.empty()) return say("change.order_again");
  const auto sequence = sequence_of(now_);
  std::string text;
  for (const std::string& token : sequence ? sequence->tokens : std::vector<std::string>{}) {
    text += text.empty() ? "" : " ";
    text += text::visible_token(token);
  }
  say("change.order", {{"text", quoted(tr_, text)}});
}

// A continuation is dropped when what it continues changes.
void ChangeWords::generated() {
  const auto& from = old_.generated;
  const auto& to = now_.generated;
  if (from == to || !same_prompt() || old_.config.architecture != now_.config.architecture) return;
  if (to.size() == from.size() + 1)
    return say("change.generated", {{"token", quoted(tr_, text::visible_token(to.back()))}});
  if (to.size() + 1 == from.size())
    return say("change.taken_back", {{"token", quoted(tr_, text::visible_token(from.back()))}});
  whole("change.continuation", static_cast<Index>(from.size()), static_cast<Index>(to.size()));
}

void ChangeWords::model() {
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

// Omits what follows from another size: dₖ from the width and the heads, and that the model is seeded.
void ChangeWords::sizes() {
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
  setting(engine::setting_named("d_model"));
  setting(engine::setting_named("heads"));
  if (!resized) {
    setting(engine::setting_named("d_k"));
    setting(engine::setting_named("d_v"));
  }
  if (!rebuilt && !resized) settings(engine::SettingGroup::kWidths);
  if (!rebuilt && from.d_model == to.d_model) setting(engine::setting_named("d_ff"));
  settings(engine::SettingGroup::kSeed);
}

void ChangeWords::layers() {
  settings(engine::SettingGroup::kStacks);
  for (const engine::Setting& row : engine::settings()) {
    if (row.group == engine::SettingGroup::kLayers && row.name != "d_ff") setting(row);
  }
}

// Switches and a nudge are dropped with the parts that a model loses.
void ChangeWords::switches() {
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
    for (const std::string& address : off) say_switch(address, false);
    if (on.size() > 1 && to.off.empty()) {
      say("change.all_on");
    } else {
      for (const std::string& address : on) say_switch(address, true);
    }
  }
  if (from.nudge == to.nudge) return;
  if (to.nudge) {
    say("change.nudge",
        {{"row", tr_.nth(to.nudge->row)}, {"sublayer", place_words(tr_, to.nudge->sublayer + ".")}});
  } else if (!rebuilt) {
    say("change.no_nudge");
  }
}

// A head whose weights are switched off has uniform ones.
void ChangeWords::say_switch(const std::string& address, bool on) {
  const engine::StageAddress place = engine::parse_address(address);
  const bool even = place.head >= 0 && place.step == "weights";
  const std::string_view key = even ? (on ? "change.own_weights" : "change.even")
                               : on ? "change.on"
                                    : "change.off";
  say(key, {{"part", switch_words(tr_, address)}});
}

}  // namespace app
