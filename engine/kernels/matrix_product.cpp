// matrix_product.cpp: products of matrices with one row per token. For few rows, weights are read in place
// while the next ones are prefetched; for many rows they are packed once, into panels so wide that tiles of
// `out` stay in registers while k runs; weights that never change stay packed. After Goto & van de Geijn
// 2008.
#include "engine/kernels/matrix_product.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/core/parallel.h"
#include "engine/kernels/panels.h"

namespace engine {
namespace {

using kernels::LeftFactor;
using kernels::product_kernels;
using kernels::ReadAhead;
using kernels::RowTiles;
using kernels::StripProduct;

// From this many rows up, columns are worth packing: until then they are read in place as fast.
constexpr Index kManyRows = 32;
// How deep a part of a panel is at most, and how many panels and rows are multiplied with each other before
// the next: such a part and what it multiplies stay in the near caches.
constexpr Index kPanelDepth = 384;
constexpr Index kPanelsTogether = 8;
constexpr Index kRowsTogether = 240;
// The block size when nothing is packed: shallow enough that a strip of it stays in the L1 cache though its
// rows lie far apart, and small enough that what comes next waits close by.
constexpr Index kStripDepth = 64;
constexpr Index kStripColumns = 256;
// How often as many of b's rows as a tile of dot products takes are computed together, and their depth: they
// stay in the L1 cache.
constexpr Index kDotTiles = 4;
constexpr Index kDotDepth = 1024;
// Parts per core: several even out a core that lags; but a part's first rectangle is not prefetched
// by another part, which matters when there are few rows to hide the wait.
constexpr Index kPartsByStrips = 1;
constexpr Index kPartsByDots = 3;
constexpr Index kPartsByPanels = 3;
// Below this many multiply-adds a product is not worth waking another core for, unless few rows need this
// many values of b: then a single core waits for memory.
constexpr Index kProductWorthSplitting = 4'000'000;
constexpr Index kReadingWorthSplitting = 500'000;

ConstView part_of(const ConstView& all, Index row, Index column, Index rows, Index columns) {
  return {all.data() + row * all.outerStride() + column, rows, columns,
          Eigen::OuterStride<>(all.outerStride())};
}

// b whose values can be used in place.
struct InPlace {
  ConstView b;

  ConstView block(Index row, Index column, Index rows, Index columns, Matrix& /*room*/) const {
    return part_of(b, row, column, rows, columns);
  }
  ReadAhead ahead(Index row, Index column, Index rows, Index columns) const {
    return {b.data() + row * b.outerStride() + column, b.outerStride(), rows, columns};
  }
};

// b stored in 16 bits: converted rectangle by rectangle, as needed.
struct Converted {
  const Parameter& b;

  ConstView block(Index row, Index column, Index rows, Index columns, Matrix& room) const {
    room = b.block(row, column, rows, columns).matrix();
    return whole(std::as_const(room));
  }
  ReadAhead ahead(Index /*row*/, Index /*column*/, Index /*rows*/, Index /*columns*/) const { return {}; }
};

// Where products go, and the row added to each of their rows once they are done: a row of the same width, or
// null.
struct Destination {
  View out;
  const ConstView* bias;

  // The bias of the columns from `column` on, or null.
  const float* bias_at(Index column) const { return bias == nullptr ? nullptr : bias->data() + column; }

  // Adds the bias to finished columns while they are in the cache.
  void finish(Index column, Index columns) {
    if (bias != nullptr) out.middleCols(column, columns).rowwise() += bias->row(0).segment(column, columns);
  }
};

// The left factor (rows, depth) of a product: a matrix, or its transpose.
struct LeftRows {
  ConstView a;
  bool is_transposed = false;

  Index rows() const { return is_transposed ? a.cols() : a.rows(); }
  Index depth() const { return is_transposed ? a.rows() : a.cols(); }
  // What belongs to the values from k on.
  LeftFactor from(Index k) const {
    return is_transposed ? LeftFactor{a.row(k).data(), 1, a.outerStride()}
                         : LeftFactor{a.data() + k, a.outerStride(), 1};
  }
};

bool is_worth_splitting(Index depth, const View& out) {
  const Index numbers = depth * out.cols();
  return out.rows() * numbers >= kProductWorthSplitting || numbers >= kReadingWorthSplitting;
}

// Splits the columns of `out` into parts, one call of work(first, end) each; each a multiple of `unit` wide,
// except the last. At most `most` parts per core.
template <class Work>
void for_columns(Index depth, const View& out, Index unit, Index most, Work work) {
  const Index units = (out.cols() + unit - 1) / unit;
  const Index parts = is_worth_splitting(depth, out) ? std::min(units, most * cores()) : 1;
  parallel_for(parts, [&](Index part) {
    const auto begin = [&](Index of) { return std::min(units * of / parts * unit, out.cols()); };
    work(begin(part), begin(part + 1));
  });
}

// Some of a strip's tiles, unless a stop is requested; prefetches what comes next meanwhile.
void multiply_strip(const StripProduct& strip, const RowTiles& tiles, Index first, Index end,
                    ReadAhead& ahead) {
  if (!stop_requested()) product_kernels().multiply_tiles(strip, tiles, first, end, ahead);
}

// A product with packed values, a few panels at a time: pack(first value, values, first column, columns,
// panel, room) fills one, while ahead(first value, first column, values, columns) is the one that comes next.
// Of a constant b, panels that are filled already are read as they are.
template <class Pack, class Ahead>
class PanelProduct {
 public:
  PanelProduct(const LeftRows& left, const Parameter::Kept& kept, Pack pack, Ahead ahead, Destination& result)
      : left_(left),
        kept_(kept),
        pack_(pack),
        ahead_(ahead),
        result_(result),
        tiles_(tiles_of(left.rows())) {}

  void multiply() {
    const bool is_split = is_worth_splitting(depth_, result_.out);
    const Index fair = is_split ? panels_ / (kPartsByPanels * cores()) : panels_;
    together_ = std::clamp<Index>(fair, 1, kPanelsTogether);
    const Index groups = (panels_ + together_ - 1) / together_;
    if (is_split) {
      parallel_for_in_turn(groups, [&](Index group, Index next) { multiply_group(group, next); });
    } else {
      for (Index group = 0; group < groups; ++group) multiply_group(group, group + 1);
    }
  }

 private:
  static Index parts_of(Index depth) { return (depth + kPanelDepth - 1) / kPanelDepth; }
  Index deep(Index k) const { return std::min(deepest_, depth_ - k); }
  Index wide(Index panel) const { return std::min(width_, result_.out.cols() - panel * width_); }

  // The panels of a group; `next` is the group that comes then, if there is one.
  void multiply_group(Index group, Index next) {
    const Index first = group * together_;
    const Index count = std::min(together_, panels_ - first);
    std::vector<PanelRoom> rooms;
    rooms.reserve(static_cast<size_t>(count));
    for (Index i = 0; i < count; ++i) rooms.emplace_back(kept_, first + i, deep(0));
    Matrix converted;
    for (Index k = 0; k < depth_; k += deepest_) {
      for (Index i = 0; i < count; ++i) {
        PanelRoom& room = rooms[static_cast<size_t>(i)];
        if (room.values(k) == nullptr)
          pack_(k, deep(k), (first + i) * width_, wide(first + i), room.room(k), converted);
      }
      multiply_rows(rooms, first, k, next * together_);
      if (stop_requested()) return;
    }
    for (PanelRoom& room : rooms) room.complete();
  }

  // A group's panels from k on, with all rows, some at a time.
  void multiply_rows(std::vector<PanelRoom>& rooms, Index first, Index k, Index next) {
    const bool ends = k + deep(k) == depth_;
    const LeftFactor left = left_.from(k);
    const Index blocks = (left_.rows() + kRowsTogether - 1) / kRowsTogether;
    for (Index block = 0; block < blocks; ++block) {
      const Index tile = tiles_.count() * block / blocks;
      const Index end = tiles_.count() * (block + 1) / blocks;
      for (size_t i = 0; i < rooms.size(); ++i) {
        const Index panel = first + static_cast<Index>(i);
        ReadAhead comes;
        if (block + 1 == blocks) {
          comes = ends ? soon(0, next + static_cast<Index>(i)) : soon(k + deepest_, panel);
          comes.spread((end - tile) * deep(k));
        }
        const float* const filled = rooms[i].values(k);
        const Index column = panel * width_;
        multiply_strip({left, filled == nullptr ? rooms[i].room(k) : filled, width_, deep(k),
                        result_.out.data() + column, result_.out.outerStride(), wide(panel), k == 0,
                        ends ? result_.bias_at(column) : nullptr},
                       tiles_, tile, end, comes);
      }
    }
  }

  // What is read of a panel from k on; nothing of one behind the last.
  ReadAhead soon(Index k, Index panel) const {
    if (panel >= panels_) return {};
    if (const float* const values = PanelRoom::filled(kept_, panel)) {
      const Index numbers = deep(k) * width_;
      return {values + k * width_, numbers, 1, numbers};
    }
    return ahead_(k, panel * width_, deep(k), wide(panel));
  }

  const LeftRows& left_;
  const Parameter::Kept& kept_;
  Pack pack_;
  Ahead ahead_;
  Destination& result_;
  RowTiles tiles_;
  const Index depth_ = left_.depth();
  // Parts as even as can be: each reads and writes all sums once.
  const Index deepest_ = (depth_ + parts_of(depth_) - 1) / parts_of(depth_);
  const Index width_ = panel_width();
  const Index panels_ = panels_of(result_.out.cols());
  Index together_ = 1;
};

// Whether all of a product's b is packed already.
bool are_filled(const Parameter::Kept& kept, Index panels) {
  if (kept.panels == nullptr) return false;
  for (Index panel = 0; panel < panels; ++panel) {
    if (PanelRoom::filled(kept, panel) == nullptr) return false;
  }
  return true;
}

// After a product that read b in place: packs those of its panels whose turn has come, by
// pack(first column, columns, panel, room) each.
template <class Pack>
void fill_due(const ConstView& a, const Parameter::Kept& kept, const Destination& result, Pack pack) {
  if (kept.panels == nullptr) return;
  const Index width = panel_width();
  const Index panels = panels_of(result.out.cols());
  const Index parts = is_worth_splitting(a.cols(), result.out) ? std::min(panels, cores()) : 1;
  parallel_for(parts, [&](Index part) {
    Matrix room;
    for (Index panel = panels * part / parts; panel < panels * (part + 1) / parts; ++panel) {
      if (stop_requested()) return;
      PanelRoom kept_panel(kept, panel, 0);
      if (!kept_panel.is_claimed()) continue;
      const Index column = panel * width;
      pack(column, std::min(width, result.out.cols() - column), kept_panel.room(0), room);
      kept_panel.complete();
    }
  });
}

// A rectangle of b (depth, columns) in place, whose products go to the columns of `out` starting at `column`.
void multiply_block(const LeftFactor& left, const ConstView& b, Index column, bool begins, const float* bias,
                    View& out, ReadAhead& ahead) {
  const Index width = panel_width();
  const RowTiles tiles = tiles_of(out.rows());
  for (Index first = 0; first < b.cols(); first += width) {
    const Index columns = std::min(width, b.cols() - first);
    StripProduct strip{left,
                       b.data() + first,
                       b.outerStride(),
                       b.rows(),
                       out.data() + column + first,
                       out.outerStride(),
                       columns,
                       begins,
                       bias == nullptr ? nullptr : bias + first};
    // Tiles, or their halves, are as wide.
    if (columns == width || columns == width / 2) {
      multiply_strip(strip, tiles, 0, tiles.count(), ahead);
      continue;
    }
    Panel edge(b.rows() * width);
    pack_columns(part_of(b, 0, first, b.rows(), columns), edge.data());
    strip.b = edge.data();
    strip.b_step = width;
    multiply_strip(strip, tiles, 0, tiles.count(), ahead);
  }
}

// For fewer rows, with b (k, n): rectangles of it, each in place while the next is prefetched.
template <class Source>
void multiply_by_strips(const ConstView& a, const Source& source, Destination& result) {
  const Index depth = a.cols();
  const auto deep = [&](Index k) { return std::min(kStripDepth, depth - k); };
  for_columns(a.cols(), result.out, panel_width(), kPartsByStrips, [&](Index first, Index end) {
    const auto wide = [&](Index column) { return std::min(kStripColumns, end - column); };
    Matrix room;
    for (Index column = first; column < end; column += kStripColumns) {
      for (Index k = 0; k < depth && !stop_requested(); k += kStripDepth) {
        ReadAhead ahead;
        const Index next = k + kStripDepth;
        if (const Index beside = column + kStripColumns; next < depth) {
          ahead = source.ahead(next, column, deep(next), wide(column));
        } else if (beside < end) {
          ahead = source.ahead(0, beside, deep(0), wide(beside));
        }
        ahead.spread(tiles_of(a.rows()).count() * deep(k) * panels_of(wide(column)));
        const ConstView block = source.block(k, column, deep(k), wide(column), room);
        multiply_block(LeftRows{a}.from(k), block, column, k == 0,
                       next >= depth ? result.bias_at(column) : nullptr, result.out, ahead);
      }
    }
  });
}

// For fewer rows, with b (n, k): rows with rows, in place, while the next ones are prefetched.
template <class Source>
void multiply_by_dots(const ConstView& a, const Source& source, Destination& result) {
  const Index at_once = product_kernels().dot_columns;
  for_columns(a.cols(), result.out, kDotTiles * at_once, kPartsByDots, [&](Index first, Index end) {
    Matrix room;
    for (Index group = first; group < end; group += kDotTiles * at_once) {
      const Index group_end = std::min(group + kDotTiles * at_once, end);
      for (Index k = 0; k < a.cols() && !stop_requested(); k += kDotDepth) {
        const Index deep = std::min(kDotDepth, a.cols() - k);
        const ConstView block = source.block(group, k, group_end - group, deep, room);
        for (Index column = group; column < group_end; column += at_once) {
          ReadAhead ahead;
          if (const Index next = column + at_once; next < end)
            ahead = source.ahead(next, k, std::min(at_once, end - next), deep);
          product_kernels().multiply_dots(
              {a.data() + k, a.outerStride(), a.rows(), block.row(column - group).data(), block.outerStride(),
               std::min(at_once, group_end - column), deep, result.out.data() + column,
               result.out.outerStride(), k == 0},
              ahead);
        }
      }
      result.finish(group, group_end - group);
    }
  });
}

// Empty sums are 0. Returns whether there was nothing to sum.
bool finish_trivial(const ConstView& a, Destination& result) {
  if (a.cols() == 0) {
    result.out.setZero();
    result.finish(0, result.out.cols());
  }
  return a.cols() == 0 || result.out.size() == 0;
}

// b (n, k), with contiguous rows; `constant` is b again, if it may be kept.
template <class Source>
void multiply_lying_rows(const ConstView& a, const Source& source, Destination result,
                         const Parameter& constant = {}) {
  if (finish_trivial(a, result)) return;
  // To pack rows takes no longer than a full tile's dot products, each of which ends in a sum over a vector.
  if (a.rows() < product_kernels().tile_rows) return multiply_by_dots(a, source, result);
  const Parameter::Kept kept = constant.kept(panel_width());
  const auto pack = [&](Index k, Index deep, Index column, Index columns, float* panel, Matrix& room) {
    pack_rows(source.block(column, k, columns, deep, room), panel);
  };
  const auto ahead = [&](Index k, Index column, Index deep, Index columns) {
    return source.ahead(column, k, columns, deep);
  };
  PanelProduct(LeftRows{a}, kept, pack, ahead, result).multiply();
}

// b (k, n), with contiguous rows, packed.
template <class Source>
void multiply_packed(const LeftRows& left, const Source& source, const Parameter::Kept& kept,
                     Destination& result) {
  const auto pack = [&](Index k, Index deep, Index column, Index columns, float* panel, Matrix& room) {
    pack_columns(source.block(k, column, deep, columns, room), panel);
  };
  const auto ahead = [&](Index k, Index column, Index deep, Index columns) {
    return source.ahead(k, column, deep, columns);
  };
  PanelProduct(left, kept, pack, ahead, result).multiply();
}

// b (k, n), with contiguous rows; `constant` is bᵀ again, if it may be kept.
template <class Source>
void multiply_lying_columns(const ConstView& a, const Source& source, Destination result,
                            const Parameter& constant = {}) {
  if (finish_trivial(a, result)) return;
  const Parameter::Kept kept = constant.kept(panel_width());
  if (a.rows() < kManyRows && !are_filled(kept, panels_of(result.out.cols()))) {
    multiply_by_strips(a, source, result);
    return fill_due(a, kept, result, [&](Index column, Index columns, float* panel, Matrix& room) {
      pack_columns(source.block(0, column, a.cols(), columns, room), panel);
    });
  }
  multiply_packed(LeftRows{a}, source, kept, result);
}

}  // namespace

void multiply_transposed(const ConstView& a, const ConstView& b, const View& out, const ConstView* bias) {
  multiply_lying_rows(a, InPlace{b}, {out, bias});
}

void multiply(const ConstView& a, const ConstView& b, const View& out) {
  multiply_lying_columns(a, InPlace{b}, {out, nullptr});
}

void multiply_across(const ConstView& a, const ConstView& b, const View& out) {
  Destination result{out, nullptr};
  if (a.rows() == 0) result.out.setZero();
  if (a.rows() == 0 || out.size() == 0) return;
  const LeftRows left{a, true};
  if (a.rows() > kStripDepth) return multiply_packed(left, InPlace{b}, {}, result);
  ReadAhead nothing;
  multiply_block(left.from(0), b, 0, true, nullptr, result.out, nothing);
}

void multiply_transposed(const ConstView& a, const Parameter& b, const View& out, const ConstView* bias) {
  const Parameter across = b.transposed();
  if (b.is_direct()) {
    multiply_lying_rows(a, InPlace{b.view()}, {out, bias}, b);
  } else if (across.is_direct()) {
    multiply_lying_columns(a, InPlace{across.view()}, {out, bias}, b);
  } else if (b.lies_in_rows()) {
    multiply_lying_rows(a, Converted{b}, {out, bias}, b);
  } else {
    multiply_lying_columns(a, Converted{across}, {out, bias}, b);
  }
}

}  // namespace engine
