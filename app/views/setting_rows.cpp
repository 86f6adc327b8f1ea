// setting_rows.cpp: what each setting's values are, and what choosing one changes.
#include "app/views/setting_rows.h"

#include <array>
#include <vector>

namespace views {

using engine::Config;

namespace {

// A choice that sets one field of the settings.
template <class Value>
Choice sets(std::string_view key, Value Config::*field, Value value) {
  return {key, [=](app::State& state) { state.document.config.*field = value; }};
}

}  // namespace

void width_row(Fields& fields) {
  fields.size("setting.d_model", &Config::d_model, 1024);
}
void heads_row(Fields& fields) {
  fields.size("setting.heads", &Config::n_heads, 16);
}
void key_width_row(Fields& fields) {
  fields.size("setting.d_k", &Config::d_k, 256);
}
void value_width_row(Fields& fields) {
  fields.size("setting.d_v", &Config::d_v, 256);
}
void feed_forward_row(Fields& fields) {
  fields.size("setting.d_ff", &Config::d_ff, 4096);
}

void activation_row(Fields& fields) {
  using engine::Activation;
  const std::array<Choice, 4> choices = {
      sets("setting.activation.relu", &Config::activation, Activation::kRelu),
      sets("setting.activation.gelu", &Config::activation, Activation::kGelu),
      sets("setting.activation.gelu_tanh", &Config::activation, Activation::kGeluTanh),
      sets("setting.activation.silu", &Config::activation, Activation::kSilu)};
  fields.choice("setting.activation", choices.at(static_cast<size_t>(fields.config().activation)).key,
                choices);
}

void norm_row(Fields& fields) {
  using engine::NormOrder;
  const std::array<Choice, 3> choices = {sets("setting.norm.post", &Config::norm, NormOrder::kPost),
                                         sets("setting.norm.pre", &Config::norm, NormOrder::kPre),
                                         sets("setting.norm.b2t", &Config::norm, NormOrder::kB2T)};
  const std::string_view now = choices.at(static_cast<size_t>(fields.config().norm)).key;
  if (fields.is_checkpoint()) return fields.of_checkpoint("setting.norm", fields.frame().tr(now));
  fields.choice("setting.norm", now, choices);
}

void embedding_scale_row(Fields& fields) {
  fields.toggle("setting.embedding_scale", &Config::embedding_scale);
}

void positions_rows(Fields& fields) {
  using engine::PositionKind;
  const PositionKind now = fields.config().positions;
  const std::string_view value = engine::info_of(now).words;
  if (fields.is_checkpoint()) return fields.of_checkpoint("setting.positions", fields.frame().tr(value));
  // The crafted model has no table of its own.
  const bool crafted = fields.config().model == engine::ModelKind::kCrafted;
  std::vector<Choice> choices;
  for (const engine::PositionInfo& row : engine::position_kinds()) {
    if (!row.choice.empty() && !(crafted && row.has_table))
      choices.push_back(sets(row.words, &Config::positions, row.kind));
  }
  fields.choice("setting.positions", value, choices);
  if (now == PositionKind::kSinusoidal || now == PositionKind::kRotary)
    fields.number("setting.base", &Config::base, 5.0f, 1, 1e6);
  if (now == PositionKind::kLearned) fields.size("setting.context", &Config::context, 2048);
  if (now == PositionKind::kShaw) fields.size("setting.relative_distance", &Config::relative_distance, 256);
}

std::string architecture_name(const Frame& frame) {
  constexpr std::array<std::string_view, 4> kKeys = {
      "setting.architecture.attention", "setting.architecture.encoder", "setting.architecture.decoder",
      "setting.architecture.transformer"};
  return frame.tr(kKeys.at(static_cast<size_t>(frame.session.document().config.architecture)));
}

}  // namespace views
