// lesson_desk.cpp: one thread reads lessons, one lists folders; each is stopped by the next of its kind.
#include "app/shell/lesson_desk.h"

#include <algorithm>

#include "app/session/lesson_taking.h"
#include "app/session/worker.h"
#include "app/shell/file_kinds.h"
#include "app/shell/lesson_files.h"
#include "app/text/quotable.h"
#include "engine/core/parallel.h"
#include "engine/loaders/file_stamp.h"

namespace app {
namespace {

constexpr double kPoll = 0.5;  // seconds between two looks at an open file

// Whether what was answered to one is an answer to the other.
bool same_question(const std::optional<Question>& one, const std::optional<Question>& other) {
  if (!one || !other) return one.has_value() == other.has_value();
  return one->kind == other->kind && one->answer == other->answer &&
         std::ranges::equal(one->choices, other->choices, [](const Choice& a, const Choice& b) {
           return a.text == b.text && a.is_right == b.is_right;
         });
}

// Forgets answers to questions that are asked no more.
void forget_changed(const Lesson& before, const Lesson& now, LessonProgress& progress) {
  std::erase_if(progress.answers, [&](const auto& answered) {
    const size_t step = answered.first;
    return step >= before.steps.size() || step >= now.steps.size() ||
           !same_question(before.steps[step].question, now.steps[step].question);
  });
}

// Whether the window would stay as it is between the two.
bool shows_the_same(const LessonStep& one, const LessonStep& other) {
  return one.sets_up == other.sets_up && one.document == other.document && one.motion == other.motion;
}

}  // namespace

LessonDesk::LessonDesk(Session& session, const std::filesystem::path& state_folder,
                       std::function<void()> wake)
    : session_(session), wake_(std::move(wake)), progress_(state_folder) {
  session.arrange([this](Desk& desk) { desk.progress = progress_.read(); });
}

void LessonDesk::open(const std::string& path) {
  reader_ = {};  // the older one ends first
  {
    const std::lock_guard lock(mutex_);
    is_reading_ = true;
    read_.reset();
  }
  reader_ = std::jthread([this, path](const std::stop_token& stop) {
    const engine::Stoppable stoppable(stop);
    auto lesson = within_memory([&] { return read_lesson_file(path); });
    if (stop.stop_requested()) return;
    {
      const std::lock_guard lock(mutex_);
      is_reading_ = false;
      read_ = Read{path, std::move(lesson)};
    }
    if (wake_) wake_();
  });
}

std::optional<engine::Error> LessonDesk::choose_folder(const std::string& path, double now) {
  auto folder = std::make_shared<const LessonFolder>(read_lesson_folder(path, nullptr));
  if (folder->error) return folder->error;
  Requests requests;
  requests.edit("", [&](State& state) { state.preferences.lessons_folder = path; });
  requests.arrange([&](Desk& desk) { desk.lesson_folder = folder; });
  session_.apply(requests, now);
  return std::nullopt;
}

void LessonDesk::list(const std::string& folder) {
  lister_ = {};
  lister_ =
      std::jthread([this, folder, earlier = session_.desk().lesson_folder](const std::stop_token& stop) {
        auto listed = std::make_shared<const LessonFolder>(read_lesson_folder(folder, earlier.get()));
        if (stop.stop_requested()) return;
        {
          const std::lock_guard lock(mutex_);
          listed_ = std::move(listed);
        }
        if (wake_) wake_();
      });
}

bool LessonDesk::is_reading() const {
  const std::lock_guard lock(mutex_);
  return is_reading_;
}

void LessonDesk::watch(double now) {
  std::optional<Read> read;
  std::shared_ptr<const LessonFolder> listed;
  {
    const std::lock_guard lock(mutex_);
    read.swap(read_);
    listed.swap(listed_);
  }
  if (listed) session_.arrange([&](Desk& desk) { desk.lesson_folder = listed; });
  if (read) take_over(*read, now);
  const auto& own = session_.desk().lesson.own;
  if (own && now - looked_at_ >= kPoll && !is_reading()) {
    looked_at_ = now;
    if (loaders::stamp_text(own->path) != own->stamp) open(own->path);
  }
  progress_.keep(session_.desk().progress, now);
}

std::optional<double> LessonDesk::due(double now) const {
  auto soonest = progress_.due(now);
  if (session_.desk().lesson.own) {
    const double look = std::max(0.0, looked_at_ + kPoll - now);
    soonest = soonest ? std::min(*soonest, look) : look;
  }
  return soonest;
}

void LessonDesk::take_over(const Read& read, double now) {
  if (read.lesson && read.lesson->faults.empty())
    return show(std::make_shared<const OwnLesson>(*read.lesson), now);
  OwnLesson own;
  if (read.lesson) {
    own = *read.lesson;
  } else {
    own.path = read.path;
    own.stamp = loaders::stamp_text(read.path);
    own.faults = {{1, read.lesson.error()}};
  }
  show_faults(std::move(own));
}

void LessonDesk::show(std::shared_ptr<const OwnLesson> own, double now) {
  const LessonState open = session_.desk().lesson;
  const bool is_open = open.own && open.own->path == own->path;
  Requests requests;
  if (is_open && !open.own->lesson.steps.empty()) {
    const std::vector<LessonStep>& before = open.own->lesson.steps;
    const std::vector<LessonStep>& steps = own->lesson.steps;
    session_.arrange(
        [&](Desk& desk) { forget_changed(open.own->lesson, own->lesson, desk.progress[own->path]); });
    const bool stays = open.step < steps.size() && open.step < before.size() &&
                       shows_the_same(before[open.step], steps[open.step]) &&
                       same_question(before[open.step].question, steps[open.step].question);
    if (stays) return session_.arrange([&](Desk& desk) { desk.lesson.own = own; });
    open_lesson_step(requests, own->lesson, own, open.step);
  } else {
    const size_t step = step_left(session_.desk().progress, own->path, own->lesson.steps.size());
    open_lesson_step(requests, own->lesson, own, step);
  }
  session_.apply(requests, now);
}

// The lesson before stays open, the file's own or another.
void LessonDesk::show_faults(OwnLesson own) {
  const LessonState& open = session_.desk().lesson;
  const bool is_open = open.own && open.own->path == own.path;
  if (is_open) {
    own.lesson = open.own->lesson;
  } else if (!lesson_key(open).empty()) {
    const Words& tr = words(session_.preferences());
    const std::string reason = tr(fault_error(own.faults.front(), tr));
    return session_.notify(
        {"files.not_opened", {{"name", name_of_file(own.path)}, {"reason", reason}}, 0, true, {}});
  } else {
    own.lesson = {};
  }
  auto shown = std::make_shared<const OwnLesson>(std::move(own));
  session_.arrange([&](Desk& desk) {
    if (!is_open) desk.lesson = {};
    desk.lesson.own = shown;
  });
}

}  // namespace app
