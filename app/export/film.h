// film.h: films of pictures that follow each other: GIF, APNG and MP4 through ffmpeg, or numbered PNG
// pictures in a folder, which need nothing.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "app/export/picture.h"
#include "engine/core/result.h"

namespace exporter {

// One row a format.
struct FilmFormat {
  std::string_view name;    // "gif"; "png" for a folder of pictures
  std::string_view ending;  // ".gif"; none for a folder
  int frames_per_second;    // as usual
};
std::span<const FilmFormat> film_formats();

// The format that a path asks for by its ending; a folder that exists, and a name without an ending, ask for
// pictures. Error error.film_format (path, formats).
engine::Result<FilmFormat> film_format(const std::filesystem::path& path);

struct Film {
  int width = 0;  // pixels
  int height = 0;
  int frames = 0;
  int frames_per_second = 25;
  // Any picture of the film, by number from 0; they are asked for in order but for a few before.
  std::function<engine::Result<Picture>(int frame)> picture;
  // Called before each frame and, while ffmpeg works, a few times a second; false gives the film up.
  std::function<bool(int done)> goes_on = [](int) { return true; };
};

// Writes the film whole or not at all, and nothing beside it stays behind. Errors: those of write_file and of
// film.picture, error.no_ffmpeg (format), error.ffmpeg (detail), error.film_stopped; of a folder
// error.folder_taken (path).
std::optional<engine::Error> write_film(const std::filesystem::path& path, const FilmFormat& format,
                                        const Film& film);

}  // namespace exporter
