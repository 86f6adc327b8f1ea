// Presets: each a whole model in the sizes that are set.
#include "app/session/presets.h"

#include <gtest/gtest.h>

#include "app/session/changes.h"
#include "tests/session/preset_documents.h"

namespace app {
namespace {

const Preset& preset(std::string_view key) {
  for (const Preset& row : presets()) {
    if (row.key == key) return row;
  }
  ADD_FAILURE() << key;
  return presets().front();
}

TEST(Presets, KeepTheSizesThatAreSet) {
  for (const Preset& row : presets()) {
    State state;
    set_size(state, &engine::Config::d_model, 96);
    set_size(state, &engine::Config::n_heads, 3);
    set_preset(state, row);
    EXPECT_EQ(state.document.config.d_model, 96) << row.key;
    EXPECT_EQ(state.document.config.n_heads, 3) << row.key;
    EXPECT_TRUE(is_preset(state.document.config, row)) << row.key;
    EXPECT_TRUE(make_trace(state.document).ok()) << row.key;
  }
}

TEST(Presets, AnEncoderReadsInBothDirectionsWhateverWasSet) {
  for (const Preset& row : presets()) {
    State state;
    state.document.config.causal = true;
    set_preset(state, row);
    const engine::Config& config = state.document.config;
    EXPECT_FALSE(config.has_layers() && config.has_encoder() && config.causal) << row.key;
  }
}

TEST(Presets, BackFromLayersAttentionAloneIsAsItWas) {
  State state;
  const State before = state;
  set_preset(state, preset("preset.encoder"));
  EXPECT_EQ(state.document.config.model, engine::ModelKind::kSeeded);
  set_preset(state, preset("preset.attention"));
  EXPECT_EQ(state.document.config.model, before.document.config.model);
  EXPECT_TRUE(make_trace(state.document).ok());
}

TEST(Presets, NoTwoAreTheSame) {
  for (const Preset& one : presets()) {
    const Document document = document_of(one.key);
    for (const Preset& other : presets())
      EXPECT_EQ(is_preset(document.config, other), one.key == other.key) << one.key << other.key;
  }
}

}  // namespace
}  // namespace app
