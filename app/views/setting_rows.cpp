// setting_rows.cpp: what each setting's values are, and what choosing one changes.
#include "app/views/setting_rows.h"

#include <array>

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
  const std::array<Choice, 3> choices = {
      sets("positions.sinusoidal", &Config::positions, PositionKind::kSinusoidal),
      sets("positions.none", &Config::positions, PositionKind::kNone),
      sets("positions.learned", &Config::positions, PositionKind::kLearned)};
  const PositionKind now = fields.config().positions;
  if (fields.is_checkpoint()) {
    constexpr std::array<std::string_view, 5> kKeys = {"positions.sinusoidal", "positions.learned",
                                                       "positions.none", "positions.rotary",
                                                       "positions.relative"};
    return fields.of_checkpoint("setting.positions", fields.frame().tr(kKeys.at(static_cast<size_t>(now))));
  }
  const std::string_view value = now == PositionKind::kSinusoidal ? choices.front().key
                                 : now == PositionKind::kNone     ? choices.at(1).key
                                                                  : choices.back().key;
  // The crafted model is written for sinusoids.
  const bool crafted = fields.config().model == engine::ModelKind::kCrafted;
  fields.choice("setting.positions", value, std::span(choices).first(crafted ? 2 : 3));
  if (now == PositionKind::kSinusoidal) fields.number("setting.base", &Config::base, 5.0f, 1, 1e6);
  if (now == PositionKind::kLearned) fields.size("setting.context", &Config::context, 2048);
}

std::string architecture_name(const Frame& frame) {
  constexpr std::array<std::string_view, 4> kKeys = {
      "setting.architecture.attention", "setting.architecture.encoder", "setting.architecture.decoder",
      "setting.architecture.transformer"};
  return frame.tr(kKeys.at(static_cast<size_t>(frame.session.document().config.architecture)));
}

}  // namespace views
