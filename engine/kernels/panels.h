// panels.h: the right factor of a product in the order in which its tiles read it.
#pragma once

#include "engine/core/matrix.h"
#include "engine/core/parameter.h"
#include "engine/kernels/product_kernels.h"

namespace engine {

// Some of its values: a few columns, with what belongs to one k contiguous.
using Panel = Eigen::Array<float, Eigen::Dynamic, 1>;

// The columns of a panel: as many as a tile has.
inline Index panel_width() {
  return kernels::product_kernels().panel;
}
inline Index panels_of(Index columns) {
  return (columns + panel_width() - 1) / panel_width();
}

// The tiles of a product's rows.
inline kernels::RowTiles tiles_of(Index rows) {
  return {rows, kernels::product_kernels().tile_rows};
}

// b (columns, k): its rows become the columns of a panel, k panel_width() values; the rest is 0.
void pack_rows(const ConstView& b, float* panel);

// b (k, columns): its columns become the panel's; the rest is 0.
void pack_columns(const ConstView& b, float* panel);

// Where the values of one panel are packed: where a constant parameter keeps them, or for one product alone.
class PanelRoom {
 public:
  // What is packed for this product alone is `deep` at a time.
  PanelRoom(const Parameter::Kept& kept, Index panel, Index deep);
  ~PanelRoom();
  PanelRoom(PanelRoom&& other) noexcept;
  PanelRoom& operator=(PanelRoom&&) = delete;

  // A product's panel if its values are kept already; otherwise null.
  static const float* filled(const Parameter::Kept& kept, Index panel);

  // Its values from k on, if they are packed already; otherwise null.
  const float* values(Index k) const { return filled_ == nullptr ? nullptr : filled_ + k * panel_width(); }
  // Whether they are to be packed where they are kept.
  bool is_claimed() const { return claimed_ != nullptr; }
  // Where they are to be packed, otherwise.
  float* room(Index k) { return claimed_ == nullptr ? own_.data() : claimed_ + k * panel_width(); }
  // All of its values have been packed.
  void complete() { is_complete_ = true; }

 private:
  KeptPanels* panels_;
  Index panel_;  // of these
  const float* filled_;
  float* claimed_ = nullptr;
  bool is_complete_ = false;
  Panel own_;
};

}  // namespace engine
