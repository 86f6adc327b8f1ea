// commands.h: the commands of the command line. A new one is one file with its run_ function and its options,
// and one row in main.cpp's table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/cli/options.h"
#include "app/document/document.h"
#include "app/document/input_watch.h"
#include "app/text/tr.h"
#include "engine/core/result.h"

namespace app {

// What a command works on: the document that INPUT describes, and its own options.
struct Request {
  const Document& document;
  const ParsedOptions& given;
  const Words& words;
  int& exit_code;  // 0, unless the command has something to say with it
  // Asked before the command writes a file: its numbers may be of files that have changed. What is printed is
  // asked for afterwards.
  const InputWatch& watch;
};

// What a command prints on the standard output, to the byte.
using Printed = engine::Result<std::string>;

struct Command {
  std::string_view name;
  std::string_view help;  // text key
  std::span<const Option> options;
  Printed (*run)(const Request& request);
  bool runs = true;                                 // whether INPUT has to be something that can be run
  int failure = 1;                                  // the exit code of its errors
  void (*prepare)(ParsedOptions& given) = nullptr;  // sets what it takes for granted where it was not typed
};

// What the program as a whole brings to the command line, which knows no window.
struct Program {
  std::span<const Command> commands;
  std::string_view interface_version;  // a line of --version
};

// One line a stage: address, shape, operation, formula, with tabs between.
Printed run_stages(const Request& request);

// The numbers of one stage, as text, CSV, JSON or NPY, printed or written to a file.
std::span<const Option> trace_options();
Printed run_trace(const Request& request);

// One cell's arithmetic in lines: where it stands, its formula, a line a term, the quantities, and the
// result.
std::string explain_lines(const engine::Trace& trace, const engine::Cell& cell, const Words& words);

// The arithmetic of one cell, term by term.
std::span<const Option> explain_options();
Printed run_explain(const Request& request);

// A text in the tokens of a trained model, one line a token, or as JSON.
std::span<const Option> tokenize_options();
Printed run_tokenize(const Request& request);

// What a trained model is, and its tensors, one line a tensor, or as JSON.
std::span<const Option> inspect_options();
Printed run_inspect(const Request& request);

// The stages that somebody else computed, beside ours: one line a stage, or as JSON. The exit code is 1 where
// one differs, and 2 where none does but a file cannot be compared.
std::span<const Option> compare_options();
Printed run_compare(const Request& request);

// The tokens that a decoder puts behind what was typed, one line a token, or as JSON.
std::span<const Option> generate_options();
Printed run_generate(const Request& request);

// What tells positions apart: two positions' vectors step by step, their products by offset, repeats. Reads
// the settings alone; where no model is named, sinusoids of width 256.
std::span<const Option> positions_options();
Printed run_positions(const Request& request);
void prepare_positions(ParsedOptions& given);

// The same tokens in another order, with every kind of positions: one line a kind, or as JSON.
std::span<const Option> order_options();
Printed run_order(const Request& request);

// How far a way of computing attention is from the exact one: a line a head; over the values of one of its
// numbers; and what it takes at several lengths. Or as JSON.
std::span<const Option> measure_options();
Printed run_measure(const Request& request);

// Attention's relatives: what reaches an output, steps and ways counted, costs; as lines, or as JSON.
std::span<const Option> relatives_options();
Printed run_relatives(const Request& request);
void prepare_relatives(ParsedOptions& given);

// Pictures and numbers in files: one stage, every stage, or the page to hand out.
std::span<const Option> export_options();
Printed run_export(const Request& request);

// The run of a document and one of its stages.
struct FoundStage {
  std::shared_ptr<const engine::Trace> trace;
  int stage = 0;
};

// The stage that --stage names. Errors: those of make_trace, error.option_missing (option),
// error.unknown_stage (stage, nearest).
engine::Result<FoundStage> find_stage(const Request& request);

// The cell of a stage that --cell names. Errors: error.option_missing (option), error.cell_form (value),
// error.cell_range.
engine::Result<engine::Cell> find_cell(const Request& request, const engine::Trace& trace, int stage);

// What a command prints when it has written a file: the path; nothing for a device, a pipe or the standard
// output itself.
std::string say_where(const std::string& path);

}  // namespace app
