// What differs between two documents, in words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/look/settings_words.h"
#include "app/session/exploring.h"

namespace exporter {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::vector<std::string> changes(const app::Document& before, const app::Document& after) {
  return look::settings_changes(app::words(app::Language::kEnglish), before, after);
}

TEST(SettingsChanges, OfTheSameDocumentAreNone) {
  EXPECT_TRUE(changes({}, {}).empty());
}

TEST(SettingsChanges, SayASwitchFromWhatToWhat) {
  app::Document after;
  after.config.scale = false;
  EXPECT_EQ(changes({}, after), (std::vector<std::string>{"scores ÷ √d_k → scores not scaled"}));
  EXPECT_EQ(changes(after, {}), (std::vector<std::string>{"scores not scaled → scores ÷ √d_k"}));
}

TEST(SettingsChanges, NameTextHeadsNumbersAndOrder) {
  app::State state;
  state.document.text = "a b c";
  app::set_head(state, "encoder.0.self.head.1", engine::HeadState::kOff);
  app::set_number(state, "encoder.0.self.head.0.q", 1, 2, 3.5);
  app::move_token(state, 0, 2, 3);
  const auto list = changes({}, state.document);
  EXPECT_THAT(list, Contains(HasSubstr("“a b c”")));
  EXPECT_THAT(list, Contains(HasSubstr("encoder.0.self.head.1.output")));
  EXPECT_THAT(list, Contains(HasSubstr("encoder.0.self.head.0.q [1, 2] = 3.5")));
  EXPECT_THAT(list, Contains(HasSubstr("2, 3, 1")));
}

}  // namespace
}  // namespace exporter
