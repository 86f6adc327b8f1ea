// film_job.cpp: runs `headlight animate` with the window's session on its standard input.
#include "app/shell/film_job.h"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "app/document/document_line.h"

namespace app {
namespace {

constexpr int kLongestEnd = 300;  // hundredths of a second

// A sentence to quote inside another: without its full stop.
std::string without_stop(std::string sentence) {
  for (const std::string_view stop : {".", "。"}) {
    if (sentence.ends_with(stop)) sentence.resize(sentence.size() - stop.size());
  }
  return sentence;
}

// Reads "12/240".
bool read_count(std::string_view text, int& done, int& all) {
  const char* const last = text.data() + text.size();
  const auto first = std::from_chars(text.data(), last, done);
  return first.ec == std::errc() && first.ptr != last && *first.ptr == '/' &&
         std::from_chars(first.ptr + 1, last, all).ptr == last;
}

std::string_view name_of(SequentialMap map) {
  switch (map) {
    case SequentialMap::kCividis:
      return "cividis";
    case SequentialMap::kGreys:
      return "greys";
    case SequentialMap::kViridis:
      break;
  }
  return "viridis";
}

bool is_dark(const Preferences& looks) {
  if (looks.film.ground == FilmGround::kAsWindow) return looks.theme == Theme::kDark;
  return looks.film.ground == FilmGround::kDark;
}

std::vector<std::string> arguments_of(const std::string& program, const Session& session,
                                      const std::string& path, ExportScope scope) {
  const Preferences& looks = session.preferences();
  std::vector<std::string> arguments = {program,
                                        "animate",
                                        "--progress",
                                        "--session",
                                        "/dev/stdin",
                                        "--stage",
                                        session.trace()->stage(session.focused_stage()).address,
                                        "--out",
                                        path,
                                        "--size",
                                        looks.film.shape == FilmShape::kSquare ? "960x960" : "1280x720",
                                        "--theme",
                                        is_dark(looks) ? "dark" : "light",
                                        "--text-size",
                                        std::to_string(looks.text_size),
                                        "--lang",
                                        std::string(info(looks.language).code),
                                        "--colormap",
                                        std::string(name_of(looks.map))};
  if (scope == ExportScope::kTrainingFilm) arguments.emplace_back("--through-training");
  if (!looks.fixed_range) arguments.emplace_back("--own-range");
  if (looks.predicted_rows) arguments.emplace_back("--predicted-rows");
  arguments.insert(arguments.end(), {"--notation", std::string(engine::name_of(looks.notation))});
  arguments.insert(arguments.end(), {"--count-from", std::to_string(looks.count_from)});
  return arguments;
}

}  // namespace

engine::Result<FilmJob> FilmJob::start(const std::string& program, const Session& session,
                                       const std::string& path, ExportScope scope) {
  int failure = 0;
  auto process = exporter::Subprocess::start(arguments_of(program, session, path, scope), true, failure);
  if (!process) return engine::Error{"error.film", {{"detail", std::system_category().message(failure)}}};
  process->write(to_line(session.trace_document()));
  process->close_input();
  return FilmJob(std::move(process), path);
}

FilmJob::~FilmJob() {
  if (!process_) return;
  cancel();
  for (int i = 0; i < kLongestEnd && !process_->exit_code(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

void FilmJob::cancel() {
  cancelled_ = true;
  process_->close_output();
}

// "step 12/200" while it trains, then "12/240", one per line; the last line is the path.
void FilmJob::read_progress() {
  printed_ += process_->read();
  size_t begin = 0;
  for (size_t end = printed_.find('\n'); end != std::string::npos; end = printed_.find('\n', begin)) {
    read_line(std::string_view(printed_).substr(begin, end - begin));
    begin = end + 1;
  }
  printed_.erase(0, begin);
}

void FilmJob::read_line(std::string_view line) {
  constexpr std::string_view kStep = "step ";
  FilmProgress read = progress_;
  const bool trains = line.starts_with(kStep);
  if (trains) line.remove_prefix(kStep.size());
  const bool counts =
      trains ? read_count(line, read.trained, read.to_train) : read_count(line, read.done, read.frames);
  if (counts) progress_ = read;
}

std::optional<Notice> FilmJob::finished() {
  read_progress();
  const auto code = process_->exit_code();
  if (!code) return std::nullopt;
  if (*code == 0) {
    std::error_code ignored;
    const std::string whole = std::filesystem::absolute(path_, ignored).lexically_normal().string();
    return Notice{"export.wrote", {{"path", ignored ? path_ : whole}}, 0, false, {}, ignored ? path_ : whole};
  }
  if (cancelled_) return Notice{"error.film_stopped", {}, 0, false, {}};
  const std::string words = process_->last_words();
  return Notice{"error.film",
                {{"detail", words.empty() ? "exit " + std::to_string(*code) : without_stop(words)}},
                0,
                true,
                {}};
}

}  // namespace app
