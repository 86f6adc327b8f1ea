// What scripts build on about training on a file of one's own: a table and a text are learned, written and
// opened again, a run goes on as if it had not stopped, and what cannot be learned is refused.
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// Sixty phrases by rule: the adjective crosses over.
std::string phrases() {
  constexpr std::array kAdjectives = {std::pair("red", "rouge"),  std::pair("green", "vert"),
                                      std::pair("black", "noir"), std::pair("white", "blanc"),
                                      std::pair("blue", "bleu"),  std::pair("grey", "gris")};
  constexpr std::array kNouns = {std::pair("cat", "chat"),      std::pair("dog", "chien"),
                                 std::pair("book", "livre"),    std::pair("bridge", "pont"),
                                 std::pair("bread", "pain"),    std::pair("lorry", "camion"),
                                 std::pair("garden", "jardin"), std::pair("bird", "oiseau"),
                                 std::pair("fish", "poisson"),  std::pair("boat", "bateau")};
  std::string text;
  for (const auto& [noun, nom] : kNouns) {
    for (const auto& [adjective, adjectif] : kAdjectives)
      text += std::string("the ") + adjective + " " + noun + "\tle " + nom + " " + adjectif + "\n";
  }
  return text;
}

// Counting from any number up: each word tells the next.
std::string counting() {
  constexpr std::array kNames = {"one",   "two",   "three", "four", "five",   "six",
                                 "seven", "eight", "nine",  "ten",  "eleven", "twelve"};
  std::string text;
  for (size_t first = 0; first < kNames.size(); ++first) {
    for (size_t last = first + 2; last < kNames.size(); ++last) {
      for (size_t i = first; i <= last; ++i) text += std::string(i > first ? " " : "") + kNames[i];
      text += "\n";
    }
  }
  return text;
}

class DataContract : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  json learn(const CommandLine& arguments) const {
    const Ran ran = headlight(with(with({"train"}, arguments), {"--json"}));
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    said_ = ran.err;
    return json::parse(ran.out, nullptr, false);
  }
  std::string last_line(const CommandLine& arguments) const {
    CommandLine lines = split(run(arguments), '\n');
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines.empty() ? "" : lines.back();
  }
  void expect_model() const {
    for (const char* file :
         {"config.json", "model.safetensors", "tokenizer.json", "training.json", "model.py"})
      EXPECT_TRUE(fs::exists(fs::path(model_) / file)) << file;
    EXPECT_FALSE(fs::exists(fs::path(model_) / "training.safetensors"));
  }

  TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
  mutable std::string said_;  // on the error stream, by the newest run
};

TEST_F(DataContract, ATableIsLearnedWrittenAndOpenedAgain) {
  const json said = learn({"--data", write("pairs.tsv", phrases()), "--seed", "1", "--out", model_});
  EXPECT_EQ(said["task"], "pairs.tsv");
  EXPECT_EQ(said["seed"], 1);
  EXPECT_GE(said["exact"].get<double>(), 0.8);
  EXPECT_EQ(said["habits"], json::array());
  const std::vector<std::string> names = {"task",          "seed",  "steps", "loss",
                                          "held_out_loss", "exact", "habits"};
  EXPECT_EQ(said.size(), names.size());
  for (const std::string& name : names) EXPECT_TRUE(said.contains(name)) << name;
  EXPECT_THAT(said_, testing::HasSubstr("54 examples to learn, 6 held out"));
  expect_model();
  for (const auto& [source, target] :
       {std::pair("the grey boat", "le bateau gris"), std::pair("the red cat", "le chat rouge")})
    EXPECT_EQ(last_line({"generate", "--model", model_, "--source", source, "--tokens", "8"}), target);
  EXPECT_THAT(bytes_of(fs::path(model_) / "training.json"),
              testing::Not(testing::HasSubstr(folder_.path().string())))
      << "a folder that is passed on says where its maker's files lie";
}

TEST_F(DataContract, ATextIsLearnedByWords) {
  const json said = learn({"--data", write("count.txt", counting()), "--steps", "150", "--out", model_});
  EXPECT_EQ(said["task"], "count.txt");
  EXPECT_GT(said["exact"].get<double>(), 0.5);  // nobody knows where counting begins, or ends
  EXPECT_LE(said["exact"].get<double>(), 1);
  expect_model();
  EXPECT_THAT(last_line({"generate", "--model", model_, "--text", "three four five", "--tokens", "2"}),
              testing::StartsWith("three four five six"));
  const CommandLine lines = split(run({"tokenize", "--model", model_, "--text", "three hundred"}), '\n');
  EXPECT_THAT(lines.at(1), testing::HasSubstr("three"));
  EXPECT_THAT(lines.at(2), testing::HasSubstr("<unk>"));
}

TEST_F(DataContract, ATextIsLearnedByCharacters) {
  const json said = learn(
      {"--data", write("count.txt", counting()), "--unit", "character", "--steps", "100", "--out", model_});
  EXPECT_GT(said["exact"].get<double>(), 0.6);
  expect_model();
  EXPECT_THAT(last_line({"generate", "--model", model_, "--text", "three four fi", "--tokens", "2"}),
              testing::StartsWith("three four five"));
}

// Starts `headlight` and ends it by force as soon as `file` is there.
void kill_once_there(std::vector<std::string> arguments, const fs::path& file) {
  arguments.insert(arguments.begin(), HEADLIGHT_PROGRAM);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  ASSERT_EQ(posix_spawn(&child, HEADLIGHT_PROGRAM, &silent, nullptr, pointers.data(), environ), 0);
  posix_spawn_file_actions_destroy(&silent);
  while (!fs::exists(file) && waitpid(child, nullptr, WNOHANG) == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST_F(DataContract, AKilledRunGoesOnAsIfItHadNotStopped) {
  const std::string data = write("pairs.tsv", phrases());
  const fs::path whole = folder_.path() / "whole";
  const fs::path stopped = folder_.path() / "stopped";
  learn({"--data", data, "--steps", "120", "--out", whole});
  kill_once_there({"train", "--data", data, "--steps", "120", "--out", stopped},
                  stopped / "training.safetensors");
  ASSERT_TRUE(fs::exists(stopped / "training.safetensors")) << "the run was done before it was killed";
  const Ran went_on = headlight({"train", "--resume", stopped, "--json"});
  ASSERT_EQ(went_on.exit_code, 0) << went_on.err;
  EXPECT_EQ(json::parse(went_on.out)["task"], "pairs.tsv");
  EXPECT_EQ(bytes_of(stopped / "model.safetensors"), bytes_of(whole / "model.safetensors"));
  EXPECT_EQ(bytes_of(stopped / "training.json"), bytes_of(whole / "training.json"));
  EXPECT_EQ(bytes_of(stopped / "tokenizer.json"), bytes_of(whole / "tokenizer.json"));
  expect_refused({"train", "--resume", stopped}, {"stopped"});
}

TEST_F(DataContract, ARunDoesNotGoOnWithOtherData) {
  const std::string data = write("pairs.tsv", phrases());
  const fs::path stopped = folder_.path() / "stopped";
  kill_once_there({"train", "--data", data, "--steps", "120", "--out", stopped},
                  stopped / "training.safetensors");
  write("pairs.tsv", phrases() + "the old cat\tle chat gris\n");
  expect_refused({"train", "--resume", stopped}, {"pairs.tsv", "changed"});
  fs::remove(data);
  expect_refused({"train", "--resume", stopped}, {"pairs.tsv", "is gone"});
  write("pairs.tsv", phrases());
  EXPECT_EQ(headlight({"train", "--resume", stopped}).exit_code, 0);
}

TEST_F(DataContract, RefusesWhatIsNoData) {
  const auto refused = [](const std::string& file, const std::vector<std::string>& named) {
    expect_refused({"train", "--data", file}, named);
  };
  refused(folder_ / "none.txt", {"none.txt"});
  refused(folder_.path(), {"is a folder"});
  refused(write("words.csv", "a,b"), {".txt", ".tsv", "words.csv"});
  refused(write("empty.txt", ""), {"empty.txt", "empty"});
  refused(write("blank.txt", "\n \n"), {"blank.txt", "blank"});
  refused(write("latin.txt", "caf\xE9\n"), {"Line 1", "latin.txt", "UTF-8"});
  refused(write("line.txt", "the cat sat"), {"line.txt", "1 different", "10"});
  refused(write("columns.tsv", "a\tb\nc\td\te\n"), {"columns.tsv", "line 2", "3 columns"});
  refused(write("cell.tsv", "a\tb\nc\t\n"), {"cell.tsv", "line 2"});
  refused(write("one.tsv", "a\tyes\nb\tyes\nc\tyes\n"), {"one.tsv", "“yes”"});
  refused(write("huge.txt", "a"), {"huge.txt", "10"});
  fs::resize_file(folder_ / "huge.txt", uintmax_t{1} << 30U);
  refused(folder_ / "huge.txt", {"huge.txt", "8 MB"});
  ASSERT_EQ(mkfifo((folder_ / "pipe.txt").c_str(), 0600), 0);
  refused(folder_ / "pipe.txt", {"pipe.txt", "not a file"});
}

TEST_F(DataContract, RefusesOptionsThatDoNotGoTogether) {
  const std::string table = write("pairs.tsv", phrases());
  const std::string text = write("count.txt", counting());
  expect_refused({"train", "--task", "copy", "--data", text}, {"--task", "--data"});
  expect_refused({"train", "--unit", "word"}, {"--unit", "--data"});
  expect_refused({"train", "--task", "copy", "--unit", "word"}, {"--unit", "--data"});
  expect_refused({"train", "--data", table, "--unit", "character"}, {"pairs.tsv", "--unit"});
  expect_refused({"train", "--data", text, "--unit", "bytes"}, {"“bytes”", "word, character"});
  expect_refused({"train", "--resume", model_, "--data", text}, {"--resume", "--data"});
  expect_refused({"train", "--resume", model_, "--unit", "word"}, {"--resume", "--unit"});
}

TEST_F(DataContract, SaysWhatBecomesUnknownAndWhatIsCut) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "word" + std::to_string(i) + (i % 100 == 99 ? "\n" : " ");
  learn({"--data", write("kinds.txt", text), "--steps", "1"});
  EXPECT_THAT(said_, testing::HasSubstr("1996 most frequent of 3000"));
  EXPECT_THAT(said_, testing::HasSubstr("33.47 %"));
  EXPECT_THAT(said_, testing::HasSubstr("parts of 64 tokens"));
}

// A name or a text with a terminal's commands in it.
TEST_F(DataContract, NothingReachesTheTerminalRaw) {
  const Ran ran = headlight({"train", "--data", write("a\x1b[31m.txt", counting()), "--steps", "1"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ((ran.out + ran.err).find('\x1b'), std::string::npos);
  std::string rows;
  for (int i = 0; i < 20; ++i) rows += "a" + std::to_string(i) + "\t\x1b[31m\n";
  const Ran refused = headlight({"train", "--data", write("red.tsv", rows)});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace app
