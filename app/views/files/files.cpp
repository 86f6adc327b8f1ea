// files.cpp: the browser's sheet: recent sessions on the left, the folder on the right, the name below it.
#include "app/views/files/files.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/text/quotable.h"
#include "app/ui/text_field.h"
#include "app/ui/widgets.h"
#include "app/views/core/overlay.h"
#include "app/views/files/files_parts.h"
#include "embedded/models.h"

namespace views {
namespace {

constexpr float kFilesWidth = 900;
constexpr float kFilesHeight = 580;
constexpr float kEdge = 24;
constexpr float kScriptHeight = 120;

SheetPlace sheet_place(const ui::Style& style) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  SheetPlace place;
  place.at = {window.x / 2, window.y / 2};
  place.pivot = {0.5f, 0.5f};
  place.size = {std::min(style.px(kFilesWidth), window.x - 2 * style.px(kEdge)),
                std::min(style.px(kFilesHeight), window.y - 2 * style.px(kEdge))};
  return place;
}

void set_order(const Frame& frame, bool by_name) {
  frame.requests.arrange([by_name](app::Desk& desk) {
    auto folder = std::make_shared<app::Folder>(*desk.browser.folder);
    app::sort_entries(folder->entries, by_name);
    desk.browser.folder = std::move(folder);
    desk.browser.by_name = by_name;
    desk.browser.chosen = -1;
  });
}

void draw_title(const Browsing& browsing) {
  const Frame& frame = browsing.frame;
  const std::string name(browsing.purpose.name);
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ui::label(frame.tr("files.title." + name), frame.style.title());
  const bool by_name = browsing.browser.by_name;
  const std::string order = frame.tr(by_name ? "files.by_name" : "files.by_date");
  const float width = ui::text_size(order, frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(right - width);
  if (ui::button(frame.style, (order + "##order").c_str())) set_order(frame, !by_name);
  ui::tip(frame.style, frame.tr("files.order.tip"));
}

// The field keeps keyboard focus, so that a name can be typed at any time.
void draw_field(const Browsing& browsing, float width) {
  const Frame& frame = browsing.frame;
  const auto& style = frame.style;
  std::string typed = browsing.browser.typed;
  ImGui::PushID(browsing.browser.written);
  if (!ui::is_typed_in() && !ImGui::IsMouseDown(0)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  const std::string hint = frame.tr(browsing.purpose.writes ? "files.name_hint" : "files.find_hint");
  if (ImGui::InputTextWithHint("##file name", hint.c_str(), &typed, ImGuiInputTextFlags_NoUndoRedo)) {
    frame.requests.arrange([typed](app::Desk& desk) {
      desk.browser.typed = typed;
      desk.browser.in_recent = false;
      desk.browser.chosen = -1;
    });
  }
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr(browsing.purpose.writes ? "files.name.tip" : "files.find.tip"));
  ImGui::PopID();
}

// What reads a saved model elsewhere.
void draw_model_script(const Frame& frame) {
  const auto& style = frame.style;
  ui::paragraph(frame.tr("files.model_script"), ImGui::GetContentRegionAvail().x, style.small());
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui::vec4(style.colours.background));
  if (ImGui::BeginChild("model script", {0, style.px(kScriptHeight)}, ImGuiChildFlags_Borders)) {
    const std::string_view script = models::file(R"(model.py)");
    for (size_t begin = 0; begin < script.size();) {
      const size_t end = std::min(script.find('\n', begin), script.size());
      ui::label(script.substr(begin, end - begin), style.small_ink());
      begin = end + 1;
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

void draw_question(const Browsing& browsing) {
  const Frame& frame = browsing.frame;
  const std::string& path = browsing.browser.asks_over;
  const std::string name = app::quotable(std::filesystem::path(path).filename().string());
  ui::TextStyle type = frame.style.small_ink();
  type.colour = frame.style.colours.accent;
  const std::string sentence = frame.tr("files.exists", {{"name", name}});
  ui::label(ui::ellipsise(sentence, ImGui::GetContentRegionAvail().x, type), type);
  if (ui::button(frame.style, (frame.tr("files.write_over") + "##write over").c_str(),
                 ui::ButtonKind::kPrimary))
    hand_in(browsing, path);
  ui::tip(frame.style, frame.tr("files.write_over.tip"));
  ImGui::SameLine();
  if (ui::button(frame.style, (frame.tr("files.keep_it") + "##keep it").c_str(), ui::ButtonKind::kOutline))
    stop_asking(frame);
  ui::tip(frame.style, frame.tr("files.keep_it.tip"));
}

void draw_bottom(const Browsing& browsing) {
  if (!browsing.browser.asks_over.empty()) return draw_question(browsing);
  const Frame& frame = browsing.frame;
  const auto& style = frame.style;
  const std::string name(browsing.purpose.name);
  const std::string act = frame.tr("files.do." + name);
  const std::string cancel = frame.tr("files.cancel");
  const float gap = style.px(10);
  draw_field(browsing, ImGui::GetContentRegionAvail().x - ui::button_width(style, act) -
                           ui::button_width(style, cancel) - 2 * gap);
  ImGui::SameLine(0, gap);
  const bool ready =
      !browsing.browser.typed.empty() || browsing.browser.chosen >= 0 || can_use_folder(browsing);
  if (ui::button(style, (act + "##use file").c_str(), ui::ButtonKind::kPrimary, ready)) {
    if (browsing.browser.in_recent) {
      use_recent(browsing, browsing.browser.chosen);
    } else {
      use_typed(browsing);
    }
  }
  ui::tip(style, frame.tr("files.do.tip"));
  ImGui::SameLine(0, gap);
  if (ui::button(style, (cancel + "##cancel files").c_str(), ui::ButtonKind::kOutline)) close_overlay(frame);
  ui::tip(style, frame.tr("files.cancel.tip"));
  ui::label(ui::ellipsise(frame.tr("files.keys"), ImGui::GetContentRegionAvail().x, style.small()),
            style.small());
  if (browsing.purpose.writes_folder) draw_model_script(frame);
}

// The height of draw_bottom.
float bottom_height(const Browsing& browsing) {
  const auto& style = browsing.frame.style;
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  const float line = ui::text_size("A", style.small()).y;
  const float script = browsing.purpose.writes_folder ? style.px(kScriptHeight) + 2 * (line + gap) : 0;
  return ImGui::GetFrameHeight() + line + 2 * gap + script;
}

void draw_sheet(const Browsing& browsing) {
  const auto& style = browsing.frame.style;
  draw_title(browsing);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float side = browsing.purpose.lists_recent && room.x > style.px(560) ? style.px(240) : 0;
  if (side > 0) {
    draw_recent(browsing, {side, room.y});
    ImGui::SameLine(0, style.px(16));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine({at.x - style.px(8), at.y}, {at.x - style.px(8), at.y + room.y},
                                        style.colours.hairline);
  }
  ImGui::BeginGroup();
  const float width = room.x - (side > 0 ? side + style.px(16) : 0);
  draw_breadcrumb(browsing, width);
  const float height = ImGui::GetContentRegionAvail().y - bottom_height(browsing);
  draw_rows(browsing, {width, std::max(height, style.px(60))});
  draw_bottom(browsing);
  ImGui::EndGroup();
}

}  // namespace

void draw_files(const Frame& frame) {
  if (!frame.session.desk().browser.folder) return;
  if (!begin_overlay(frame, "files", sheet_place(frame.style))) return;
  const Browsing browsing = browsing_of(frame);
  browser_keys(browsing);
  draw_sheet(browsing);
  end_overlay();
}

}  // namespace views
