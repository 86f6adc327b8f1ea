// export.cpp: `headlight export`: pictures and numbers in files.
#include <array>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/look_options.h"
#include "app/export/figure.h"
#include "app/export/handout.h"
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

engine::Result<exporter::FigureOptions> figure_options(const Request& request) {
  static const std::array<std::string, 2> kThemes = {"light", "dark"};
  std::vector<std::string> maps;
  for (const ColourMap map : {ColourMap::kViridis, ColourMap::kCividis, ColourMap::kGreys}) {
    maps.emplace_back(look::name_of(map));
  }
  const auto map = choose(request.given, "--colormap", maps);
  if (!map) return map.error();
  const auto theme = choose(request.given, "--theme", kThemes);
  if (!theme) return theme.error();
  const auto scale = number(request.given, "--scale", 0.1, 16, 1);
  if (!scale) return scale.error();
  const auto notation = read_notation(request.given);
  if (!notation) return notation.error();
  const auto first = read_count_from(request.given, 1);
  if (!first) return first.error();
  const auto page = read_page(request.given);
  if (!page) return page.error();
  return exporter::FigureOptions{.sequential = *look::colour_map_named(*map),
                                 .dark = *theme == "dark",
                                 .scale = *scale,
                                 .notation = *notation,
                                 .predicted_rows = request.given.has("--predicted-rows"),
                                 .merged_pieces = request.given.has("--merged-pieces"),
                                 .words = &words(request.words.language(), *first),
                                 .mask = mask_line(request.words, request.document.config),
                                 .page = *page,
                                 .parts = read_parts(request.given),
                                 .is_transparent = request.given.has("--transparent"),
                                 .handout_blanks = request.given.has("--handout-blanks"),
                                 .finite_mask = request.document.config.mask_finite,
                                 .check = [&watch = request.watch] { return watch.check_for_file(); }};
}

// Exactly one of --out, --all and --handout, and --stage and --format only where they apply.
std::optional<Error> check_target(const ParsedOptions& given) {
  for (const auto& [first, second] :
       {std::pair{"--out", "--all"}, std::pair{"--out", "--handout"}, std::pair{"--all", "--handout"},
        std::pair{"--stage", "--all"}, std::pair{"--stage", "--handout"}}) {
    if (auto bad = exclusive(given, first, second)) return bad;
  }
  for (const std::string_view option : {"--width", "--transparent"}) {
    if (given.has("--handout") && given.has(option))
      return Error{"error.width_of_handout", {{"option", std::string(option)}}};
  }
  if (given.has("--handout-blanks") && !given.has("--handout"))
    return without("--handout-blanks", "--handout FILE.pdf");
  if (given.has("--format") && !given.has("--all")) {
    return without("--format", "--all DIR");
  }
  if (given.has("--out") || given.has("--all") || given.has("--handout")) return std::nullopt;
  return Error{"error.export_target", {}};
}

Printed export_one(const Request& request, const exporter::FigureOptions& options) {
  const auto found = find_stage(request);
  if (!found) return found.error();
  const std::string path = request.given.get("--out", "");
  const auto written = exporter::export_stage(*found->trace, found->stage, options, path);
  if (!written) return written.error();
  return say_where(path);
}

Printed export_every(const Request& request, const exporter::FigureOptions& options) {
  static const std::array<std::string, 5> kFormats = {"png", "svg", "pdf", "csv", "npy"};
  const auto format = choose(request.given, "--format", kFormats);
  if (!format) return format.error();
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  const std::string folder = request.given.get("--all", "");
  const auto count = exporter::export_all(**trace, folder, *format, options);
  if (!count) return count.error();
  return request.words("export.wrote_all", {{"count", std::to_string(*count)}, {"path", folder}}) + '\n';
}

Printed export_page(const Request& request, const exporter::FigureOptions& options) {
  const std::string path = request.given.get("--handout", "");
  if (!path.ends_with(".pdf")) {
    return Error{"error.unknown_format", {{"path", quotable(path)}, {"formats", ".pdf"}}};
  }
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

Printed run_export(const Request& request) {
  if (auto bad = check_target(request.given)) return *bad;
  const auto options = figure_options(request);
  if (!options) return options.error();
  if (request.given.has("--all")) return export_every(request, *options);
  if (request.given.has("--handout")) return export_page(request, *options);
  return export_one(request, *options);
}

}  // namespace app
