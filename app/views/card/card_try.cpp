// card_try.cpp: a number made a little larger: what its gradient foretold of the target, and what happens.
#include <optional>

#include "app/session/tried_change.h"
#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "app/views/card/card_scene.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

// What a change did to the target; none where the model could not run.
struct TriedChange {
  std::optional<double> happened;
};

constexpr int kAllDigits = 17;  // tell any two numbers apart

void draw_amount(const CardScene& scene, double amount) {
  const auto& style = scene.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = style.px(96);
  ui::draw_text(
      *ImGui::GetWindowDrawList(), {at.x, at.y + style.px(5)},
      ui::ellipsise(scene.frame.tr("card.try"), scene.width - width - style.px(8), style.small_ink()),
      style.small_ink());
  ImGui::SetCursorScreenPos({at.x + scene.width - width, at.y});
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ui::input_number("##tried change", ImGuiDataType_Double, &amount, nullptr, "%.6g"))
    scene.frame.requests.arrange([amount](app::Desk& desk) { desk.tried_change = amount; });
  ImGui::PopStyleVar();
  ui::tip(style, scene.frame.tr("card.try.tip"));
}

}  // namespace

void draw_card_try(const CardScene& scene) {
  const Frame& frame = scene.frame;
  const bool is_pinned = frame.session.hover().stage < 0;
  const app::Document& document = frame.session.trace_document();
  const std::string address(engine::without_gradient(scene.stage.address));
  if (frame.derived || !is_pinned || !document.gradient || !engine::may_be_typed(address)) return;
  const auto gradient = frame.trace().find(engine::gradient_address(address));
  const auto stage = frame.trace().find(address);
  if (!gradient || !stage) return;
  const double amount = frame.session.desk().tried_change;
  const engine::Cell cell{*stage, scene.cell.row, scene.cell.column};
  scene.separator();
  draw_amount(scene, amount);
  const double slope = frame.trace().at(*gradient, cell.row, cell.column);
  const std::string key = std::to_string(cell.row) + "," + std::to_string(cell.column) + "," +
                          engine::significant_digits(amount, kAllDigits);
  DerivedData& data = frame.facts.derived();
  const DerivedData::Key asked{"tried change", *stage, key};
  const TriedChange* const tried = data.find<TriedChange>(
      asked, data.makes_later(), [document, address, cell, amount, before = frame.trace_pointer()] {
        return TriedChange{app::tried_change(document, *before, address, cell.row, cell.column, amount)};
      });
  scene.change(frame.tr("card.try.foretold"), slope * amount);
  if (tried == nullptr) {
    const char* const why = data.failed<TriedChange>(asked) ? "error.out_of_memory" : "card.try.runs";
    return ui::paragraph(frame.tr(why), scene.width, scene.style.small());
  }
  if (!tried->happened) return ui::paragraph(frame.tr("card.try.none"), scene.width, scene.style.small());
  scene.change(frame.tr("card.try.happened"), *tried->happened);
}

}  // namespace views
