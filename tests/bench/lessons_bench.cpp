// lessons_bench.cpp: a lesson's file read, beside the bytes alone run through; and each of its steps opened,
// beside the rest of a frame. build/release/tests/bench/headlight_lessons_bench
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>

#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_reader.h"
#include "app/lessons/shelf.h"
#include "app/shell/lesson_files.h"
#include "embedded/lessons_en.h"

namespace app {
namespace {

std::string_view largest_file() {
  std::string_view largest;
  for (const std::string_view name : lessons_en::names()) {
    if (lessons_en::file(name).size() > largest.size()) largest = lessons_en::file(name);
  }
  return largest;
}

void BM_LargestLesson(benchmark::State& state) {
  const std::string_view file = largest_file();
  for (auto _ : state) benchmark::DoNotOptimize(read_lesson(file));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * file.size()));
}
BENCHMARK(BM_LargestLesson)->Unit(benchmark::kMicrosecond);

// The floor: every byte seen once.
void BM_ItsBytes(benchmark::State& state) {
  const std::string_view file = largest_file();
  for (auto _ : state) benchmark::DoNotOptimize(std::accumulate(file.begin(), file.end(), 0));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * file.size()));
}
BENCHMARK(BM_ItsBytes)->Unit(benchmark::kMicrosecond);

// A folder of a thousand lessons, listed for the first time and again; the second time only dates are read.
class ThousandLessons {
 public:
  ThousandLessons() : path_(std::filesystem::temp_directory_path() / "headlight_lessons_bench") {
    std::filesystem::create_directories(path_);
    for (int i = 0; i < 1000; ++i)
      std::ofstream(path_ / ("lesson " + std::to_string(i) + ".md"), std::ios::binary) << largest_file();
  }
  ThousandLessons(const ThousandLessons&) = delete;
  ThousandLessons& operator=(const ThousandLessons&) = delete;
  ~ThousandLessons() { std::filesystem::remove_all(path_); }

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

void BM_ListAThousand(benchmark::State& state) {
  const ThousandLessons folder;
  for (auto _ : state) benchmark::DoNotOptimize(read_lesson_folder(folder.path(), nullptr));
}
BENCHMARK(BM_ListAThousand)->Unit(benchmark::kMillisecond);

void BM_ListThemAgain(benchmark::State& state) {
  const ThousandLessons folder;
  const LessonFolder earlier = read_lesson_folder(folder.path(), nullptr);
  for (auto _ : state) benchmark::DoNotOptimize(read_lesson_folder(folder.path(), &earlier));
}
BENCHMARK(BM_ListThemAgain)->Unit(benchmark::kMillisecond);

// The slowest step of all lessons: its run, and its prose with the numbers.
void BM_SlowestStep(benchmark::State& state) {
  for (auto _ : state) {
    double slowest = 0;
    for (const Lesson& lesson : lessons(Language::kEnglish)) {
      for (const LessonStep& step : lesson.steps) {
        const auto begin = std::chrono::steady_clock::now();
        const auto trace = make_trace(step.document);
        if (trace) benchmark::DoNotOptimize(fill_prose(step.prose, **trace));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        slowest = std::max(slowest, took.count());
      }
    }
    state.SetIterationTime(slowest);
  }
}
BENCHMARK(BM_SlowestStep)->UseManualTime()->Unit(benchmark::kMillisecond);

// What the panel does in each frame: the numbers of a step's prose.
void BM_ProseOfAFrame(benchmark::State& state) {
  const LessonStep& step = find_lesson(Language::kEnglish, "encoder")->steps.at(1);
  const auto trace = make_trace(step.document).value();
  for (auto _ : state) benchmark::DoNotOptimize(fill_prose(step.prose, *trace));
}
BENCHMARK(BM_ProseOfAFrame)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace app

BENCHMARK_MAIN();
