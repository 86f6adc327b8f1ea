// Every row of the table of settings: a session's line, the history's words and the window's setter know it.
#include <gtest/gtest.h>

#include "app/document/document_line.h"
#include "app/session/changes.h"
#include "app/session/history_words.h"
#include "app/session/session.h"
#include "tests/engine/unusual_setting.h"

namespace app {
namespace {

using engine::Config;

Document usual_transformer() {
  Document document;
  document.text = "a b";
  document.target = "c d";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kTransformer;
  return document;
}

TEST(SettingsOfADocument, EveryOneComesBackFromItsLine) {
  for (const engine::Setting& row : engine::settings()) {
    Document document = usual_transformer();
    engine::make_unusual(row, document.config);
    ASSERT_NE(document, usual_transformer()) << row.name;
    const auto read = from_line(to_line(document));
    ASSERT_TRUE(read.ok()) << row.name << ": " << words(Language::kEnglish)(read.error());
    EXPECT_EQ(*read, document) << row.name;
  }
}

TEST(SettingsOfADocument, EveryOneThatHasAWordIsNamedInTheHistory) {
  size_t named = 0;
  for (const engine::Setting& row : engine::settings()) {
    if (row.words.empty()) continue;
    Document document = usual_transformer();
    engine::make_unusual(row, document.config);
    for (const LanguageInfo& language : languages()) {
      const Words& tr = words(language.language);
      const std::string text = describe_change(tr, {usual_transformer(), {}}, {document, {}});
      // A pattern's numbers belong to a pattern.
      if (!row.is_in_use(document.config) && text.empty()) continue;
      EXPECT_NE(text.find(tr(row.words)), std::string::npos) << row.name << ": " << text;
      ++named;
    }
  }
  EXPECT_GE(named, 60U);
}

// What the window and the palette set by a number.
TEST(SettingsOfADocument, ANumberIsSetByItsRow) {
  for (const engine::Setting& row : engine::settings()) {
    const auto* const whole = std::get_if<engine::WholeSetting>(&row.value);
    const auto* const real = std::get_if<engine::RealSetting>(&row.value);
    if (whole == nullptr && real == nullptr) continue;
    State state{usual_transformer(), {}};
    if (whole != nullptr) {
      set_number(state, row, 6);
      EXPECT_EQ(engine::value_of(*whole, state.document.config), 6) << row.name;
    } else {
      set_number(state, row, 0.25);
      EXPECT_EQ(engine::value_of(*real, state.document.config), 0.25) << row.name;
    }
  }
}

}  // namespace
}  // namespace app
