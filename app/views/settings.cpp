// settings.cpp: one quiet line that shows every setting, each changed where it stands: from the model's size,
// through its layers, to what goes in.
#include <array>

#include "app/views/number_edit.h"
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

Choice mask_choice(std::string_view key, bool causal, bool padding) {
  return {key, [=](app::State& state) {
            state.document.config.causal = causal;
            state.document.config.mask_padding = padding;
          }};
}

void mask_setting(Fields& fields) {
  const Config& config = fields.config();
  const std::array<Choice, 4> choices = {
      mask_choice("mask.none", false, false), mask_choice("mask.padding", false, true),
      mask_choice("mask.causal", true, false), mask_choice("mask.both", true, true)};
  // A decoder alone never reads ahead.
  const bool always_causal = config.architecture == engine::Architecture::kDecoder;
  const size_t now = (config.causal || always_causal ? 2U : 0U) + (config.mask_padding ? 1U : 0U);
  fields.choice("setting.mask", choices.at(now).key, std::span(choices).subspan(always_causal ? 2 : 0));
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
  if (fields.opener("setting.architecture", architecture_name(frame) + " ▾")) open_model_panel();
  draw_model_panel(frame);
  model_settings(fields);
  layer_count(fields);
  attention_settings(fields);
  layer_settings(fields);
  run_settings(fields);
  const size_t off = fields.config().off.size();
  if (off > 0 && fields.opener("setting.off", std::to_string(off) + " ▾")) open_model_panel();
  typed_setting(fields);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, frame.style.px(6)});
}

}  // namespace views
