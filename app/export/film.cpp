// film.cpp: sends pictures to ffmpeg through a pipe, or writes them to a folder.
#include "app/export/film.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>
#include <vector>

#include "app/export/file.h"
#include "app/export/subprocess.h"

namespace exporter {
namespace {

namespace fs = std::filesystem;
using engine::Error;

constexpr std::array<FilmFormat, 4> kFilmFormats = {
    {{"gif", ".gif", 20}, {"apng", ".apng", 20}, {"mp4", ".mp4", 25}, {"png", "", 25}}};

constexpr int kPaletteSamples = 8;  // frames to sample for a GIF's palette
constexpr size_t kChunk = 1U << 20U;

Error stopped() {
  return {"error.film_stopped", {}};
}

// A temporary folder for unfinished files, removed with its contents.
class WorkFolder {
 public:
  WorkFolder() {
    std::error_code ignored;
    std::string name = (fs::temp_directory_path(ignored) / "headlight-film-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) {
      path_ = name;
    } else {
      failure_ = errno;
    }
  }
  ~WorkFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  // Why there is none, or why nothing more can be put into it; nullopt if that is not the reason for a
  // failure.
  std::optional<Error> error() const {
    constexpr uintmax_t kFew = 1U << 16U;  // bytes
    std::error_code failed;
    const fs::path place = fs::temp_directory_path(failed);
    if (path_.empty() && failure_ != ENOSPC)
      return write_error(failed ? fs::path("TMPDIR") : place, failure_);
    const bool is_full = path_.empty() || fs::space(place, failed).available < kFew;
    if (!is_full) return std::nullopt;
    return Error{"error.temporary_full", {{"path", place.string()}}};
  }
  bool exists() const { return !path_.empty(); }
  std::string operator/(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
  int failure_ = 0;  // errno, if there is none
};

std::vector<std::string> ffmpeg_reading(const Film& film) {
  const std::string size = std::to_string(film.width) + "x" + std::to_string(film.height);
  return {"ffmpeg",
          "-hide_banner",
          "-loglevel",
          "error",
          "-y",
          "-f",
          "rawvideo",
          "-pixel_format",
          "rgba",
          "-video_size",
          size,
          "-framerate",
          std::to_string(film.frames_per_second),
          "-i",
          "pipe:0"};
}

void append(std::vector<std::string>& list, std::initializer_list<std::string> more) {
  list.insert(list.end(), more);
}

// Sends the pictures of these frames through ffmpeg, until it has exited successfully.
std::optional<Error> run_ffmpeg(const std::vector<std::string>& arguments, const FilmFormat& format,
                                const Film& film, const std::vector<int>& frames, bool counts) {
  int failure = 0;
  const auto ffmpeg = Subprocess::start(arguments, false, failure);
  if (!ffmpeg && failure == ENOENT) return Error{"error.no_ffmpeg", {{"format", std::string(format.name)}}};
  if (!ffmpeg) return Error{"error.ffmpeg", {{"detail", std::system_category().message(failure)}}};
  int done = 0;
  bool listens = true;
  for (const int frame : frames) {
    if (!film.goes_on(done)) return stopped();
    const auto picture = film.picture(frame);
    if (!picture) return picture.error();
    const auto* const bytes = reinterpret_cast<const char*>(picture->rgba.data());
    listens = ffmpeg->write({bytes, picture->rgba.size()});
    if (!listens) break;
    done += counts ? 1 : 0;
  }
  ffmpeg->close_input();
  while (!ffmpeg->exit_code()) {
    if (!film.goes_on(done)) return stopped();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (listens && ffmpeg->exit_code() == 0) return std::nullopt;
  const std::string words = ffmpeg->last_words();
  return Error{"error.ffmpeg",
               {{"detail", words.empty() ? "exit " + std::to_string(*ffmpeg->exit_code()) : words}}};
}

// How many frames ffmpeg reads back from a film, and whether it reads all that is there.
struct ReadBack {
  int frames = 0;
  bool is_whole = false;
};

std::optional<Error> read_back(const std::string& made, const Film& film, ReadBack& read) {
  int failure = 0;
  const auto ffmpeg =
      Subprocess::start({"ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-i", made, "-map",
                         "0:v:0", "-fps_mode", "passthrough", "-f", "framecrc", "-"},
                        true, failure);
  if (!ffmpeg) return Error{"error.ffmpeg", {{"detail", std::system_category().message(failure)}}};
  ffmpeg->close_input();
  std::string printed;
  while (!ffmpeg->exit_code()) {
    if (!film.goes_on(film.frames)) return stopped();
    printed += ffmpeg->read();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  printed += ffmpeg->read();
  // A line each; those about the film itself begin with a number sign.
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) read.frames += line.starts_with('#') ? 0 : 1;
  read.is_whole = ffmpeg->exit_code() == 0 && ffmpeg->last_words().empty();
  return std::nullopt;
}

// ffmpeg ends well even when what it wrote was cut short, as on a full disk.
std::optional<Error> check_whole(const std::string& made, const Film& film) {
  ReadBack read;
  if (auto bad = read_back(made, film, read)) return bad;
  if (read.is_whole && read.frames == film.frames) return std::nullopt;
  return Error{"error.film_cut",
               {{"read", std::to_string(read.frames)},
                {"frames", std::to_string(film.frames)},
                {"path", fs::path(made).parent_path().parent_path().string()}}};
}

std::vector<int> all_frames(const Film& film) {
  std::vector<int> frames(static_cast<size_t>(film.frames));
  for (int i = 0; i < film.frames; ++i) frames[static_cast<size_t>(i)] = i;
  return frames;
}

// Frames spread over the film, including the last one.
std::vector<int> some_frames(const Film& film) {
  const int count = std::min(kPaletteSamples, film.frames);
  std::vector<int> frames;
  frames.reserve(static_cast<size_t>(count));
  for (int i = 1; i <= count; ++i) frames.push_back(film.frames * i / count - 1);
  return frames;
}

// A GIF has 256 colours: samples a few frames for them first, so that no frame has to be kept.
std::optional<Error> encode_gif(const FilmFormat& format, const Film& film, const std::string& palette,
                                const std::string& out) {
  std::vector<std::string> first = ffmpeg_reading(film);
  append(first, {"-vf", "palettegen=stats_mode=full:reserve_transparent=1", "-f", "apng", palette});
  if (auto bad = run_ffmpeg(first, format, film, some_frames(film), false)) return bad;
  std::vector<std::string> second = ffmpeg_reading(film);
  append(second,
         {"-i", palette, "-lavfi", "[0:v][1:v]paletteuse=dither=none", "-loop", "0", "-f", "gif", out});
  return run_ffmpeg(second, format, film, all_frames(film), true);
}

std::optional<Error> encode(const FilmFormat& format, const Film& film, const WorkFolder& folder,
                            const std::string& out) {
  if (format.name == "gif") return encode_gif(format, film, folder / "palette", out);
  std::vector<std::string> arguments = ffmpeg_reading(film);
  if (format.name == "apng") {
    append(arguments, {"-pix_fmt", "rgb24", "-plays", "0", "-f", "apng", out});
  } else {
    // Players expect even sides and subsampled colour; the colours are tagged as screen colours.
    append(arguments,
           {"-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
            "-c:v",
            "libx264",
            "-preset",
            "veryfast",
            "-crf",
            "16",
            "-tune",
            "animation",
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "bt709",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
            out});
  }
  return run_ffmpeg(arguments, format, film, all_frames(film), true);
}

bool copy(const std::string& path, const Sink& sink) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> chunk(kChunk);
  while (file) {
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    if (file.gcount() > 0 && !sink({chunk.data(), static_cast<size_t>(file.gcount())})) return false;
  }
  return file.eof();
}

// ffmpeg writes into our temporary folder: some formats need seeking, which write_file's sink cannot do.
std::optional<Error> write_encoded(const fs::path& path, const FilmFormat& format, const Film& film) {
  std::optional<Error> failure;
  const auto bad = write_file(path, [&](const Sink& sink) {
    const WorkFolder folder;
    if (folder.exists()) {
      const std::string made = folder / "film";
      failure = encode(format, film, folder, made);
      if (!failure) failure = check_whole(made, film);
      if (!failure) return copy(made, sink);
      if (failure->key != "error.ffmpeg" && failure->key != "error.film_cut") return false;
    }
    if (auto reason = folder.error()) failure = std::move(reason);
    return false;
  });
  return failure ? failure : bad;
}

// "frame-0007.png".
std::string frame_name(int frame, int frames) {
  std::string number = std::to_string(frame + 1);
  const size_t digits = std::max<size_t>(4, std::to_string(frames).size());
  number.insert(0, digits - std::min(digits, number.size()), '0');
  return "frame-" + number + ".png";
}

std::optional<Error> write_frames(const fs::path& folder, const Film& film) {
  Picture last;
  std::string bytes;
  for (int frame = 0; frame < film.frames; ++frame) {
    if (!film.goes_on(frame)) return stopped();
    auto picture = film.picture(frame);
    if (!picture) return picture.error();
    if (bytes.empty() || picture->rgba != last.rgba) bytes = encode_png(*picture);
    if (auto bad = write_file(folder / frame_name(frame, film.frames), bytes)) return bad;
    last = std::move(picture).value();
  }
  return std::nullopt;
}

std::optional<Error> write_pictures(const fs::path& path, const Film& film) {
  std::error_code failure;
  if (fs::exists(path, failure) && (!fs::is_directory(path, failure) || !fs::is_empty(path, failure)))
    return Error{"error.folder_taken", {{"path", path.string()}}};
  const fs::path whole = fs::absolute(path, failure);
  const fs::path target = whole.has_filename() ? whole : whole.parent_path();
  const fs::path beside =
      target.parent_path() / ("." + target.filename().string() + "." + std::to_string(getpid()));
  auto bad = make_folder(beside);
  if (!bad) bad = write_frames(beside, film);
  if (!bad) {
    fs::rename(beside, target, failure);
    if (!failure) return std::nullopt;
    bad = Error{"error.cannot_write", {{"path", path.string()}, {"detail", failure.message()}}};
  }
  fs::remove_all(beside, failure);
  return bad;
}

}  // namespace

std::span<const FilmFormat> film_formats() {
  return kFilmFormats;
}

engine::Result<FilmFormat> film_format(const fs::path& path) {
  std::error_code ignored;
  const FilmFormat& pictures = kFilmFormats.back();
  const std::string ending = path.extension().string();
  if (!path.empty() && (ending.empty() || fs::is_directory(path, ignored))) return pictures;
  std::string endings;
  for (const FilmFormat& format : kFilmFormats) {
    if (format.ending.empty()) continue;
    if (format.ending == ending) return format;
    endings.append(endings.empty() ? "" : ", ").append(format.ending);
  }
  return Error{"error.film_format", {{"path", path.string()}, {"formats", endings}}};
}

std::optional<Error> write_film(const fs::path& path, const FilmFormat& format, const Film& film) {
  return format.ending.empty() ? write_pictures(path, film) : write_encoded(path, format, film);
}

}  // namespace exporter
