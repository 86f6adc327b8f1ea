// `headlight animate` films a stage without a display, and leaves nothing of what it cannot film.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "app/export/file.h"
#include "app/shell/film_camera.h"
#include "app/shell/film_job.h"
#include "tests/shell/contract.h"
#include "tests/shell/program.h"

namespace app {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

const std::string kScores = "encoder.0.self.head.0.scores";

Ran animate(const std::string& out, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"animate", "--out", out, "--text", "a b", "--size", "640x400", "--speed", "4"});
  return headlight(more);
}

// The number of frames that an APNG says it has, in its chunk acTL.
int frames_in_apng(const std::string& bytes) {
  const size_t at = bytes.find("acTL");
  if (at == std::string::npos) return -1;
  int frames = 0;
  for (size_t i = 0; i < 4; ++i) frames = frames << 8 | static_cast<unsigned char>(bytes[at + 4 + i]);
  return frames;
}

State looking_at(const std::string& stage) {
  State state;
  state.document.text = "the cat sat";
  state.document.config.causal = true;
  state.document.focus.stage = stage;
  return state;
}

size_t pixels_that_differ(const exporter::Picture& one, const exporter::Picture& other) {
  size_t count = 0;
  for (size_t i = 0; i < one.rgba.size() && i < other.rgba.size(); i += 4)
    count += std::equal(&one.rgba[i], &one.rgba[i] + 3, &other.rgba[i]) ? 0U : 1U;
  return count;
}

TEST(FilmCamera, EveryStepDiffersAndTheLastFrameIsTheStillPicture) {
  for (const char* step : {"scores", "masked", "weights", "output"}) {
    const State state = looking_at("encoder.0.self.head.0." + std::string(step));
    const ShotSize size{1000, 640};
    const auto still = take_shot(state, size);
    ASSERT_TRUE(still.ok());
    auto made = Offscreen::create(state, size);
    ASSERT_TRUE(made.ok());
    Offscreen& offscreen = **made;
    FilmCamera camera(offscreen, 2, 1, FilmPanel::kWindow);
    exporter::Picture before = camera.picture(0);
    engine::Index changes = 0;
    for (int frame = 1; frame < camera.frames(); ++frame) {
      const exporter::Picture& now = camera.picture(frame);
      changes += pixels_that_differ(before, now) > 0 ? 1 : 0;
      before = now;
    }
    EXPECT_EQ(pixels_that_differ(before, *still), 0U) << step;
    EXPECT_GE(changes, 6) << step;
    EXPECT_LE(camera.drawn(), camera.frames()) << step;
  }
}

TEST(FilmCamera, CanFilmTheStagesPanelAlone) {
  auto made = Offscreen::create(looking_at(kScores), {1280, 720});
  ASSERT_TRUE(made.ok());
  Offscreen& offscreen = **made;
  FilmCamera camera(offscreen, 20, 1, FilmPanel::kStage);
  const exporter::Picture& picture = camera.picture(3);
  EXPECT_LT(picture.width, 1000);
  EXPECT_GT(picture.width, 500);
  EXPECT_EQ(picture.rgba.size(),
            static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) * 4);
}

const std::uint8_t* pixel_of(const exporter::Picture& picture, int x, int y) {
  return &picture
              .rgba[(static_cast<size_t>(y) * static_cast<size_t>(picture.width) + static_cast<size_t>(x)) *
                    4];
}

bool differ_at(const exporter::Picture& one, const exporter::Picture& other, int x, int y) {
  return !std::equal(pixel_of(one, x, y), pixel_of(one, x, y) + 3, pixel_of(other, x, y));
}

// Where the foot begins: below it is the one line, with the numbers of the filmed cell.
int foot_of(const exporter::Picture& picture) {
  return picture.height - picture.height / 9;
}

// Where a stage is in a film: what differs above the foot between its first frame and its last are its cells.
struct Cells {
  int right = 0;
  int bottom = 0;
  int top = 1 << 20;
};
Cells cells_of(const exporter::Picture& first, const exporter::Picture& last) {
  Cells cells;
  for (int y = 0; y < foot_of(first); ++y) {
    for (int x = 0; x < first.width; ++x) {
      if (!differ_at(first, last, x, y)) continue;
      cells.right = std::max(cells.right, x);
      cells.bottom = std::max(cells.bottom, y);
      cells.top = std::min(cells.top, y);
    }
  }
  return cells;
}

// How many of the pixels that are drawn beside the cells, or below them, in one frame are other ones in
// another: of names, axes and the colour bar.
int moved_around(const Cells& cells, const exporter::Picture& first, const exporter::Picture& now) {
  int moved = 0;
  for (int y = 0; y < foot_of(first); ++y) {
    for (int x = 0; x < first.width; ++x) {
      const bool is_drawn =
          !std::equal(pixel_of(first, 0, 0), pixel_of(first, 0, 0) + 3, pixel_of(first, x, y));
      if (is_drawn && (x > cells.right + 3 || y > cells.bottom + 3) && differ_at(first, now, x, y)) ++moved;
    }
  }
  return moved;
}

// The share of what is drawn in the foot of one frame that is still there in another: the one line stays, the
// letters below it give way to the filmed cell's numbers, and their outline may widen.
double still_at_foot(const exporter::Picture& first, const exporter::Picture& now) {
  int drawn = 0;
  int still = 0;
  for (int y = foot_of(first); y < first.height; ++y) {
    for (int x = 0; x < first.width; ++x) {
      if (std::equal(pixel_of(first, 0, 0), pixel_of(first, 0, 0) + 3, pixel_of(first, x, y))) continue;
      ++drawn;
      still += differ_at(first, now, x, y) ? 0 : 1;
    }
  }
  return static_cast<double>(still) / std::max(drawn, 1);
}

TEST(FilmCamera, FilmsWhatPresentDrawsWithoutMenuAndWithoutATwitch) {
  // With numbers in the cells, and with those of one row and one column beside them.
  for (const auto& [step, text] : {std::pair{"scores", "the cat sat"},
                                   {"output", "the cat sat"},
                                   {"weights", "a b c d e f g h i j k l m n o p q r s t u v w x y z"}}) {
    for (const ShotSize size : {ShotSize{1280, 720}, ShotSize{960, 960}}) {
      State state = looking_at("encoder.0.self.head.0." + std::string(step));
      state.document.text = text;
      auto made = Offscreen::create(state, size);
      ASSERT_TRUE(made.ok());
      Offscreen& offscreen = **made;
      FilmCamera camera(offscreen, 4, 2, FilmPanel::kPresent);
      const exporter::Picture last = camera.picture(camera.frames() - 1);
      const exporter::Picture first = camera.picture(0);
      EXPECT_EQ(first.width, size.width);
      const Cells cells = cells_of(first, last);
      EXPECT_GT(cells.top, size.height / 12) << "the title stays where it is";
      for (int frame = 1; frame < camera.frames(); ++frame) {
        const exporter::Picture now = camera.picture(frame);
        ASSERT_EQ(moved_around(cells, first, now), 0) << step << " frame " << frame;
        ASSERT_GT(still_at_foot(first, now), 0.7) << step << " frame " << frame;
      }
      // Menus and toolbars would be at the top: there, as in Present, is only paper.
      for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < size.width; ++x)
          ASSERT_TRUE(std::equal(pixel_of(first, 0, 0), pixel_of(first, 0, 0) + 3, pixel_of(first, x, y)));
      }
    }
  }
}

TEST(Animate, MakesEveryFormat) {
  const TemporaryFolder folder;
  for (const char* name : {"a.gif", "a.mp4", "a.apng", "pictures"}) {
    const Ran ran = animate(folder / name, {"--stage", kScores, "--fps", "10"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out, folder / name + "\n");
  }
  EXPECT_THAT(bytes_of(folder / "a.gif"), testing::StartsWith("GIF89a"));
  EXPECT_EQ(bytes_of(folder / "a.mp4").substr(4, 4), "ftyp");
  // Four cells of 0.8 s and an end of 1.5 s, four times as fast, ten frames a second, and the last.
  const int frames = 13;
  EXPECT_EQ(frames_in_apng(bytes_of(folder / "a.apng")), frames);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "pictures"), {}), frames);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 4);
}

// A limit on the size of files does to ffmpeg what a full disk does: it ends well all the same.
TEST(Animate, WhatIsCutShortIsNotReportedAsWritten) {
  const TemporaryFolder folder;
  for (const char* name : {"a.gif", "a.mp4", "a.apng"}) {
    const Ran ran = headlight_under("ulimit -f 8", {"animate", "--out", folder / name, "--text", "a b",
                                                    "--size", "640x400", "--speed", "4", "--fps", "10"});
    EXPECT_EQ(ran.exit_code, 1) << name;
    EXPECT_EQ(ran.out, "") << name;
    EXPECT_EQ(split(ran.err, '\n').size(), 1U) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("TMPDIR")) << name;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Animate, ThemesLanguagesAndColoursDiffer) {
  const TemporaryFolder folder;
  std::vector<std::string> films;
  const std::vector<std::vector<std::string>> ways = {{},
                                                      {"--theme", "dark"},
                                                      {"--lang", "zh-Hant"},
                                                      {"--colormap", "cividis"},
                                                      {"--panel", "window"},
                                                      {"--panel", "window", "--text-size", "125"}};
  for (const auto& way : ways) {
    const std::string out = folder / std::to_string(films.size());
    std::vector<std::string> more = {"--stage", kWeights, "--fps", "1", "--size", "1000x700"};
    more.insert(more.end(), way.begin(), way.end());
    ASSERT_EQ(animate(out, more).exit_code, 0);
    films.push_back(bytes_of(out + "/frame-0002.png"));
  }
  for (size_t i = 1; i < films.size(); ++i)
    EXPECT_TRUE(films[0] != films[i] && films[i - 1] != films[i]) << ways[i][0];
}

TEST(Animate, WhatCannotBeFilmedIsOneSentenceAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.gif";
  for (const auto& [option, value, named] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"--out", folder / "a.avi", ".gif, .apng, .mp4"},
           {"--out", "/nowhere/a.gif", "/nowhere/a.gif"},
           {"--out", "/proc/pictures", "/proc"},
           {"--stage", "nowhere", "nearest"},
           {"--fps", "0", "1 to 60"},
           {"--fps", "fast", "1 to 60"},
           {"--speed", "0", "0.1 to 100"},
           {"--speed", "nan", "0.1 to 100"},
           {"--panel", "card", "present, stage, window"},
           {"--size", "10x10", "1600x900"},
           {"--theme", "blue", "light, dark"},
           {"--colormap", "jet", "viridis, cividis, greys"},
           {"--text-size", "1", "75 to 250"},
           {"--heads", "0", "--heads"}}) {
    const Ran ran = animate(out, {option, value});
    EXPECT_EQ(ran.exit_code, 1) << option << " " << value;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(split(ran.err, '\n').size(), 1U) << ran.err;
    EXPECT_LE(ran.err.size(), 601U);
    EXPECT_THAT(ran.err, HasSubstr(named));
  }
  EXPECT_THAT(headlight({"animate"}).err, HasSubstr("--out"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Animate, WithoutFfmpegSaysWhatIsMissingAndThatPicturesWork) {
  const TemporaryFolder folder;
  const Ran ran = headlight({"animate", "--out", folder / "a.gif"}, "", {"PATH=" + folder / "none"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("ffmpeg is not installed"));
  EXPECT_THAT(ran.err, HasSubstr("PNG"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Animate, ProgressCountsEveryFrame) {
  const TemporaryFolder folder;
  const Ran ran = animate(folder / "a.apng", {"--stage", kScores, "--fps", "10", "--progress"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto lines = split(ran.out, '\n');
  EXPECT_EQ(lines.front(), "0/13");
  EXPECT_EQ(lines[lines.size() - 2], "13/13");
  EXPECT_EQ(lines.back(), folder / "a.apng");
}

class WindowFilm : public testing::Test {
 protected:
  void SetUp() override { signal(SIGPIPE, SIG_IGN); }

  std::optional<Notice> wait(FilmJob& job) {
    for (int i = 0; i < 3000; ++i) {
      if (auto ended = job.finished()) return ended;
      std::this_thread::sleep_for(10ms);
    }
    return std::nullopt;
  }

  TemporaryFolder folder_;
  Session session_{looking_at(kWeights)};
};

TEST_F(WindowFilm, IsMadeBesideTheWindow) {
  auto job = FilmJob::start(HEADLIGHT_PROGRAM, session_, folder_ / "a.gif");
  ASSERT_TRUE(job.ok());
  FilmJob film = std::move(job).value();
  const auto ended = wait(film);
  ASSERT_TRUE(ended.has_value());
  EXPECT_EQ(ended->key, "export.wrote");
  EXPECT_FALSE(ended->is_error);
  EXPECT_GT(film.progress().frames, 20);
  EXPECT_EQ(film.progress().done, film.progress().frames);
  EXPECT_THAT(bytes_of(folder_ / "a.gif"), testing::StartsWith("GIF89a"));
}

TEST_F(WindowFilm, CancelledLeavesNothing) {
  for (const char* name : {"a.gif", "a.mp4", "pictures"}) {
    auto job = FilmJob::start(HEADLIGHT_PROGRAM, session_, folder_ / name);
    ASSERT_TRUE(job.ok());
    FilmJob film = std::move(job).value();
    while (film.progress().done < 5 && !film.finished()) std::this_thread::sleep_for(5ms);
    film.cancel();
    const auto ended = wait(film);
    ASSERT_TRUE(ended.has_value());
    EXPECT_EQ(ended->key, "error.film_stopped") << name;
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path())) << name;
  }
}

TEST_F(WindowFilm, GoesWithItsWindow) {
  {
    auto job = FilmJob::start(HEADLIGHT_PROGRAM, session_, folder_ / "a.mp4");
    ASSERT_TRUE(job.ok());
    FilmJob film = std::move(job).value();
    while (film.progress().done < 5 && !film.finished()) std::this_thread::sleep_for(5ms);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(WindowFilm, SaysWhyItFailedInItsOwnWords) {
  auto job = FilmJob::start(HEADLIGHT_PROGRAM, session_, "/nowhere/a.mp4");
  ASSERT_TRUE(job.ok());
  FilmJob film = std::move(job).value();
  const auto ended = wait(film);
  ASSERT_TRUE(ended.has_value());
  EXPECT_TRUE(ended->is_error);
  EXPECT_THAT(words(Language::kEnglish)(ended->key, ended->arguments), HasSubstr("/nowhere/a.mp4"));
}

TEST_F(WindowFilm, AProgramThatCannotBeStartedIsAnError) {
  const auto job = FilmJob::start("/nowhere/headlight", session_, folder_ / "a.mp4");
  ASSERT_FALSE(job.ok());
  EXPECT_EQ(job.error().key, "error.film");
}

}  // namespace
}  // namespace app
