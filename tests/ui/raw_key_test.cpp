// No text's key reaches a reader: not in the history, and not in what leaves. What is drawn is searched in
// text_overlap_test.cpp.
#include "tests/ui/raw_key.h"

#include <gtest/gtest.h>

#include "app/document/checkpoints.h"
#include "app/export/figure.h"
#include "app/look/labels.h"
#include "app/look/settings_words.h"
#include "app/session/history_words.h"
#include "app/views/core/view.h"
#include "tests/ui/every_view.h"

namespace app {
namespace {

TEST(RawKey, IsFoundInATextAndAnAddressIsNone) {
  EXPECT_EQ(raw_key_in("View: view.histogram"), "view.histogram");
  EXPECT_EQ(raw_key_in("handout.model.checkpoint · 2 layers"), "handout.model.checkpoint");
  EXPECT_EQ(raw_key_in("0.25 of encoder.0.self.head.0.weights, “head.1”. See the view."), "");
}

TEST(RawKey, IsNoViewsNameInTheHistory) {
  for (const LanguageInfo& language : languages()) {
    const Words& tr = words(language.language);
    for (const views::View& view : views::central_views()) {
      State before;
      before.document.focus.view = view.name == "stage" ? "heads" : "stage";
      State after = before;
      after.document.focus.view = view.name;
      EXPECT_EQ(raw_key_in(describe_change(tr, before, after)), "") << language.code << " " << view.name;
    }
  }
}

TEST(RawKey, StandsInNoNameOfAChangeAndInNothingThatLeaves) {
  for (const Scene& scene : every_view()) {
    const auto trace = make_trace(scene.state.document);
    for (const LanguageInfo& language : languages()) {
      const std::string where = scene.name + " in " + std::string(language.code);
      const Words& tr = words(language.language);
      EXPECT_EQ(raw_key_in(describe_change(tr, {}, scene.state)), "") << where;
      EXPECT_EQ(raw_key_in(describe_change(tr, scene.state, {})), "") << where;
      for (const std::string& phrase : look::settings_words(tr, scene.state.document))
        EXPECT_EQ(raw_key_in(phrase), "") << where << ": " << phrase;
      if (!trace.ok()) continue;
      for (const engine::Stage& stage : (*trace)->stages()) {
        EXPECT_EQ(raw_key_in(look::stage_title(tr, stage)), "") << where << ": " << stage.address;
        EXPECT_EQ(raw_key_in(look::axis_title(tr, stage)), "") << where << ": " << stage.address;
      }
    }
  }
}

}  // namespace
}  // namespace app
