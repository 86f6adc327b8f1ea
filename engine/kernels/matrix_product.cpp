// matrix_product.cpp: products of matrices with one row per token. For few rows, weights are read in place
// while the next ones are prefetched; for many rows they are packed once, into panels so wide that tiles of
// `out` stay in registers while k runs; weights that never change stay packed. After Goto & van de Geijn
// 2008.
#include "engine/kernels/matrix_product.h"

#include <algorithm>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/kernels/panels.h"

namespace engine {
namespace {

using kernels::LeftFactor;
using kernels::product_kernels;
using kernels::ReadAhead;
using kernels::StripProduct;

// From this many rows up, packed weights are reused often enough to be worth packing.
constexpr Index kManyRows = 96;
// So are weights stored as rows of up to this many values, which wait in a near cache, from fewer rows up: a
// head's keys, whose short dot products would each end in a sum over a vector.
constexpr Index kFewRowsOfRows = 16;
constexpr Index kFewValues = 16'384;
// And weights stored as rows whose packed panels are kept: to pack them for one product takes no longer than
// its dot products, and later ones find them packed.
constexpr Index kFewRowsOfKept = 12;
// A packed panel's depth: with it, the next one and what it multiplies stay in the L2 cache, also where b's
// rows are so far apart that few of the cache's sets take them (those of GPT-2's widest weights 12 KB, 64
// sets).
constexpr Index kPanelDepth = 384;
// From this many panels up, a's packed rows are read often enough to be worth packing.
constexpr Index kManyPanels = 8;
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
constexpr Index kPartsAcross = 3;
constexpr Index kPartsByStrips = 1;
constexpr Index kPartsByDots = 3;
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

bool is_worth_splitting(const ConstView& a, const View& out) {
  const Index numbers = a.cols() * out.cols();
  return a.rows() * numbers >= kProductWorthSplitting || numbers >= kReadingWorthSplitting;
}

// Splits the columns of `out` into parts, one call of work(first, end) each; each a multiple of `unit` wide,
// except the last. At most `most` parts per core.
template <class Work>
void for_columns(const ConstView& a, const View& out, Index unit, Index most, Work work) {
  const Index units = (out.cols() + unit - 1) / unit;
  const Index parts = is_worth_splitting(a, out) ? std::min(units, most * cores()) : 1;
  parallel_for(parts, [&](Index part) {
    const auto begin = [&](Index of) { return std::min(units * of / parts * unit, out.cols()); };
    work(begin(part), begin(part + 1));
  });
}

// With packed values: panel by panel, each of at most kPanelDepth values of k; pack(first value, values,
// first column, columns, panel, room) fills one, while ahead(first value, first column, values, columns) is
// the one that comes next. Of a constant b, panels that are filled already are read as they are.
template <class Pack, class Ahead>
void multiply_by_panels(const ConstView& a, const Parameter::Kept& kept, Pack pack, Ahead ahead,
                        Destination& result) {
  const Index depth = a.cols();
  const Index width = panel_width();
  const Index panels = panels_of(result.out.cols());
  const bool is_split = is_worth_splitting(a, result.out);
  const PackedRows rows = panels < kManyPanels ? PackedRows() : PackedRows(a, is_split);
  const auto deep = [&](Index k) { return std::min(kPanelDepth, depth - k); };
  const auto wide = [&](Index column) { return std::min(width, result.out.cols() - column); };
  const auto soon = [&](Index k, Index panel) {
    if (const float* const values = PanelRoom::filled(kept, panel)) {
      const Index numbers = deep(k) * width;
      return ReadAhead(values + k * width, numbers, 1, numbers);
    }
    return ahead(k, panel * width, deep(k), wide(panel * width));
  };
  const auto multiply_panel = [&](Index part, Index next) {
    const Index column = part * width;
    PanelRoom panel(kept, part, deep(0));
    Matrix room;
    Index k = 0;
    for (; k < depth && !stop_requested(); k += kPanelDepth) {
      const bool ends = k + deep(k) == depth;
      const float* b = panel.values(k);
      if (b == nullptr) {
        pack(k, deep(k), column, wide(column), panel.room(k), room);
        b = panel.room(k);
      }
      ReadAhead comes;
      if (!ends) {
        comes = soon(k + kPanelDepth, part);
      } else if (next < panels) {
        comes = soon(0, next);
      }
      comes.spread(steps_touching(a.rows(), deep(k), width));
      const LeftFactor left = rows.is_empty() ? by_rows(part_of(a, 0, k, a.rows(), deep(k))) : rows.from(k);
      multiply_strip({left, b, width, deep(k), result.out.data() + column, result.out.outerStride(),
                      wide(column), k == 0, ends ? result.bias_at(column) : nullptr},
                     a.rows(), comes);
    }
    if (k >= depth) panel.complete();
  };
  if (is_split) return parallel_for_in_turn(panels, multiply_panel);
  for (Index part = 0; part < panels; ++part) multiply_panel(part, part + 1);
}

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
  const Index parts = is_worth_splitting(a, result.out) ? std::min(panels, cores()) : 1;
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
      multiply_strip(strip, out.rows(), ahead);
      continue;
    }
    Panel edge(b.rows() * width);
    pack_columns(part_of(b, 0, first, b.rows(), columns), edge.data());
    strip.b = edge.data();
    strip.b_step = width;
    multiply_strip(strip, out.rows(), ahead);
  }
}

// For fewer rows, with b (k, n): rectangles of it, each in place while the next is prefetched.
template <class Source>
void multiply_by_strips(const ConstView& a, const Source& source, Destination& result) {
  const Index depth = a.cols();
  const auto deep = [&](Index k) { return std::min(kStripDepth, depth - k); };
  for_columns(a, result.out, panel_width(), kPartsByStrips, [&](Index first, Index end) {
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
        ahead.spread(steps_touching(a.rows(), deep(k), wide(column)));
        const ConstView block = source.block(k, column, deep(k), wide(column), room);
        multiply_block(by_rows(part_of(a, 0, k, a.rows(), deep(k))), block, column, k == 0,
                       next >= depth ? result.bias_at(column) : nullptr, result.out, ahead);
      }
    }
  });
}

// For fewer rows, with b (n, k): rows with rows, in place, while the next ones are prefetched.
template <class Source>
void multiply_by_dots(const ConstView& a, const Source& source, Destination& result) {
  const Index at_once = product_kernels().dot_columns;
  for_columns(a, result.out, kDotTiles * at_once, kPartsByDots, [&](Index first, Index end) {
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
  const Parameter::Kept kept = constant.kept(panel_width());
  const Index many = kept.panels != nullptr                       ? kFewRowsOfKept
                     : a.cols() * result.out.cols() <= kFewValues ? kFewRowsOfRows
                                                                  : kManyRows;
  if (a.rows() < many) return multiply_by_dots(a, source, result);
  const auto pack = [&](Index k, Index deep, Index column, Index columns, float* panel, Matrix& room) {
    pack_rows(source.block(column, k, columns, deep, room), panel);
  };
  const auto ahead = [&](Index k, Index column, Index deep, Index columns) {
    return source.ahead(column, k, columns, deep);
  };
  multiply_by_panels(a, kept, pack, ahead, result);
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
  const auto pack = [&](Index k, Index deep, Index column, Index columns, float* panel, Matrix& room) {
    pack_columns(source.block(k, column, deep, columns, room), panel);
  };
  const auto ahead = [&](Index k, Index column, Index deep, Index columns) {
    return source.ahead(k, column, deep, columns);
  };
  multiply_by_panels(a, kept, pack, ahead, result);
}

}  // namespace

void multiply_transposed(const ConstView& a, const ConstView& b, const View& out, const ConstView* bias) {
  multiply_lying_rows(a, InPlace{b}, {out, bias});
}

void multiply(const ConstView& a, const ConstView& b, const View& out) {
  multiply_lying_columns(a, InPlace{b}, {out, nullptr});
}

void multiply_across(const ConstView& a, const ConstView& b, const View& out) {
  View result = out;
  if (a.rows() == 0) result.setZero();
  if (a.rows() == 0 || out.size() == 0) return;
  const Index width = panel_width();
  const Index panels = panels_of(out.cols());
  const bool is_split = a.rows() * out.size() >= kProductWorthSplitting;
  const Index parts = is_split ? std::min(panels, kPartsAcross * cores()) : 1;
  parallel_for(parts, [&](Index part) {
    View own = out;
    const Index end = panels * (part + 1) / parts;
    for (Index panel = panels * part / parts; panel < end; ++panel) {
      const Index column = panel * width;
      const Index columns = std::min(width, out.cols() - column);
      for (Index k = 0; k < a.rows() && !stop_requested(); k += kStripDepth) {
        const Index deep = std::min(kStripDepth, a.rows() - k);
        ReadAhead ahead;
        if (const Index next = k + deep; next < a.rows()) {
          ahead = InPlace{b}.ahead(next, column, std::min(kStripDepth, a.rows() - next), columns);
        } else if (panel + 1 < end) {
          const Index beside = std::min(width, out.cols() - column - width);
          ahead = InPlace{b}.ahead(0, column + width, std::min(kStripDepth, a.rows()), beside);
        }
        multiply_block(by_columns(rows_of(a, k, deep)), part_of(b, k, column, deep, columns), column, k == 0,
                       nullptr, own, ahead);
      }
    }
  });
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
