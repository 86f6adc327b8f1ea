// Every handout and figure is read back in three languages: no text's key is on it, and no character that a
// text must not hold, whatever stands in the tokens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <set>

#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/export/handout.h"
#include "engine/core/utf8.h"
#include "tests/engine/scratch_folder.h"
#include "tests/ui/raw_key.h"

namespace exporter {
namespace {

using testing::HasSubstr;

struct Case {
  const char* name;
  app::Document document;
};

// A model of the box.
app::Document trained(const char* model) {
  app::Document document;
  const auto bad = app::checkpoints::use(model, document);
  EXPECT_FALSE(bad) << model << ": " << bad->key;
  return document;
}

app::Document read(const char* line) {
  const auto document = app::from_line(line);
  EXPECT_TRUE(document.ok()) << line << ": " << (document.ok() ? "" : document.error().key);
  return document.ok() ? *document : app::Document{};
}

// U+FFFE, a mark that turns what follows, a control, a part of a character, all as words of their own; and
// the same as bytes.
const std::string kOdd = "a\uFFFE b\u202Ec d\u0001 我";

std::vector<Case> cases() {
  std::vector<Case> all = {{"default", {}}};
  app::Document pinned;
  pinned.text = "the cat sat";
  pinned.config.causal = true;
  pinned.config.off = {"encoder.0.self.head.0.output", "encoder.0.self.head.1.weights"};
  pinned.focus = {.stage = "encoder.0.self.head.1.weights", .pinned = {{1, 0}}};
  all.push_back({"pinned", pinned});
  app::Document bytes;
  bytes.text = kOdd;
  bytes.tokenizer = text::TokenizerKind::kBytes;
  all.push_back({"bytes", bytes});
  all.push_back({"transformer", read(R"({"headlight":1,"text":"the cat","target":"le chat","model":"seeded",)"
                                     R"("architecture":"transformer"})")});
  for (const char* const model : {"who", "phrase", "shapes"}) all.push_back({model, trained(model)});
  return all;
}

std::string text_of_pdf(const std::filesystem::path& path) {
  FILE* const pipe = ::popen(("pdftotext -enc UTF-8 '" + path.string() + "' -").c_str(), "r");
  std::string text;
  std::array<char, 4096> part{};
  for (size_t read = 0; (read = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    text.append(part.data(), read);
  EXPECT_EQ(::pclose(pipe), 0) << path;
  return text;
}

// What stands between the tags.
std::string text_of_svg(std::string_view svg) {
  std::string text;
  bool is_tag = false;
  for (const char letter : svg) {
    if (letter == '<') is_tag = true;
    if (!is_tag) text += letter;
    if (letter == '>') {
      is_tag = false;
      text += '\n';
    }
  }
  return text;
}

void expect_well_formed(const std::string& text, const std::string& where) {
  EXPECT_FALSE(engine::first_invalid_byte(text)) << where;
  for (const char* const odd : {"\uFFFE", "\uFFFF", "\uFFFD", "\u202E", "\u0001"})
    EXPECT_EQ(text.find(odd), std::string::npos)
        << where << ": " << std::hex << static_cast<uint32_t>(engine::letter_at(odd, 0).code);
}

class HandoutWords : public ScratchFolder {
 protected:
  std::string handout(const app::Document& document, const engine::Trace& trace, const app::Words& words,
                      bool blanks = false) const {
    const std::filesystem::path path = folder_ / "page.pdf";
    const auto written = export_handout(document, trace, {.words = &words, .handout_blanks = blanks}, path);
    EXPECT_TRUE(written.ok()) << (written.ok() ? "" : written.error().key);
    return text_of_pdf(path);
  }
};

TEST_F(HandoutWords, HoldNoKeyInAnyLanguage) {
  for (const Case& each : cases()) {
    const auto trace = app::make_trace(each.document);
    ASSERT_TRUE(trace.ok()) << each.name << ": " << trace.error().key;
    for (const app::LanguageInfo& language : app::languages()) {
      const std::string where = std::string(each.name) + " in " + std::string(language.code);
      const app::Words& words = app::words(language.language);
      const std::string text = handout(each.document, **trace, words);
      EXPECT_THAT(text, HasSubstr(words("handout.kicker"))) << where;
      EXPECT_EQ(app::raw_key_in(text), "") << where;
      expect_well_formed(text, where);
    }
  }
}

TEST_F(HandoutWords, WithBlanksHoldNoneEither) {
  app::Document document;
  document.text = "the cat sat";
  document.focus = {.stage = "encoder.0.self.head.1.weights", .pinned = {{1, 0}}};
  const auto trace = app::make_trace(document).value();
  for (const app::LanguageInfo& language : app::languages())
    EXPECT_EQ(app::raw_key_in(handout(document, *trace, app::words(language.language), true)), "")
        << language.code;
}

// One figure of each kind of stage.
TEST(FigureWords, HoldNoKeyInAnyLanguage) {
  for (const Case& each : cases()) {
    const auto trace = app::make_trace(each.document);
    ASSERT_TRUE(trace.ok()) << each.name;
    std::set<std::string> kinds;
    for (int stage = 0; stage < (*trace)->size(); ++stage) {
      const engine::Stage& shown = (*trace)->stage(stage);
      if (!kinds.insert(std::string(shown.kind.name()) + std::string(shown.operation->name())).second)
        continue;
      for (const app::LanguageInfo& language : app::languages()) {
        const std::string where = shown.address + " of " + each.name + " in " + std::string(language.code);
        const auto svg = draw_figure(**trace, stage, {.words = &app::words(language.language)}, Medium::kSvg);
        ASSERT_TRUE(svg.ok()) << where << ": " << svg.error().key;
        const std::string text = text_of_svg(*svg);
        EXPECT_EQ(app::raw_key_in(text), "") << where;
        expect_well_formed(text, where);
      }
    }
  }
}

TEST_F(HandoutWords, SpellOutWhatNoTextMayHold) {
  for (const auto tokenizer : {text::TokenizerKind::kWords, text::TokenizerKind::kBytes}) {
    app::Document document;
    document.text = kOdd;
    document.tokenizer = tokenizer;
    document.focus = {.stage = "encoder.0.self.head.1.weights", .pinned = {{1, 0}}};
    const auto trace = app::make_trace(document).value();
    const std::string page = handout(document, *trace, app::words(app::Language::kEnglish));
    const bool are_bytes = tokenizer == text::TokenizerKind::kBytes;
    for (const char* const spelled :
         are_bytes ? std::array{"⟨EF⟩", "⟨E2⟩", "⟨01⟩"} : std::array{"⟨EF BF BE⟩", "⟨E2 80 AE⟩", "⟨01⟩"})
      EXPECT_THAT(page, HasSubstr(spelled));
    expect_well_formed(page, "the page");
  }
}

}  // namespace
}  // namespace exporter
