// model_panel.cpp: assembles a model: presets to choose from, and every setting.
#include "app/views/model/model_panel.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/look/labels.h"
#include "app/session/box_models.h"
#include "app/session/changes.h"
#include "app/session/presets.h"
#include "app/ui/widgets.h"
#include "app/views/core/choice_card.h"
#include "app/views/model/box_cards.h"
#include "app/views/model/checkpoint_panel.h"
#include "app/views/model/setting_rows.h"

namespace views {
namespace {

using engine::Config;

constexpr const char* kPanel = "model panel";
constexpr float kModelPanelWidth = 680;
constexpr float kGap = 10;

float column_width(const Frame& frame) {
  const float room = ImGui::GetIO().DisplaySize.x - frame.style.px(2 * 24 + 2 * 20);
  return std::min(frame.style.px(kModelPanelWidth), room);
}

ChoiceCard preset_card(const Frame& frame, const app::Preset& preset) {
  const std::string key(preset.key);
  const bool is_low = ImGui::GetIO().DisplaySize.y < frame.style.px(600);
  return {key, frame.tr(key), is_low ? "" : frame.tr(key + ".for"),
          app::is_preset(frame.session.document().config, preset)};
}

// Which trained model it opens with, otherwise its settings.
std::string preset_tip(const Frame& frame, const app::Preset& preset) {
  const app::BoxModel* const trained = app::offered_model(preset.trained);
  if (trained != nullptr) return frame.tr("preset.opens", {{"model", trained->name}});
  return frame.tr(std::string(preset.key) + ".what");
}

void preset_cards(const Frame& frame, float width) {
  const auto presets = app::presets();
  const auto count = static_cast<float>(presets.size());
  const float each = std::floor((width - (count - 1) * frame.style.px(kGap)) / count);
  float height = 0;
  for (const app::Preset& preset : presets)
    height = std::max(height, choice_card_height(frame, preset_card(frame, preset), each));
  for (const app::Preset& preset : presets) {
    if (&preset != &presets.front()) ImGui::SameLine(0, frame.style.px(kGap));
    if (choice_card(frame, preset_card(frame, preset), {each, height}))
      app::open_preset(preset, frame.requests);
    ui::tip(frame.style, frame.tr(std::string(preset.key) + ".for") + ". " + preset_tip(frame, preset));
  }
}

void group_caption(const Frame& frame, std::string_view key) {
  ImGui::Dummy({0, frame.style.px(2)});
  ui::label(frame.tr(key), frame.style.small_strong());
}

void layer_group(const Frame& frame, Fields& fields) {
  const Config& config = fields.config();
  group_caption(frame, "model_panel.layers");
  fields.settings(engine::SettingGroup::kStacks);
  for (const char* name : {"d_ff", "activation", "norm"}) fields.setting(name);
  if (config.norm == engine::NormOrder::kPre) fields.fixed("setting.final_norm", "value.on");
  for (const char* name : {"final_norm", "tied_output"}) fields.setting(name);
}

void attention_group(const Frame& frame, Fields& fields) {
  group_caption(frame, "model_panel.attention");
  fields.settings(engine::SettingGroup::kSizes);
  fields.settings(engine::SettingGroup::kWidths);
  fields.settings(engine::SettingGroup::kMethod);
}

// What the settings line does not show; nothing if the attention has no scores.
void score_group(const Frame& frame, Fields& fields) {
  bool is_first = true;
  for (const engine::Setting& row : engine::settings()) {
    if (row.group != engine::SettingGroup::kScores || !row.is_rare || !row.is_shown(fields.config()))
      continue;
    if (is_first) group_caption(frame, "model_panel.scores");
    is_first = false;
    fields.setting(row);
  }
}

void input_group(const Frame& frame, Fields& fields) {
  group_caption(frame, "model_panel.input");
  positions_rows(fields);
  fields.settings(engine::SettingGroup::kSeed);
}

// "212,992 numbers: attention 131,072, feed-forward 65,536, …"
std::string count_sentence(const Frame& frame) {
  const app::ParameterCount& count = frame.facts.parameters(frame.session.trace_document().config);
  std::string parts;
  for (const auto& [key, numbers] : {std::pair{"model_panel.count.attention", count.attention},
                                     std::pair{"model_panel.count.feed_forward", count.feed_forward},
                                     std::pair{"model_panel.count.norms", count.norms},
                                     std::pair{"model_panel.count.positions", count.positions},
                                     std::pair{"model_panel.count.embedding", count.embedding}}) {
    if (numbers == 0) continue;
    if (!parts.empty()) parts += " · ";
    parts += frame.tr(key, {{"count", look::whole_number(numbers)}});
  }
  return frame.tr("model_panel.count", {{"count", look::whole_number(count.total())}, {"parts", parts}});
}

void switched_off(const Frame& frame) {
  const size_t count = frame.session.document().config.off.size();
  if (count == 0) return;
  ui::TextStyle type = frame.style.text();
  type.colour = frame.style.colours.accent;
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, type.colour);
  ui::plain(
      frame.tr(count == 1 ? "model_panel.off_one" : "model_panel.off", {{"count", std::to_string(count)}}));
  ImGui::PopStyleColor();
  ImGui::SameLine();
  if (ui::button(frame.style, (frame.tr("model_panel.all_on") + "##all on").c_str(),
                 ui::ButtonKind::kOutline)) {
    frame.requests.edit("", [](app::State& state) { state.document.config.off.clear(); });
  }
  ui::tip(frame.style, frame.tr("action.all_on.tip"));
}

// What can be switched off in every layer at once: a text key, and the end of its addresses.
struct Everywhere {
  const char* key;
  std::string_view ending;
};
constexpr std::array<Everywhere, 3> kEverywhere = {{{"model_panel.everywhere.residual", "residual"},
                                                    {"model_panel.everywhere.ffn", "ffn.output"},
                                                    {"model_panel.everywhere.norm", "norm"}}};

// One switch each for all layers.
void switches_everywhere(const Frame& frame) {
  const Config& config = frame.session.document().config;
  const std::vector<std::string> all = engine::switches(config);
  if (all.empty()) return;
  ui::Flow flow(frame.style.px(14));
  const std::string name = frame.tr("model_panel.everywhere");
  flow.next(ui::text_size(name, frame.style.small_strong()).x);
  ImGui::AlignTextToFramePadding();
  ui::label(name, frame.style.small_strong());
  for (const Everywhere& each : kEverywhere) {
    std::vector<std::string> addresses;
    for (const std::string& address : all) {
      if (engine::ends_in(address, each.ending)) addresses.push_back(address);
    }
    if (addresses.empty()) continue;
    const auto off = std::count_if(addresses.begin(), addresses.end(),
                                   [&](const std::string& address) { return config.is_off(address); });
    const bool is_all_off = off == static_cast<std::ptrdiff_t>(addresses.size());
    const char* const state = off == 0 ? "value.on" : is_all_off ? "value.off" : "value.some";
    const std::string face = frame.tr(each.key) + "  " + frame.tr(state);
    flow.next(ui::button_width(frame.style, face));
    if (ui::button(frame.style, (face + "##" + each.key).c_str(), ui::ButtonKind::kOutline))
      frame.requests.edit("", [addresses, is_all_off](app::State& changed) {
        for (const std::string& address : addresses) app::set_switch(changed, address, is_all_off);
      });
    ui::tip(frame.style, frame.tr(std::string(each.key) + ".tip"));
  }
}

void groups(const Frame& frame, float width) {
  const float column = std::floor((width - frame.style.px(24)) / 2);
  Fields fields(frame, frame.style.px(150));
  const bool layered = fields.config().has_layers();
  ImGui::BeginGroup();
  if (layered) {
    layer_group(frame, fields);
  } else {
    attention_group(frame, fields);
  }
  score_group(frame, fields);
  ImGui::Dummy({column, 0});
  ImGui::EndGroup();
  ImGui::SameLine(0, frame.style.px(24));
  ImGui::BeginGroup();
  if (layered) attention_group(frame, fields);
  input_group(frame, fields);
  ImGui::EndGroup();
}

void contents(const Frame& frame) {
  const float width = column_width(frame);
  draw_box_cards(frame, width);
  if (!app::offered_models().empty()) ImGui::Separator();
  if (frame.session.document().config.model == engine::ModelKind::kCheckpoint)
    return draw_checkpoint(frame, width);
  ui::label(frame.tr("model_panel.title"), frame.style.strong());
  ImGui::SameLine(0, frame.style.px(16));
  open_model_button(frame);
  preset_cards(frame, width);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), frame.style.px(3)));
  groups(frame, width);
  ImGui::PopStyleVar();
  ImGui::Separator();
  switches_everywhere(frame);
  switched_off(frame);
  if (frame.session.trace()) ui::paragraph(count_sentence(frame), width, frame.style.small_ink());
  ui::paragraph(frame.tr("model_panel.no_dropout"), width, frame.style.small());
}

}  // namespace

void open_model_panel() {
  ImGui::OpenPopup(kPanel);
}

void draw_model_panel(const Frame& frame) {
  const auto& style = frame.style;
  const float last = ImGui::GetIO().DisplaySize.x - column_width(frame) - style.px(2 * 20 + 12);
  const ImVec2 corner(std::min(ImGui::GetItemRectMin().x, last), ImGui::GetItemRectMax().y + style.px(4));
  ImGui::SetNextWindowPos(corner);
  const float lowest = ImGui::GetIO().DisplaySize.y - style.px(12);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(lowest - corner.y, style.px(120))});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(20), style.px(16)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(8)));
  const bool is_open = ImGui::BeginPopup(kPanel);
  if (is_open) {
    ui::close_on_escape();
    contents(frame);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace views
