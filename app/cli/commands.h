// commands.h: the commands of the command line. A new one is one file with its run_ function and its options,
// and one row in main.cpp's table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/options.h"
#include "app/document/document.h"
#include "app/document/input_watch.h"
#include "app/text/tr.h"
#include "engine/core/result.h"

namespace app {

// A command's input: the document that INPUT describes, and its own options.
struct Request {
  const Document& document;
  const ParsedOptions& given;
  const Words& words;
  int& exit_code;  // 0, unless the command uses it to report something
  // Checked before the command writes a file: its values may come from files that have changed. For printed
  // output it is checked afterwards.
  const InputWatch& watch;
};

// A command's exact output on standard output.
using Printed = engine::Result<std::string>;

struct Command {
  std::string_view name;
  std::string_view help;  // text key
  std::span<const Option> options;
  Printed (*run)(const Request& request);
  bool runs = true;                                 // whether INPUT must be runnable
  int failure = 1;                                  // the exit code of its errors
  void (*prepare)(ParsedOptions& given) = nullptr;  // sets its defaults for options that were not given
  // What is wrong with its own options: before INPUT is read, and anything runs.
  std::optional<engine::Error> (*check)(const ParsedOptions& given) = nullptr;
};

// What the program adds to the command line, which does not know the window.
struct Program {
  std::span<const Command> commands;
  std::string_view interface_version;  // a line of --version
};

// One line per stage: address, shape, operation, formula, separated by tabs.
Printed run_stages(const Request& request);

// The values of one stage, as text, CSV, JSON or NPY, printed or written to a file.
std::span<const Option> trace_options();
std::optional<engine::Error> check_trace(const ParsedOptions& given);
Printed run_trace(const Request& request);

// One cell's arithmetic in lines: its location, its formula, one line per term, the quantities, and the
// result. The indices of the formula count as the words do.
std::string explain_lines(const engine::Trace& trace, const engine::Cell& cell, const Words& words,
                          engine::Notation notation = engine::Notation::kPaper);

// The arithmetic of one cell, term by term.
std::span<const Option> explain_options();
std::optional<engine::Error> check_explain(const ParsedOptions& given);
Printed run_explain(const Request& request);

// A text in a trained model's tokens, one line per token, or as JSON.
std::span<const Option> tokenize_options();
Printed run_tokenize(const Request& request);

// A description of a trained model, and its tensors, one line per tensor, or as JSON.
std::span<const Option> inspect_options();
Printed run_inspect(const Request& request);

// Stages that somebody else computed, compared with ours: one line per stage, or as JSON. The exit code is 1
// if one differs, and 2 if none differs but a file cannot be compared.
std::span<const Option> compare_options();
std::optional<engine::Error> check_compare(const ParsedOptions& given);
Printed run_compare(const Request& request);

// What a small vision system says of a picture of shapes, in lines or as JSON, and as pictures in a folder;
// or those that there are.
std::span<const Option> gallery_options();
void prepare_gallery(ParsedOptions& given);
Printed run_gallery(const Request& request);

// The tokens that a decoder adds to the typed text, one line per token, or as JSON.
std::span<const Option> generate_options();
Printed run_generate(const Request& request);

// What an encoder puts at the places that the text asks for, one line per guess, or as JSON.
std::span<const Option> guess_options();
Printed run_guess(const Request& request);

// How positions differ: two positions' vectors step by step, their products by offset, repeats. Reads only
// the settings; without a model, sinusoids of width 256.
std::span<const Option> positions_options();
Printed run_positions(const Request& request);
void prepare_positions(ParsedOptions& given);

// The same tokens in another order, with every kind of positions: one line per kind, or as JSON.
std::span<const Option> order_options();
Printed run_order(const Request& request);

// How far an attention method is from the exact one: one line per head; over the values of one of its
// parameters; and its cost at several lengths. Or as JSON.
std::span<const Option> measure_options();
Printed run_measure(const Request& request);

// Attention's relatives: what reaches an output, steps and paths counted, costs; as lines, or as JSON.
std::span<const Option> relatives_options();
Printed run_relatives(const Request& request);
void prepare_relatives(ParsedOptions& given);

// A small model learns a task, and is written to a folder; its held-out figures in lines, or as JSON.
// Progress goes to the error stream. And the tasks that there are, one per line, or as JSON.
std::span<const Option> train_options();
void prepare_train(ParsedOptions& given);
Printed run_train(const Request& request);
std::span<const Option> tasks_options();
Printed run_tasks(const Request& request);

// The lengths of each layer's gradients, for orders of the norm and depths: one line per layer, or as JSON.
// It reads no INPUT; its --layers and --norm are lists of its own.
std::span<const Option> depth_options();
Printed run_depth(const Request& request);
void prepare_depth(ParsedOptions& given);

// Pictures and numbers in files: one stage, every stage, or the handout.
std::span<const Option> export_options();
std::optional<engine::Error> check_export(const ParsedOptions& given);
Printed run_export(const Request& request);

// A document's run and one of its stages, or of its analyses (analyses.h).
struct FoundStage {
  std::shared_ptr<const engine::Trace> trace;
  int stage = 0;
  std::vector<int> heads;  // of a layer's array: its stages, the first of which is `stage`
};

// The stage that --stage names, or the array of all heads of a layer, such as "encoder.0.self.weights".
// Errors: those of make_trace, error.option_missing (option), error.unknown_stage (stage, nearest), and of a
// comparison those of comparison_of, error.comparison_alone (stage), error.comparison_stage (stage).
engine::Result<FoundStage> find_stage_or_layer(const Request& request);
// A stage alone. Error error.stage_of_heads (stage, first) for a layer's array.
engine::Result<FoundStage> find_stage(const Request& request);

// What is wrong with --stage or --cell whatever the model: error.option_missing (option), error.cell_form
// (value).
std::optional<engine::Error> check_stage(const ParsedOptions& given);
std::optional<engine::Error> check_cell(const ParsedOptions& given);

// The cell of a stage that --cell names. Errors: error.option_missing (option), error.cell_form (value),
// error.cell_range.
engine::Result<engine::Cell> find_cell(const Request& request, const engine::Trace& trace, int stage);

// What a command prints after writing a file: the path; nothing for a device, a pipe or standard output
// itself.
std::string say_where(const std::string& path);

}  // namespace app
