// notice.cpp: a sentence at the bottom of the window: what was written where, what was rejected, what is
// offered.
#include "app/views/core/notice.h"

#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "app/views/core/floating.h"

namespace views {

namespace {

// What can be done with what was written.
void draw_written(const Frame& frame, const std::string& path) {
  const auto& style = frame.style;
  if (ui::button(style, (frame.tr("notice.show_folder") + "##show folder").c_str(), ui::ButtonKind::kOutline))
    frame.requests.show_folder(path);
  ui::tip(style, frame.tr("notice.show_folder.tip"));
  ImGui::SameLine();
  if (ui::button(style, (frame.tr("notice.copy_path") + "##copy path").c_str(), ui::ButtonKind::kOutline))
    frame.requests.copy_text(path, "export.path_copied");
  ui::tip(style, frame.tr("notice.copy_path.tip"));
  ImGui::SameLine();
}

}  // namespace

void draw_notice(const Frame& frame) {
  const auto& notice = frame.session.notice();
  if (!notice) return;
  const auto& style = frame.style;
  const std::string sentence = frame.tr(notice->key, notice->arguments);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(style.px(560), window.x - style.px(48));
  if (begin_floating(style, "notice", {window.x / 2, window.y - style.px(20)}, {0.5f, 1},
                     notice->is_error ? style.colours.accent : style.colours.muted)) {
    ui::paragraph(sentence, width, style.text());
    if (!notice->offered.empty()) {
      if (ui::button(style, (frame.tr("notice.restore") + "##restore").c_str(), ui::ButtonKind::kPrimary)) {
        frame.requests.open_session(notice->offered);
        frame.requests.dismiss_notice();
      }
      ui::tip(style, frame.tr("notice.restore.tip"));
      ImGui::SameLine();
    }
    if (notice->removes) {
      if (ui::button(style, (frame.tr("notice.remove") + "##remove").c_str(), ui::ButtonKind::kOutline)) {
        frame.requests.remove_unreadable();
        frame.requests.dismiss_notice();
      }
      ui::tip(style, frame.tr("notice.remove.tip"));
      ImGui::SameLine();
    }
    if (!notice->written.empty()) draw_written(frame, notice->written);
    if (ui::button(style, (frame.tr("notice.dismiss") + "##dismiss").c_str(), ui::ButtonKind::kOutline))
      frame.requests.dismiss_notice();
    ui::tip(style, frame.tr("notice.dismiss.tip"));
  }
  end_floating();
}

void draw_refused_number(const Frame& frame) {
  const auto refused = ui::refused_number();
  if (!refused) return;
  const std::string sentence = frame.tr(refused->error);
  const ui::TipPart part{sentence, frame.style.small_ink()};
  ui::tip_beside(frame.style, refused->low, refused->high, std::span(&part, 1));
}

}  // namespace views
