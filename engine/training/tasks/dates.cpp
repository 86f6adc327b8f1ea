// dates.cpp: dates as they are said, written in order of size: "November 22, 2026" to 2026-11-22.
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/tasks/rule_task.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                      "may",       "june",     "july",     "august",
                                                      "september", "october",  "november", "december"};
constexpr std::array<Index, 12> kDaysOfMonth = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
constexpr std::string_view kNumerals = "0123456789";
constexpr Index kFirstYear = 1900;
constexpr Index kYears = 200;
constexpr Index kLongestDate = 9;   // november 2 2 , 2 0 2 6 <eos>
constexpr Index kWrittenDate = 11;  // <bos> 2 0 2 6 - 1 1 - 2 2

enum DateAim { kYearAim, kMonthAim, kDayAim };
constexpr std::array kDateAims = {Aim{"year", AimedAttention::kCross}, Aim{"month", AimedAttention::kCross},
                                  Aim{"day", AimedAttention::kCross}};
enum DateGroup { kShortDay, kLongDay };
constexpr std::array kDateGroups = {TaskGroup{"short_day"}, TaskGroup{"long_day"}};

struct Date {
  Index year = kFirstYear;
  Index month = 1;  // from 1
  Index day = 1;
};

bool is_leap(Index year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

std::vector<std::string_view> date_tokens() {
  std::vector<std::string_view> tokens{"<pad>", "<bos>", "<eos>", kUnknownWord};
  tokens.insert(tokens.end(), kMonths.begin(), kMonths.end());
  for (size_t i = 0; i < kNumerals.size(); ++i) tokens.push_back(kNumerals.substr(i, 1));
  tokens.insert(tokens.end(), {",", "-"});
  return tokens;
}

class DatesTask final : public RuleTask {
 public:
  DatesTask() : RuleTask(task_vocabulary(date_tokens())), zero_(id("0")), comma_(id(",")), dash_(id("-")) {}

  std::string_view name() const override { return "dates"; }
  Index source_length() const override { return kLongestDate; }
  Index target_length() const override { return kWrittenDate; }
  std::span<const TaskGroup> groups() const override { return kDateGroups; }
  std::span<const Aim> aims() const override { return kDateAims; }
  std::vector<std::string> shown() const override { return {"November 22, 2026", "May 3, 1987"}; }
  Recipe recipe() const override {
    Recipe recipe = small_recipe(Architecture::kTransformer, {}, labels());
    learn_positions(recipe, kWrittenDate, 1);
    return recipe;
  }

 protected:
  Drawn draw(Draw& choices) const override {
    Date date{kFirstYear + choices.below(kYears), 1 + choices.below(12), 1};
    const bool is_short = date.month == 2 && !is_leap(date.year);
    date.day = 1 + choices.below(is_short ? 28 : kDaysOfMonth[static_cast<size_t>(date.month - 1)]);
    return drawn_by_source(rewrite(date));
  }

 private:
  void add_digits(Index number, int count, std::vector<Index>& ids) const {
    for (Index power = count == 4 ? 1000 : count == 2 ? 10 : 1; power > 0; power /= 10)
      ids.push_back(zero_ + number / power % 10);
  }

  TaskCase rewrite(const Date& date) const {
    const int day_digits = date.day < 10 ? 1 : 2;
    std::vector<Index> said{id(kMonths[static_cast<size_t>(date.month - 1)])};
    add_digits(date.day, day_digits, said);
    said.push_back(comma_);
    add_digits(date.year, 4, said);
    std::vector<Index> written;
    add_digits(date.year, 4, written);
    written.push_back(dash_);
    add_digits(date.month, 2, written);
    written.push_back(dash_);
    add_digits(date.day, 2, written);

    TaskCase example = translation(said, written);
    example.group = day_digits == 1 ? kShortDay : kLongDay;
    const Index year = 1 + day_digits + 1;  // where it stands in the source
    for (Index digit = 0; digit < 4; ++digit) example.aims.push_back({kYearAim, digit, {year + digit}});
    for (const Index row : {5, 6}) example.aims.push_back({kMonthAim, row, {0}});
    // The 0 in front of a short day comes from nowhere.
    if (day_digits == 2) example.aims.push_back({kDayAim, 8, {1}});
    example.aims.push_back({kDayAim, 9, {Index{day_digits}}});
    return example;
  }

  Index zero_, comma_, dash_;
};

}  // namespace

const Task& dates_task() {
  static const DatesTask task;
  return task;
}

}  // namespace engine
