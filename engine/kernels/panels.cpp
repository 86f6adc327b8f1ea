// panels.cpp: packs what tiles read.
#include "engine/kernels/panels.h"

#include <algorithm>
#include <utility>

namespace engine {

using kernels::product_kernels;

void pack_rows(const ConstView& b, float* panel) {
  const Index width = panel_width();
  product_kernels().transpose(b.data(), b.outerStride(), b.rows(), b.cols(), panel, width);
  if (b.rows() == width) return;
  for (Index k = 0; k < b.cols(); ++k) std::fill(panel + k * width + b.rows(), panel + (k + 1) * width, 0.0F);
}

void pack_columns(const ConstView& b, float* panel) {
  product_kernels().copy_to_panel(b.data(), b.outerStride(), b.rows(), b.cols(), panel);
}

PanelRoom::PanelRoom(const Parameter::Kept& kept, Index panel, Index deep)
    : panels_(kept.panels), panel_(kept.first / panel_width() + panel), filled_(filled(kept, panel)) {
  if (panels_ != nullptr && filled_ == nullptr) claimed_ = panels_->claim(panel_);
  if (filled_ == nullptr && claimed_ == nullptr) own_.resize(deep * panel_width());
}

PanelRoom::PanelRoom(PanelRoom&& other) noexcept
    : panels_(other.panels_),
      panel_(other.panel_),
      filled_(other.filled_),
      claimed_(std::exchange(other.claimed_, nullptr)),
      is_complete_(other.is_complete_),
      own_(std::move(other.own_)) {}

PanelRoom::~PanelRoom() {
  if (claimed_ != nullptr) panels_->finish(panel_, is_complete_);
}

const float* PanelRoom::filled(const Parameter::Kept& kept, Index panel) {
  return kept.panels == nullptr ? nullptr : kept.panels->filled(kept.first / panel_width() + panel);
}

}  // namespace engine
