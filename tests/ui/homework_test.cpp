// Checking homework, driven as a person would: a folder is chosen, the first difference explained, a file
// saved again.
#include "app/session/homework.h"

#include <algorithm>
#include <fstream>

#include "../session/homework_folder.h"
#include "app/session/homework_look.h"
#include "app/shell/file_desk.h"
#include "driver.h"

namespace app {
namespace {

const std::string kHead = "encoder.0.self.head.1.";

class HomeworkView : public HomeworkFolder {
 protected:
  HomeworkView() {
    State state;
    state.document.text = "the cat sat on the mat";
    state.document.config.causal = true;
    driver_ = std::make_unique<Driver>(state);
    desk_ = std::make_unique<FileDesk>(driver_->session(), "");
    driver_->serve([this](const Requests& requests) {
      for (const FileRequest& request : requests.of<FileRequest>()) desk_->carry_out(request, 1);
    });
  }
  void drop() {
    desk_->dropped({folder_.string()}, 1);
    driver_->frames(4);
  }
  engine::Matrix ours(const std::string& step) {
    return numbers_of(*driver_->session().trace(), kHead + step);
  }
  // A second goes by, in which the folder is looked at again.
  void wait() { driver_->frames(70); }
  const HomeworkState& desk() { return driver_->session().desk().homework; }

  std::unique_ptr<Driver> driver_;
  std::unique_ptr<FileDesk> desk_;
};

TEST_F(HomeworkView, WithoutAFolderItSaysHow) {
  driver_->click("File##file");
  driver_->click("Check my homework…");
  EXPECT_EQ(driver_->session().desk().browser.purpose, "homework");
}

TEST_F(HomeworkView, ADroppedFolderShowsItsFirstDifferenceAtItsCell) {
  save(kHead + "scores", ours("scores"));
  engine::Matrix scaled = ours("scaled");
  scaled(3, 2) += 5;
  save(kHead + "scaled", scaled);
  drop();
  EXPECT_EQ(driver_->document().focus.view, "homework");
  EXPECT_EQ(driver_->document().focus.stage, kHead + "scaled");
  EXPECT_EQ(driver_->document().focus.pinned, (std::pair<engine::Index, engine::Index>{3, 2}));
  for (const char* map : {"homework.theirs", "homework.ours", "homework.difference"})
    EXPECT_TRUE(driver_->shows(map)) << map;
}

TEST_F(HomeworkView, PointingAtAnyOfTheThreeExplainsOurs) {
  save(kHead + "scaled", ours("scores"));
  drop();
  const int stage = driver_->session().trace()->find(kHead + "scaled").value();
  for (const char* map : {"homework.theirs", "homework.ours", "homework.difference"}) {
    driver_->move_to(map);
    EXPECT_EQ(driver_->hover().stage, stage) << map;
    EXPECT_EQ(driver_->session().hovered(), nullptr) << map;
  }
  ASSERT_NE(desk().look, nullptr);
  ASSERT_FALSE(desk().look->mistakes.empty());
  EXPECT_EQ(desk().look->mistakes.front().key, "mistake.no_scale");
}

TEST_F(HomeworkView, AFileThatIsSavedAgainIsComparedAgain) {
  save(kHead + "scaled", ours("scores"));
  drop();
  ASSERT_TRUE(first_differing(*desk().found, desk().tolerance).has_value());
  save(kHead + "scaled", ours("scaled"));
  std::filesystem::last_write_time(folder_ / (kHead + "scaled.npy"),
                                   std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  wait();
  EXPECT_FALSE(first_differing(*desk().found, desk().tolerance).has_value());
}

TEST_F(HomeworkView, AChangeOfTheModelComparesAgain) {
  save(kHead + "scaled", ours("scores"));
  drop();
  ASSERT_TRUE(first_differing(*desk().found, desk().tolerance).has_value());
  Requests requests;
  requests.edit("", [](State& state) { state.document.config.scale = false; });
  driver_->session().apply(requests, 2);
  driver_->session().settle();
  driver_->frames(4);
  EXPECT_FALSE(first_differing(*desk().found, desk().tolerance).has_value());
}

TEST_F(HomeworkView, TheListGoesToAStepAndBackToTheFirst) {
  save(kHead + "scaled", ours("scores"));
  save(kHead + "weights", 2 * ours("weights"));
  drop();
  driver_->click("Only differences##homework.only_differing");
  EXPECT_TRUE(driver_->shows("homework " + kHead + "weights"));
  EXPECT_FALSE(driver_->shows("homework " + kHead + "q"));
  driver_->click("homework " + kHead + "weights");
  EXPECT_EQ(driver_->document().focus.stage, kHead + "weights");
  driver_->click("Go to the first difference##homework.go_to_first");
  EXPECT_EQ(driver_->document().focus.stage, kHead + "scaled");
}

TEST_F(HomeworkView, ATypedToleranceAnswersAtOnce) {
  save(kHead + "scaled", 1.01F * ours("scaled"));
  drop();
  EXPECT_TRUE(driver_->shows("Go to the first difference##homework.go_to_first") ||
              driver_->document().focus.stage == kHead + "scaled");
  driver_->click("##homework tolerance");
  driver_->press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver_->type("0.1");
  EXPECT_NEAR(desk().tolerance, 0.1, 1e-9);
  EXPECT_FALSE(first_differing(*desk().found, desk().tolerance).has_value());
}

// Other shapes, broken files, misspelt names and no number at all, in every language, small and large.
TEST_F(HomeworkView, DrawsWhateverLiesThere) {
  save(kHead + "q", ours("q").transpose());
  save(kHead + "k", engine::Matrix::Zero(40, 70));
  write(kHead + "v.npy", "no array");
  write("nothing of this name.npy", "");
  engine::Matrix scores = ours("scores");
  scores(0, 0) = std::numeric_limits<float>::quiet_NaN();
  scores(1, 1) = std::numeric_limits<float>::infinity();
  save(kHead + "scores", scores);
  save("tokens", ours("q"));
  drop();
  for (const Language language :
       {Language::kEnglish, Language::kTraditionalChinese, Language::kSimplifiedChinese}) {
    for (const char* step : {"q", "k", "v", "scores", "scaled"}) {
      Requests requests;
      requests.edit("", [&](State& state) {
        state.preferences.language = language;
        state.preferences.text_size = language == Language::kEnglish ? 100 : 200;
        focus_on(state, kHead + step);
      });
      driver_->session().apply(requests, 3);
      driver_->frames(3);
      if (driver_->shows("homework.theirs")) driver_->move_to("homework.theirs");
      driver_->frame();
    }
  }
  EXPECT_TRUE(driver_->shows("homework columns"));
}

}  // namespace
}  // namespace app
