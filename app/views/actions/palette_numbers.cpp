// palette_numbers.cpp: a number typed after a setting's name sets it; two pin a cell.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "app/session/history_words.h"
#include "app/text/sentence.h"
#include "app/text/typed_number.h"
#include "app/views/actions/palette.h"
#include "engine/core/formula.h"
#include "engine/model/settings.h"

namespace views {
namespace {

using engine::Config;
using engine::Index;
using engine::Sampling;

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

// The whole numbers in a text, in order: "pin 3, 1".
std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  for (size_t i = 0; i < text.size();) {
    if (!is_digit(text[i])) {
      ++i;
      continue;
    }
    double number = 0;
    const auto read = std::from_chars(text.data() + i, text.data() + text.size(), number);
    if (read.ec != std::errc()) break;
    numbers.push_back(number);
    i = static_cast<size_t>(read.ptr - text.data());
  }
  return numbers;
}

// The number that a text ends with: "heads 8", "top-k 1,024", "temperature 0,5".
std::optional<double> last_number(std::string_view typed) {
  const std::string text = app::with_ascii_signs(typed);
  for (size_t i = 0; i < text.size(); ++i) {
    const bool goes_on = i > 0 && (is_digit(text[i - 1]) || text[i - 1] == '.' || text[i - 1] == ',');
    if (goes_on || !(is_digit(text[i]) || text[i] == '.' || text[i] == '-')) continue;
    if (const auto number = app::read_number(std::string_view(text).substr(i))) return number->value;
  }
  return std::nullopt;
}

// A numeric setting: its label, its limits, and how to set it.
struct NumberSetting {
  std::string_view key;
  double least = 1;
  double most = 1;
  bool is_whole = true;
  std::function<bool(const app::Document& document)> available;
  std::function<void(app::State& state, double value)> set;
};

bool always(const app::Document&) {
  return true;
}
bool draws(const app::Document& document) {
  return document.config.has_decoder() && !document.sampling.greedy;
}

std::function<void(app::State&, double)> sets_sampling(double Sampling::*field) {
  return [field](app::State& state, double value) { state.document.sampling.*field = value; };
}

// The limits of a row of the table of settings, if it is a number that the window offers.
struct Limits {
  double least, most;
  bool is_whole;
};

std::optional<Limits> limits_of(const engine::Setting& row) {
  if (row.words.empty()) return std::nullopt;
  if (const auto* const whole = std::get_if<engine::WholeSetting>(&row.value); whole && whole->most > 0) {
    const Index least = whole->may_be_zero ? 0 : whole->smallest;
    return Limits{static_cast<double>(least), static_cast<double>(whole->most), true};
  }
  if (const auto* const seed = std::get_if<engine::SeedSetting>(&row.value); seed && seed->most > 0)
    return Limits{0, static_cast<double>(seed->most), true};
  if (const auto* const real = std::get_if<engine::RealSetting>(&row.value))
    return Limits{real->may_be_none ? 0 : real->least, real->most, false};
  return std::nullopt;
}

// The numeric settings of a model and its run.
void add_model_numbers(std::vector<NumberSetting>& all) {
  for (const engine::Setting& row : engine::settings()) {
    const auto limits = limits_of(row);
    if (!limits || row.group == engine::SettingGroup::kPattern) continue;
    all.push_back({row.words, limits->least, limits->most, limits->is_whole,
                   [&row](const app::Document& document) { return row.is_shown(document.config); },
                   [&row](app::State& state, double value) { app::set_number(state, row, value); }});
  }
}

std::vector<NumberSetting> all_number_settings() {
  std::vector<NumberSetting> all;
  add_model_numbers(all);
  const std::vector<NumberSetting> others = {
      {"sequence.length", 0, 64, true, [](const app::Document& document) { return document.is_batch; },
       [](app::State& state, double value) { state.document.batch_length = static_cast<Index>(value); }},
      {"sampling.temperature", 0.05, 20, false, draws, sets_sampling(&Sampling::temperature)},
      {"sampling.top_k", 0, 256, true, draws,
       [](app::State& state, double value) { state.document.sampling.top_k = static_cast<Index>(value); }},
      {"sampling.top_p", 0.01, 1, false, draws, sets_sampling(&Sampling::top_p)},
      {"sampling.seed", 0, 999'999'999, true, draws,
       [](app::State& state, double value) { state.document.sampling.seed = static_cast<uint64_t>(value); }},
      {"menu.text_size", app::kSmallestText, app::kLargestText, true, always,
       [](app::State& state, double value) {
         app::choose_text_size(state.preferences, static_cast<int>(value));
       }},
  };
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

const std::vector<NumberSetting>& number_settings() {
  static const std::vector<NumberSetting> kAll = all_number_settings();
  return kAll;
}

void add_setting(const Frame& frame, const NumberSetting& setting, double number,
                 std::vector<Entry>& entries) {
  const double value =
      std::clamp(setting.is_whole ? std::round(number) : number, setting.least, setting.most);
  const auto named = [&](const app::Words& tr) {
    return tr("palette.set", {{"setting", app::inside_sentence(tr(setting.key))},
                              {"value", engine::number_markup(value, 3)}});
  };
  entries.push_back({.id = "set " + std::string(setting.key),
                     .name = named(frame.tr),
                     .english = named(app::words(app::Language::kEnglish)),
                     // What was typed matches even if it is out of range.
                     .also = app::words(app::Language::kEnglish)(setting.key) + " " +
                             engine::number_markup(number, 3) + " " + frame.tr(setting.key),
                     .group = ActionGroup::kModel,
                     .tip = frame.tr("palette.set.tip", {{"least", engine::number_markup(setting.least, 2)},
                                                         {"most", engine::number_markup(setting.most, 2)}}),
                     .run = [&setting, value](const Frame& now) {
                       now.requests.edit("",
                                         [&setting, value](app::State& state) { setting.set(state, value); });
                     }});
}

void add_cell(const Frame& frame, Index row, Index column, std::vector<Entry>& entries) {
  const int stage = frame.session.focused_stage();
  if (stage < 0) return;
  const engine::Stage& shown = frame.session.trace()->stage(stage);
  if (row < 0 || column < 0 || row >= shown.rows || column >= shown.columns) return;
  const app::Arguments cell = {{"row", frame.tr.nth(row)}, {"column", frame.tr.nth(column)}};
  entries.push_back(
      {.id = "pin",
       .name = frame.tr("palette.pin", cell),
       .english = app::words(app::Language::kEnglish)("palette.pin", cell),
       .group = ActionGroup::kCell,
       .tip = frame.tr("palette.pin.tip"),
       .run = [=](const Frame& now) {
         now.requests.edit("", [=](app::State& state) { state.document.focus.pinned = {row, column}; });
       }});
}

void add_token(const Frame& frame, Index position, std::vector<Entry>& entries) {
  const app::Document& document = frame.session.document();
  const auto sequence = app::sequence_of(document);
  if (document.is_batch || !sequence || position < 0 ||
      position >= static_cast<Index>(sequence->tokens.size()))
    return;
  const app::Words& english = app::words(app::Language::kEnglish);
  const auto& tokens = frame.facts.labels(0);
  const std::string token = position < static_cast<Index>(tokens.size())
                                ? tokens[static_cast<size_t>(position)]
                                : frame.tr.nth(position);
  const app::Arguments which = {{"position", frame.tr.nth(position)}, {"token", token}};
  entries.push_back({.id = "padding",
                     .name = frame.tr("palette.padding", which),
                     .english = english("palette.padding", which),
                     .group = ActionGroup::kMask,
                     .tip = frame.tr("palette.padding.tip"),
                     .run = [position](const Frame& now) {
                       now.requests.edit(
                           "", [position](app::State& state) { app::toggle_padding(state, position); });
                     }});
  entries.push_back({.id = "follow token",
                     .name = frame.tr("palette.follow", which),
                     .english = english("palette.follow", which),
                     .group = ActionGroup::kCell,
                     .tip = frame.tr("one_token.one.tip"),
                     .run = [position](const Frame& now) {
                       now.requests.edit(
                           "", [position](app::State& state) { app::follow_token(state, position); });
                     }});
}

// Everything that can be switched off, and the nudge of a row.
void add_switches(const Frame& frame, std::vector<Entry>& entries) {
  const Config& config = frame.session.document().config;
  const app::Words& english = app::words(app::Language::kEnglish);
  for (const std::string& address : engine::switches(config)) {
    const bool off = config.is_off(address);
    const std::string_view key = off ? "palette.switch_on" : "palette.switch_off";
    entries.push_back({.id = "switch " + address,
                       .name = frame.tr(key, {{"part", app::switch_words(frame.tr, address)}}),
                       .english = english(key, {{"part", app::switch_words(english, address)}}),
                       .also = address,
                       .group = ActionGroup::kModel,
                       .tip = frame.tr("palette.switch.tip", {{"address", address}}),
                       .run = [address](const Frame& now) {
                         now.requests.edit(
                             "", [address](app::State& state) { app::toggle_switch(state, address); });
                       }});
  }
}

}  // namespace

void add_number_entries(const Frame& frame, std::string_view typed, std::vector<Entry>& entries) {
  if (typed.empty()) return;
  add_switches(frame, entries);
  const auto last = last_number(typed);
  for (const NumberSetting& setting : number_settings()) {
    if (last && setting.available(frame.session.document())) add_setting(frame, setting, *last, entries);
  }
  const std::vector<double> numbers = numbers_in(typed);
  const auto index = [&](double number) {
    return static_cast<Index>(std::min(number, 1e9)) - frame.tr.counts_from();
  };
  if (numbers.size() == 2) add_cell(frame, index(numbers[0]), index(numbers[1]), entries);
  if (numbers.size() == 1) add_token(frame, index(numbers[0]), entries);
}

}  // namespace views
