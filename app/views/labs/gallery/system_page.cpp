// system_page.cpp: reads a system's answer off the trace once, and changes the gallery's settings.
#include "app/views/labs/gallery/system_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/ui/mark.h"
#include "app/views/core/translated_button.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

using engine::GalleryLab;
using engine::Matrix;
using engine::SystemAnswer;
using engine::VisionSystem;
using SceneThere = std::optional<world::Scene>;

}  // namespace

int SystemPage::stage(const std::string& name) const {
  return stages().find(name).value_or(-1);
}

bool SystemPage::is_off(std::string_view part) const {
  return engine::settings_of(lab, system).is_off(part);
}

const GalleryLab& shown_gallery(const Frame& frame) {
  return engine::gallery_lab_of(frame.session.trace_document().config);
}

const GalleryLab& asked_gallery(const Frame& frame) {
  return engine::gallery_lab_of(frame.session.document().config);
}

std::optional<SystemPage> system_page(const Frame& frame, const VisionSystem& system) {
  const std::string prefix = engine::gallery_prefix(system);
  if (!frame.trace().find(prefix +
                          (system.symbols().rows == 0 && system.draws() ? "picture" : "probabilities")))
    return std::nullopt;
  const GalleryLab& lab = shown_gallery(frame);
  DerivedData& derived = frame.facts.derived();
  const Matrix& pixels =
      derived.get<Matrix>({"gallery pixels"}, [&] { return world::pixels_of(lab.picture); });
  const SceneThere& scene =
      derived.get<SceneThere>({"gallery scene"}, [&] { return world::scene_of(lab.picture); });
  const SystemAnswer& answer = derived.get<SystemAnswer>(
      {"gallery answer", -1, prefix}, [&] { return engine::answer_of(frame.trace(), lab, system); });
  return SystemPage{frame, system, lab, pixels, scene, answer};
}

void edit_gallery(const Frame& frame, std::string_view merge, std::function<void(GalleryLab&)> change) {
  frame.requests.edit(merge, [change = std::move(change)](app::State& state) {
    change(engine::gallery_lab_of(state.document.config));
  });
}

void arrange_gallery(const Frame& frame, std::function<void(app::GalleryDesk&)> change) {
  frame.requests.arrange([change = std::move(change)](app::Desk& desk) { change(desk.gallery); });
}

std::string kind_words(const Frame& frame, int kind) {
  const auto name = [&](std::string_view of) { return frame.tr("world." + std::string(of)); };
  return frame.tr("world.kind",
                  {{"colour", name(world::name_of(static_cast<world::Colour>(kind / world::kOutlines)))},
                   {"outline", name(world::name_of(static_cast<world::Outline>(kind % world::kOutlines)))}});
}

std::string scene_words(const Frame& frame, const world::Scene& scene) {
  std::string words;
  for (const world::Figure& figure : scene.figures)
    words.append(words.empty() ? "" : frame.tr("list.and"))
        .append(frame.tr("gallery.figure", {{"kind", kind_words(frame, world::kind_of(figure))},
                                            {"size", std::to_string(figure.size)}}));
  return words;
}

std::string pixel_class_words(const Frame& frame, int of) {
  constexpr std::array<const char*, world::kPixelClasses> kKeys = {
      "world.ground", "world.circle", "world.square", "world.triangle", "gallery.smaller"};
  return frame.tr(kKeys.at(static_cast<size_t>(of)));
}

float in_large_window(const Frame& frame, float least, float share) {
  constexpr float kLow = 720;  // pixels at 100 %: from here on there is room
  const float height = ImGui::GetIO().DisplaySize.y;
  const float grown = std::clamp((height - frame.style.px(kLow)) / frame.style.px(kLow / 2), 0.0F, 1.0F);
  return std::lerp(frame.style.px(least), std::max(frame.style.px(least), share * height), grown);
}

void draw_part_switch(const Frame& frame, const std::string& part, const std::string& name) {
  const std::vector<std::string>& off = asked_gallery(frame).off;
  const bool is_off = std::ranges::find(off, part) != off.end();
  const bool pressed = ui::mark(frame.style, name + "##" + part, ui::MarkKind::kOnOff, !is_off);
  ui::tip(frame.style, frame.tr(is_off ? "gallery.part_off.tip" : "gallery.part_on.tip"));
  if (!pressed) return;
  edit_gallery(frame, "", [part](GalleryLab& lab) {
    const auto at = std::ranges::lower_bound(lab.off, part);
    if (at != lab.off.end() && *at == part) {
      lab.off.erase(at);
    } else {
      lab.off.insert(at, part);
    }
  });
}

bool gallery_choice(const Frame& frame, const std::string& key, bool is_chosen) {
  return button(frame, key, is_chosen ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline);
}

void begin_column(const char* id, float width) {
  constexpr ImGuiChildFlags kGrows = ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_AlwaysAutoResize;
  constexpr ImGuiWindowFlags kStill = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::BeginChild(id, {width, 0}, kGrows, kStill);
}

void draw_gallery_caption(const Frame& frame, const std::string& text, float width) {
  ui::paragraph(text, width > 0 ? width : ImGui::GetContentRegionAvail().x, frame.style.small_strong());
}

void draw_gallery_section(const Frame& frame, const std::string& text) {
  ImGui::Dummy({0, frame.style.px(6)});
  draw_gallery_caption(frame, text);
}

}  // namespace views
