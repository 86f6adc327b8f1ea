// setting_rows.cpp: what each setting's values are, and what choosing one changes.
#include "app/views/setting_rows.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/session/attention_words.h"

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
  if (now == PositionKind::kSinusoidal || now == PositionKind::kRotary || now == PositionKind::kGrid)
    fields.number("setting.base", &Config::base, 5.0f, 1, 1e6);
  if (now == PositionKind::kGrid) {
    fields.whole("setting.grid", fields.config().grid, 0, 256,
                 [](app::State& state, engine::Index across) { state.document.config.grid = across; });
  }
  if (now == PositionKind::kLearned) fields.size("setting.context", &Config::context, 2048);
  if (now == PositionKind::kShaw) fields.size("setting.relative_distance", &Config::relative_distance, 256);
}

void attention_rows(Fields& fields) {
  using engine::AttentionMethod;
  const AttentionMethod& now = fields.config().attention;
  std::vector<Choice> choices;
  std::string_view value;
  for (const app::AttentionWords& row : app::attention_words()) {
    choices.push_back(
        {row.key, [kind = row.kind](app::State& state) { state.document.config.attention.kind = kind; }});
    if (row.kind == now.kind) value = row.key;
  }
  fields.choice("setting.attention", value, choices);
  const engine::MethodParameters& used = engine::row_of(now.kind).parameters;
  const auto whole = [&](const char* key, bool is_used, engine::Index AttentionMethod::*field,
                         engine::Index smallest, engine::Index largest) {
    if (!is_used) return;
    fields.whole(key, now.*field, smallest, largest, [field](app::State& state, engine::Index chosen) {
      state.document.config.attention.*field = chosen;
    });
  };
  whole("setting.features", used.features, &AttentionMethod::features, 1, 1024);
  if (used.rank) {
    // Not set, it follows the length: so many are mixed now.
    const auto tokens =
        std::max<engine::Index>(1, static_cast<engine::Index>(fields.frame().facts.labels(0).size()));
    fields.whole(
        "setting.rank", engine::rank_for(now, tokens), 1, tokens,
        [](app::State& state, engine::Index chosen) { state.document.config.attention.rank = chosen; });
  }
  if (used.buckets) {
    fields.whole("setting.buckets", now.buckets, 2, 64, [](app::State& state, engine::Index chosen) {
      state.document.config.attention.buckets = chosen - chosen % 2;
    });
  }
  whole("setting.rounds", used.rounds, &AttentionMethod::rounds, 1, engine::kMaxRounds);
  whole("setting.window", used.window, &AttentionMethod::window, 1, 256);
  if (!used.seed) return;
  fields.whole("setting.attention_seed", static_cast<engine::Index>(now.seed), 0, 9999,
               [](app::State& state, engine::Index chosen) {
                 state.document.config.attention.seed = static_cast<uint64_t>(chosen);
               });
}

std::string architecture_name(const Frame& frame) {
  constexpr std::array<std::string_view, 4> kKeys = {
      "setting.architecture.attention", "setting.architecture.encoder", "setting.architecture.decoder",
      "setting.architecture.transformer"};
  return frame.tr(kKeys.at(static_cast<size_t>(frame.session.document().config.architecture)));
}

}  // namespace views
