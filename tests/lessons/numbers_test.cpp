// No sentence says a wrong number: each one is worked out here, or numbers.txt names where it comes from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <variant>
#include <vector>

#include "app/document/checkpoints.h"
#include "app/document/document_limits.h"
#include "app/document/document_line.h"
#include "app/lessons/expression.h"
#include "app/lessons/shelf.h"
#include "app/pages/figures.h"
#include "app/pages/glossary.h"
#include "app/pages/page.h"
#include "app/text/plain_text.h"
#include "app/text/typed_number.h"
#include "engine/core/number_text.h"
#include "engine/labs/depth/depth_lab.h"
#include "engine/labs/gallery/gallery_lab.h"
#include "engine/model/config.h"
#include "engine/model/settings.h"
#include "engine/world/caption.h"

namespace app {
namespace {

// What a person reads at one place: "lesson depth", "page grew", "glossary", "text help.base".
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

std::string file_at(const std::string& path) {
  std::ifstream file(std::string(HEADLIGHT_TEST_DATA "/../") + path);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

void add_texts(const LanguageInfo& language, std::vector<Said>& all) {
  static const std::regex kArgument(R"(\{[^}]*\})");
  const auto texts = nlohmann::json::parse(file_at("assets/lang/" + std::string(language.code) + ".json"));
  for (const auto& [key, text] : texts.items())
    all.push_back({"text " + key, std::regex_replace(text.get<std::string>(), kArgument, "_")});
}

std::vector<Said> everything_said() {
  std::vector<Said> all;
  for (const LanguageInfo& row : languages()) {
    for (const Lesson& lesson : lessons(row.language)) add_lesson(lesson, all);
    for (const PageRow& page : pages())
      all.push_back({"page " + std::string(page.name), std::string(page_file(row.language, page.name))});
    for (const Term& term : glossary()) all.push_back({"glossary", term.sentence(row.language)});
    add_texts(row, all);
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
        R"((lesson [a-z-]+|page [a-z]+|glossary|text [^ |]+)(?: ([0-9]+))? \| ([0-9.,]+) \| (.+))");
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

// "default base", "least base", "most base" of a model's settings.
void add_settings(Names& all) {
  engine::Config usual;
  const auto add = [&](const engine::Setting& row, double now, double least, double most) {
    const std::string name(row.name);
    all.emplace_back("default " + name, now);
    all.emplace_back("least " + name, least);
    all.emplace_back("most " + name, most);
  };
  for (const engine::Setting& row : engine::settings()) {
    if (const auto* whole = std::get_if<engine::WholeSetting>(&row.value))
      add(row, static_cast<double>(whole->of(usual)), static_cast<double>(whole->smallest),
          static_cast<double>(whole->largest));
    if (const auto* real = std::get_if<engine::RealSetting>(&row.value))
      add(row, real->of(usual), real->smallest, real->largest);
  }
}

// What the expressions of numbers.txt may name, the longest name first: "GPT-3" begins as "GPT" does.
Names names() {
  Names all = {{"most_tokens", static_cast<double>(engine::kMaxTokens)},
               {"most_characters", static_cast<double>(kMostCharacters)}};
  add_settings(all);
  const auto captions = world::all_captions();
  all.emplace_back("held_out_captions",
                   static_cast<double>(std::ranges::count_if(captions, world::is_held_out)));
  all.emplace_back("parameters_of_repeat", checkpoints::open("repeat").value()->description.parameters);
  for (const Lesson& lesson : lessons(Language::kEnglish))
    all.emplace_back("lesson_number " + lesson.id, lesson.number);
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

// The numbers behind the first mention of a name in a source file that has some: a constant's, or a field's.
double number_in_source(const std::string& path, std::string name, size_t nth) {
  std::ranges::replace(name, '~', ' ');
  static const std::regex kNumber(R"((?:^|[^A-Za-z0-9_.'])([0-9][0-9']*(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?))");
  static const std::regex kComment("//[^\n]*");
  const std::string source = std::regex_replace(file_at(path), kComment, "");
  for (size_t at = 0; (at = source.find(name, at)) != std::string::npos; at += name.size()) {
    const size_t start = at + name.size();
    const bool is_part = std::isalnum(static_cast<unsigned char>(source[start])) != 0 || source[start] == '_';
    if (is_part) continue;
    const std::string behind = source.substr(start, source.find(';', start) - start);
    std::vector<double> numbers;
    for (std::sregex_iterator each(behind.begin(), behind.end(), kNumber), end; each != end; ++each) {
      std::string digits = (*each)[1];
      std::erase(digits, '\'');
      numbers.push_back(std::stod(digits));
    }
    if (numbers.size() >= nth) return numbers[nth - 1];
  }
  ADD_FAILURE() << path << " has no " << name;
  return 0;
}

// "of engine/world/scene.h kSide"; the second number there: "of app/shell/animate.cpp kUsualSize #2".
std::string with_sources(std::string expression) {
  static const std::regex kSource(R"(of ([a-z0-9_/]+\.(?:h|cpp)) (\S+)(?: #([0-9]))?)");
  for (std::smatch found; std::regex_search(expression, found, kSource);) {
    const double number = number_in_source(found[1], found[2], found[3].matched ? std::stoul(found[3]) : 1);
    expression = found.prefix().str() + engine::fixed_number(number, 6) + found.suffix().str();
  }
  return expression;
}

std::string with_numbers(std::string expression) {
  static const Names kNames = names();
  expression = with_sources(std::move(expression));
  for (const auto& [name, value] : kNames) {
    for (size_t at = 0; (at = expression.find(name, at)) != std::string::npos;)
      expression.replace(at, name.size(), engine::fixed_number(value, 6));
  }
  return expression;
}

// The stages of the labs on depth and vision beside those of a sentence.
Document all_systems() {
  Document document;
  engine::GalleryLab& gallery = engine::gallery_lab_of(document.config);
  gallery.is_on = true;
  gallery.is_trained = false;
  engine::depth_lab_of(document.config).is_on = true;
  return document;
}

// The number of a field in the session of a lesson's step: "set /lab_relatives/gain".
std::string with_fields(const Row& row, std::string expression) {
  static const std::regex kField(R"(set (/\S+))");
  std::smatch found;
  if (!std::regex_search(expression, found, kField)) return expression;
  const Lesson* const lesson = find_lesson(Language::kEnglish, std::string_view(row.place).substr(7));
  const auto session = nlohmann::json::parse(to_line(lesson->steps.at(row.step - 1).document));
  const auto value = session.at(nlohmann::json::json_pointer(found[1].str())).get<double>();
  return found.prefix().str() + engine::fixed_number(value, 6) + found.suffix().str();
}

// The run of a lesson's step; one of every vision system where none is named.
std::shared_ptr<const engine::Trace> run_of(const Row& row) {
  if (row.step == 0) {
    static const auto kAny = make_trace(all_systems()).value();
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
  const auto value =
      evaluate(with_numbers(with_fields(row, row.how.substr(is_about ? kAbout.size() : 0))), *run);
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
