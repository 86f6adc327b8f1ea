// film.h: films from a sequence of pictures: GIF, APNG and MP4 through ffmpeg, or numbered PNG pictures in a
// folder, without ffmpeg.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "app/export/picture.h"
#include "engine/core/result.h"

namespace exporter {

// One row per format.
struct FilmFormat {
  std::string_view name;    // "gif"; "png" for a folder of pictures
  std::string_view ending;  // ".gif"; empty for a folder
  int frames_per_second;    // the default
};
std::span<const FilmFormat> film_formats();

// The format that a path implies by its ending; an existing folder, and a name without an ending, imply
// pictures. Error error.film_format (path, formats).
engine::Result<FilmFormat> film_format(const std::filesystem::path& path);

struct Film {
  int width = 0;  // pixels
  int height = 0;
  int frames = 0;
  int frames_per_second = 25;
  // Any picture of the film, by number from 0; requested in order except for a few beforehand.
  std::function<engine::Result<Picture>(int frame)> picture;
  // Called before each frame and, while ffmpeg works, a few times a second; false cancels the film.
  std::function<bool(int done)> goes_on = [](int) { return true; };
};

// Writes the film completely or not at all, and leaves nothing else behind: what ffmpeg made is read back,
// and its frames are counted, before it counts as made. Errors: those of write_file and of film.picture,
// error.no_ffmpeg (format), error.ffmpeg (detail), error.film_cut (read, frames, path), error.film_stopped;
// for a folder error.folder_taken (path).
std::optional<engine::Error> write_film(const std::filesystem::path& path, const FilmFormat& format,
                                        const Film& film);

}  // namespace exporter
