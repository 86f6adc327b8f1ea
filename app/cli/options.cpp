// options.cpp: the table of INPUT, and reading numbers and choices that a person typed.
#include "app/cli/options.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "app/cli/parse_number.h"
#include "app/cli/setting_options.h"

namespace app {
namespace {

constexpr std::array kFedIn = {
    Option{"--text", "TEXT", "help.text"},
    Option{"--text-file", "FILE", "help.text_file"},
    Option{"--source", "TEXT", "help.source"},
    Option{"--target", "TEXT", "help.target"},
    Option{"--pair", "TEXT", "help.pair"},
    Option{"--ids", "N,N,...", "help.ids"},
    Option{"--image", "FILE", "help.image"},
    Option{"--input-npy", "FILE|ROLE=FILE,...", "help.input_npy"},
    Option{"--mask-npy", "FILE", "help.mask_npy"},
    Option{"--key-padding-npy", "FILE", "help.key_padding_npy"},
    Option{"--batch", "", "help.batch"},
    Option{"--batch-length", "N", "help.batch_length"},
    Option{"--session", "LINE|FILE", "help.session"},
    Option{"--tokenizer", "words|characters|bytes", "help.tokenizer"},
    Option{"--model", "crafted|seeded|PATH", "help.model"},
};
constexpr std::array kRules = {
    Option{"--mask", "none|causal", "help.mask"},
    Option{"--padding", "N", "help.padding"},
};
constexpr std::array kPainted = {
    Option{"--mask-file", "FILE.csv|png", "help.mask_file"},
    Option{"--mask-attention", "ADDRESS", "help.mask_attention"},
    Option{"--mask-head", "N", "help.mask_head"},
};
constexpr std::array kStacks = {
    Option{"--layers", "N", "help.layers"},
};
constexpr std::array kBreaksAndLabs = {
    Option{"--no-residual", "ADDRESS", "help.no_residual"},
    Option{"--off", "ADDRESS", "help.off"},
    Option{"--nudge", "SUBLAYER,ROW", "help.nudge"},
    Option{"--head-off", "ADDRESS", "help.head_off"},
    Option{"--head-even", "ADDRESS", "help.head_even"},
    Option{"--set", "ADDRESS:ROW,COLUMN=VALUE", "help.set"},
    Option{"--order", "N,N,...", "help.order"},
    Option{"--lab", "NAME,...", "help.lab"},
    Option{"--lab-width", "N", "help.lab_width"},
    Option{"--lab-base", "NUMBER", "help.lab_base"},
    Option{"--lab-length", "N", "help.lab_length"},
    Option{"--lab-at", "P,Q", "help.lab_at"},
    Option{"--kernel", "N", "help.kernel"},
    Option{"--dilation", "N", "help.dilation"},
    Option{"--dilation-fixed", "", "help.dilation_fixed"},
    Option{"--depth", "N", "help.depth"},
    Option{"--stride", "N", "help.stride"},
    Option{"--pooling", "none|max|mean", "help.pooling"},
    Option{"--both-sides", "", "help.both_sides"},
    Option{"--recurrent-gain", "NUMBER", "help.recurrent_gain"},
    Option{"--recurrent-linear", "", "help.recurrent_linear"},
    Option{"--lab-head", "N", "help.lab_head"},
    Option{"--lab-seed", "N", "help.lab_seed"},
    Option{"--lang", "en|zh-Hant|zh-Hans", "help.lang"},
};

// In the order of the help; between those of one kind, the settings of the model and its run.
std::vector<Option> all_input_options() {
  using engine::SettingGroup;
  std::vector<Option> all;
  const auto add = [&](std::span<const Option> rows) { all.insert(all.end(), rows.begin(), rows.end()); };
  const auto add_settings = [&](std::initializer_list<SettingGroup> groups) {
    for (const SettingGroup group : groups) add(options_of(group));
  };
  add(kFedIn);
  add_settings({SettingGroup::kSizes, SettingGroup::kSeed, SettingGroup::kInput});
  add(kRules);
  add_settings({SettingGroup::kPattern, SettingGroup::kHiding});
  add(kPainted);
  add_settings({SettingGroup::kScores, SettingGroup::kMethod});
  add(kStacks);
  add_settings({SettingGroup::kStacks, SettingGroup::kLayers});
  add(kBreaksAndLabs);
  return all;
}

std::string plain_number(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.15g", value);
  return text.data();
}

}  // namespace

std::span<const Option> input_options() {
  static const std::vector<Option> kAll = all_input_options();
  return kAll;
}

std::optional<std::string> Given::find(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second.back();
}

std::vector<std::string> Given::every(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

std::vector<std::string> Given::list(std::string_view name) const {
  std::vector<std::string> items;
  for (const std::string& value : every(name)) {
    size_t start = 0;
    for (size_t comma = 0; comma != std::string::npos; start = comma + 1) {
      comma = value.find(',', start);
      items.push_back(value.substr(start, comma == std::string::npos ? comma : comma - start));
    }
  }
  return items;
}

std::string Given::get(std::string_view name, std::string_view otherwise) const {
  return find(name).value_or(std::string(otherwise));
}

engine::Result<uint64_t> whole_number(const Given& given, std::string_view option, uint64_t smallest,
                                      uint64_t largest, uint64_t otherwise) {
  const auto typed = given.find(option);
  if (!typed) return otherwise;
  const auto value = parse_number<uint64_t>(*typed);
  if (value && *value >= smallest && *value <= largest) return *value;
  return engine::Error{"error.option_whole",
                       {{"option", std::string(option)},
                        {"value", quotable(*typed)},
                        {"smallest", std::to_string(smallest)},
                        {"largest", std::to_string(largest)}}};
}

engine::Result<double> number(const Given& given, std::string_view option, double smallest, double largest,
                              double otherwise) {
  const auto typed = given.find(option);
  if (!typed) return otherwise;
  const auto value = parse_number<double>(*typed);
  if (value && *value >= smallest && *value <= largest) return *value;
  return engine::Error{"error.option_number",
                       {{"option", std::string(option)},
                        {"value", quotable(*typed)},
                        {"smallest", plain_number(smallest)},
                        {"largest", plain_number(largest)}}};
}

std::string join(std::span<const std::string> names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

engine::Error not_a_choice(std::string_view option, std::string_view value,
                           std::span<const std::string> choices) {
  return {"error.option_choice",
          {{"option", std::string(option)}, {"value", quotable(value)}, {"choices", join(choices)}}};
}

engine::Error without(std::string_view option, std::string_view other) {
  return {"error.option_without", {{"option", std::string(option)}, {"other", std::string(other)}}};
}

std::optional<engine::Error> exclusive(const Given& given, std::string_view first, std::string_view second) {
  if (!given.has(first) || !given.has(second)) return std::nullopt;
  return engine::Error{"error.options_together",
                       {{"first", std::string(first)}, {"second", std::string(second)}}};
}

}  // namespace app
