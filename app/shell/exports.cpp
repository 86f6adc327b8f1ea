// exports.cpp: from a request to files with descriptive names.
#include "app/shell/exports.h"

#include <algorithm>
#include <filesystem>

#include "app/export/figure.h"
#include "app/export/file.h"
#include "app/export/handout.h"
#include "app/session/mask_words.h"
#include "app/session/steps.h"
#include "app/shell/desktop.h"
#include "app/shell/pictures_folder.h"
#include "app/views/core/view.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using engine::Result;

look::ColourMap map_of(SequentialMap map) {
  switch (map) {
    case SequentialMap::kCividis:
      return look::ColourMap::kCividis;
    case SequentialMap::kGreys:
      return look::ColourMap::kGreys;
    case SequentialMap::kViridis:
      break;
  }
  return look::ColourMap::kViridis;
}

exporter::FigurePage page_of(FigureWidth width) {
  switch (width) {
    case FigureWidth::kOneColumn:
      return exporter::kOneColumn;
    case FigureWidth::kTwoColumns:
      return exporter::kTwoColumns;
    case FigureWidth::kSlide:
      return exporter::kSlide;
    case FigureWidth::kContent:
      break;
  }
  return {};
}

exporter::FigureOptions options_of(const Session& session) {
  const Preferences& preferences = session.preferences();
  const FigureChoices& figure = preferences.figure;
  exporter::FigureOptions options;
  options.page = page_of(figure.width);
  options.parts = {.title = figure.title,
                   .formula = figure.formula,
                   .numbers = figure.numbers,
                   .colour_bar = figure.colour_bar,
                   .caption = figure.caption};
  options.is_transparent = figure.is_transparent;
  options.sequential = map_of(preferences.map);
  options.dark = preferences.theme == Theme::kDark;
  options.scale = figure.width == FigureWidth::kContent ? 2 : 1;
  options.fixed_range = preferences.fixed_range;
  options.predicted_rows = preferences.predicted_rows;
  options.notation = preferences.notation;
  options.merged_pieces = preferences.merged_pieces;
  options.words = &words(preferences);
  options.mask = mask_line(*options.words, session.trace_document().config);
  options.finite_mask = session.trace_document().config.mask_finite;
  options.check = [checkpoint = session.checkpoint()] {
    return checkpoint ? checkpoints::check_unchanged(*checkpoint) : std::nullopt;
  };
  return options;
}

// "name.png", or "name-2.png" if that is taken.
fs::path free_name(const fs::path& folder, const std::string& name, const std::string& ending) {
  fs::path path = folder / (name + ending);
  std::error_code ignored;
  for (int number = 2; fs::exists(path, ignored); ++number) {
    std::string numbered = name;
    numbered.append("-").append(std::to_string(number)).append(ending);
    path = folder / numbered;
  }
  return path;
}

// The location of the files: the file, or the folder of many.
Result<std::string> write_stages(const ExportRequest& request, const Session& session,
                                 const std::vector<int>& stages) {
  const engine::Trace& trace = *session.trace();
  const exporter::FigureOptions options = options_of(session);
  if (auto bad = exporter::make_folder(request.folder)) return *bad;
  std::string last;
  for (const int stage : stages) {
    const fs::path path = free_name(request.folder, trace.stage(stage).address, "." + request.format);
    auto written = exporter::export_stage(trace, stage, options, path);
    if (!written) return written.error();
    last = *written;
  }
  return stages.size() == 1 ? last : request.folder;
}

Result<std::string> write_all(const ExportRequest& request, const Session& session) {
  const fs::path folder = free_name(request.folder, "stages", "");
  auto count = exporter::export_all(*session.trace(), folder, request.format, options_of(session));
  if (!count) return count.error();
  return folder.string();
}

Result<std::string> write_handout(const ExportRequest& request, const Session& session) {
  if (auto bad = exporter::make_folder(request.folder)) return *bad;
  exporter::FigureOptions options = options_of(session);
  options.handout_blanks = request.scope == ExportScope::kHandoutBlanks;
  return exporter::export_handout(
      session.trace_document(), *session.trace(), options,
      free_name(request.folder, options.handout_blanks ? "handout-blanks" : "handout", ".pdf"));
}

// What the session shows, as it can be exported.
std::optional<engine::Error> nothing_to_write(const Session& session) {
  if (session.error()) return *session.error();
  if (!session.trace() || session.focused_stage() < 0) return engine::Error{"error.no_tokens", {}};
  return std::nullopt;
}

std::string name_of_view(const Words& tr, const std::string& name) {
  const auto all = views::central_views();
  const auto view = std::ranges::find(all, name, &views::View::name);
  const bool is_picture = view != all.end() && view->chosen == views::ChosenWhere::kAsPicture;
  return tr((is_picture ? "picture." : "view.") + name);
}

// A picture holds what the view shows: of all views only the stage's own can be drawn into a file.
std::optional<engine::Error> not_drawn_yet(const ExportRequest& request, const Session& session) {
  const std::string& view = session.document().focus.view;
  const bool is_stage = view == Focus().view || session.desk().presenting.is_on;
  const bool are_numbers = request.format == "csv" || request.format == "npy";
  if (is_stage || are_numbers) return std::nullopt;
  const Words& tr = words(session.preferences());
  return engine::Error{"error.view_not_drawn",
                       {{"view", name_of_view(tr, view)}, {"stage", name_of_view(tr, Focus().view)}}};
}

Result<std::string> write(const ExportRequest& request, const Session& session) {
  if (auto bad = nothing_to_write(session)) return *bad;
  switch (request.scope) {
    case ExportScope::kStage:
      if (auto bad = not_drawn_yet(request, session)) return *bad;
      return write_stages(request, session, {session.focused_stage()});
    case ExportScope::kHeads:
      return write_stages(request, session, across_heads(*session.trace(), session.focused_stage()));
    case ExportScope::kAllStages:
      return write_all(request, session);
    case ExportScope::kHandout:
    case ExportScope::kHandoutBlanks:
    case ExportScope::kFilm:  // films take long, so a FilmJob makes them
    case ExportScope::kTrainingFilm:
    case ExportScope::kCopy:
      break;
  }
  return write_handout(request, session);
}

}  // namespace

Result<std::string> film_path(const ExportRequest& wanted, const Session& session) {
  if (auto bad = nothing_to_write(session)) return *bad;
  const ExportRequest request{wanted.scope, wanted.format, whole_folder(wanted.folder)};
  if (auto bad = exporter::make_folder(request.folder)) return *bad;
  const char* const kind = request.scope == ExportScope::kTrainingFilm ? "-training" : "-film";
  const std::string name = session.trace()->stage(session.focused_stage()).address + kind;
  return free_name(request.folder, name, request.format == "png" ? "" : "." + request.format).string();
}

namespace {

Notice failed_notice(const engine::Error& error) {
  return {error.key, error.arguments, 0, true, {}};
}

// To the clipboard; where no program can do that, to a file.
Notice copy_stage(const ExportRequest& request, const Session& session) {
  if (auto bad = nothing_to_write(session)) return failed_notice(*bad);
  if (auto bad = not_drawn_yet(request, session)) return failed_notice(*bad);
  const auto png = exporter::draw_figure(*session.trace(), session.focused_stage(), options_of(session),
                                         exporter::Medium::kPng);
  if (!png) return failed_notice(png.error());
  const std::string copier = picture_copier();
  if (copy_png(copier, *png)) return {"export.copied", {}, 0, false, {}};
  const auto written = write_stages(request, session, {session.focused_stage()});
  if (!written) return failed_notice(written.error());
  const std::string package = copier == "wl-copy" ? "wl-clipboard" : "xclip";
  return {"export.copied_to_file", {{"program", package}, {"path", *written}}, 0, false, {}, *written};
}

}  // namespace

Notice carry_out(const ExportRequest& wanted, const Session& session) {
  const ExportRequest request{wanted.scope, wanted.format, whole_folder(wanted.folder)};
  if (request.scope == ExportScope::kCopy) return copy_stage(request, session);
  const auto written = write(request, session);
  if (!written) return failed_notice(written.error());
  return {"export.wrote", {{"path", *written}}, 0, false, {}, *written};
}

std::optional<Notice> show_folder(const std::string& path) {
  std::error_code failed;
  const std::string folder = fs::is_directory(path, failed) ? path : fs::path(path).parent_path().string();
  if (open_folder(folder)) return std::nullopt;
  return Notice{"error.no_file_manager", {{"path", folder}}, 0, true, {}};
}

}  // namespace app
