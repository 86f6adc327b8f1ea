// preferences_file.cpp: preferences as JSON, read as untrusted input.
#include "app/shell/preferences_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "app/document/json_reader.h"
#include "app/export/file.h"
#include "app/shell/file_lock.h"
#include "app/shell/not_kept.h"
#include "app/text/quotable.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using engine::Error;

constexpr size_t kLargestFile = 64 << 10;  // bytes
constexpr int kFarthest = 100'000;         // pixels from the desktop's corner
constexpr int kWidestPanel = 4000;

constexpr std::array<Named<Theme>, 2> kThemes = {{{"light", Theme::kLight}, {"dark", Theme::kDark}}};
constexpr auto kNotationNames = [] {
  std::array<Named<engine::Notation>, engine::kNotations.size()> names{};
  for (size_t i = 0; i < names.size(); ++i)
    names[i] = {engine::kNotations[i].name, engine::kNotations[i].notation};
  return names;
}();
constexpr std::array<Named<SequentialMap>, 3> kMapNames = {{{"viridis", SequentialMap::kViridis},
                                                            {"cividis", SequentialMap::kCividis},
                                                            {"greys", SequentialMap::kGreys}}};
constexpr std::array<Named<FigureWidth>, 4> kFigureWidths = {{{"content", FigureWidth::kContent},
                                                              {"one column", FigureWidth::kOneColumn},
                                                              {"two columns", FigureWidth::kTwoColumns},
                                                              {"slide", FigureWidth::kSlide}}};
constexpr std::array<Named<FilmShape>, 2> kFilmShapes = {
    {{"16:9", FilmShape::kWide}, {"square", FilmShape::kSquare}}};
constexpr std::array<Named<FilmGround>, 3> kFilmGrounds = {
    {{"window", FilmGround::kAsWindow}, {"light", FilmGround::kLight}, {"dark", FilmGround::kDark}}};
constexpr std::array<Named<RailFold>, 4> kRailFolds = {{{"as fits", RailFold::kAsFits},
                                                        {"wide", RailFold::kWide},
                                                        {"pictures", RailFold::kPictures},
                                                        {"away", RailFold::kAway}}};
constexpr std::array<Named<PanelFold>, 3> kFolds = {
    {{"as fits", PanelFold::kAsFits}, {"shown", PanelFold::kShown}, {"away", PanelFold::kAway}}};

template <class Kind, size_t kSize>
std::string_view name_of(const std::array<Named<Kind>, kSize>& table, Kind kind) {
  for (const auto& entry : table) {
    if (entry.kind == kind) return entry.name;
  }
  return {};
}

void read_language(Reader& reader, Language& language) {
  std::string code(info(language).code);
  reader.read("language", code);
  if (const auto named = language_named(code)) {
    language = *named;
  } else {
    reader.mark("language");
  }
}

void read_window(Reader& reader, std::optional<WindowPlace>& window) {
  WindowPlace place;
  reader.read("window_x", place.area.x, -kFarthest, kFarthest);
  reader.read("window_y", place.area.y, -kFarthest, kFarthest);
  reader.read("window_width", place.area.width, 1, kFarthest);
  reader.read("window_height", place.area.height, 1, kFarthest);
  reader.read("maximised", place.is_maximised);
  if (place.area.width > 0 && place.area.height > 0) window = place;
}

// The overlap of two rectangles in pixels, across and down.
std::pair<int, int> shared(const DesktopArea& one, const DesktopArea& other) {
  return {std::min(one.x + one.width, other.x + other.width) - std::max(one.x, other.x),
          std::min(one.y + one.height, other.y + other.height) - std::max(one.y, other.y)};
}

DesktopArea no_larger(DesktopArea window, const DesktopArea& screen) {
  window.width = std::min(window.width, screen.width);
  window.height = std::min(window.height, screen.height);
  return window;
}

}  // namespace

namespace {

void write_exports(const Preferences& from, nlohmann::ordered_json& object) {
  const FigureChoices& figure = from.figure;
  object["export_folder"] = from.export_folder;
  object["lessons_folder"] = from.lessons_folder;
  object["figure_width"] = name_of(kFigureWidths, figure.width);
  object["figure_title"] = figure.title;
  object["figure_formula"] = figure.formula;
  object["figure_numbers"] = figure.numbers;
  object["figure_colour_bar"] = figure.colour_bar;
  object["figure_caption"] = figure.caption;
  object["figure_transparent"] = figure.is_transparent;
  object["film_shape"] = name_of(kFilmShapes, from.film.shape);
  object["film_ground"] = name_of(kFilmGrounds, from.film.ground);
}

void read_exports(Reader& reader, Preferences& to) {
  FigureChoices& figure = to.figure;
  reader.read("export_folder", to.export_folder);
  reader.read("lessons_folder", to.lessons_folder);
  reader.read("figure_width", kFigureWidths, figure.width);
  reader.read("figure_title", figure.title);
  reader.read("figure_formula", figure.formula);
  reader.read("figure_numbers", figure.numbers);
  reader.read("figure_colour_bar", figure.colour_bar);
  reader.read("figure_caption", figure.caption);
  reader.read("figure_transparent", figure.is_transparent);
  reader.read("film_shape", kFilmShapes, to.film.shape);
  reader.read("film_ground", kFilmGrounds, to.film.ground);
}

// A flat object: deeper levels are discarded while parsing.
template <class Json>
Json flat(std::string_view text) {
  return Json::parse(
      text, [](int depth, typename Json::parse_event_t, Json&) { return depth <= 1; }, false);
}

std::string in_lines(const nlohmann::ordered_json& object) {
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

// The file as it is, with the fields that differ between what a window knew and what it wants; all that it
// wants if the file cannot be read.
std::string merged(const std::string& standing, const std::string& known, const std::string& wanted) {
  if (!kept_from_json(standing)) return wanted;
  auto file = flat<nlohmann::ordered_json>(standing);
  const auto before = flat<nlohmann::ordered_json>(known);
  const auto now = flat<nlohmann::ordered_json>(wanted);
  for (const auto& [field, value] : now.items()) {
    if (!before.contains(field) || before[field] != value) file[field] = value;
  }
  return in_lines(file);
}

}  // namespace

std::string to_json(const Kept& kept) {
  const Preferences& preferences = kept.preferences;
  nlohmann::ordered_json object = {{"theme", name_of(kThemes, preferences.theme)},
                                   {"language", info(preferences.language).code},
                                   {"text_size", preferences.text_size},
                                   {"chose_text_size", preferences.chose_text_size},
                                   {"colour_map", name_of(kMapNames, preferences.map)},
                                   {"fixed_range", preferences.fixed_range},
                                   {"predicted_rows", preferences.predicted_rows},
                                   {"merged_pieces", preferences.merged_pieces},
                                   {"motion", preferences.motion},
                                   {"notation", engine::name_of(preferences.notation)},
                                   {"count_from", preferences.count_from},
                                   {"story_seen", preferences.story_seen},
                                   {"rail", name_of(kRailFolds, kept.panels.rail)},
                                   {"rail_width", kept.panels.rail_width},
                                   {"card", name_of(kFolds, kept.panels.card)},
                                   {"card_width", kept.panels.card_width},
                                   {"strip", name_of(kFolds, kept.panels.strip)},
                                   {"strip_height", kept.panels.strip_height}};
  write_exports(preferences, object);
  if (kept.window) {
    object["window_x"] = kept.window->area.x;
    object["window_y"] = kept.window->area.y;
    object["window_width"] = kept.window->area.width;
    object["window_height"] = kept.window->area.height;
    object["maximised"] = kept.window->is_maximised;
  }
  return in_lines(object);
}

engine::Result<Kept> kept_from_json(std::string_view text) {
  const json object = flat<json>(text);
  if (!object.is_object()) return Error{"error.preferences", {{"field", quotable(text)}}};
  Kept kept;
  Reader reader(object);
  reader.read("theme", kThemes, kept.preferences.theme);
  read_language(reader, kept.preferences.language);
  reader.read("text_size", kept.preferences.text_size, kSmallestText, kLargestText);
  reader.read("chose_text_size", kept.preferences.chose_text_size);
  reader.read("colour_map", kMapNames, kept.preferences.map);
  reader.read("fixed_range", kept.preferences.fixed_range);
  reader.read("predicted_rows", kept.preferences.predicted_rows);
  reader.read("merged_pieces", kept.preferences.merged_pieces);
  reader.read("motion", kept.preferences.motion);
  reader.read("notation", kNotationNames, kept.preferences.notation);
  reader.read("count_from", kept.preferences.count_from, 0, 1);
  read_exports(reader, kept.preferences);
  reader.read("story_seen", kept.preferences.story_seen);
  reader.read("rail", kRailFolds, kept.panels.rail);
  reader.read("rail_width", kept.panels.rail_width, 0, kWidestPanel);
  reader.read("card", kFolds, kept.panels.card);
  reader.read("card_width", kept.panels.card_width, 0, kWidestPanel);
  reader.read("strip", kFolds, kept.panels.strip);
  reader.read("strip_height", kept.panels.strip_height, 0, kWidestPanel);
  read_window(reader, kept.window);
  if (reader.bad()) return Error{"error.preferences", {{"field", *reader.bad()}}};
  return kept;
}

DesktopArea on_a_screen(DesktopArea window, std::span<const DesktopArea> screens) {
  // Enough to grab and drag it back.
  constexpr int kHandleWidth = 120;
  constexpr int kHandleHeight = 40;
  if (screens.empty()) return window;
  const DesktopArea top{window.x, window.y, window.width, kHandleHeight};
  for (const DesktopArea& screen : screens) {
    const auto [across, down] = shared(top, screen);
    if (across >= std::min(kHandleWidth, window.width) && down >= kHandleHeight)
      return no_larger(window, screen);
  }
  const DesktopArea& first = screens.front();
  window = no_larger(window, first);
  window.x = first.x + (first.width - window.width) / 2;
  window.y = first.y + (first.height - window.height) / 2;
  return window;
}

fs::path PreferencesFile::usual_path() {
  const auto folder = [](const char* variable) -> fs::path {
    const char* value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : "";
  };
  fs::path config = folder("XDG_CONFIG_HOME");
  if (config.empty() && !folder("HOME").empty()) config = folder("HOME") / ".config";
  return config.empty() ? config : config / "headlight" / "preferences.json";
}

engine::Result<Kept> PreferencesFile::read() {
  // An unreadable file stays until the user changes something.
  known_ = to_json(Kept{});
  std::error_code failed;
  if (path_.empty() || !fs::exists(path_, failed)) return Kept{};
  const auto text = exporter::read_file(path_, kLargestFile);
  if (!text) return text.error();
  auto kept = kept_from_json(*text);
  if (kept) {
    known_ = to_json(*kept);
    return kept;
  }
  Error error = kept.error();
  error.arguments.emplace_back("path", path_.string());
  return error;
}

void PreferencesFile::keep(const Kept& kept, double now) {
  if (path_.empty()) {
    failed_ = not_kept_without_home();
    return;
  }
  std::string text = to_json(kept);
  if (text == known_) {
    waiting_.clear();
    return;
  }
  if (waiting_.empty()) next_write_ = now + kEvery;
  waiting_ = std::move(text);
  if (now >= next_write_ && !flush()) next_write_ = now + kRetry;
}

bool PreferencesFile::flush() {
  if (waiting_.empty()) return true;
  const auto failed = write();
  failed_ = failed ? std::optional(not_kept_in(path_.parent_path(), *failed)) : std::nullopt;
  if (failed) return false;
  known_ = std::exchange(waiting_, {});
  return true;
}

std::optional<Error> PreferencesFile::write() const {
  if (auto bad = exporter::make_folder(path_.parent_path())) return bad;
  const auto lock = FileLock::take_soon(fs::path(path_) += ".lock");
  if (!lock) return lock.error();
  const auto standing = exporter::read_file(path_, kLargestFile);
  return exporter::write_file(path_, merged(standing ? *standing : "", known_, waiting_));
}

std::optional<double> PreferencesFile::due(double now) const {
  if (waiting_.empty()) return std::nullopt;
  return std::max(0.0, next_write_ - now);
}

}  // namespace app
