// lesson_desk.cpp: one thread reads lessons, one lists folders; each is stopped by the next of its kind.
#include "app/shell/lesson_desk.h"

#include <algorithm>

#include "app/lessons/lesson_check.h"
#include "app/session/lesson_taking.h"
#include "app/session/worker.h"
#include "app/shell/file_kinds.h"
#include "app/shell/lesson_files.h"
#include "app/text/quotable.h"
#include "engine/core/parallel.h"
#include "engine/core/thread.h"
#include "engine/loaders/file_stamp.h"

namespace app {
namespace {

constexpr double kPoll = 0.5;  // seconds between two looks at an open file

// Whether the window would stay as it is between the two.
bool stays(const LessonStep& one, const LessonStep& other) {
  return one.sets_up == other.sets_up && one.motion == other.motion &&
         one.question.has_value() == other.question.has_value() &&
         question_key(one, true) == question_key(other, true);
}

}  // namespace

LessonDesk::LessonDesk(Session& session, const std::filesystem::path& state_folder,
                       std::function<void()> wake)
    : session_(session), wake_(std::move(wake)), progress_(state_folder) {
  session.arrange([this](Desk& desk) { desk.progress = progress_.read(); });
  list();
}

void LessonDesk::open(const std::string& path) {
  read(path, Wish::kOpen);
}

void LessonDesk::read(const std::string& path, Wish wish) {
  reader_ = {};  // the older one ends first
  {
    const std::lock_guard lock(mutex_);
    is_reading_ = true;
    read_.reset();
  }
  reader_ = engine::run_beside([this, path, wish](const std::stop_token& stop) {
    const engine::Stoppable stoppable(stop);
    std::string stamp = loaders::stamp_text(path);
    auto lesson = within_memory([&] { return read_lesson_file(path); });
    if (stop.stop_requested()) return;
    {
      const std::lock_guard lock(mutex_);
      is_reading_ = false;
      read_ = Read{wish, path, std::move(stamp), std::move(lesson)};
    }
    wake();
  });
}

void LessonDesk::choose_folder(const std::string& path, double now) {
  Requests requests;
  requests.edit("", [&](State& state) { state.preferences.lessons_folder = path; });
  session_.apply(requests, now);
  list(Telling::kCount);
}

void LessonDesk::list(Telling telling) {
  lister_ = {};
  const std::string& folder = session_.preferences().lessons_folder;
  if (folder.empty()) return;
  lister_ = engine::run_beside(
      [this, telling, folder, earlier = session_.desk().lesson_folder](const std::stop_token& stop) {
        const engine::Stoppable stoppable(stop);
        const auto made = within_memory(
            [&]() -> engine::Result<LessonFolder> { return read_lesson_folder(folder, earlier.get()); });
        if (stop.stop_requested()) return;
        const LessonFolder none{folder, {}, made ? std::nullopt : std::optional(made.error())};
        {
          const std::lock_guard lock(mutex_);
          listed_ = Listed{telling, folder, std::make_shared<const LessonFolder>(made ? *made : none)};
        }
        wake();
      });
}

bool LessonDesk::is_reading() const {
  const std::lock_guard lock(mutex_);
  return is_reading_;
}

void LessonDesk::watch(double now) {
  std::optional<Read> done;
  std::optional<Listed> listed;
  {
    const std::lock_guard lock(mutex_);
    done.swap(read_);
    listed.swap(listed_);
  }
  if (listed) take_over(*listed);
  if (done) take_over(*done, now);
  const auto& own = session_.desk().lesson.own;
  if (own && now - looked_at_ >= kPoll && !is_reading()) {
    looked_at_ = now;
    if (loaders::stamp_text(own->path) != own->stamp) read(own->path, Wish::kFollow);
  }
  progress_.keep(session_.desk().progress, now);
}

// While a file is read, nothing is due: the thread wakes the window.
std::optional<double> LessonDesk::due(double now) const {
  auto soonest = progress_.due(now);
  if (session_.desk().lesson.own && !is_reading()) {
    const double look = std::max(0.0, looked_at_ + kPoll - now);
    soonest = soonest ? std::min(*soonest, look) : look;
  }
  return soonest;
}

void LessonDesk::take_over(const Listed& listed) {
  if (listed.asked != session_.preferences().lessons_folder) return;
  const LessonFolder& folder = *listed.folder;
  session_.arrange([&](Desk& desk) { desk.lesson_folder = listed.folder; });
  if (listed.telling == Telling::kNothing) return;
  const Words& tr = words(session_.preferences());
  if (folder.error) {
    return session_.notify({"files.not_opened",
                            {{"name", name_of_file(listed.asked)}, {"reason", tr(*folder.error)}},
                            0,
                            true,
                            {}});
  }
  session_.notify(
      {"files.lessons_listed",
       {{"count", std::to_string(folder.lessons.size())}, {"folder", quotable(listed.asked, kLongestPath)}},
       0,
       false,
       {}});
}

void LessonDesk::take_over(const Read& read, double now) {
  const auto& open = session_.desk().lesson.own;
  // It was closed, or another opened, while its file was read again.
  if (read.wish == Wish::kFollow && (!open || open->path != read.path)) return;
  if (read.lesson && read.lesson->faults.empty())
    return show(std::make_shared<const OwnLesson>(*read.lesson), now);
  OwnLesson own;
  if (read.lesson) {
    own = *read.lesson;
  } else {
    own.path = read.path;
    own.stamp = read.stamp;
    own.faults = {{1, read.lesson.error()}};
  }
  show_faults(std::move(own));
}

void LessonDesk::show(std::shared_ptr<const OwnLesson> own, double now) {
  const LessonState open = session_.desk().lesson;
  const bool is_open = open.own && open.own->path == own->path && !open.own->lesson.steps.empty();
  const std::vector<LessonStep>& steps = own->lesson.steps;
  if (is_open && open.step < steps.size() && open.step < open.own->lesson.steps.size() &&
      stays(open.own->lesson.steps[open.step], steps[open.step]))
    return session_.arrange([&](Desk& desk) { desk.lesson.own = own; });
  const size_t step = is_open ? open.step : step_left(session_.desk().progress, own->path);
  Requests requests;
  open_lesson_step(requests, own->lesson, own, step);
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
    const std::string reason = tr(with_line(own.faults.front(), tr));
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
