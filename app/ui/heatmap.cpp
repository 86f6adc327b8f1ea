// heatmap.cpp: passes stages to the GPU and finds cells under the mouse.
#include "app/ui/heatmap.h"

#include <algorithm>
#include <cmath>

#include "engine/core/drawn.h"

namespace ui {
namespace {

constexpr int kKeepUnused = 120;  // frames that a texture survives after its last use

}  // namespace

bool MatrixFrame::contains(ImVec2 point) const {
  return point.x >= corner.x && point.y >= corner.y && point.x < corner.x + size.x &&
         point.y < corner.y + size.y;
}

std::optional<engine::Cell> MatrixFrame::cell_at(ImVec2 point) const {
  if (!contains(point)) return std::nullopt;
  // Rounding must not go past the last cell of the visible block.
  const auto cell = [](double first, double count, float at) {
    const auto last = static_cast<engine::Index>(std::ceil(first + count)) - 1;
    return std::min(static_cast<engine::Index>(first + static_cast<double>(at)), last);
  };
  const engine::Index row = cell(first_row, rows, (point.y - corner.y) / cell_height());
  const engine::Index column = cell(first_column, columns, (point.x - corner.x) / cell_width());
  return transposed ? engine::Cell{stage, column, row} : engine::Cell{stage, row, column};
}

std::pair<ImVec2, ImVec2> MatrixFrame::box(const engine::Cell& first, const engine::Cell& last) const {
  const auto x = [&](engine::Index column) {
    const auto at = corner.x + static_cast<float>(static_cast<double>(column) - first_column) * cell_width();
    return std::clamp(at, corner.x, corner.x + size.x);
  };
  const auto y = [&](engine::Index row) {
    const auto at = corner.y + static_cast<float>(static_cast<double>(row) - first_row) * cell_height();
    return std::clamp(at, corner.y, corner.y + size.y);
  };
  if (transposed) return {{x(first.row), y(first.column)}, {x(last.row + 1), y(last.column + 1)}};
  return {{x(first.column), y(first.row)}, {x(last.column + 1), y(last.row + 1)}};
}

void HeatmapCache::begin_frame() {
  commands_.clear();
  large_.begin_frame();
  for (auto& [address, entry] : entries_) ++entry.unused_frames;
  std::erase_if(entries_, [](const auto& item) { return item.second.unused_frames > kKeepUnused; });
}

std::string HeatmapCache::key_of(const engine::Trace& trace, int stage, std::string_view owner) {
  std::string key(owner);
  key += '|';
  key += trace.stage(stage).address;
  return key;
}

// Requests what the command shows of its stage, and takes what is available.
MapProgress HeatmapCache::show_large(Command& command) {
  const MatrixFrame& frame = command.matrix.frame;
  LargeMaps::Sight sight{frame.first_row,
                         frame.first_column,
                         frame.rows,
                         frame.columns,
                         command.draw.rectangle.height,
                         command.draw.rectangle.width};
  if (frame.transposed)
    sight = {frame.first_column, frame.first_row,     frame.columns,
             frame.rows,         sight.pixels_across, sight.pixels_down};
  auto shown = large_.show(command.matrix.trace, frame.stage, sight,
                           key_of(*command.matrix.trace, frame.stage, command.matrix.owner));
  command.window = std::move(shown.window);
  return shown.progress;
}

MapProgress HeatmapCache::draw(ImDrawList& list, const std::shared_ptr<const engine::Trace>& trace,
                               const MatrixFrame& frame, const look::ColourScale& scale, const Style& style,
                               std::string_view owner) {
  const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 clip_min = list.GetClipRectMin();
  const ImVec2 clip_max = list.GetClipRectMax();
  const auto colour = [](ImU32 packed) {
    const ImVec4 parts = vec4(packed);
    return look::Rgb{parts.x, parts.y, parts.z};
  };
  gl::HeatmapDraw draw;
  draw.framebuffer_width = static_cast<int>(display.x * pixels.x);
  draw.framebuffer_height = static_cast<int>(display.y * pixels.y);
  draw.rectangle = {frame.corner.x * pixels.x, frame.corner.y * pixels.y, frame.size.x * pixels.x,
                    frame.size.y * pixels.y};
  draw.clip = gl::Rectangle{clip_min.x * pixels.x, clip_min.y * pixels.y,
                            (clip_max.x - clip_min.x) * pixels.x, (clip_max.y - clip_min.y) * pixels.y};
  draw.block = {static_cast<float>(frame.first_row), static_cast<float>(frame.first_column),
                static_cast<float>(frame.rows), static_cast<float>(frame.columns)};
  draw.transposed = frame.transposed;
  draw.scale = scale;
  draw.hatch_colour = colour(style.colours.mask);
  draw.hatch_strength = look::hatch_strength(trace->stage(frame.stage));
  draw.background = colour(style.colours.panel);
  draw.waits = scale.is_open();
  commands_.push_back({this, {trace, frame, scale, owner}, clip_min, clip_max, draw, nullptr});
  const MapProgress progress =
      is_large_map(*trace, frame.stage) ? show_large(commands_.back()) : MapProgress();
  list.AddCallback(&HeatmapCache::render, &commands_.back());
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  return progress;
}

std::optional<DrawnMatrix> HeatmapCache::under(ImVec2 point) const {
  const auto found = std::find_if(commands_.rbegin(), commands_.rend(), [&](const Command& command) {
    const bool shown = point.x >= command.clip_min.x && point.y >= command.clip_min.y &&
                       point.x < command.clip_max.x && point.y < command.clip_max.y;
    return shown && command.matrix.frame.contains(point);
  });
  if (found == commands_.rend()) return std::nullopt;
  return found->matrix;
}

void HeatmapCache::render(const ImDrawList* /*list*/, const ImDrawCmd* command) {
  const auto& todo = *static_cast<const Command*>(command->UserCallbackData);
  HeatmapCache& cache = *todo.cache;
  if (!cache.renderer_) {
    auto renderer = gl::HeatmapRenderer::create();
    if (!renderer) return;
    cache.renderer_ = std::move(renderer).value();
  }
  if (todo.window) {
    std::string key = key_of(*todo.matrix.trace, todo.matrix.frame.stage, todo.matrix.owner);
    key += '|' + std::to_string(todo.window->level.rows) + ',' + std::to_string(todo.window->level.columns);
    Entry& entry = cache.entries_[key];
    entry.unused_frames = 0;
    if (!entry.window) entry.window = std::make_unique<gl::WindowTexture>();
    entry.window->show(todo.window);
    cache.renderer_->draw(*entry.window, todo.draw);
    return;
  }
  if (const gl::HeatmapTexture* texture =
          cache.texture(todo.matrix.trace, todo.matrix.frame.stage, todo.matrix.owner)) {
    cache.renderer_->draw(*texture, todo.draw);
  }
}

const gl::HeatmapTexture* HeatmapCache::texture(const std::shared_ptr<const engine::Trace>& trace, int stage,
                                                std::string_view owner) {
  const engine::Stage& drawn = trace->stage(stage);
  Entry& entry = entries_[key_of(*trace, stage, owner)];
  entry.unused_frames = 0;
  const auto uploaded = entry.trace.lock();
  if (entry.texture && uploaded && (uploaded == trace || trace->shares(stage, *uploaded))) {
    entry.trace = trace;
    return &*entry.texture;
  }
  const engine::Matrix numbers = engine::read_drawn(*trace, stage, 0, 0, drawn.rows, drawn.columns);
  const auto reduction = look::is_signed(drawn) ? gl::Reduction::kLargestMagnitude : gl::Reduction::kLargest;
  if (!entry.texture || !entry.texture->update(numbers)) {
    auto made = gl::HeatmapTexture::create(numbers, reduction);
    if (!made) return nullptr;
    entry.texture = std::move(made).value();
  }
  entry.trace = trace;
  return &*entry.texture;
}

}  // namespace ui
