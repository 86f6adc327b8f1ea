// heatmap.h: stages as heatmaps inside Dear ImGui: the screen position of each cell, and the picture from the
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

// One stage in a rectangle of the screen. Rows and columns are as drawn: of the transposed stage if
// `transposed`.
struct MatrixFrame {
  ImVec2 corner;  // top left, pixels
  ImVec2 size;
  int stage = -1;
  bool transposed = false;
  double first_row = 0, first_column = 0;  // of the visible block; may be fractional while zoomed
  double rows = 0, columns = 0;

  float cell_width() const { return size.x / static_cast<float>(columns); }
  float cell_height() const { return size.y / static_cast<float>(rows); }
  bool contains(ImVec2 point) const;
  // The stage's cell under a point; nullopt outside.
  std::optional<engine::Cell> cell_at(ImVec2 point) const;
  // Corners of the rectangle of cells from `first` to `last` (the stage's own rows and columns), clipped to
  // the frame.
  std::pair<ImVec2, ImVec2> box(const engine::Cell& first, const engine::Cell& last) const;
};

// A matrix as it was drawn in this frame.
struct DrawnMatrix {
  std::shared_ptr<const engine::Trace> trace;
  MatrixFrame frame;
  look::ColourScale scale;
  std::string_view owner;
};

// GPU textures of the visible stages. A stage is uploaded on its first draw after its trace changed, as part
// of that draw, so that drawing without a GPU costs nothing and cannot fail.
class HeatmapCache {
 public:
  // `background` must outlive it: large stages are computed there.
  explicit HeatmapCache(app::Background& background) : large_(background) {}

  // Call before a frame's first draw().
  void begin_frame();

  // `owner`: distinguishes stages with the same address from several traces, each with its own texture.
  // Returns the picture's progress, if it is still being computed.
  MapProgress draw(ImDrawList& list, const std::shared_ptr<const engine::Trace>& trace,
                   const MatrixFrame& frame, const look::ColourScale& scale, const Style& style,
                   std::string_view owner = {});

  // The last matrix drawn at this point in this frame.
  std::optional<DrawnMatrix> under(ImVec2 point) const;

  // The data held for large stages.
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
