// What is wrong with a command's own options is said before anything is read or run: also where what it would
// read is missing.
#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

// A model that cannot be opened: whoever reads it before the options says that.
const CommandLine kNowhere = {"--model", "/nowhere/model"};

TEST(LateRefusals, AnOptionIsCheckedBeforeTheModelIsOpened) {
  const std::string out = "/nowhere/a.png";
  for (const auto& [arguments, named] : std::vector<std::pair<CommandLine, std::string>>{
           {{"explain", "--stage", kWeights, "--cell", "one,two"}, "“one,two”"},
           {{"explain", "--stage", kWeights}, "--cell"},
           {{"explain", "--cell", "0,0"}, "--stage"},
           {{"explain", "--stage", kWeights, "--cell", "0,0", "--notation", "runes"}, "“runes”"},
           {{"explain", "--stage", kWeights, "--cell", "0,0", "--count-from", "2"}, "--count-from"},
           {{"trace", "--stage", kWeights, "--format", "xml"}, "“xml”"},
           {{"trace"}, "--stage"},
           {{"compare"}, "--expect"},
           {{"compare", "--expect", "/nowhere/mine", "--tolerance", "-1"}, "--tolerance"},
           {{"export", "--stage", kWeights, "--out", out, "--theme", "blue"}, "“blue”"},
           {{"export", "--stage", kWeights, "--out", out, "--width", "a lot"}, "“a lot”"},
           {{"export", "--stage", kWeights, "--out", out, "--notation", "runes"}, "“runes”"},
           {{"export", "--stage", kWeights, "--out", "a.gif"}, "a.gif"},
           {{"export", "--handout", "page.html"}, "page.html"},
           {{"export", "--all", "/nowhere/all", "--format", "gif"}, "“gif”"},
           {{"shot", "--out", out, "--size", "1x1"}, "“1x1”"},
           {{"shot", "--out", out, "--view", "moon"}, "“moon”"},
           {{"shot", "--out", out, "--panel", "moon"}, "“moon”"},
           {{"shot", "--out", out, "--notation", "runes"}, "“runes”"},
           {{"shot", "--out", out, "--cell", "x"}, "“x”"},
           {{"shot", "--out", out, "--text-size", "1"}, "--text-size"},
           {{"shot", "--out", "a.gif"}, "a.gif"},
           {{"animate", "--out", "a.gif", "--size", "1x1"}, "“1x1”"},
           {{"animate", "--out", "a.gif", "--fps", "0"}, "--fps"},
           {{"animate", "--out", "a.gif", "--notation", "runes"}, "“runes”"},
           {{"stages", "--text-size", "110"}, "--text-size"}}) {
    expect_refused(with(arguments, kNowhere), {named}, arguments.front() == "compare" ? 2 : 1);
  }
}

TEST(LateRefusals, TheWindowsOptionsAreCheckedBeforeTheModelIsOpened) {
  expect_refused(with({"--theme", "blue"}, kNowhere), {"“blue”"});
  expect_refused(with({"--text-size", "1"}, kNowhere), {"--text-size"});
  expect_refused(with({"--lesson", "/nowhere/lesson.md"}, kNowhere), {"/nowhere/lesson.md"});
}

}  // namespace
}  // namespace app
