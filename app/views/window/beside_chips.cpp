// beside_chips.cpp: up to two lines in what the chips leave of theirs.
#include "app/views/window/beside_chips.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

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
  std::vector<std::string> lines = layer_readings_lines(frame, room, type);
  if (lines.empty() && has_arcs) {
    type = frame.style.small();
    if (std::string key = frame.tr("arcs.key"); ui::text_size(key, type).x <= room)
      lines.push_back(std::move(key));
  }
  const float pitch = std::floor(1.3f * type.size);
  const auto count = static_cast<float>(lines.size());
  float y = std::floor((last.low.y + last.high.y - count * pitch) / 2);
  for (const std::string& line : lines) {
    const float inset = (pitch - ui::text_size(line, type).y) / 2;
    ui::draw_text(*ImGui::GetWindowDrawList(), {left, std::floor(y + inset)}, line, type);
    y += pitch;
  }
}

}  // namespace views
