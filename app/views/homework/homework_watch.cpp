// homework_watch.cpp: keeps the comparison up to date: continues until it is done, and restarts when a file
// was saved.
#include <algorithm>

#include "app/session/changes.h"
#include "app/views/homework/homework.h"

namespace views {
namespace {

constexpr double kPart = 0.1;    // seconds of reading before the list is redrawn
constexpr double kWait = 0.012;  // seconds that a frame waits for them
constexpr double kPoll = 1;      // seconds between checks of the folder

using app::Desk;
using HomeworkPtr = std::shared_ptr<const app::Homework>;

HomeworkPtr kept(const Frame& frame, const app::Homework& homework) {
  auto found = std::make_shared<const app::Homework>(homework);
  const double now = ImGui::GetTime();
  frame.requests.arrange([found, now](Desk& desk) {
    desk.homework.found = found;
    desk.homework.looked_at = now;
  });
  return found;
}

// Continues on another thread; includes what is read within this frame.
HomeworkPtr read_on(const Frame& frame, const HomeworkPtr& found) {
  std::shared_ptr<app::HomeworkReading> reading = frame.session.desk().homework.reading;
  if (!reading || reading->from != found) {
    reading = std::make_shared<app::HomeworkReading>();
    reading->from = found;
    frame.requests.arrange([reading](Desk& desk) { desk.homework.reading = reading; });
  }
  const std::shared_ptr<app::Later<app::Homework>> more(reading, &reading->more);
  app::Background& background = frame.session.background();
  background.want(
      more, [found] { return app::go_on(*found, kPart); }, app::Urgency::kLookedAt);
  background.wait_for(more.get(), kWait);
  return more->get() == nullptr ? found : kept(frame, *more->get());
}

bool is_changed(const app::Homework& homework) {
  const auto files = app::homework_files(homework.folder);
  if (!files) return !homework.error || files.error().key != homework.error->key;
  return *files != homework.files;
}

// Goes to the first difference of a newly chosen folder.
void go_to_first(const Frame& frame, const app::Homework& homework) {
  const app::HomeworkState& desk = frame.session.desk().homework;
  if (!desk.is_new) return;
  const auto first = app::first_differing(homework, desk.tolerance);
  if (!first && !homework.is_done()) return;
  frame.requests.arrange([](Desk& changed) { changed.homework.is_new = false; });
  if (first) go_to_row(frame, homework, homework.rows[*first]);
}

}  // namespace

HomeworkPtr watch_homework(const Frame& frame) {
  const app::HomeworkState& desk = frame.session.desk().homework;
  const auto& trace = frame.session.trace();
  if (desk.folder.empty() || !trace) return nullptr;
  HomeworkPtr found = desk.found;
  if (!found || found->trace != trace || found->folder != desk.folder) {
    found = kept(frame, app::begin_homework(trace, desk.folder));
  } else if (found->is_done() && ImGui::GetTime() - desk.looked_at >= kPoll) {
    if (is_changed(*found)) {
      found = kept(frame, app::begin_homework(trace, desk.folder, found.get()));
    } else {
      frame.requests.arrange([now = ImGui::GetTime()](Desk& changed) { changed.homework.looked_at = now; });
    }
  }
  if (!found->is_done()) found = read_on(frame, found);
  go_to_first(frame, *found);
  return found;
}

const app::HomeworkRow* focused_row(const Frame& frame, const app::Homework& homework) {
  const int stage = frame.session.focused_stage();
  const auto found = std::find_if(homework.rows.begin(), homework.rows.end(),
                                  [&](const app::HomeworkRow& row) { return row.stage == stage; });
  return stage < 0 || found == homework.rows.end() ? nullptr : &*found;
}

std::shared_ptr<const app::HomeworkLook> look_at_homework(const Frame& frame, const HomeworkPtr& homework) {
  const app::HomeworkState& desk = frame.session.desk().homework;
  const app::HomeworkRow* const row = focused_row(frame, *homework);
  if (row == nullptr || row->path.empty() || !row->is_compared) return nullptr;
  const double tolerance = desk.tolerance;
  if (desk.look && app::is_current(*desk.look, *homework, *row, tolerance)) return desk.look;
  std::shared_ptr<app::HomeworkLooking> looking = desk.looking;
  if (!looking || !app::is_current(looking->begun, *homework, *row, tolerance)) {
    looking = std::make_shared<app::HomeworkLooking>();
    looking->begun = app::begin_look(*homework, *row, tolerance);
    frame.requests.arrange([looking](Desk& changed) { changed.homework.looking = looking; });
  }
  const std::shared_ptr<app::Later<app::HomeworkLook>> later(looking, &looking->look);
  app::Background& background = frame.session.background();
  background.want(
      later, [homework, wanted = *row, tolerance] { return app::look_closely(*homework, wanted, tolerance); },
      app::Urgency::kLookedAt);
  background.wait_for(later.get(), kWait);
  if (later->get() == nullptr) return nullptr;
  std::shared_ptr<const app::HomeworkLook> look(looking, later->get());
  frame.requests.arrange([look](Desk& changed) { changed.homework.look = look; });
  return look;
}

void go_to_row(const Frame& frame, const app::Homework& homework, const app::HomeworkRow& row) {
  if (row.stage < 0) return;
  const app::Standing found = app::standing(homework, row, frame.session.desk().homework.tolerance);
  const bool pins = found == app::Standing::kDiffers || found == app::Standing::kAgrees;
  frame.requests.edit(
      "walk", [address = row.address, pins, cell = std::pair(row.row, row.column)](app::State& state) {
        app::focus_on(state, address);
        if (pins) state.document.focus.pinned = cell;
      });
}

}  // namespace views
