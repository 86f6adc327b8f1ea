// export.cpp: `headlight export`: pictures and numbers in files.
#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <span>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/commands.h"
#include "app/cli/look_options.h"
#include "app/export/figure.h"
#include "app/export/file.h"
#include "app/export/handout.h"
#include "app/export/numbers.h"
#include "app/look/labels.h"
#include "app/session/mask_words.h"

namespace app {
namespace {

using engine::Error;
using look::ColourMap;

constexpr std::array kExportOptions = {
    Option{"--stage", "ADDRESS", "help.stage"},
    Option{"--out", "FILE", "help.export_out"},
    Option{"--all", "DIR", "help.export_all"},
    Option{"--handout", "FILE.pdf", "help.export_handout"},
    Option{"--handout-blanks", "", "help.handout_blanks"},
    Option{"--format", "png|svg|pdf|csv|npy", "help.export_format"},
    Option{"--colormap", "viridis|cividis|greys", "help.colormap"},
    Option{"--width", "85mm|240pt|1600px", "help.figure_width"},
    Option{"--scale", "N", "help.scale"},
    Option{"--theme", "light|dark", "help.theme"},
    Option{"--no-title", "", "help.no_title"},
    Option{"--no-formula", "", "help.no_formula"},
    Option{"--no-numbers", "", "help.no_numbers"},
    Option{"--no-colour-bar", "", "help.no_colour_bar"},
    Option{"--no-caption", "", "help.no_caption"},
    Option{"--transparent", "", "help.transparent"},
    Option{"--predicted-rows", "", "help.predicted_rows"},
    Option{"--merged-pieces", "", "help.merged_pieces"},
    kNotationOption,
    kCountFromOption,
};

// One of `choices`, or the first if the option is not given.
engine::Result<std::string> choose(const ParsedOptions& given, std::string_view option,
                                   std::span<const std::string> choices) {
  std::string typed = given.get(option, choices.front());
  for (const std::string& choice : choices) {
    if (choice == typed) return typed;
  }
  return not_a_choice(option, typed, choices);
}

// As large as its content unless --width is given.
engine::Result<exporter::FigurePage> read_page(const ParsedOptions& given) {
  const auto typed = given.find("--width");
  if (!typed) return exporter::FigurePage{};
  if (const auto page = exporter::page_named(*typed)) return *page;
  return Error{"error.figure_width", {{"value", quotable(*typed)}}};
}

exporter::FigureParts read_parts(const ParsedOptions& given) {
  return {.title = !given.has("--no-title"),
          .formula = !given.has("--no-formula"),
          .numbers = !given.has("--no-numbers"),
          .colour_bar = !given.has("--no-colour-bar"),
          .caption = !given.has("--no-caption")};
}

// How the figure looks, without its words.
engine::Result<exporter::FigureOptions> read_figure(const ParsedOptions& given) {
  static const std::array<std::string, 2> kThemes = {"light", "dark"};
  std::vector<std::string> maps;
  for (const ColourMap map : {ColourMap::kViridis, ColourMap::kCividis, ColourMap::kGreys}) {
    maps.emplace_back(look::name_of(map));
  }
  const auto map = choose(given, "--colormap", maps);
  if (!map) return map.error();
  const auto theme = choose(given, "--theme", kThemes);
  if (!theme) return theme.error();
  const auto scale = number(given, "--scale", 0.1, 16, 1);
  if (!scale) return scale.error();
  const auto notation = read_notation(given);
  if (!notation) return notation.error();
  const auto first = read_count_from(given, 1);
  if (!first) return first.error();
  const auto page = read_page(given);
  if (!page) return page.error();
  return exporter::FigureOptions{.sequential = *look::colour_map_named(*map),
                                 .dark = *theme == "dark",
                                 .scale = *scale,
                                 .notation = *notation,
                                 .predicted_rows = given.has("--predicted-rows"),
                                 .merged_pieces = given.has("--merged-pieces"),
                                 .words = &words(app::Language::kEnglish, *first),
                                 .page = *page,
                                 .parts = read_parts(given),
                                 .is_transparent = given.has("--transparent"),
                                 .handout_blanks = given.has("--handout-blanks")};
}

engine::Result<exporter::FigureOptions> figure_options(const Request& request) {
  const auto read = read_figure(request.given);
  if (!read) return read.error();
  exporter::FigureOptions options = *read;
  options.words = &words(request.words.language(), options.words->counts_from());
  options.mask = mask_line(request.words, request.document.config);
  options.finite_mask = request.document.config.mask_finite;
  options.check = [&watch = request.watch] { return watch.check_for_file(); };
  return options;
}

// Exactly one of --out, --all and --handout, and --stage and --format only where they apply.
std::optional<Error> check_target(const ParsedOptions& given) {
  for (const auto& [first, second] :
       {std::pair{"--out", "--all"}, std::pair{"--out", "--handout"}, std::pair{"--all", "--handout"},
        std::pair{"--stage", "--all"}, std::pair{"--stage", "--handout"}}) {
    if (auto bad = exclusive(given, first, second)) return bad;
  }
  if (given.has("--handout-blanks") && !given.has("--handout"))
    return without("--handout-blanks", "--handout FILE.pdf");
  if (given.has("--format") && !given.has("--all")) {
    return without("--format", "--all DIR");
  }
  if (given.has("--out") || given.has("--all") || given.has("--handout")) return std::nullopt;
  return Error{"error.export_target", {}};
}

// What changes a figure's looks, and what of it changes a handout as well.
constexpr std::array<std::string_view, 13> kLooks = {"--width",
                                                     "--scale",
                                                     "--theme",
                                                     "--no-title",
                                                     "--no-formula",
                                                     "--no-numbers",
                                                     "--no-colour-bar",
                                                     "--no-caption",
                                                     "--transparent",
                                                     "--predicted-rows",
                                                     "--colormap",
                                                     kNotationOption.name,
                                                     kCountFromOption.name};
constexpr std::array<std::string_view, 3> kLooksOfHandout = {"--colormap", kNotationOption.name,
                                                             kCountFromOption.name};

std::optional<Error> check_handout(const ParsedOptions& given) {
  const std::string path = given.get("--handout", "");
  if (!path.ends_with(".pdf"))
    return Error{"error.unknown_format", {{"path", quotable(path)}, {"formats", ".pdf"}}};
  const auto refused = [](std::string_view option) {
    return Error{"error.width_of_handout", {{"option", std::string(option)}}};
  };
  for (const std::string_view option : kLooks) {
    const bool is_taken = std::ranges::find(kLooksOfHandout, option) != kLooksOfHandout.end();
    if (given.has(option) && !is_taken) return refused(option);
  }
  return given.has("--merged-pieces") ? std::optional(refused("--merged-pieces")) : std::nullopt;
}

// Options that change nothing in a format: numbers have no looks, and only a PNG has pixels.
std::optional<Error> check_format(const ParsedOptions& given, const std::string& ending) {
  const auto refused = [&](std::string_view option, const char* formats) {
    return Error{"error.option_of_formats",
                 {{"option", std::string(option)}, {"format", ending}, {"formats", formats}}};
  };
  const bool are_numbers = ending == ".csv" || ending == ".npy";
  for (const std::string_view option : kLooks) {
    if (are_numbers && given.has(option)) return refused(option, ".png .svg .pdf");
  }
  const bool has_pixels = ending == ".png";
  return !has_pixels && given.has("--scale") ? std::optional(refused("--scale", ".png")) : std::nullopt;
}

engine::Result<std::string> format_of_all(const ParsedOptions& given) {
  static const std::array<std::string, 5> kFormats = {"png", "svg", "pdf", "csv", "npy"};
  return choose(given, "--format", kFormats);
}

std::optional<Error> check_what(const ParsedOptions& given) {
  if (given.has("--handout")) return check_handout(given);
  if (given.has("--all")) {
    const auto format = format_of_all(given);
    return format ? check_format(given, "." + *format) : std::optional(format.error());
  }
  if (auto bad = check_stage(given)) return bad;
  const auto ending = exporter::figure_ending(given.get("--out", ""));
  return ending ? check_format(given, *ending) : std::optional(ending.error());
}

// What was asked for and changes none of these stages.
void tell_what_has_no_effect(const Request& request, const engine::Trace& trace,
                             std::span<const int> stages) {
  const auto has_pieces = [&](int stage) { return exporter::has_pieces_to_merge(trace, stage); };
  const auto predicts = [&](int stage) { return look::predicts_what_follows(trace.stage(stage)); };
  if (request.given.has("--merged-pieces") && std::ranges::none_of(stages, has_pieces))
    report(Error{"notice.nothing_merged", {}}, request.words);
  if (request.given.has("--predicted-rows") && std::ranges::none_of(stages, predicts))
    report(Error{"notice.nothing_predicted", {}}, request.words);
}

// All heads of a layer in one file.
Printed export_heads(const Request& request, const FoundStage& found, const std::string& path) {
  const std::string bytes = exporter::heads_to_npy(*found.trace, found.heads);
  if (auto bad = request.watch.check_for_file()) return *bad;
  if (auto bad = exporter::write_file(path, bytes)) return *bad;
  tell_what_has_no_effect(request, *found.trace, {});  // a word in pieces stays apart
  return say_where(path);
}

Printed export_one(const Request& request, const exporter::FigureOptions& options) {
  const std::string path = request.given.get("--out", "");
  const auto ending = exporter::figure_ending(path);
  if (!ending) return ending.error();
  const auto found = *ending == ".npy" ? find_stage_or_layer(request) : find_stage(request);
  if (!found) return found.error();
  if (!found->heads.empty()) return export_heads(request, *found, path);
  const auto written = exporter::export_stage(*found->trace, found->stage, options, path);
  if (!written) return written.error();
  tell_what_has_no_effect(request, *found->trace, std::array{found->stage});
  return say_where(path);
}

Printed export_every(const Request& request, const exporter::FigureOptions& options) {
  const auto format = format_of_all(request.given);
  if (!format) return format.error();
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  const std::string folder = request.given.get("--all", "");
  const auto count = exporter::export_all(**trace, folder, *format, options);
  if (!count) return count.error();
  std::vector<int> all(static_cast<size_t>((*trace)->size()));
  std::iota(all.begin(), all.end(), 0);
  tell_what_has_no_effect(request, **trace, all);
  return request.words("export.wrote_all", {{"count", std::to_string(*count)}, {"path", folder}}) + '\n';
}

Printed export_page(const Request& request, const exporter::FigureOptions& options) {
  const std::string path = request.given.get("--handout", "");
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  const auto written = exporter::export_handout(request.document, **trace, options, path);
  if (!written) return written.error();
  return say_where(path);
}

}  // namespace

std::span<const Option> export_options() {
  return kExportOptions;
}

std::optional<Error> check_export(const ParsedOptions& given) {
  if (auto bad = check_target(given)) return bad;
  if (const auto figure = read_figure(given); !figure) return figure.error();
  return check_what(given);
}

Printed run_export(const Request& request) {
  const auto options = figure_options(request);
  if (!options) return options.error();
  if (request.given.has("--all")) return export_every(request, *options);
  if (request.given.has("--handout")) return export_page(request, *options);
  return export_one(request, *options);
}

}  // namespace app
