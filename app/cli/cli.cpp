// cli.cpp: from argv to the printed output.
#include "app/cli/cli.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>

#include "app/cli/command_line.h"
#include "app/cli/input.h"
#include "app/cli/look_options.h"
#include "app/document/checkpoints.h"
#include "app/document/model_input.h"
#include "app/document/model_tokens.h"
#include "engine/core/quotable.h"
#include "engine/core/utf8.h"
#include "engine/kernels/instructions.h"

namespace app {
namespace {

using engine::Error;

constexpr size_t kLongestSentence = 600;  // bytes

CommandOutcome fail(const Error& error, const Words& words, int exit_code = 1) {
  report(error, words);
  return {.exit_code = exit_code};
}

// Prints everything, or returns why not: a full disk shows only when the stream is flushed. What names of
// outside hold that a terminal would obey reaches files and pipes alone.
std::optional<Error> print(const std::string& printed) {
  const std::string text = ::isatty(STDOUT_FILENO) != 0 ? engine::harmless(printed) : printed;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return std::nullopt;
  return Error{"error.stdout", {{"reason", std::strerror(errno)}}};
}

CommandOutcome finish(const Printed& printed, const Words& words) {
  if (!printed) return fail(printed.error(), words);
  if (auto bad = print(*printed)) return fail(*bad, words);
  return {};
}

// Commands reject the window's options, except those that share them.
std::optional<Error> check_window_options(const CommandLine& line) {
  for (const Option& option : window_options()) {
    const auto& own = line.command->options;
    const bool is_own =
        std::any_of(own.begin(), own.end(), [&](const Option& other) { return other.name == option.name; });
    if (line.given.has(option.name) && !is_own)
      return Error{"error.option_unknown", {{"option", std::string(option.name)}}};
  }
  return std::nullopt;
}

// Prints warnings about the model that a command ran, in addition to its output.
void warn(const Command& command, const Document& document, const Words& words) {
  if (document.config.model != engine::ModelKind::kCheckpoint) return;
  const checkpoints::Shared checkpoint = checkpoints::opened(document.config.checkpoint);
  if (checkpoint) {
    for (const engine::Error& warning : checkpoints::warnings_of(*checkpoint)) report(warning, words);
  }
  const bool reads_text = checkpoint && checkpoint->tokenizer && reads_of(*checkpoint) == Reads::kText;
  if (!command.runs || !reads_text) return;
  const auto sequence = sequence_of(document);
  if (sequence && knows_none(*sequence, *checkpoint->tokenizer))
    report(engine::Error{"notice.none_known", {}}, words);
}

CommandOutcome run_command(const CommandLine& line, const Words& words) {
  const Command& command = *line.command;
  ParsedOptions given = line.given;
  if (auto bad = check_window_options(line)) return fail(*bad, words, command.failure);
  if (command.prepare != nullptr) command.prepare(given);
  const auto bad_option = command.check == nullptr ? std::nullopt : command.check(given);
  if (bad_option) return fail(*bad_option, words, command.failure);
  const auto document = read_input(given, command.runs);
  if (!document) return fail(document.error(), words, command.failure);
  int exit_code = 0;
  const InputWatch watch(*document);
  const Printed printed = command.run({*document, given, words, exit_code, watch});
  if (!printed) return fail(printed.error(), words, command.failure);
  if (auto bad = watch.check_for_text()) return fail(*bad, words, command.failure);
  warn(command, *document, words);
  const CommandOutcome outcome = finish(printed, words);
  return outcome.exit_code == 0 ? CommandOutcome{.exit_code = exit_code} : outcome;
}

// Why a lesson cannot be read from there, without opening it: a pipe would wait for its writer.
std::optional<Error> check_file(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  const char* key = nullptr;
  if (!std::filesystem::exists(status)) {
    key = "error.no_file";
  } else if (std::filesystem::is_directory(status)) {
    key = "error.is_folder";
  } else if (!std::filesystem::is_regular_file(status)) {
    key = "error.not_a_file";
  }
  return key == nullptr ? std::nullopt : std::optional(Error{key, {{"path", path}}});
}

CommandOutcome run(const CommandLine& line, const Words& words_so_far) {
  if (line.answer) return finish(*line.answer, words_so_far);
  const auto language = read_language(line.given);
  if (!language) return fail(language.error(), words_so_far);
  const Words& in_words = words(*language);
  if (line.command != nullptr) return run_command(line, in_words);
  const auto theme = read_theme(line.given);
  if (!theme) return fail(theme.error(), in_words);
  const auto text_size = read_text_size(line.given);
  if (!text_size) return fail(text_size.error(), in_words);
  const auto lesson = line.given.find("--lesson");
  if (auto bad = lesson ? check_file(*lesson) : std::nullopt) return fail(*bad, in_words);
  const auto document = read_input(line.given);
  if (!document) return fail(document.error(), in_words);
  WindowStart start;
  start.theme = *theme;
  start.text_size = *text_size;
  if (has_input(line.given)) start.document = *document;
  const std::string session = line.given.get("--session", "");
  if (!is_session_line(session)) start.session_file = session;
  start.lesson_file = lesson.value_or("");
  if (line.given.has("--lang")) start.language = *language;
  return {.window = std::move(start)};
}

}  // namespace

int report(const Error& error, const Words& words) {
  std::string sentence = words(error);
  if (sentence.size() > kLongestSentence) {
    sentence.resize(engine::letter_start(sentence, kLongestSentence - std::strlen("…")));
    sentence += "…";
  }
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return 1;
}

int report(const std::exception& exception, const Words& words) {
  if (dynamic_cast<const std::bad_alloc*>(&exception) != nullptr)
    return report(Error{"error.out_of_memory", {}}, words);
  return report(Error{"error.unexpected", {{"detail", quotable(exception.what())}}}, words);
}

CommandOutcome run_command_line(int argc, const char* const* argv, const Program& program) {
  // A reader that closed the pipe is an error to report, not a signal to die from.
  std::signal(SIGPIPE, SIG_IGN);
  // So is a file that would pass the user's limit.
  std::signal(SIGXFSZ, SIG_IGN);
  const Words& words_so_far = words(language_of_errors(argc, argv));
  try {
    if (const auto requested = engine::requested_instructions(); !requested)
      return fail(requested.error(), words_so_far);
    const auto line = read_command_line(argc, argv, program, words_so_far);
    if (!line) return fail(line.error(), words_so_far);
    return run(*line, words_so_far);
  } catch (const std::exception& exception) {
    return {.exit_code = report(exception, words_so_far)};
  }
}

}  // namespace app
