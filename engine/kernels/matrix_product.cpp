// matrix_product.cpp: products of matrices as tall as a sentence. Weights that few rows need are read where
// they lie, the next ones brought near meanwhile; for many rows they are packed once, so wide that tiles of
// `out` stay in registers while k runs. After Goto & van de Geijn 2008.
#include "engine/kernels/matrix_product.h"

#include <algorithm>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/kernels/product_panel.h"

namespace engine {
namespace {

using product_tiles::kDotColumns;
using product_tiles::kDotRows;
using product_tiles::kPanel;
using product_tiles::Panel;
using product_tiles::ReadAhead;

// From so many rows on, packed weights are used often enough to be worth packing: those that lie as columns
// do, and those that lie as rows.
constexpr Index kManyRowsOfColumns = 192;
constexpr Index kManyRowsOfRows = 96;
static_assert(kManyRowsOfColumns <= product_tiles::kRowsTouching);
// What is worked on at once where nothing is packed: so shallow that a strip of it stays in the nearest cache
// though its rows lie far apart, and so small that what comes next waits close by.
constexpr Index kStripDepth = 64;
constexpr Index kStripColumns = 256;
// Rows of b whose dot products are worked on at once, so deep that they stay in the nearest cache.
constexpr Index kDotGroup = Index{4} * kDotColumns;
constexpr Index kDotDepth = 1024;
// Parts a core: several even out what one core is late; but the first rectangle or panel of a part was not
// brought near by another, which tells where there are few rows to wait behind.
constexpr Index kPartsByPanels = 3;
constexpr Index kPartsByStrips = 1;
constexpr Index kPartsByDots = 3;
// Below this many multiply-adds a product is not worth waking another core for, unless so many numbers of b
// are read for few rows: then one core waits for memory.
constexpr Index kProductWorthSplitting = 4'000'000;
constexpr Index kReadingWorthSplitting = 500'000;

ConstView part_of(const ConstView& all, Index row, Index column, Index rows, Index columns) {
  return {all.data() + row * all.outerStride() + column, rows, columns,
          Eigen::OuterStride<>(all.outerStride())};
}

// b where its numbers can be used as they lie.
struct InPlace {
  ConstView b;

  ConstView block(Index row, Index column, Index rows, Index columns, Matrix& /*room*/) const {
    return part_of(b, row, column, rows, columns);
  }
  ReadAhead ahead(Index row, Index column, Index rows, Index columns) const {
    return ReadAhead(part_of(b, row, column, rows, columns));
  }
};

// b where it lies in 16 bits: converted, rectangle by rectangle, as it is needed.
struct Converted {
  const Parameter& b;

  ConstView block(Index row, Index column, Index rows, Index columns, Matrix& room) const {
    room = b.block(row, column, rows, columns).matrix();
    return whole(std::as_const(room));
  }
  ReadAhead ahead(Index /*row*/, Index /*column*/, Index /*rows*/, Index /*columns*/) const { return {}; }
};

// Where products go, and what is added to each of their rows once they are done: a row as wide, or null.
struct Destination {
  View out;
  const ConstView* bias;

  // Columns that are done get their bias while they are near.
  void finish(Index column, Index columns) {
    if (bias != nullptr) out.middleCols(column, columns).rowwise() += bias->row(0).segment(column, columns);
  }
};

// Splits the columns of `out` into parts, a part a call of work(first, end); each a multiple of `unit` wide,
// but for the last. At most `most` parts a core.
template <class Work>
void for_columns(const ConstView& a, const View& out, Index unit, Index most, Work work) {
  const Index units = (out.cols() + unit - 1) / unit;
  const Index numbers = a.cols() * out.cols();
  const bool is_split = a.rows() * numbers >= kProductWorthSplitting || numbers >= kReadingWorthSplitting;
  const Index parts = is_split ? std::min(units, most * cores()) : 1;
  parallel_for(parts, [&](Index part) {
    work(units * part / parts * unit, std::min(units * (part + 1) / parts * unit, out.cols()));
  });
}

// For many rows: a panel at a time, which pack(first column, columns, panel) fills while ahead(first column,
// columns) is the one that comes next.
template <class Pack, class Ahead>
void multiply_by_panels(const ConstView& a, Pack pack, Ahead ahead, Destination& result) {
  for_columns(a, result.out, kPanel, kPartsByPanels, [&](Index first, Index end) {
    Panel panel(a.cols() * kPanel);
    for (Index column = first; column < end && !stop_requested(); column += kPanel) {
      const Index columns = std::min(kPanel, end - column);
      pack(column, columns, panel);
      ReadAhead soon;
      if (const Index next = column + columns; next < end) soon = ahead(next, std::min(kPanel, end - next));
      product_tiles::multiply_strip(a, {panel.data(), kPanel, column, columns, true}, result.out, soon);
      result.finish(column, columns);
    }
  });
}

// A rectangle of b (depth, columns) as it lies, whose products go to the columns of `out` from `column` on.
void multiply_block(const ConstView& a, const ConstView& b, Index column, bool begins, View& out,
                    ReadAhead& ahead) {
  for (Index strip = 0; strip < b.cols(); strip += kPanel) {
    const Index columns = std::min(kPanel, b.cols() - strip);
    if (columns == kPanel) {
      product_tiles::multiply_strip(a, {b.data() + strip, b.outerStride(), column + strip, columns, begins},
                                    out, ahead);
      continue;
    }
    Panel edge(b.rows() * kPanel);
    product_tiles::pack_columns(part_of(b, 0, strip, b.rows(), columns), edge);
    product_tiles::multiply_strip(a, {edge.data(), kPanel, column + strip, columns, begins}, out, ahead);
  }
}

// For fewer rows, with b (k, n): rectangles of it, each as it lies while the next is brought near.
template <class Source>
void multiply_by_strips(const ConstView& a, const Source& source, Destination& result) {
  const Index depth = a.cols();
  const auto deep = [&](Index k) { return std::min(kStripDepth, depth - k); };
  for_columns(a, result.out, kPanel, kPartsByStrips, [&](Index first, Index end) {
    const auto wide = [&](Index column) { return std::min(kStripColumns, end - column); };
    Matrix room;
    for (Index column = first; column < end; column += kStripColumns) {
      for (Index k = 0; k < depth && !stop_requested(); k += kStripDepth) {
        ReadAhead ahead;
        if (const Index next = k + kStripDepth; next < depth) {
          ahead = source.ahead(next, column, deep(next), wide(column));
        } else if (const Index beside = column + kStripColumns; beside < end) {
          ahead = source.ahead(0, beside, deep(0), wide(beside));
        }
        ahead.spread(product_tiles::steps(a.rows(), deep(k), wide(column)));
        const ConstView block = source.block(k, column, deep(k), wide(column), room);
        multiply_block(part_of(a, 0, k, a.rows(), deep(k)), block, column, k == 0, result.out, ahead);
      }
      result.finish(column, wide(column));
    }
  });
}

// Dot products of all rows of a with kColumns rows of b, for `out` from its column on.
template <int kColumns>
void multiply_dot_columns(const ConstView& a, const ConstView& b, Index column, bool begins, View& out,
                          ReadAhead& ahead) {
  float* const to = out.row(0).data() + column;
  const auto make = [&](Index row, auto sums) {
    product_tiles::multiply_dots<kColumns>(a.row(row).data(), a.outerStride(), b.data(), b.outerStride(),
                                           a.cols(), to + row * out.outerStride(), out.outerStride(), begins,
                                           ahead, sums);
  };
  Index row = 0;
  for (; row + kDotRows <= a.rows(); row += kDotRows)
    make(row, std::make_integer_sequence<int, kDotRows * kColumns>());
  for (; row < a.rows(); ++row) make(row, std::make_integer_sequence<int, kColumns>());
}

// For fewer rows, with b (n, k): rows with rows as they lie, while the next ones are brought near.
template <class Source>
void multiply_by_dots(const ConstView& a, const Source& source, Destination& result) {
  for_columns(a, result.out, kDotGroup, kPartsByDots, [&](Index first, Index end) {
    Matrix room;
    for (Index group = first; group < end; group += kDotGroup) {
      const Index group_end = std::min(group + kDotGroup, end);
      for (Index k = 0; k < a.cols() && !stop_requested(); k += kDotDepth) {
        const Index deep = std::min(kDotDepth, a.cols() - k);
        const ConstView block = source.block(group, k, group_end - group, deep, room);
        const ConstView a_part = part_of(a, 0, k, a.rows(), deep);
        const Index whole_end = group_end - (group_end - group) % kDotColumns;
        ReadAhead ahead;
        for (Index column = group; column < whole_end; column += kDotColumns) {
          if (const Index next = column + kDotColumns; next < end)
            ahead = source.ahead(next, k, std::min<Index>(kDotColumns, end - next), deep);
          multiply_dot_columns<kDotColumns>(a_part, rows_of(block, column - group, kDotColumns), column,
                                            k == 0, result.out, ahead);
        }
        for (Index column = whole_end; column < group_end; ++column)
          multiply_dot_columns<1>(a_part, rows_of(block, column - group, 1), column, k == 0, result.out,
                                  ahead);
      }
      result.finish(group, group_end - group);
    }
  });
}

// Sums of nothing are 0. Whether there was nothing to sum.
bool finish_trivial(const ConstView& a, Destination& result) {
  if (a.cols() == 0) {
    result.out.setZero();
    result.finish(0, result.out.cols());
  }
  return a.cols() == 0 || result.out.size() == 0;
}

// b (n, k), its rows one behind the other.
template <class Source>
void multiply_lying_rows(const ConstView& a, const Source& source, Destination result) {
  if (finish_trivial(a, result)) return;
  if (a.rows() < kManyRowsOfRows) return multiply_by_dots(a, source, result);
  const auto pack = [&](Index first, Index columns, Panel& panel) {
    Matrix room;
    product_tiles::pack_rows(source.block(first, 0, columns, a.cols(), room), panel);
  };
  const auto ahead = [&](Index first, Index columns) { return source.ahead(first, 0, columns, a.cols()); };
  multiply_by_panels(a, pack, ahead, result);
}

// b (k, n), its rows one behind the other.
template <class Source>
void multiply_lying_columns(const ConstView& a, const Source& source, Destination result) {
  if (finish_trivial(a, result)) return;
  if (a.rows() < kManyRowsOfColumns) return multiply_by_strips(a, source, result);
  const auto pack = [&](Index first, Index columns, Panel& panel) {
    Matrix room;
    product_tiles::pack_columns(source.block(0, first, a.cols(), columns, room), panel);
  };
  const auto ahead = [&](Index first, Index columns) { return source.ahead(0, first, a.cols(), columns); };
  multiply_by_panels(a, pack, ahead, result);
}

}  // namespace

void multiply_transposed(const ConstView& a, const ConstView& b, const View& out, const ConstView* bias) {
  multiply_lying_rows(a, InPlace{b}, {out, bias});
}

void multiply(const ConstView& a, const ConstView& b, const View& out) {
  multiply_lying_columns(a, InPlace{b}, {out, nullptr});
}

void multiply_transposed(const ConstView& a, const Parameter& b, const View& out, const ConstView* bias) {
  const Parameter across = b.transposed();
  if (b.is_direct()) {
    multiply_lying_rows(a, InPlace{b.view()}, {out, bias});
  } else if (across.is_direct()) {
    multiply_lying_columns(a, InPlace{across.view()}, {out, bias});
  } else if (b.lies_in_rows()) {
    multiply_lying_rows(a, Converted{b}, {out, bias});
  } else {
    multiply_lying_columns(a, Converted{across}, {out, bias});
  }
}

}  // namespace engine
