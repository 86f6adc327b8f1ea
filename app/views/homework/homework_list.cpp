// homework_list.cpp: every stage of theirs with its distance from ours, one line each.
#include <algorithm>

#include "app/look/labels.h"
#include "app/text/quotable.h"
#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/homework/homework.h"
#include "engine/core/address.h"

namespace views {
namespace {

using app::Standing;

const char* key_of(Standing standing) {
  switch (standing) {
    case Standing::kAgrees:
      return "homework.agrees";
    case Standing::kDiffers:
      return "homework.differs";
    case Standing::kShape:
      return "homework.shape";
    case Standing::kFailed:
      return "homework.failed";
    case Standing::kMissing:
      return "homework.missing";
    case Standing::kWaiting:
      break;
  }
  return "homework.waiting";
}

// The positions of the columns, in pixels from the list's left end.
struct HomeworkColumns {
  float name = 0, name_width = 0;
  float absolute = 0, relative = 0;  // right edges
  float standing = 0;
};

class List {
 public:
  List(const Frame& frame, const app::Homework& homework, float width)
      : frame_(frame), style_(frame.style), homework_(homework), width_(width) {
    const float number = ui::number_width("0.0 × 10⁻⁰⁰", style_.small_ink());
    float words = 0;
    for (const Standing each : {Standing::kAgrees, Standing::kDiffers, Standing::kShape, Standing::kFailed,
                                Standing::kMissing, Standing::kWaiting})
      words = std::max(words, ui::text_size(standing_name(frame, each), style_.small_strong()).x);
    const float gap = style_.px(14);
    const float right = width - style_.px(16);  // the scrollbar
    columns_.standing = right - words;
    columns_.relative = columns_.standing - gap;
    columns_.absolute = columns_.relative - number - gap;
    columns_.name = style_.px(20);
    columns_.name_width = columns_.absolute - number - gap - columns_.name;
  }

  void draw(float height) {
    const float line = style_.px(22);
    head(line);
    for (const app::HomeworkRow& row : homework_.rows) {
      if (is_listed(row)) listed_.push_back(&row);
    }
    if (ImGui::BeginChild("homework rows", {width_, std::max(height - line, line)}, 0,
                          ImGuiWindowFlags_NoBackground)) {
      if (listed_.empty()) ui::paragraph(frame_.tr("homework.none_listed"), width_, style_.small());
      scroll_to_here(line);
      ImGuiListClipper clipper;
      clipper.Begin(static_cast<int>(listed_.size()), line);
      while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
          draw_row(*listed_[static_cast<size_t>(i)], line);
      }
    }
    ImGui::EndChild();
  }

 private:
  Standing standing_of(const app::HomeworkRow& row) const {
    return app::standing(homework_, row, frame_.session.desk().homework.tolerance);
  }

  // Stages without a file make a long and uninformative list: only shown while nothing is filtered out.
  bool is_listed(const app::HomeworkRow& row) const {
    const Standing found = standing_of(row);
    if (!frame_.session.desk().homework.only_differing) return true;
    return found == Standing::kDiffers || found == Standing::kShape || found == Standing::kFailed;
  }

  // When the focus moves to another step, scrolls its line into view.
  void scroll_to_here(float line) const {
    const int stage = frame_.session.focused_stage();
    int* const before = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("listed stage"), -1);
    if (*before == stage) return;
    *before = stage;
    const auto here = std::find_if(listed_.begin(), listed_.end(),
                                   [&](const app::HomeworkRow* row) { return row->stage == stage; });
    if (here == listed_.end()) return;
    const float top = line * static_cast<float>(here - listed_.begin());
    ImGui::SetScrollY(std::max(top - (ImGui::GetWindowHeight() - line) / 2, 0.0f));
  }

  void head(float line) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ui::TextStyle type = style_.small();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float number = columns_.relative - columns_.absolute - style_.px(6);
    ui::draw_text(list, {at.x + columns_.name, at.y}, frame_.tr("homework.stage"), type);
    ui::draw_text_right(list, {at.x + columns_.absolute, at.y},
                        ui::ellipsise(frame_.tr("homework.absolute"), number, type), type);
    ui::draw_text_right(list, {at.x + columns_.relative, at.y},
                        ui::ellipsise(frame_.tr("homework.relative"), number, type), type);
    ImGui::InvisibleButton("homework columns", {width_, line});
    ui::tip(style_, frame_.tr("homework.columns.tip"));
    list.AddLine({at.x, at.y + line - 2}, {at.x + width_, at.y + line - 2}, style_.colours.hairline);
  }

  // A square differs, a triangle cannot be compared, a disc agrees, a ring has no file.
  void mark(Standing standing, ImVec2 centre) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = style_.px(4);
    const auto& colours = style_.colours;
    switch (standing) {
      case Standing::kDiffers:
      case Standing::kShape:
        list.AddRectFilled({centre.x - half, centre.y - half}, {centre.x + half, centre.y + half},
                           colours.accent);
        break;
      case Standing::kFailed:
        list.AddTriangleFilled({centre.x, centre.y - half}, {centre.x + half, centre.y + half},
                               {centre.x - half, centre.y + half}, colours.accent);
        break;
      case Standing::kAgrees:
        list.AddCircleFilled(centre, half, colours.query);
        break;
      default:
        list.AddCircle(centre, half - 1, colours.muted);
    }
  }

  void draw_row(const app::HomeworkRow& row, float line) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Standing found = standing_of(row);
    if (ImGui::InvisibleButton(("homework " + row.address).c_str(), {width_, line}))
      go_to_row(frame_, homework_, row);
    const bool hovered = ImGui::IsItemHovered();
    ui::tip(style_, tip_of(row, found));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool here = row.stage >= 0 && row.stage == frame_.session.focused_stage();
    if (here || hovered)
      list.AddRectFilled(at, {at.x + width_, at.y + line},
                         here ? style_.colours.selected : style_.colours.chip, style_.px(4));
    mark(found, {at.x + style_.px(9), at.y + line / 2});
    const bool quiet = found == Standing::kMissing || found == Standing::kWaiting;
    const ui::TextStyle type = here ? style_.small_strong() : quiet ? style_.small() : style_.small_ink();
    const float y = at.y + (line - ui::text_size("0", type).y) / 2;
    ui::draw_text(list, {at.x + columns_.standing, y}, standing_name(frame_, found), type);
    if (found == Standing::kFailed) {
      const std::string reason = row_name(frame_, row) + ": " + frame_.tr(*row.error);
      const float room = columns_.standing - columns_.name - style_.px(14);
      ui::draw_text(list, {at.x + columns_.name, y}, ui::ellipsise(reason, room, type), type);
      return;
    }
    ui::draw_text(list, {at.x + columns_.name, y},
                  ui::ellipsise(row_name(frame_, row), columns_.name_width, type), type);
    if (found == Standing::kShape) {
      const std::string shape = shape_name(row.theirs);
      ui::draw_text_right(list, {at.x + columns_.relative, y}, shape, type);
    } else if (!quiet) {
      ui::draw_number(list, {at.x + columns_.absolute, y}, ui::difference_number(row.absolute), type);
      ui::draw_number(list, {at.x + columns_.relative, y}, ui::difference_number(row.relative), type);
    }
  }

  std::string tip_of(const app::HomeworkRow& row, Standing found) const {
    if (found == Standing::kFailed) return frame_.tr(*row.error);
    return frame_.tr("homework.row.tip", {{"address", row.address + ".npy"}});
  }

  const Frame& frame_;
  const ui::Style& style_;
  const app::Homework& homework_;
  float width_;
  HomeworkColumns columns_;
  std::vector<const app::HomeworkRow*> listed_;
};

}  // namespace

std::string row_name(const Frame& frame, const app::HomeworkRow& row) {
  if (row.stage < 0) return app::quotable(row.address);
  const engine::StageAddress place = engine::parse_address(row.address);
  std::string name;
  if (place.batch >= 0) name = frame.tr("path.sentence", {{"sentence", frame.tr.nth(place.batch)}}) + " · ";
  if (!place.stream.empty()) name += frame.tr("path." + place.stream) + " · ";
  if (place.layer >= 0 && frame.facts.has_layers()) name += short_layer_name(frame, place) + " · ";
  if (place.sublayer != engine::Sublayer::kNone && frame.facts.has_layers())
    name += sublayer_name(frame, place) + " · ";
  return name + look::stage_title(frame.tr, row.address);
}

std::string standing_name(const Frame& frame, Standing standing) {
  return frame.tr(key_of(standing));
}

std::string shape_name(const engine::Shape& shape) {
  return std::to_string(shape.rows) + " × " + std::to_string(shape.columns);
}

void draw_homework_list(const Frame& frame, const app::Homework& homework, ImVec2 room) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  List(frame, homework, room.x).draw(room.y);
  ImGui::PopStyleVar();
}

}  // namespace views
