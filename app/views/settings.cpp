// settings.cpp: one quiet line that shows every setting, each changed where it stands: from the model's size,
// through its layers, to what goes in.
#include <array>

#include "app/views/actions.h"
#include "app/views/mask_settings.h"
#include "app/views/setting_rows.h"
#include "app/views/views.h"

namespace views {
namespace {

using engine::Config;

// Attention alone can be the crafted model; whatever has layers has random weights.
void model_settings(Fields& fields) {
  const bool crafted = fields.config().model == engine::ModelKind::kCrafted;
  if (!fields.config().has_layers()) {
    const std::array<Choice, 2> choices = {
        Choice{"model.crafted", [](app::State& s) { app::set_model(s, engine::ModelKind::kCrafted); }},
        Choice{"model.seeded", [](app::State& s) { app::set_model(s, engine::ModelKind::kSeeded); }}};
    fields.choice("setting.model", crafted ? "model.crafted" : "model.seeded", choices);
    fields.remark(crafted ? "model.crafted.remark" : "model.seeded.remark");
  }
}

void attention_settings(Fields& fields) {
  width_row(fields);
  heads_row(fields);
  key_width_row(fields);
  value_width_row(fields);
}

void layer_count(Fields& fields) {
  if (!fields.config().has_layers()) return;
  if (fields.config().has_target()) {
    fields.sizes("setting.layers", &Config::encoder_layers, &Config::decoder_layers, kMostLayers);
  } else {
    fields.size("setting.layers",
                fields.config().has_encoder() ? &Config::encoder_layers : &Config::decoder_layers,
                kMostLayers);
  }
}

void layer_settings(Fields& fields) {
  if (!fields.config().has_layers()) return;
  feed_forward_row(fields);
  norm_row(fields);
  activation_row(fields);
}

void run_settings(Fields& fields) {
  embedding_scale_row(fields);
  positions_rows(fields);
  mask_setting(fields);
  fields.toggle("setting.scale", &Config::scale);
  fields.number("setting.temperature", &Config::temperature, 0.01f, 0.05, 20);
  if (fields.config().model == engine::ModelKind::kSeeded) fields.seed();
}

}  // namespace

void draw_settings(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), frame.style.px(2)));
  Fields fields(frame);
  const bool pressed = fields.opener("setting.architecture", architecture_name(frame) + " ▾");
  if (pressed || opens(frame, "model")) open_model_panel();
  draw_model_panel(frame);
  model_settings(fields);
  layer_count(fields);
  attention_settings(fields);
  layer_settings(fields);
  run_settings(fields);
  const size_t off = fields.config().off.size();
  if (off > 0 && fields.opener("setting.off", std::to_string(off) + " ▾")) open_model_panel();
  ImGui::PopStyleVar();
  ImGui::Dummy({0, frame.style.px(6)});
}

}  // namespace views
