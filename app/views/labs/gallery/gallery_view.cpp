// gallery_view.cpp: one page a system, and one with the answers of all; the picture to change is on each.
#include "app/views/labs/gallery/gallery_view.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/segmented_choice.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/gallery/system_page.h"
#include "app/views/stage/picture_words.h"
#include "engine/training/systems/stored_system.h"

namespace views {
namespace {

using engine::GalleryLab;

struct GalleryTab {
  std::string_view name;
  void (*draw)(const SystemPage& page, float width) = nullptr;
};
constexpr std::array<GalleryTab, 9> kGalleryTabs = {{{engine::kAllSystems},
                                                     {"vit", draw_vit_page},
                                                     {"detr", draw_detr_page},
                                                     {"transunet", draw_transunet_page},
                                                     {"context-transformer", draw_context_page},
                                                     {"taming", draw_taming_page},
                                                     {"dalle", draw_dalle_page},
                                                     {"imagegpt", draw_imagegpt_page},
                                                     {"transgan", draw_transgan_page}}};

constexpr float kNarrowGallery = 760;  // pixels at 100 %: from here down parts stand one below the other
constexpr float kEditor = 250;
constexpr float kShareOfEditor = 0.18F;  // of a wide window
constexpr float kWidestEditor = 340;
constexpr float kMeasured = 12;  // of its height, for what is measured below it

const GalleryTab& open_gallery_tab(const Frame& frame) {
  const std::string& wanted = asked_gallery(frame).system;
  const auto* const found = std::ranges::find(kGalleryTabs, wanted, &GalleryTab::name);
  return found == kGalleryTabs.end() ? kGalleryTabs.front() : *found;
}

std::string key_of_tab(const GalleryTab& tab) {
  return "gallery.page." + std::string(tab.name);
}

void draw_gallery_tabs(const Frame& frame) {
  ui::Flow flow(frame.style.px(6));
  for (const GalleryTab& tab : kGalleryTabs) {
    const std::string key = key_of_tab(tab);
    flow.next(ui::button_width(frame.style, frame.tr(key)));
    const bool is_open = tab.name == open_gallery_tab(frame).name;
    const std::string face = frame.tr(key) + "##" + key;
    if (ui::button(frame.style, face.c_str(), is_open ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline))
      edit_gallery(frame, "", [name = std::string(tab.name)](GalleryLab& lab) { lab.system = name; });
    ui::tip(frame.style, frame.tr(key + ".question"));
  }
  if (draw_close_lab(frame, flow)) {
    frame.requests.edit("", [](app::State& state) {
      state.document.focus.view = "stage";
      engine::gallery_lab_of(state.document.config).is_on = false;
    });
  }
}

// What training measured; nothing where a figure is missing.
std::string quality_words(const SystemPage& page) {
  using Figures = std::vector<engine::SystemFigure>;
  const std::string name(page.system.name());
  const Figures& figures = page.frame.facts.derived().get<Figures>(
      {"gallery figures", -1, name}, [&] { return engine::figures_of_box(page.system); });
  if (figures.empty()) return {};
  app::Arguments arguments;
  for (const engine::SystemFigure& figure : figures)
    arguments.emplace_back(figure.name, measured_percent(figure.value));
  return page.frame.tr("gallery.quality." + name, arguments);
}

// Whether it has learned, and how good it then is.
void draw_trained_choice(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const bool is_trained = page.lab.is_trained;
  ImGui::Dummy({0, frame.style.px(2)});
  if (draw_segmented_choice(frame, {"gallery.trained", "gallery.untrained"}, is_trained ? 0 : 1))
    edit_gallery(frame, "", [is_trained](GalleryLab& lab) { lab.is_trained = !is_trained; });
  const std::string quality = is_trained ? quality_words(page) : "";
  if (!quality.empty()) ui::paragraph(quality, width, frame.style.small_ink());
}

// What it is smaller than, in the last lines of the page.
std::string remark_of(const SystemPage& page) {
  return page.frame.tr("gallery.smaller." + std::string(page.system.name()));
}

float remark_height(const SystemPage& page, float width) {
  return ui::paragraph_height(remark_of(page), width, page.frame.style.small()) +
         2 * ImGui::GetStyle().ItemSpacing.y;
}

// What is said of the picture as it is: it may be none that the system was trained on.
void draw_warning(const SystemPage& page, float width) {
  const Frame& frame = page.frame;
  const bool is_known = page.scene && !page.scene->figures.empty();
  std::string warning;
  if (!is_known) warning = frame.tr("gallery.no_scene");
  if (is_known && page.system.compares_sizes() && page.scene->figures.size() > 1 &&
      !world::largest(*page.scene))
    warning = frame.tr("gallery.no_largest");
  if (!warning.empty()) ui::paragraph(warning, width, frame.style.small_strong());
}

std::optional<SystemPage> open_page(const Frame& frame) {
  const engine::VisionSystem* const system = engine::find_vision_system(open_gallery_tab(frame).name);
  return system == nullptr ? std::nullopt : system_page(frame, *system);
}

void draw_system(const Frame& frame, const GalleryTab& tab, const engine::VisionSystem& system, float width) {
  const auto page = system_page(frame, system);
  if (!page) return ui::paragraph(frame.tr("gallery.waits"), width, frame.style.quiet());
  draw_warning(*page, width);
  begin_column("gallery system", width);
  tab.draw(*page, width);
  ImGui::EndChild();
  draw_system_diagram(*page, remark_height(*page, width));
  ui::paragraph(remark_of(*page), width, frame.style.small());
}

// Beside the picture, or below it.
void draw_beside_editor(const Frame& frame, float width) {
  const GalleryTab& tab = open_gallery_tab(frame);
  const engine::VisionSystem* const system = engine::find_vision_system(tab.name);
  if (system != nullptr) return draw_system(frame, tab, *system, width);
  draw_all_systems(frame, width);
}

void draw_gallery_page(const Frame& frame) {
  const auto& style = frame.style;
  // The same with a scrollbar and without: where it comes, no line breaks anew.
  const float width = ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize;
  const bool is_narrow = width < style.px(kNarrowGallery);
  const float editor =
      is_narrow ? width : std::clamp(width * kShareOfEditor, style.px(kEditor), style.px(kWidestEditor));
  const float height = ImGui::GetContentRegionAvail().y;
  begin_column("gallery picture", editor);
  draw_picture_editor(frame, editor, height - style.px(kMeasured));
  const std::optional<SystemPage> open = open_page(frame);
  if (open && !is_narrow) draw_trained_choice(*open, editor);
  ImGui::EndChild();
  const float between = style.px(24);
  if (!is_narrow) ImGui::SameLine(0, between);
  const float beside = is_narrow ? width : width - editor - between;
  ImGui::BeginGroup();
  draw_beside_editor(frame, beside);
  if (open && is_narrow) draw_trained_choice(*open, width);
  ImGui::EndGroup();
}

// In a large window all of it is larger: it is read from the last row.
ui::Style grown_gallery(const ui::Style& style, ImVec2 room) {
  constexpr float kMostGrowth = 1.75F;
  constexpr ImVec2 kOfUsualSize(1300, 700);  // pixels at 100 %
  ui::Style large = style;
  large.scale *= std::clamp(std::min(room.x / style.px(kOfUsualSize.x), room.y / style.px(kOfUsualSize.y)),
                            1.0F, kMostGrowth);
  return large;
}

void draw_grown(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  ImGui::BeginChild("gallery", {0, 0});
  draw_gallery_tabs(frame);
  draw_page_heading(frame, key_of_tab(open_gallery_tab(frame)));
  draw_gallery_page(frame);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace

void draw_gallery(const Frame& frame) {
  const ui::Style style = grown_gallery(frame.style, ImGui::GetContentRegionAvail());
  ui::push_font(style.fonts.regular, style.px(15));
  ui::apply(style);
  draw_grown(frame.in(style));
  ui::apply(frame.style);
  ImGui::PopFont();
}

}  // namespace views
