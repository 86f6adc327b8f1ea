// beside_chips.cpp: one line in what the chips leave of their line.
#include "app/views/window/beside_chips.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/ui/text.h"
#include "app/views/core/body_plan.h"
#include "app/views/core/motion.h"
#include "app/views/stage/layer_readings.h"

namespace views {

void draw_beside_chips(const Frame& frame, float buttons, bool has_arcs) {
  if (!frame.session.trace() ||
      chrome_lines(ImGui::GetIO().DisplaySize, frame.style.scale).one_line_of_sequence)
    return;
  const app::Document& document = frame.session.document();
  // Moved and generated tokens have a button there.
  const bool is_alone = !document.config.has_target() && !document.is_batch && document.order.empty() &&
                        document.generated.empty();
  const auto& chips = frame.motion.chips();
  if (!is_alone || chips.empty()) return;
  const ChipBox last = std::ranges::max_element(chips, {}, [](const auto& chip) {
                         return std::pair(chip.second.low.y, chip.second.high.x);
                       })->second;
  const float left = last.high.x + frame.style.px(16);
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x - buttons;
  const float room = right - frame.style.px(12) - left;
  ui::TextStyle type = frame.style.small_ink();
  std::string words = layer_readings_words(frame, room, type);
  if (words.empty() && has_arcs) {
    words = frame.tr("arcs.key");
    type = frame.style.small();
  }
  const ImVec2 size = ui::text_size(words, type);
  if (words.empty() || size.x > room) return;
  const float y = std::floor((last.low.y + last.high.y - size.y) / 2);
  ui::draw_text(*ImGui::GetWindowDrawList(), {left, y}, words, type);
}

}  // namespace views
