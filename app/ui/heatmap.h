// heatmap.h: stages as heatmaps inside Dear ImGui: where a cell is on the screen, and its picture from the
// GPU.
#pragma once

#include <imgui.h>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/gl/heatmap.h"
#include "app/look/colour_map.h"
#include "app/ui/large_maps.h"
#include "app/ui/style.h"
#include "engine/core/trace.h"

namespace ui {

// One stage in one rectangle of the screen. Rows and columns are those that are drawn: of the transposed
// stage where `transposed`.
struct MatrixFrame {
  ImVec2 corner;  // top left, pixels
  ImVec2 size;
  int stage = -1;
  bool transposed = false;
  double first_row = 0, first_column = 0;  // of the visible block; may be fractions while zoomed
  double rows = 0, columns = 0;

  float cell_width() const { return size.x / static_cast<float>(columns); }
  float cell_height() const { return size.y / static_cast<float>(rows); }
  bool contains(ImVec2 point) const;
  // The stage's cell under a point; nothing outside.
  std::optional<engine::Cell> cell_at(ImVec2 point) const;
  // Corners of the rectangle of cells from `first` to `last` (stage's own rows and columns), cut to the
  // frame.
  std::pair<ImVec2, ImVec2> box(const engine::Cell& first, const engine::Cell& last) const;
};

// A matrix as it was drawn in this frame.
struct DrawnMatrix {
  std::shared_ptr<const engine::Trace> trace;
  MatrixFrame frame;
  look::ColourScale scale;
  std::string_view owner;
};

// The GPU's textures of the stages that are on the screen. A stage is uploaded when it is first drawn after
// its trace changed, inside the draw itself, so that drawing without a GPU costs nothing and fails nowhere.
class HeatmapCache {
 public:
  // `background` must live as long: large stages are made there.
  explicit HeatmapCache(app::Background& background) : large_(background) {}

  // Call before a frame's first draw().
  void begin_frame();

  // `owner`: stages of one address from several traces have a texture each by it.
  // Says how far the picture is, where it is still being made.
  MapProgress draw(ImDrawList& list, const std::shared_ptr<const engine::Trace>& trace,
                   const MatrixFrame& frame, const look::ColourScale& scale, const Style& style,
                   std::string_view owner = {});

  // The last matrix that was drawn at this point in this frame.
  std::optional<DrawnMatrix> under(ImVec2 point) const;

  // What is held of large stages.
  const LargeMaps& large() const { return large_; }

 private:
  struct Entry {
    std::weak_ptr<const engine::Trace> trace;
    std::optional<gl::HeatmapTexture> texture;
    std::unique_ptr<gl::WindowTexture> window;  // of a large stage, instead
    int unused_frames = 0;
  };
  struct Command {
    HeatmapCache* cache;
    DrawnMatrix matrix;
    ImVec2 clip_min, clip_max;
    gl::HeatmapDraw draw;
    std::shared_ptr<const gl::MapWindow> window;  // of a large stage
  };

  static std::string key_of(const engine::Trace& trace, int stage, std::string_view owner);
  MapProgress show_large(Command& command);
  static void render(const ImDrawList* list, const ImDrawCmd* command);
  const gl::HeatmapTexture* texture(const std::shared_ptr<const engine::Trace>& trace, int stage,
                                    std::string_view owner);

  LargeMaps large_;
  std::map<std::string, Entry> entries_;  // by owner and address
  std::deque<Command> commands_;
  std::optional<gl::HeatmapRenderer> renderer_;
};

}  // namespace ui
