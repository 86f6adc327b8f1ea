// Films have the frames that were asked for, in true colours, and a film that fails leaves nothing.
#include "app/export/film.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "app/export/file.h"
#include "app/export/subprocess.h"
#include "tests/export/decoded.h"

namespace exporter {
namespace {

namespace fs = std::filesystem;

constexpr int kWidth = 64;
constexpr int kHeight = 48;

// A square that wanders over paper.
Picture drawn(int frame) {
  Picture picture{kWidth, kHeight, {}};
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool inside = x / 8 == frame % 8 && y / 8 == frame / 8 % 6;
      for (const int part : {inside ? 0x94 : 0xF7, inside ? 0x58 : 0xF6, inside ? 0x00 : 0xF2, 255})
        picture.rgba.push_back(static_cast<std::uint8_t>(part));
    }
  }
  return picture;
}

Film film_of(int frames) {
  Film film;
  film.width = kWidth;
  film.height = kHeight;
  film.frames = frames;
  film.frames_per_second = 20;
  film.picture = [](int frame) -> engine::Result<Picture> { return drawn(frame); };
  return film;
}

class Films : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "headlight_films_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::optional<engine::Error> write(const fs::path& path, const Film& film) const {
    return write_film(path, *film_format(path), film);
  }
  fs::path folder_;
};

// What a program prints; it must end well.
std::string printed_by(const std::vector<std::string>& arguments) {
  int failure = 0;
  const auto program = Subprocess::start(arguments, true, failure);
  EXPECT_NE(program, nullptr) << arguments[0] << ": run scripts/setup.sh";
  if (!program) return "";
  program->close_input();
  std::string text;
  while (!program->exit_code()) text += program->read();
  text += program->read();
  EXPECT_EQ(program->exit_code(), 0) << program->last_words();
  return text;
}

int frames_in(const fs::path& film) {
  return std::stoi(printed_by({"ffprobe", "-v", "error", "-count_frames", "-show_entries",
                               "stream=nb_read_frames", "-of", "csv=p=0", film.string()}));
}

// A frame of the film as pixels, three bytes each.
std::string pixels_of(const fs::path& film, int frame) {
  return printed_by({"ffmpeg", "-v", "error", "-i", film.string(), "-vf",
                     "select=eq(n\\," + std::to_string(frame) + ")", "-frames:v", "1", "-f", "rawvideo",
                     "-pix_fmt", "rgb24", "-"});
}

int largest_difference(const std::string& rgb, const Picture& picture) {
  EXPECT_EQ(rgb.size(), size_t{kWidth} * kHeight * 3);
  int largest = 0;
  for (size_t pixel = 0; pixel * 3 + 2 < rgb.size(); ++pixel) {
    for (size_t part = 0; part < 3; ++part) {
      const int seen = static_cast<unsigned char>(rgb[pixel * 3 + part]);
      largest = std::max(largest, std::abs(seen - picture.rgba[pixel * 4 + part]));
    }
  }
  return largest;
}

TEST_F(Films, HaveTheFramesThatWereAskedForInTrueColours) {
  for (const auto& [name, tolerance] : {std::pair{"a.gif", 2}, {"a.apng", 0}}) {
    const fs::path path = folder_ / name;
    const auto bad = write(path, film_of(30));
    ASSERT_FALSE(bad) << bad->key;
    EXPECT_EQ(frames_in(path), 30) << name;
    for (const int frame : {0, 13, 29})
      EXPECT_LE(largest_difference(pixels_of(path, frame), drawn(frame)), tolerance) << name << frame;
  }
  ASSERT_FALSE(write(folder_ / "a.mp4", film_of(30)));
  EXPECT_EQ(frames_in(folder_ / "a.mp4"), 30);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 3) << "nothing is left beside them";
}

TEST_F(Films, AnMp4KeepsAPlainSurfacesColour) {
  Film film = film_of(5);
  film.width = 63;  // players want even sides: the film is one wider
  film.height = 47;
  film.picture = [](int) -> engine::Result<Picture> {
    Picture plain{63, 47, {}};
    for (int i = 0; i < 63 * 47; ++i) plain.rgba.insert(plain.rgba.end(), {0x00, 0x67, 0xA5, 0xFF});
    return plain;
  };
  const auto bad = write(folder_ / "a.mp4", film);
  ASSERT_FALSE(bad) << bad->key;
  const std::string rgb = pixels_of(folder_ / "a.mp4", 3);
  ASSERT_EQ(rgb.size(), size_t{64} * 48 * 3);
  const size_t middle = (24 * 64 + 30) * 3;
  EXPECT_NEAR(static_cast<unsigned char>(rgb[middle]), 0x00, 4);
  EXPECT_NEAR(static_cast<unsigned char>(rgb[middle + 1]), 0x67, 4);
  EXPECT_NEAR(static_cast<unsigned char>(rgb[middle + 2]), 0xA5, 4);
}

TEST_F(Films, AFolderGetsOneNumberedPictureAFrame) {
  const fs::path path = folder_ / "new" / "pictures";
  ASSERT_FALSE(write(path, film_of(12)));
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) names.insert(entry.path().filename());
  EXPECT_EQ(names.size(), 12U);
  EXPECT_EQ(*names.begin(), "frame-0001.png");
  EXPECT_EQ(*names.rbegin(), "frame-0012.png");
  EXPECT_EQ(decoded(*read_file(path / "frame-0012.png")).rgba, drawn(11).rgba);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "new"), {}), 1);
}

TEST_F(Films, AFolderThatHoldsSomethingIsLeftAsItIs) {
  ASSERT_FALSE(write_file(folder_ / "notes.txt", "mine"));
  const auto bad = write(folder_, film_of(3));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->key, "error.folder_taken");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(Films, GivenUpHalfWayLeaveNothingAndTheOldFileAsItWas) {
  for (const char* name : {"a.gif", "a.apng", "a.mp4", "pictures"}) {
    const bool is_file = fs::path(name).has_extension();
    if (is_file) {
      ASSERT_FALSE(write_file(folder_ / name, "old"));
    }
    Film film = film_of(40);
    film.goes_on = [](int done) { return done < 20; };
    const auto bad = write(folder_ / name, film);
    ASSERT_TRUE(bad);
    EXPECT_EQ(bad->key, "error.film_stopped");
    EXPECT_EQ(fs::exists(folder_ / name), is_file);
    if (is_file) {
      EXPECT_EQ(*read_file(folder_ / name), "old");
      fs::remove(folder_ / name);
    }
    EXPECT_TRUE(fs::is_empty(folder_)) << name;
  }
}

TEST_F(Films, APictureThatCannotBeMadeEndsTheFilm) {
  Film film = film_of(10);
  film.picture = [](int frame) -> engine::Result<Picture> {
    if (frame > 4) return engine::Error{"error.out_of_memory", {}};
    return drawn(frame);
  };
  for (const char* name : {"a.mp4", "pictures"})
    EXPECT_EQ(write(folder_ / name, film)->key, "error.out_of_memory");
  EXPECT_TRUE(fs::is_empty(folder_));
}

// Puts another ffmpeg, or none, on the PATH for as long as this lives.
class OtherFfmpeg {
 public:
  OtherFfmpeg(const fs::path& folder, const std::string& script) : before_(std::getenv("PATH")) {
    fs::create_directory(folder);
    if (!script.empty()) {
      std::ofstream(folder / "ffmpeg") << "#!/bin/sh\n" << script;
      fs::permissions(folder / "ffmpeg", fs::perms::owner_all);
    }
    setenv("PATH", folder.c_str(), 1);
  }
  ~OtherFfmpeg() { setenv("PATH", before_.c_str(), 1); }
  OtherFfmpeg(const OtherFfmpeg&) = delete;
  OtherFfmpeg& operator=(const OtherFfmpeg&) = delete;

 private:
  std::string before_;
};

TEST_F(Films, WithoutFfmpegSaySoAndPicturesWork) {
  const OtherFfmpeg none(folder_ / "path", "");
  const auto bad = write(folder_ / "a.gif", film_of(3));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->key, "error.no_ffmpeg");
  EXPECT_FALSE(fs::exists(folder_ / "a.gif"));
  EXPECT_FALSE(write(folder_ / "pictures", film_of(3)));
}

TEST_F(Films, AnFfmpegThatDiesHalfWayIsQuoted) {
  const OtherFfmpeg dying(folder_ / "path",
                          "/usr/bin/head -c 20000 > /dev/null; echo 'Unknown encoder libx264' >&2; exit 3\n");
  const auto bad = write(folder_ / "a.mp4", film_of(40));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->key, "error.ffmpeg");
  EXPECT_EQ(bad->arguments.front().second, "Unknown encoder libx264");
  EXPECT_FALSE(fs::exists(folder_ / "a.mp4"));
}

// As on a disk that is full: it says that all is well, and the film is empty, or ends before its end.
TEST_F(Films, ThatAreCutShortAreNotWritten) {
  for (const char* name : {"a.gif", "a.apng", "a.mp4"}) {
    for (const char* left : {"0", "700", "-40"}) {
      const OtherFfmpeg cutting(folder_ / "path", std::string("PATH=") + std::getenv("PATH") +
                                                      "\nffmpeg \"$@\" || exit\n"
                                                      "for made; do true; done\n"
                                                      "case $made in */film) ;; *) exit 0 ;; esac\n"
                                                      "head -c " +
                                                      left + " \"$made\" > \"$made.cut\"\n" +
                                                      "mv \"$made.cut\" \"$made\"\n");
      const auto bad = write(folder_ / name, film_of(40));
      ASSERT_TRUE(bad) << name << ", " << left;
      EXPECT_EQ(bad->key, "error.film_cut") << name << ", " << left;
      EXPECT_FALSE(fs::exists(folder_ / name));
    }
  }
}

TEST_F(Films, AnFolderThatIsMissingIsFoundBeforeAnyFrameIsDrawn) {
  Film film = film_of(3);
  int asked = 0;
  film.picture = [&](int frame) -> engine::Result<Picture> {
    ++asked;
    return drawn(frame);
  };
  EXPECT_EQ(write(folder_ / "missing" / "a.mp4", film)->key, "error.no_folder");
  EXPECT_EQ(asked, 0);
}

TEST(FilmFormats, AreChosenByTheEnding) {
  EXPECT_EQ(film_format("a.gif")->name, "gif");
  EXPECT_EQ(film_format("folder.d/a.mp4")->name, "mp4");
  EXPECT_EQ(film_format("a.apng")->name, "apng");
  EXPECT_EQ(film_format("pictures")->name, "png");
  EXPECT_EQ(film_format("pictures/")->name, "png");
  for (const char* bad : {"", "a.avi", "a.png", "a.GIFF"}) {
    const auto format = film_format(bad);
    ASSERT_FALSE(format.ok()) << bad;
    EXPECT_EQ(format.error().key, "error.film_format");
  }
}

}  // namespace
}  // namespace exporter
