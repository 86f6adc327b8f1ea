// No sentence says a wrong number: each one is worked out here, or numbers.txt names where it comes from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <vector>

#include "app/document/document_limits.h"
#include "app/lessons/expression.h"
#include "app/lessons/shelf.h"
#include "app/pages/figures.h"
#include "app/pages/glossary.h"
#include "app/pages/page.h"
#include "app/text/plain_text.h"
#include "app/text/typed_number.h"
#include "engine/core/number_text.h"
#include "engine/model/config.h"

namespace app {
namespace {

// What a person reads at one place: "lesson depth", "page grew", "glossary".
struct Said {
  std::string place;
  std::string text;
};

void add_lesson(const Lesson& lesson, std::vector<Said>& all) {
  const auto say = [&](const std::string& text) { all.push_back({"lesson " + lesson.id, text}); };
  say(lesson.title);
  for (const LessonStep& step : lesson.steps) {
    say(step.prose);
    say(step.slip);
    if (!step.question) continue;
    say(step.question->reveal);
    for (const Choice& choice : step.question->choices) {
      say(choice.text);
      say(choice.why);
    }
    for (const Mistake& mistake : step.question->mistakes) say(mistake.text);
  }
}

std::vector<Said> everything_said() {
  std::vector<Said> all;
  for (const LanguageInfo& row : languages()) {
    for (const Lesson& lesson : lessons(row.language)) add_lesson(lesson, all);
    for (const PageRow& page : pages())
      all.push_back({"page " + std::string(page.name), std::string(page_file(row.language, page.name))});
    for (const Term& term : glossary()) all.push_back({"glossary", term.sentence(row.language)});
  }
  return all;
}

// Without live values, code, addresses of links and numbers of papers.
std::string words_alone(const std::string& markdown) {
  static const std::regex kNoWords(
      R"(\]\([^)]*\)|`[^`]*`|[0-9]{4}\.[0-9]{4,5}|arxiv\.org/abs/[0-9.]+|\{figure [^}]*\})");
  const std::string filled = fill_values(markdown, [](std::string_view) { return std::string("_"); });
  return std::regex_replace(filled, kNoWords, "_");
}

constexpr double kLargestSmall = 12;  // up to it numbers are also written out, and counted on fingers

std::set<std::string> numbers_in(const std::string& markdown) {
  static const std::regex kNumber(R"([0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?)");
  const std::string text = words_alone(markdown);
  std::set<std::string> numbers;
  for (std::sregex_iterator at(text.begin(), text.end(), kNumber), end; at != end; ++at) {
    const std::string number = at->str();
    if (number.find('.') != std::string::npos || read_number(number)->value > kLargestSmall)
      numbers.insert(number);
  }
  return numbers;
}

// A line of numbers.txt.
struct Row {
  int line = 0;
  std::string place;
  size_t step = 0;  // 0: no run is read
  std::string number;
  std::string how;
};

std::vector<Row> read_rows() {
  std::ifstream file(HEADLIGHT_TEST_DATA "/lessons/numbers.txt");
  std::vector<Row> rows;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with('#')) continue;
    static const std::regex kRow(
        R"((lesson [a-z-]+|page [a-z]+|glossary)(?: ([0-9]+))? \| ([0-9.,]+) \| (.+))");
    std::smatch parts;
    if (!std::regex_match(line, parts, kRow)) {
      ADD_FAILURE() << "numbers.txt:" << number << ": " << line;
      continue;
    }
    rows.push_back({number, parts[1], parts[2].matched ? std::stoul(parts[2]) : 0, parts[3], parts[4]});
  }
  return rows;
}

using Names = std::vector<std::pair<std::string, double>>;

// What the expressions of numbers.txt may name, the longest name first: "GPT-3" begins as "GPT" does.
Names names() {
  Names all = {{"most_tokens", static_cast<double>(engine::kMaxTokens)},
               {"most_characters", static_cast<double>(kMostCharacters)}};
  for (const ModelSizes& model : model_sizes()) {
    all.emplace_back("published " + model.name, model.published / 1e6);
    all.emplace_back("context " + model.name, static_cast<double>(model.context));
  }
  for (const TranslationResult& result : translation_results()) {
    all.emplace_back("bleu " + result.name, result.bleu);
    all.emplace_back("flops " + result.name, result.flops);
  }
  std::ranges::sort(all, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  return all;
}

std::string with_numbers(std::string expression) {
  static const Names kNames = names();
  for (const auto& [name, value] : kNames) {
    for (size_t at = 0; (at = expression.find(name, at)) != std::string::npos;)
      expression.replace(at, name.size(), engine::fixed_number(value, 6));
  }
  return expression;
}

// The run of a lesson's step; any other where none is read.
std::shared_ptr<const engine::Trace> run_of(const Row& row) {
  if (row.step == 0) {
    static const auto kAny = make_trace({}).value();
    return kAny;
  }
  const Lesson* const lesson = find_lesson(Language::kEnglish, std::string_view(row.place).substr(7));
  if (lesson == nullptr || row.step > lesson->steps.size()) return nullptr;
  const auto trace = make_trace(lesson->steps.at(row.step - 1).document);
  return trace ? *trace : nullptr;
}

void expect_holds(const Row& row) {
  constexpr std::string_view kAbout = "about ";
  constexpr std::string_view kGiven = "given: ";
  const std::string where = "numbers.txt:" + std::to_string(row.line) + ": " + row.number + " | " + row.how;
  if (row.how.starts_with(kGiven)) return;
  const bool is_about = row.how.starts_with(kAbout);
  const auto run = run_of(row);
  ASSERT_NE(run, nullptr) << where;
  const auto value = evaluate(with_numbers(row.how.substr(is_about ? kAbout.size() : 0)), *run);
  ASSERT_TRUE(value.ok()) << where << ": " << value.error().key;
  const auto said = read_number(row.number);
  ASSERT_TRUE(said.ok()) << where;
  const double far =
      is_about ? 0.03 * *value : 0.5 * std::pow(10.0, -said->decimals) * (said->decimals > 0 ? 1 : 1e-6);
  EXPECT_NEAR(said->value, *value, far * (1 + 1e-6)) << where;
}

TEST(NumbersSaid, AreAllWorkedOutOrGiven) {
  const std::vector<Row> rows = read_rows();
  std::map<std::pair<std::string, std::string>, int> used;
  for (const Row& row : rows)
    EXPECT_TRUE(used.emplace(std::pair(row.place, row.number), 0).second)
        << "numbers.txt:" << row.line << ": twice";
  for (const Said& said : everything_said()) {
    for (const std::string& number : numbers_in(said.text)) {
      const auto row = used.find({said.place, number});
      if (row != used.end()) ++row->second;
      EXPECT_NE(row, used.end()) << said.place << " says " << number
                                 << ", which numbers.txt neither works out nor gives a source of";
    }
  }
  for (const auto& [row, times] : used)
    EXPECT_GT(times, 0) << "numbers.txt: " << row.first << " says no " << row.second << " any more";
}

TEST(NumbersSaid, AreWhatIsWorkedOut) {
  for (const Row& row : read_rows()) expect_holds(row);
}

// "1 + 2 × 8 = 17", "√16 = 4": left and right of the sign.
std::vector<std::pair<std::string, std::string>> equations_in(std::string text) {
  static const std::regex kRoot(R"(\\sqrt\{([0-9]+)\}|√([0-9]+))");
  static const std::regex kEquation(
      R"(((?:[0-9 ,.()+/]|−|×|·|sqrt)+) = ([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:\.[0-9]+)?))");
  text = std::regex_replace(words_alone(text), kRoot, "sqrt($1$2)");
  std::erase(text, '$');
  std::vector<std::pair<std::string, std::string>> equations;
  for (std::sregex_iterator at(text.begin(), text.end(), kEquation), end; at != end; ++at) {
    std::string left = (*at)[1];
    left.erase(0, left.find_first_not_of(" ,."));
    static const std::regex kSum(R"([+/(]|−|×|·)");
    if (!std::regex_search(left, kSum)) continue;  // "cos 0 = 1"
    equations.emplace_back(left, (*at)[2]);
  }
  return equations;
}

TEST(NumbersSaid, EveryEquationHolds) {
  std::set<std::string> seen;
  for (const Said& said : everything_said()) {
    for (const auto& [left, right] : equations_in(said.text)) {
      const auto value = read_number(left);
      if (!value) continue;  // a sentence goes on in it
      EXPECT_DOUBLE_EQ(value->value, read_number(right)->value)
          << said.place << ": " << left << " = " << right;
      seen.insert(left);
    }
  }
  EXPECT_GT(seen.size(), 8u);
}

}  // namespace
}  // namespace app
