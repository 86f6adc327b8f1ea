// options.h: what can be typed after `headlight`: options as rows of tables, and their given values.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/plain_text.h"
#include "app/text/quotable.h"
#include "engine/core/result.h"

namespace app {

// One row per option.
struct Option {
  std::string_view name;   // "--stage"; "NAME" for what a command takes without an option's name
  std::string_view value;  // the name of its value in the help, "ADDRESS"; empty for a switch
  std::string_view help;   // text key of its help line

  constexpr bool is_positional() const { return !name.starts_with("-"); }
};

// The given values, by option name; a switch's value is empty.
class ParsedOptions {
 public:
  void set(std::string_view name, std::vector<std::string> values) {
    values_.insert_or_assign(std::string(name), std::move(values));
  }
  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  bool empty() const { return values_.empty(); }
  // Gives the values of an option another name; nothing where it was not given.
  void rename(std::string_view from, std::string_view to);

  // The value of an option, the last one if repeated; nullopt if not given.
  std::optional<std::string> find(std::string_view name) const;
  // Every value of a repeatable option, as typed.
  std::vector<std::string> every(std::string_view name) const;
  // The same, split at commas: "a,b" is a and b.
  std::vector<std::string> list(std::string_view name) const;
  std::string get(std::string_view name, std::string_view otherwise) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

// An option's whole number; `otherwise` if not given. Error error.option_whole (option, value, smallest,
// largest).
engine::Result<uint64_t> whole_number(const ParsedOptions& given, std::string_view option, uint64_t smallest,
                                      uint64_t largest, uint64_t otherwise);

// An option's number from smallest to largest. Error error.option_number (option, value, smallest, largest).
engine::Result<double> number(const ParsedOptions& given, std::string_view option, double smallest,
                              double largest, double otherwise);

// Reports that an option's value is not one of the choices: error.option_choice (option, value, choices).
engine::Error not_a_choice(std::string_view option, std::string_view value,
                           std::span<const std::string> choices);

// Reports that an option needs another one, which is not given: error.option_without (option, other).
engine::Error without(std::string_view option, std::string_view other);

// Whether two mutually exclusive options were given: error.options_together (first, second).
std::optional<engine::Error> exclusive(const ParsedOptions& given, std::string_view first,
                                       std::string_view second);

}  // namespace app
