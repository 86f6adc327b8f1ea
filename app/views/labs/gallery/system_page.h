// system_page.h: what the gallery's pages share: one system's stages in the trace on the screen, and what
// they say of the picture.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/views/core/frame.h"
#include "engine/labs/gallery/gallery_lab.h"

namespace views {

// ViT cuts the picture into so many patches, across and down.
inline constexpr engine::Index kVitPatchesAcross = 4;

// Its members live for one frame.
struct SystemPage {
  const Frame& frame;
  const engine::VisionSystem& system;
  const engine::GalleryLab& lab;  // of that trace
  const engine::Matrix& pixels;   // (256, 3)
  const std::optional<world::Scene>& scene;
  const engine::SystemAnswer& answer;

  // The system's stage of that name; -1 if it does not exist.
  int stage(const std::string& name) const;
  engine::SystemTrace stages() const { return {frame.trace(), engine::gallery_prefix(system)}; }
  bool is_off(std::string_view part) const;
};

// The gallery of the trace on the screen, and of the document.
const engine::GalleryLab& shown_gallery(const Frame& frame);
const engine::GalleryLab& asked_gallery(const Frame& frame);

// The page of a system, if the trace has its stages.
std::optional<SystemPage> system_page(const Frame& frame, const engine::VisionSystem& system);

// Changes the gallery; `merge` as in Requests::edit.
void edit_gallery(const Frame& frame, std::string_view merge,
                  std::function<void(engine::GalleryLab&)> change);
void arrange_gallery(const Frame& frame, std::function<void(app::GalleryDesk&)> change);

// "red circle" in the user's language.
std::string kind_words(const Frame& frame, int kind);
std::string scene_words(const Frame& frame, const world::Scene& scene);
// "circle", "smaller shape": what world::PixelClass `of` is called.
std::string pixel_class_words(const Frame& frame, int of);

// How large a picture may be, in pixels: `least` at 100 %, and in a high window this share of its height.
float in_large_window(const Frame& frame, float least, float share);

// A box before a part's name that switches it off and on.
void draw_part_switch(const Frame& frame, const std::string& part, const std::string& name);
// A button of a group, of which one is chosen.
bool gallery_choice(const Frame& frame, const std::string& key, bool is_chosen);
// A column of this width, or of the rest, as high as what is in it. Then call ImGui::EndChild.
void begin_column(const char* id, float width = 0);
// A small heading, as wide as `width`, or as what is left.
void draw_gallery_caption(const Frame& frame, const std::string& text, float width = 0);
// The same of a part below another.
void draw_gallery_section(const Frame& frame, const std::string& text);

// Each draws, from the cursor on, as wide as `width`, what a system says and where it looks, and what can be
// done to it.
void draw_vit_page(const SystemPage& page, float width);
void draw_detr_page(const SystemPage& page, float width);
void draw_transunet_page(const SystemPage& page, float width);
void draw_context_page(const SystemPage& page, float width);
void draw_taming_page(const SystemPage& page, float width);
void draw_dalle_page(const SystemPage& page, float width);
void draw_imagegpt_page(const SystemPage& page, float width);
void draw_transgan_page(const SystemPage& page, float width);
// The answers of all systems.
void draw_all_systems(const Frame& frame, float width);

// The picture to change, and below it its tools; as wide as `width`, and beside it where that is much. In a
// low `height` the picture is smaller, so that all tools are in sight.
void draw_picture_editor(const Frame& frame, float width, float height);

// The stages that a system consists of, as live pictures with arrows: from the cursor on, all of the width;
// of the height it leaves `kept` pixels where it can.
void draw_system_diagram(const SystemPage& page, float kept);

}  // namespace views
