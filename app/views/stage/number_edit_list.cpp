// number_edit_list.cpp: all edits, each with a link and a button to restore it.
#include <algorithm>

#include "app/look/labels.h"
#include "app/session/exploring.h"
#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/stage/number_edit.h"
#include "engine/core/formula.h"

namespace views {
namespace {

constexpr size_t kMostCells = 6;    // listed one by one per stage
constexpr size_t kMostStages = 40;  // in the list

// "Encoder 1 · Head 1 · Queries"
std::string path_of(const Frame& frame, const std::string& address) {
  const std::string layer = layer_name(frame, engine::parse_address(address));
  return (layer.empty() ? "" : layer + " · ") + look::stage_title(frame.tr, address);
}

// × and what it restores, then a name that links to it.
bool row(const Frame& frame, const std::string& id, const std::string& text, const std::string& address,
         std::optional<std::pair<engine::Index, engine::Index>> cell) {
  const bool dropped = ui::button(frame.style, ("×##drop " + id).c_str());
  ui::tip(frame.style, frame.tr("number.drop.tip"));
  ImGui::SameLine(0, frame.style.px(4));
  if (ui::button(frame.style, (text + "##typed " + id).c_str())) {
    frame.requests.edit("walk", [address, cell](app::State& state) {
      app::focus_on(state, address);
      if (cell) state.document.focus.pinned = cell;
    });
  }
  ui::tip(frame.style, frame.tr("number.go.tip"));
  return dropped;
}

void stage_rows(const Frame& frame, const engine::StageEdits& stage) {
  const std::string path = path_of(frame, stage.address);
  if (stage.cells.size() > kMostCells) {
    const std::string text =
        frame.tr("number.typed_stage", {{"stage", path}, {"count", std::to_string(stage.cells.size())}});
    if (row(frame, stage.address, text, stage.address, std::nullopt)) {
      frame.requests.edit(
          "", [address = stage.address](app::State& state) { app::clear_numbers(state, address); });
    }
    return;
  }
  for (const engine::CellEdit& cell : stage.cells) {
    const std::string place = " " + frame.tr.cell(cell.row, cell.column);
    const std::string text = path + place + " = " + engine::number_markup(cell.value, 4);
    if (row(frame, stage.address + place, text, stage.address, std::pair(cell.row, cell.column))) {
      frame.requests.edit("", [address = stage.address, cell](app::State& state) {
        app::set_number(state, address, cell.row, cell.column, std::nullopt);
      });
    }
  }
}

}  // namespace

void typed_setting(Fields& fields) {
  const engine::Edits& edits = fields.config().edits;
  if (edits.empty()) return;
  const Frame& frame = fields.frame();
  size_t count = 0;
  for (const engine::StageEdits& stage : edits) count += stage.cells.size();
  constexpr const char* kList = "typed numbers";
  if (fields.opener("setting.typed", std::to_string(count) + " ▾")) ImGui::OpenPopup(kList);
  const ImVec2 corner(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + frame.style.px(4));
  ImGui::SetNextWindowPos(corner, ImGuiCond_Appearing);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, frame.style.px(420)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(frame.style.px(12), frame.style.px(10)));
  const bool is_open = ImGui::BeginPopup(kList);
  ImGui::PopStyleVar();
  if (!is_open) return;
  ui::close_on_escape();
  for (size_t i = 0; i < std::min(edits.size(), kMostStages); ++i) stage_rows(frame, edits[i]);
  if (edits.size() > kMostStages)
    ui::label("… " + std::to_string(edits.size() - kMostStages), frame.style.small());
  ImGui::Separator();
  if (ui::button(frame.style, (frame.tr("number.all_computed") + "##number.all_computed").c_str(),
                 ui::ButtonKind::kOutline))
    frame.requests.edit("", [](app::State& state) { state.document.config.edits.clear(); });
  ui::tip(frame.style, frame.tr("number.all_computed.tip"));
  ImGui::EndPopup();
}

}  // namespace views
