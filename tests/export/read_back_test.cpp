// What leaves is well-formed and reads back: xmllint, pdftotext, and Python's csv and json find the labels of
// every piece of a byte-level vocabulary, alone and in pairs, and of 2,000 random texts.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <random>

#include "app/export/canvas.h"
#include "app/export/figure.h"
#include "app/export/numbers.h"
#include "app/look/labels.h"
#include "engine/core/utf8.h"
#include "engine/ops/operations.h"
#include "tests/engine/scratch_folder.h"

namespace exporter {
namespace {

using engine::Index;
using Tokens = std::vector<std::string>;

constexpr double kPitch = 24;
constexpr size_t kLinesOfPage = 30;

std::string run(const std::string& command) {
  FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::string output;
  std::array<char, 4096> part{};
  for (size_t read = 0; (read = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    output.append(part.data(), read);
  return ::pclose(pipe) == 0 ? output : output + "failed: " + command;
}

// One stage with a row for each token.
std::shared_ptr<const engine::Trace> rows_of(const Tokens& tokens) {
  engine::Sequence sequence;
  sequence.tokens = tokens;
  sequence.padding.assign(tokens.size(), false);
  const auto rows = static_cast<Index>(tokens.size());
  engine::TraceBuilder builder({sequence}, {"t"});
  builder.add_given({.address = "encoder.0.self.head.0.q",
                     .symbol = "Q",
                     .operation = engine::given("note.tokens"),
                     .rows = rows,
                     .columns = 2},
                    std::make_shared<engine::Matrix>(engine::Matrix::Ones(rows, 2)));
  return std::move(builder).build();
}

// Whether a PDF has the label as text: a face has its letters, and none is an emoji, which cairo draws as a
// picture.
bool is_text_in_pdf(const std::string& label) {
  if (label.find("\xF0\x9F") != std::string::npos) return false;
  std::string letters = label;
  for (const std::string& mark : Tokens{"⟨", "⟩", "␣"}) {
    for (size_t at = letters.find(mark); at != std::string::npos; at = letters.find(mark))
      letters.erase(at, mark.size());
  }
  if (std::all_of(letters.begin(), letters.end(), engine::is_ascii)) return true;
  Canvas canvas(Medium::kPdf, {.width = 100, .height = 100}, app::Language::kEnglish);
  canvas.text(10, 20, label, {.size = 10});
  return canvas.finish().ok();
}

class ReadBack : public ScratchFolder {
 protected:
  static void SetUpTestSuite() {
    for (const char* const program : {"xmllint", "pdftotext", "python3"})
      ASSERT_EQ(std::system((std::string("command -v ") + program + " >/dev/null").c_str()), 0)
          << program << " is missing: scripts/setup.sh tests installs it";
  }

  // Each label on a line of its own.
  std::string sheet(Medium medium, const Tokens& labels) const {
    const double height = kPitch * static_cast<double>(medium == Medium::kPdf ? kLinesOfPage : labels.size());
    Canvas canvas(medium, {.width = 1000, .height = height}, app::Language::kEnglish);
    for (size_t i = 0; i < labels.size(); ++i) {
      const size_t line = medium == Medium::kPdf ? i % kLinesOfPage : i;
      if (i > 0 && line == 0) canvas.next_page();
      canvas.text(10, kPitch * (static_cast<double>(line) + 0.7), labels[i], {.size = 10});
    }
    const auto bytes = canvas.finish();
    EXPECT_TRUE(bytes.ok());
    return bytes.ok() ? *bytes : "";
  }

  void expect_read_back(const Tokens& tokens) const {
    const auto trace = rows_of(tokens);
    const Tokens labels = look::axis_labels(*trace, 0, look::Side::kRows, 0);
    std::string expected;
    std::string flags;
    Tokens drawn;
    for (const std::string& label : labels) {
      ASSERT_FALSE(engine::first_invalid_byte(label));
      for (const char byte : label)
        fmt::format_to(std::back_inserter(expected), "{:02x}", static_cast<unsigned char>(byte));
      expected += '\n';
      const bool has_face = is_text_in_pdf(label);
      flags += has_face ? "1\n" : "0\n";
      if (has_face) drawn.push_back(label);
    }
    write("labels", expected);
    write("drawn", flags);
    write("rows.csv", to_csv(*trace, 0));
    write("rows.json", to_json(*trace, 0));
    write("sheet.svg", sheet(Medium::kSvg, labels));
    write("sheet.pdf", sheet(Medium::kPdf, drawn));
    EXPECT_EQ(run("python3 '" HEADLIGHT_TEST_DATA "/tools/read_back.py' '" + folder_.string() + "'"), "");
  }
};

std::string bytes_of(std::initializer_list<int> codes) {
  std::string bytes;
  for (const int code : codes) bytes += static_cast<char>(code);
  return bytes;
}

TEST_F(ReadBack, EveryPieceOfAByteLevelVocabularyAlone) {
  Tokens pieces;
  for (int byte = 0; byte < 256; ++byte) pieces.push_back(bytes_of({byte}));
  expect_read_back(pieces);
}

TEST_F(ReadBack, EveryPairOfPieces) {
  for (int first = 0; first < 256; first += 16) {
    Tokens pieces;
    for (int byte = first; byte < first + 16; ++byte)
      for (int second = 0; second < 256; ++second) pieces.push_back(bytes_of({byte, second}));
    expect_read_back(pieces);
  }
}

// Letters, marks and signs of scripts that a face is there for, what no text may hold, and stray bytes.
std::string random_text(std::mt19937& random) {
  static const Tokens kParts = {"a",        "Z",
                                "7",        " ",
                                "<",        ">",
                                "&",        "\"",
                                "'",        ",",
                                "]]>",      "\t",
                                "\n",       "\r\n",
                                "é",        "ß",
                                "Ω",        "я",
                                "我",       "不",
                                "。",       "한",
                                "あ",       "ア",
                                "😀",        "👩‍👩‍👧",
                                "…",        "�",
                                "\u00A0",   "\u3000",
                                "\u200B",   "\u202E",
                                "\u2028",   "\uFEFF",
                                "\uFFFE",   "\uFFFF",
                                "\uE000",   "\u0001",
                                "\u007F",   "\u0085",
                                "\u00AD",   "=1+1",
                                "\\",       "{}",
                                "\xE6",     "\xE6\x88",
                                "\xF0\x9F", "\x80",
                                "\xFF"};
  std::string text;
  for (auto count = 1 + random() % 12; count > 0; --count) text += kParts[random() % kParts.size()];
  if (random() % 8 == 0) text += '\0';
  return text;
}

TEST_F(ReadBack, TwoThousandRandomTexts) {
  std::mt19937 random(73);
  for (int part = 0; part < 4; ++part) {
    Tokens texts;
    for (int i = 0; i < 500; ++i) texts.push_back(random_text(random));
    expect_read_back(texts);
  }
}

TEST_F(ReadBack, FiguresOfThemAreWellFormed) {
  std::mt19937 random(7);
  for (int i = 0; i < 40; ++i) {
    const auto trace = rows_of({random_text(random), random_text(random), random_text(random)});
    for (const char* const ending : {".svg", ".pdf", ".png", ".csv"})
      ASSERT_TRUE(export_stage(*trace, 0, {}, folder_ / (std::string("figure") + ending)).ok());
    EXPECT_EQ(run("xmllint --noout '" + (folder_ / "figure.svg").string() + "'"), "");
    EXPECT_EQ(run("pdftotext '" + (folder_ / "figure.pdf").string() + "' /dev/null"), "");
  }
}

TEST(Faces, AScriptWithoutOneNamesThePackageAndDrawsNoBoxes) {
  // Cuneiform, which none of the packages that setup.sh installs has.
  const std::string sign = "\U00012000";
  Canvas canvas(Medium::kPng, {.width = 100, .height = 100}, app::Language::kEnglish);
  canvas.text(10, 20, "a", {.size = 10});
  canvas.text(10, 40, "b" + sign, {.size = 10});
  const auto bytes = canvas.finish();
  if (bytes.ok()) GTEST_SKIP() << "a face for cuneiform is installed";
  EXPECT_EQ(bytes.error().key, "error.no_face");
  EXPECT_EQ(bytes.error().arguments.at(0).second, sign);
  EXPECT_EQ(bytes.error().arguments.at(1).second, "Cuneiform");
  EXPECT_EQ(bytes.error().arguments.at(2).second, "fonts-noto-core");
  Canvas svg(Medium::kSvg, {.width = 100, .height = 100}, app::Language::kEnglish);
  svg.text(10, 40, sign, {.size = 10});
  EXPECT_TRUE(svg.finish().ok()) << "drawn by whoever reads it";
}

}  // namespace
}  // namespace exporter
