// command_line.cpp: builds CLI11's parser from our tables, and replaces its error messages with ours.
#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "app/cli/input_options.h"
#include "app/cli/look_options.h"
#include "app/cli/version.h"

namespace app {
namespace {

using engine::Error;

// One CLI11 parser, built from the tables.
class Parser {
 public:
  Parser(const Program& program, const Words& words)
      : program_(program), words_(words), app_(words("help.about"), "headlight") {
    app_.allow_extras();
    app_.require_subcommand(0, 1);
    app_.footer(words("help.footer"));
    app_.set_help_flag("-h,--help", words("help.help"));
    app_.add_flag("--version")->description(words("help.version"));
    name_groups(app_);
    for (const Option& option : input_options()) add(app_, option, "INPUT");
    for (const Option& option : window_options()) add(app_, option, "WINDOW");
    for (const Command& command : program_.commands) add_command(command);
  }

  engine::Result<CommandLine> read(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return CommandLine{.answer = app_.help()};
    } catch (const CLI::ArgumentMismatch& error) {
      return say(error);
    }
    if (app_.count("--version") > 0) return CommandLine{.answer = version_text(program_.interface_version)};
    if (const auto extra = app_.remaining(true); !extra.empty()) return say_extra(extra.front());
    CommandLine line;
    collect(app_, input_options(), line.given);
    collect(app_, window_options(), line.given);
    for (const auto& [parser, command] : parsers_) {
      if (!parser->parsed()) continue;
      line.command = command;
      collect(*parser, command->options, line.given);
    }
    return line;
  }

 private:
  static void name_groups(CLI::App& parser) {
    const auto formatter = parser.get_formatter();
    formatter->column_width(38);
    formatter->label("SUBCOMMAND", "COMMAND");
    formatter->label("Subcommands", "Commands");
  }

  void add(CLI::App& parser, const Option& option, const std::string& group) {
    const std::string name(option.name);
    if (option.is_positional()) {
      parser.add_option(name)->description(words_(option.help))->group(group)->type_name("");
      return;
    }
    if (option.value.empty()) {
      parser.add_flag(name)->description(words_(option.help))->disable_flag_override()->group(group);
      return;
    }
    CLI::Option* added = parser.add_option(name);
    added->description(words_(option.help))->group(group);
    added->type_name(std::string(option.value))->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }

  void add_command(const Command& command) {
    CLI::App* parser = app_.add_subcommand(std::string(command.name), words_(command.help));
    parser->fallthrough();
    parser->allow_extras();
    parser->footer(words_("help.input_too"));
    for (const Option& option : command.options) add(*parser, option, "OPTIONS");
    parsers_.emplace_back(parser, &command);
  }

  static void collect(const CLI::App& parser, std::span<const Option> options, ParsedOptions& given) {
    for (const Option& option : options) {
      const CLI::Option* parsed = parser.get_option(std::string(option.name));
      if (parsed->count() > 0) given.set(option.name, parsed->results());
    }
  }

  // CLI11's messages start with the option's name: "--stage: 1 required ADDRESS missing", "no-scale was given
  // a disallowed flag override".
  static Error say(const CLI::ArgumentMismatch& error) {
    const std::string message = error.what();
    std::string option = message.substr(0, message.find_first_of(": "));
    if (!option.starts_with("-")) option.insert(0, "--");
    const bool is_switch = message.find("flag override") != std::string::npos;
    return {is_switch ? "error.option_switch" : "error.option_value_missing", {{"option", quotable(option)}}};
  }

  Error say_extra(const std::string& extra) const {
    if (extra.size() > 1 && extra.front() == '-')
      return {"error.option_unknown", {{"option", quotable(extra)}}};
    if (!app_.get_subcommands().empty())
      return {"error.argument_unexpected", {{"argument", quotable(extra)}}};
    std::vector<std::string> names;
    for (const Command& command : program_.commands) names.emplace_back(command.name);
    return {"error.command_unknown", {{"command", quotable(extra)}, {"choices", join(names)}}};
  }

  const Program& program_;
  const Words& words_;
  CLI::App app_;
  std::vector<std::pair<CLI::App*, const Command*>> parsers_;
};

}  // namespace

engine::Result<CommandLine> read_command_line(int argc, const char* const* argv, const Program& program,
                                              const Words& words) {
  return Parser(program, words).read(argc, argv);
}

Language language_of_errors(int argc, const char* const* argv) {
  constexpr std::string_view kOption = "--lang";
  Language language = Language::kEnglish;
  for (int i = 1; i < argc; ++i) {
    std::string_view code;
    const std::string_view argument = argv[i];
    if (argument == kOption && i + 1 < argc) code = argv[i + 1];
    if (argument.starts_with("--lang=")) code = argument.substr(kOption.size() + 1);
    language = language_named(code).value_or(language);
  }
  return language;
}

}  // namespace app
