// page_view.cpp: one column of text, with years in the margin where a page tells a history.
#include "app/views/pages/page_view.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/pages/page.h"
#include "app/ui/widgets.h"
#include "app/views/core/overlay.h"
#include "app/views/lesson/prose_view.h"
#include "app/views/pages/page_figures.h"

namespace views {
namespace {

using app::ProseBlock;

constexpr float kPageWidth = 820;
constexpr float kPageHeight = 900;
constexpr float kPageColumn = 580;  // pixels at 100 %: about 75 characters
constexpr float kYears = 84;        // of it, the margin of years
constexpr size_t kYearDigits = 4;

// "2017", where a heading begins with a year; empty otherwise.
std::string_view year_of(const ProseBlock& block) {
  if (block.kind != ProseBlock::Kind::kHeading || block.spans.size() < 2) return {};
  const std::string_view text = block.spans.front().text;
  const bool is_year = text.size() == kYearDigits &&
                       std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
  return is_year ? text : std::string_view();
}

class PageSetter {
 public:
  PageSetter(const Frame& frame, float width)
      : frame_(frame), style_(frame.style), list_(*ImGui::GetWindowDrawList()), width_(width) {
    const float room = ImGui::GetContentRegionAvail().x;
    corner_ = ImGui::GetCursorScreenPos();
    corner_.x += std::floor(std::max(0.0f, room - width) / 2);
  }

  void set(std::span<const ProseBlock> blocks) {
    has_years_ = std::ranges::any_of(blocks, [](const ProseBlock& block) { return !year_of(block).empty(); });
    for (const ProseBlock& block : blocks) set_block(block);
    if (first_year_ > 0) draw_time();
    draw_links(frame_, links_);
    ImGui::Dummy({width_, y_ + style_.px(24)});
  }

 private:
  void set_block(const ProseBlock& block) {
    if (const std::string_view figure = app::figure_of(block); !figure.empty()) {
      y_ += style_.px(14);
      y_ += draw_figure(frame_, figure, {corner_.x, corner_.y + y_}, width_);
      y_ += style_.px(6);
      return;
    }
    const std::string_view year = year_of(block);
    const bool is_title = block.kind == ProseBlock::Kind::kHeading && block.depth == 1;
    const bool is_heading = block.kind == ProseBlock::Kind::kHeading;
    y_ += style_.px(is_title ? 0 : is_heading ? 22 : block.kind == ProseBlock::Kind::kItem ? 6 : 10);
    if (!year.empty()) set_year(block.spans.front());
    const float size = style_.px(is_title ? 24 : is_heading ? 18 : 16);
    const float indent = has_years_ && first_year_ > 0 ? style_.px(kYears) : 0;
    const size_t skipped = year.empty() ? 0 : 1;
    ProseBlock shown = block;
    shown.spans.erase(shown.spans.begin(), shown.spans.begin() + static_cast<std::ptrdiff_t>(skipped));
    if (skipped > 0) shown.spans.front().text.erase(0, shown.spans.front().text.find_first_not_of(' '));
    const ProseLook look{size, width_ - indent, is_heading ? 1.3f : 1.5f};
    y_ += draw_blocks(frame_, list_, {corner_.x + indent, corner_.y + y_}, {&shown, 1}, look, links_);
  }

  // A dot on the line of time, and the year beside it.
  void set_year(const app::ProseSpan& span) {
    const ui::TextStyle type{style_.fonts.semibold, style_.px(18), style_.colours.accent};
    const ImVec2 at(corner_.x, corner_.y + y_);
    const ImVec2 size = ui::text_size(span.text, type);
    ui::draw_text(list_, at, span.text, type);
    const float middle = y_ + size.y / 2;
    if (first_year_ == 0) first_year_ = middle;
    years_.push_back(middle);
    if (leads_somewhere(frame_, span.link))
      links_.push_back({span.link, at, {at.x + size.x, at.y + size.y + style_.px(2)}});
  }

  void draw_time() const {
    const float x = corner_.x + style_.px(kYears - 22);
    list_.AddLine({x, corner_.y + first_year_}, {x, corner_.y + y_}, style_.colours.hairline, style_.px(2));
    for (const float year : years_)
      list_.AddCircleFilled({x, corner_.y + year}, style_.px(5), style_.colours.accent);
  }

  const Frame& frame_;
  const ui::Style& style_;
  ImDrawList& list_;
  float width_;
  ImVec2 corner_;
  float y_ = 0;
  bool has_years_ = false;
  float first_year_ = 0;  // below the corner; 0: none yet
  std::vector<float> years_;
  std::vector<ProseLink> links_;
};

// The pages by name, and the way out.
void draw_page_heading(const Frame& frame, std::string_view shown) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const float close = ui::button_width(style, "×");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::BeginChild("page names", {width - close - style.px(8), 0}, ImGuiChildFlags_AutoResizeY,
                        ImGuiWindowFlags_NoBackground)) {
    ui::Flow flow(style.px(2));
    for (const app::PageRow& page : app::pages()) {
      const std::string key = std::string("page.").append(page.name);
      std::string label = frame.tr(key);
      flow.next(ui::button_width(style, label));
      label.append("##page ").append(page.name);
      const auto kind = page.name == shown ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
      if (ui::button(style, label.c_str(), kind)) open_page(frame, page.name);
      ui::tip(style, frame.tr(key + ".tip"));
    }
    const std::string words = frame.tr("action.glossary");
    flow.next(ui::button_width(style, words));
    if (ui::button(style, (words + "##page glossary").c_str())) open_glossary(frame, "");
    ui::tip(style, frame.tr("action.glossary.tip"));
  }
  ImGui::EndChild();
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x + width - close, at.y});
  if (ui::button(style, "×##page close")) close_overlay(frame);
  ui::tip(style, frame.tr("page.close.tip"));
  ImGui::SetCursorScreenPos(below);
  ImGui::Dummy({0, style.px(4)});
}

// Arrows and page keys scroll, as in a browser. Another page begins at its top.
void scroll_page(const Frame& frame, std::string_view page) {
  const ImGuiID last = ImGui::GetID("last page");
  const auto now = static_cast<int>(ImGui::GetID(page.data(), page.data() + page.size()));
  if (ImGui::GetStateStorage()->GetInt(last) != now) ImGui::SetScrollY(0);
  ImGui::GetStateStorage()->SetInt(last, now);
  const float line = frame.style.px(60);
  const float whole = ImGui::GetWindowHeight() - line;
  float by = 0;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) by += line;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) by -= line;
  if (ImGui::IsKeyPressed(ImGuiKey_PageDown) || ImGui::IsKeyPressed(ImGuiKey_Space)) by += whole;
  if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) by -= whole;
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) by = -ImGui::GetScrollMaxY();
  if (ImGui::IsKeyPressed(ImGuiKey_End)) by = ImGui::GetScrollMaxY();
  if (by != 0) ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY()));
}

}  // namespace

void draw_reading_page(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  SheetPlace place;
  place.size = {std::min(style.px(kPageWidth), window.x - style.px(32)),
                std::min(style.px(kPageHeight), window.y - style.px(32))};
  place.at = {window.x / 2, window.y / 2};
  place.pivot = {0.5f, 0.5f};
  if (!begin_overlay(frame, "page", place)) return;
  const std::string& name = frame.session.desk().reading.page;
  draw_page_heading(frame, name);
  if (ImGui::BeginChild("page text", {0, 0}, 0, ImGuiWindowFlags_NoBackground)) {
    const auto blocks = app::read_page(frame.tr.language(), name);
    PageSetter(frame, std::min(style.px(kPageColumn), ImGui::GetContentRegionAvail().x)).set(*blocks);
    scroll_page(frame, name);
  }
  ImGui::EndChild();
  end_overlay();
}

}  // namespace views
