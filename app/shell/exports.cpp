// exports.cpp: from a request to files with descriptive names.
#include "app/shell/exports.h"

#include <filesystem>

#include "app/export/figure.h"
#include "app/export/file.h"
#include "app/export/handout.h"
#include "app/session/mask_words.h"
#include "app/session/steps.h"

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

exporter::FigureOptions options_of(const Session& session) {
  const Preferences& preferences = session.preferences();
  exporter::FigureOptions options;
  options.sequential = map_of(preferences.map);
  options.dark = preferences.theme == Theme::kDark;
  options.scale = 2;
  options.fixed_range = preferences.fixed_range;
  options.predicted_rows = preferences.predicted_rows;
  options.words = &words(preferences.language);
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
  return exporter::export_handout(session.trace_document(), *session.trace(), options_of(session),
                                  free_name(request.folder, "handout", ".pdf"));
}

Result<std::string> write(const ExportRequest& request, const Session& session) {
  if (session.error()) return *session.error();
  if (!session.trace() || session.focused_stage() < 0) return engine::Error{"error.no_tokens", {}};
  switch (request.scope) {
    case ExportScope::kStage:
      return write_stages(request, session, {session.focused_stage()});
    case ExportScope::kHeads:
      return write_stages(request, session, across_heads(*session.trace(), session.focused_stage()));
    case ExportScope::kAllStages:
      return write_all(request, session);
    case ExportScope::kHandout:
    case ExportScope::kFilm:  // films take long, so a FilmJob makes them
    case ExportScope::kTrainingFilm:
      break;
  }
  return write_handout(request, session);
}

}  // namespace

Result<std::string> film_path(const ExportRequest& request, const Session& session) {
  if (session.error()) return *session.error();
  if (!session.trace() || session.focused_stage() < 0) return engine::Error{"error.no_tokens", {}};
  if (auto bad = exporter::make_folder(request.folder)) return *bad;
  const char* const kind = request.scope == ExportScope::kTrainingFilm ? "-training" : "-film";
  const std::string name = session.trace()->stage(session.focused_stage()).address + kind;
  return free_name(request.folder, name, request.format == "png" ? "" : "." + request.format).string();
}

Notice carry_out(const ExportRequest& request, const Session& session) {
  const auto written = write(request, session);
  if (!written) return {written.error().key, written.error().arguments, 0, true, {}};
  std::error_code ignored;
  const fs::path whole = fs::absolute(*written, ignored);
  return {"export.wrote", {{"path", ignored ? *written : whole.lexically_normal().string()}}, 0, false, {}};
}

}  // namespace app
