// panels.h: the factors of a product in the order in which its tiles read them.
#pragma once

#include "engine/core/matrix.h"
#include "engine/core/parameter.h"
#include "engine/kernels/product_kernels.h"

namespace engine {

// Some values of the right factor, a few columns at a time, with what belongs to one k contiguous; or of the
// left one.
using Panel = Eigen::Array<float, Eigen::Dynamic, 1>;

// The columns of a panel: as many as a tile has.
inline Index panel_width() {
  return kernels::product_kernels().panel;
}
inline Index panels_of(Index columns) {
  return (columns + panel_width() - 1) / panel_width();
}

// b (columns, k): its rows become the columns of a panel, k panel_width() values; the rest is 0.
void pack_rows(const ConstView& b, float* panel);

// b (k, columns): its columns become the panel's; the rest is 0.
void pack_columns(const ConstView& b, float* panel);

// The rows of a product's left factor, (rows, depth), packed for tiles: of those of one tile, what belongs to
// one k is contiguous. Rows a power of two apart, read where they lie, would push each other out of the
// cache.
class PackedRows {
 public:
  // Nothing is packed.
  PackedRows() = default;
  // On all cores, or on this one.
  PackedRows(const ConstView& a, bool is_split);

  bool is_empty() const { return values_.size() == 0; }
  // The values from k on, for tiles of all rows.
  kernels::LeftFactor from(Index k) const { return {values_.data(), depth_, 1, true, k}; }

 private:
  Index depth_ = 0;
  Panel values_;
};

// A matrix whose rows, or whose columns, are the rows of a product's left factor.
kernels::LeftFactor by_rows(const ConstView& a);
kernels::LeftFactor by_columns(const ConstView& a);

// Where the values of one panel are packed: where a constant parameter keeps them, or for one product alone.
class PanelRoom {
 public:
  // What is packed for this product alone is `deep` at a time.
  PanelRoom(const Parameter::Kept& kept, Index panel, Index deep);
  ~PanelRoom();
  PanelRoom(const PanelRoom&) = delete;
  PanelRoom& operator=(const PanelRoom&) = delete;

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

// How many steps of `ahead` multiply_strip takes for (rows, depth) by (depth, columns) in all.
Index steps_touching(Index rows, Index depth, Index columns);

// All rows of a strip of out's columns; fewer if a stop is requested, which is noticed within 120 rows.
// Prefetches what comes next meanwhile.
void multiply_strip(const kernels::StripProduct& strip, Index rows, kernels::ReadAhead& ahead);

}  // namespace engine
