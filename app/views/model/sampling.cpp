// sampling.cpp: greedy or sampling; temperature, top-k, top-p and the seed of the draws.
#include "app/views/model/sampling.h"

#include <algorithm>
#include <utility>

#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Sampling;

class Controls {
 public:
  explicit Controls(const Frame& frame) : frame_(frame), style_(frame.style), flow_(frame.style.px(10)) {}

  void draw() {
    const bool greedy = sampling().greedy;
    way("sampling.greedy", true, greedy);
    way("sampling.draw", false, !greedy);
    if (greedy) return;
    constexpr double kColdest = 0.05;
    constexpr double kHottest = 20;
    number("sampling.temperature", &Sampling::temperature, 0.01f, kColdest, kHottest, "%.2f");
    top_k();
    constexpr double kLeastP = 0.01;
    constexpr double kAll = 1;
    number("sampling.top_p", &Sampling::top_p, 0.004f, kLeastP, kAll, "%.2f");
    seed();
  }

 private:
  const Sampling& sampling() const { return frame_.session.document().sampling; }

  void way(const char* key, bool greedy, bool on) {
    const std::string name = frame_.tr(key);
    flow_.next(ui::text_size(name, style_.text()).x + 2 * ImGui::GetStyle().FramePadding.x);
    const auto face = on ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(style_, (name + "##" + key).c_str(), face)) {
      frame_.requests.edit("", [greedy](app::State& state) { state.document.sampling.greedy = greedy; });
    }
    ui::tip(style_, frame_.tr(std::string(key) + ".tip"));
  }

  // A label and a number: drag it, or double-click and type.
  template <class Drag>
  void field(const char* key, const std::string& face, Drag drag) {
    const std::string name = frame_.tr(key);
    const float width = std::max(ui::text_size(face, style_.strong()).x + 2 * style_.px(8), style_.px(36));
    flow_.next(ui::text_size(name, style_.quiet()).x + style_.px(4) + width);
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, style_.colours.muted);
    ui::plain(name);
    ImGui::PopStyleColor();
    ImGui::SameLine(0, style_.px(4));
    ImGui::SetNextItemWidth(width);
    ui::push_font(style_.fonts.semibold, style_.px(15));
    drag((std::string("##") + key).c_str());
    ImGui::PopFont();
    ui::tip(style_, frame_.tr(std::string(key) + ".tip"));
  }

  void number(const char* key, double Sampling::*member, float speed, double least, double most,
              const char* format) {
    double value = sampling().*member;
    field(key, engine::number_markup(value, 2), [&](const char* id) {
      if (!ui::drag_number(id, ImGuiDataType_Double, &value, speed, &least, &most, format)) return;
      frame_.requests.edit(key,
                           [member, value](app::State& state) { state.document.sampling.*member = value; });
    });
  }

  void top_k() {
    constexpr int kLeast = 0;
    constexpr int kMost = 256;
    int value = static_cast<int>(std::min<engine::Index>(sampling().top_k, kMost));
    const std::string all = frame_.tr("sampling.all");
    field("sampling.top_k", value == 0 ? all : std::to_string(value), [&](const char* id) {
      const char* const format = value == 0 ? all.c_str() : "%d";
      if (!ui::drag_number(id, ImGuiDataType_S32, &value, 0.1f, &kLeast, &kMost, format)) return;
      frame_.requests.edit("sampling.top_k",
                           [value](app::State& state) { state.document.sampling.top_k = value; });
    });
  }

  void seed() {
    uint64_t value = sampling().seed;
    field("sampling.seed", std::to_string(value), [&](const char* id) {
      constexpr uint64_t kLeast = 0;
      constexpr uint64_t kMost = 999'999'999;
      if (!ui::drag_number(id, ImGuiDataType_U64, &value, 0.1f, &kLeast, &kMost, "%llu")) return;
      frame_.requests.edit("sampling.seed",
                           [value](app::State& state) { state.document.sampling.seed = value; });
    });
  }

  const Frame& frame_;
  const ui::Style& style_;
  ui::Flow flow_;
};

}  // namespace

void draw_sampling(const Frame& frame) {
  Controls(frame).draw();
}

}  // namespace views
