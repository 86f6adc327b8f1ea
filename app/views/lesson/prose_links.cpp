// prose_links.cpp: an invisible button over each link's words.
#include "app/views/lesson/prose_links.h"

#include "app/lessons/shelf.h"
#include "app/pages/glossary.h"
#include "app/ui/widgets.h"
#include "app/views/core/overlay.h"
#include "app/views/lesson/lesson_state.h"

namespace views {
namespace {

// "lesson:4" is a kind and a name; an address has neither.
struct LinkTarget {
  std::string_view kind;
  std::string_view name;
};

LinkTarget target_of(std::string_view link) {
  const size_t colon = link.find(':');
  const std::string_view kind = link.substr(0, colon);
  if (kind == "https") return {kind, link};
  return {kind, link.substr(colon + 1)};
}

std::string link_tip(const Frame& frame, const LinkTarget& target) {
  const app::Language language = frame.tr.language();
  if (target.kind == "term") {
    const app::Term* const term = app::find_term(target.name);
    return term == nullptr ? "" : term->sentence(language);
  }
  if (target.kind == "lesson") {
    const app::Lesson* const lesson = app::find_lesson(language, target.name);
    return lesson == nullptr ? "" : frame.tr("reading.lesson.tip", {{"title", lesson->title}});
  }
  return frame.tr(target.kind == "https" ? "reading.copy.tip" : "reading.page.tip");
}

void follow(const Frame& frame, const LinkTarget& target) {
  if (target.kind == "term") return open_glossary(frame, target.name);
  if (target.kind == "page") return open_page(frame, target.name);
  if (target.kind == "https") return frame.requests.copy_text(std::string(target.name), "reading.copied");
  if (const app::Lesson* const lesson = app::find_lesson(frame.tr.language(), target.name)) {
    close_overlay(frame);
    go_to_lesson_step(frame, *lesson, 0);
  }
}

void underline(const Frame& frame, const ProseLink& link, bool is_hovered) {
  const float dot = frame.style.px(1.5f);
  const float y = link.high.y + dot / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = is_hovered ? frame.style.colours.accent : frame.style.colours.muted;
  if (is_hovered) {
    list.AddLine({link.low.x, y}, {link.high.x, y}, colour, dot);
    return;
  }
  for (float x = link.low.x; x + dot <= link.high.x; x += 2.5f * dot)
    list.AddRectFilled({x, y - dot / 2}, {x + dot, y + dot / 2}, colour);
}

}  // namespace

bool leads_somewhere(const Frame& frame, std::string_view target) {
  const LinkTarget to = target_of(target);
  return to.kind != "lesson" || app::find_lesson(frame.tr.language(), to.name) != nullptr;
}

void draw_links(const Frame& frame, std::span<const ProseLink> links) {
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  for (size_t i = 0; i < links.size(); ++i) {
    const ProseLink& link = links[i];
    ImGui::SetCursorScreenPos(link.low);
    const std::string id = "link " + link.target + " " + std::to_string(i);
    const bool pressed =
        ImGui::InvisibleButton(id.c_str(), {link.high.x - link.low.x, link.high.y - link.low.y});
    const LinkTarget target = target_of(link.target);
    ui::tip(frame.style, link_tip(frame, target));
    underline(frame, link, ImGui::IsItemHovered());
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (pressed) follow(frame, target);
  }
  ImGui::SetCursorScreenPos(cursor);
}

void open_glossary(const Frame& frame, std::string_view term) {
  frame.requests.arrange([id = std::string(term)](app::Desk& desk) {
    desk.panel = "glossary";
    desk.reading.typed.clear();
    desk.reading.term = id;
  });
}

void open_page(const Frame& frame, std::string_view page) {
  frame.requests.arrange([name = std::string(page)](app::Desk& desk) {
    desk.panel = "page";
    desk.reading.page = name;
  });
}

}  // namespace views
