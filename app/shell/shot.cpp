// shot.cpp: `headlight shot`: a picture of the interface, without a window or a display.
#include "app/shell/shot.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "app/cli/input.h"
#include "app/cli/learning_input.h"
#include "app/cli/look_options.h"
#include "app/document/labs/labs.h"
#include "app/export/file.h"
#include "app/export/picture.h"
#include "app/pages/page.h"
#include "app/shell/offscreen.h"
#include "app/views/core/view.h"

namespace app {
namespace {

constexpr std::array kShotOptions = {
    Option{"--out", "FILE.png", "help.shot_out"},
    Option{"--size", "WIDTHxHEIGHT", "help.size"},
    Option{"--stage", "ADDRESS", "help.stage"},
    Option{"--cell", "ROW,COLUMN", "help.shot_cell"},
    Option{"--view", "NAME", "help.view"},
    Option{"--token", "POSITION", "help.token"},
    Option{"--task", "NAME", "help.learning_task"},
    Option{"--steps", "N", "help.learning_steps"},
    Option{"--theme", "light|dark", "help.theme"},
    Option{"--text-size", "PERCENT", "help.text_size"},
    Option{"--colormap", "viridis|cividis|greys", "help.colormap"},
    Option{"--own-range", "", "help.own_range"},
    Option{"--predicted-rows", "", "help.predicted_rows"},
    Option{"--merged-pieces", "", "help.merged_pieces"},
    kNotationOption,
    kCountFromOption,
    Option{"--panel", "NAME", "help.panel"},
    Option{"--present", "", "help.present"},
    Option{"--brush", "", "help.brush"},
    Option{"--homework", "FOLDER", "help.homework"},
};

constexpr int kSmallestSide = 320;  // pixels
constexpr int kLargestSide = 8192;

engine::Result<std::string> read_view(const ParsedOptions& given) {
  const std::string typed = given.get("--view", views::central_views().front().name);
  std::vector<std::string> names;
  for (const views::View& view : views::central_views()) names.emplace_back(view.name);
  if (std::find(names.begin(), names.end(), typed) != names.end()) return typed;
  return not_a_choice("--view", typed, names);
}

// "page-history" names the page that is read.
constexpr std::string_view kPagePanel = "page-";

std::vector<std::string> panel_names() {
  std::vector<std::string> names = {"palette", "help", "history",  "story",  "model",
                                    "quit",    "step", "likeness", "export", "glossary"};
  for (const PageRow& page : pages()) names.push_back(std::string(kPagePanel).append(page.name));
  return names;
}

// The overlay on the window.
engine::Result<Desk> read_desk(const ParsedOptions& given) {
  Desk desk;
  desk.panel = given.get("--panel", "");
  desk.presenting.is_on = given.has("--present");
  desk.brush.is_on = given.has("--brush");
  desk.homework.folder = given.get("--homework", "");
  desk.homework.is_new = true;
  const std::vector<std::string> names = panel_names();
  if (given.has("--panel") && std::find(names.begin(), names.end(), desk.panel) == names.end())
    return not_a_choice("--panel", desk.panel, names);
  // Pages of the view Learning.
  desk.learning.shows_likeness = desk.panel == "likeness";
  if (desk.panel == app::kStepPage) desk.learning.page = kStepPage;
  if (desk.learning.shows_likeness || !desk.learning.page.empty()) desk.panel.clear();
  if (desk.panel.starts_with(kPagePanel)) {
    desk.reading.page = desk.panel.substr(kPagePanel.size());
    desk.panel = "page";
  }
  // The panels of the model and of exports open at their buttons.
  if (desk.panel == "model" || desk.panel == "export") desk.opens = std::exchange(desk.panel, "");
  return desk;
}

engine::Result<SequentialMap> read_map(const ParsedOptions& given) {
  constexpr std::array<std::pair<std::string_view, SequentialMap>, 3> kMaps = {
      {{"viridis", SequentialMap::kViridis},
       {"cividis", SequentialMap::kCividis},
       {"greys", SequentialMap::kGreys}}};
  const std::string typed = given.get("--colormap", "viridis");
  std::vector<std::string> names;
  for (const auto& [name, map] : kMaps) {
    if (name == typed) return map;
    names.emplace_back(name);
  }
  return not_a_choice("--colormap", typed, names);
}

engine::Result<uint64_t> read_token(const ParsedOptions& given) {
  return whole_number(given, "--token", 0, engine::kMaxTokens - 1, 0);
}

// The picture's focus: the stage must be in the trace, the cell inside the stage.
std::optional<engine::Error> read_focus(const Request& request, Focus& focus) {
  auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  if (request.given.has("--stage")) {
    const auto found = find_stage(request);
    if (!found) return found.error();
    focus.stage = found->trace->stage(found->stage).address;
    focus.pinned.reset();
  }
  const auto token = read_token(request.given);
  if (!token) return token.error();
  if (request.given.has("--token")) focus.token = *token;
  if (!request.given.has("--cell")) return std::nullopt;
  const auto stage = trace.value()->find(focus.stage);
  if (!stage)
    return engine::Error{"error.unknown_stage", {{"stage", quotable(focus.stage)}, {"nearest", "scores"}}};
  const auto cell = find_cell(request, **trace, *stage);
  if (!cell) return cell.error();
  focus.pinned = {cell->row, cell->column};
  return std::nullopt;
}

// A model that learns is shown as it learns, unless something else of it is asked for.
void look_at_learning(const ParsedOptions& given, Document& learned) {
  constexpr std::array kElsewhere = {"--view", "--stage", "--cell", "--token"};
  const bool is_elsewhere =
      std::ranges::any_of(kElsewhere, [&](const char* option) { return given.has(option); });
  if (given.has("--task") && !is_elsewhere) learned.focus.view = "learning";
}

}  // namespace

engine::Result<Preferences> read_appearance(const ParsedOptions& given) {
  Preferences preferences;
  const auto theme = read_theme(given);
  if (!theme) return theme.error();
  preferences.theme = theme->value_or(Theme::kLight);
  const auto text_size = read_text_size(given);
  if (!text_size) return text_size.error();
  if (*text_size) choose_text_size(preferences, **text_size);
  const auto map = read_map(given);
  if (!map) return map.error();
  preferences.map = *map;
  preferences.fixed_range = !given.has("--own-range");
  preferences.predicted_rows = given.has("--predicted-rows");
  preferences.merged_pieces = given.has("--merged-pieces");
  const auto notation = read_notation(given);
  if (!notation) return notation.error();
  preferences.notation = *notation;
  const auto first = read_count_from(given, 1);
  if (!first) return first.error();
  preferences.count_from = *first;
  return preferences;
}

std::optional<engine::Error> check_looks(const ParsedOptions& given) {
  if (const auto appearance = read_appearance(given); !appearance) return appearance.error();
  if (const auto view = read_view(given); !view) return view.error();
  if (const auto token = read_token(given); !token) return token.error();
  return given.has("--cell") ? check_cell(given) : std::nullopt;
}

// How the document is shown.
engine::Result<State> read_looks(const Request& request) {
  const auto appearance = read_appearance(request.given);
  if (!appearance) return appearance.error();
  State state{request.document, *appearance};
  state.preferences.language = request.words.language();
  if (request.given.has("--view")) state.document.focus.view = request.given.get("--view", "");
  open_lab_of_view(state.document);
  if (auto bad = read_focus(request, state.document.focus)) return *bad;
  return state;
}

// "1600x900".
engine::Result<ShotSize> read_size(const ParsedOptions& given, ShotSize otherwise) {
  const auto typed = given.find("--size");
  if (!typed) return otherwise;
  ShotSize size;
  const char* const end = typed->data() + typed->size();
  const auto width = std::from_chars(typed->data(), end, size.width);
  const bool crossed = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = crossed ? std::from_chars(width.ptr + 1, end, size.height) : width;
  const auto fits = [](int side) { return side >= kSmallestSide && side <= kLargestSide; };
  if (crossed && height.ec == std::errc() && height.ptr == end && fits(size.width) && fits(size.height))
    return size;
  return engine::Error{"error.size_form",
                       {{"value", quotable(*typed)},
                        {"smallest", std::to_string(kSmallestSide)},
                        {"largest", std::to_string(kLargestSide)}}};
}

engine::Result<std::string> read_png_path(const ParsedOptions& given, std::string_view option) {
  const auto path = given.find(option);
  if (!path) return engine::Error{"error.option_missing", {{"option", std::string(option) + " FILE.png"}}};
  if (path->ends_with(".png") || path->starts_with("/dev/")) return *path;
  return engine::Error{"error.unknown_format", {{"path", quotable(*path)}, {"formats", ".png"}}};
}

std::span<const Option> shot_options() {
  return kShotOptions;
}

std::optional<engine::Error> check_shot(const ParsedOptions& given) {
  if (const auto path = read_png_path(given, "--out"); !path) return path.error();
  if (const auto size = read_size(given); !size) return size.error();
  if (const auto desk = read_desk(given); !desk) return desk.error();
  return check_looks(given);
}

Printed run_shot(const Request& request) {
  const auto path = read_png_path(request.given, "--out");
  if (!path) return path.error();
  const auto size = read_size(request.given);
  if (!size) return size.error();
  Document learned = request.document;
  if (auto bad = read_learning(request.given, learned)) return *bad;
  look_at_learning(request.given, learned);
  const auto state = read_looks({learned, request.given, request.words, request.exit_code, request.watch});
  if (!state) return state.error();
  const auto read = read_desk(request.given);
  if (!read) return read.error();
  Desk desk = *read;
  desk.quitting.why = request.words("not_kept.no_home");
  // Without a stage the view chooses one that it can show.
  const bool is_free =
      request.given.has("--view") && !request.given.has("--stage") && !request.given.has("--cell");
  const auto picture = take_shot(*state, *size, desk, is_free ? Looks::kAtNearest : Looks::kAtFocus);
  if (!picture) return picture.error();
  if (auto bad = request.watch.check_for_file()) return *bad;
  if (auto bad = exporter::write_file(*path, exporter::encode_png(*picture))) return *bad;
  return say_where(*path);
}

}  // namespace app
