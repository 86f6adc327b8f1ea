// settings.cpp: one unobtrusive line with every setting, editable in place: from the model's size, through
// its layers, to the input.
#include "app/views/window/settings.h"

#include <algorithm>

#include "app/ui/widgets.h"
#include "app/views/core/body_plan.h"
#include "app/views/core/navigation.h"
#include "app/views/model/checkpoint_panel.h"
#include "app/views/model/model_panel.h"
#include "app/views/model/setting_rows.h"
#include "app/views/stage/mask_settings.h"
#include "app/views/stage/number_edit.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::Config;

// Attention alone can be the crafted model; any model with layers has random weights.
void model_settings(Fields& fields) {
  if (!fields.is_checkpoint() && !fields.config().has_layers()) model_row(fields);
}

// A single stack needs no name.
void one_stack(Fields& fields, const engine::Setting& row) {
  constexpr const char* kKey = "setting.layers";
  const auto layers = engine::value_of(std::get<engine::WholeSetting>(row.value), fields.config());
  if (fields.is_checkpoint()) return fields.of_checkpoint(kKey, std::to_string(layers));
  fields.whole(kKey, layers, 1, engine::kMostLayers, [&row](app::State& state, engine::Index value) {
    app::set_number(state, row, static_cast<double>(value));
  });
}

void layer_count(Fields& fields) {
  if (!fields.config().has_layers()) return;
  if (fields.config().has_target()) {
    fields.sizes("setting.layers", &Config::encoder_layers, &Config::decoder_layers, engine::kMostLayers);
  } else {
    one_stack(fields,
              engine::setting_named(fields.config().has_encoder() ? "encoder_layers" : "decoder_layers"));
  }
}

void layer_settings(Fields& fields) {
  for (const char* name : {"d_ff", "norm", "activation"}) fields.setting(name);
}

void run_settings(Fields& fields) {
  using engine::SettingGroup;
  positions_rows(fields);
  mask_setting(fields);
  // The exact method is changed in the model panel.
  if (fields.config().attention.kind != engine::AttentionKind::kExact) fields.settings(SettingGroup::kMethod);
  for (const engine::Setting& row : engine::settings()) {
    if (row.group == SettingGroup::kScores && (!row.is_rare || row.differs(fields.config(), {})))
      fields.setting(row);
  }
  fields.settings(SettingGroup::kSeed);
}

// The first setting, which opens the panel of models; returns whether it was pressed.
bool model_setting(const Frame& frame, Fields& fields) {
  const bool is_trained = fields.is_checkpoint();
  const std::string model = is_trained ? checkpoint_name(frame) : architecture_name(frame);
  return fields.opener(is_trained ? "setting.checkpoint" : "setting.architecture", model + " ▾");
}

// What is switched off, reads evenly, or both.
const char* key_of_switches(const engine::Config& config) {
  const auto is_even = [](const std::string& address) {
    return engine::head_of(address) && engine::parse_address(address).step == "weights";
  };
  const auto even = std::ranges::count_if(config.off, is_even);
  if (even == 0) return "setting.off";
  return even == std::ssize(config.off) ? "setting.even" : "setting.off_or_even";
}

// The settings after the first; returns whether the panel of models was asked for.
bool further_settings(Fields& fields) {
  const size_t off = fields.config().off.size();
  const bool asks = off > 0 && fields.opener(key_of_switches(fields.config()), std::to_string(off) + " ▾");
  model_settings(fields);
  layer_count(fields);
  fields.settings(engine::SettingGroup::kSizes);
  for (const engine::Setting& row : engine::settings()) {
    if (row.group == engine::SettingGroup::kWidths && row.differs(fields.config(), {})) fields.setting(row);
  }
  layer_settings(fields);
  run_settings(fields);
  typed_setting(fields);
  return asks;
}

// The settings from `first` on, below a word; returns whether the panel of models was asked for.
bool settings_list(const Frame& frame, std::string_view key, int first, ui::ButtonKind kind) {
  const std::string face = frame.tr(key) + " ▾";
  if (!ui::begin_choices(frame.style, "settings", face, false, kind, ui::kAroundPanel)) {
    ui::tip(frame.style, frame.tr(std::string(key) + ".tip"));
    return false;
  }
  Fields rest(frame, frame.style.px(150), first);
  const bool asks_first = model_setting(frame, rest);
  const bool asks = further_settings(rest) || asks_first;
  if (asks) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return asks;
}

// What did not fit in the line, below a word at its end.
bool other_settings(const Frame& frame, int drawn) {
  ImGui::SameLine(0, frame.style.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame.style.px(6), frame.style.px(4)));
  const bool asks = settings_list(frame, "setting.more", drawn, ui::ButtonKind::kFlat);
  ImGui::PopStyleVar();
  return asks;
}

}  // namespace

void draw_settings(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(2)));
  const bool one_line = chrome_lines(ImGui::GetIO().DisplaySize, style.scale).one_line_of_settings;
  const float more = ui::text_size(frame.tr("setting.more") + " ▾", style.text()).x + style.px(22);
  const float room = ImGui::GetContentRegionAvail().x - more;
  Fields fields = one_line ? Fields::in_one_line(frame, room) : Fields(frame);
  if (model_setting(frame, fields) || opens(frame, "model")) open_model_panel();
  draw_model_panel(frame);
  bool asks = further_settings(fields);
  if (fields.left_out()) asks = other_settings(frame, fields.drawn()) || asks;
  if (asks) open_model_panel();
  ImGui::PopStyleVar();
  ImGui::Dummy({0, style.px(one_line ? 0 : 6)});
}

void draw_settings_button(const Frame& frame) {
  const bool asks = settings_list(frame, "setting.all", 0, ui::ButtonKind::kFlat);
  frame.panel_rects.note_item("settings");
  if (asks || opens(frame, "model")) open_model_panel();
  draw_model_panel(frame);
}

float settings_button_width(const Frame& frame) {
  return ui::button_width(frame.style, frame.tr("setting.all") + " ▾");
}

}  // namespace views
