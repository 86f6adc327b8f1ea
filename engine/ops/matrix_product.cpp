// matrix_product.cpp: products of matrices as tall as a sentence, where Eigen's general product spends a
// fifth of its time repacking the weights. After Goto & van de Geijn 2008, with one level of blocking: a
// panel of b is packed once, then tiles of `out` stay in registers while k runs. Eigen's packets are used for
// the processor's vectors; their names are the same since Eigen 3.3.
#include "engine/ops/matrix_product.h"

#include <algorithm>
#include <utility>

#include "engine/parallel.h"

#if defined(__GNUC__)
// A vector type loses its alignment as a template argument; Eigen restores it itself.
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

namespace engine {
namespace {

namespace vec = Eigen::internal;
using Packet = vec::packet_traits<float>::type;
constexpr Index kLanes = vec::packet_traits<float>::size;
constexpr Index kPanel = 2 * kLanes;  // columns of `out` worked on at once
constexpr int kTileRows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 12 : 6;
// With fewer rows than this a panel is not used often enough to be worth packing.
constexpr Index kFewRows = 4;

using Panel = Eigen::Array<float, Eigen::Dynamic, 1>;  // k runs of kPanel numbers

// Rows first, ..., first + columns - 1 of b (n, k) become the panel's columns; the rest is 0.
void pack_rows(const ConstView& b, Index first, Index columns, Panel& panel) {
  const Index whole = columns == kPanel ? b.cols() / kLanes * kLanes : 0;
  for (Index k = 0; k < whole; k += kLanes) {
    for (Index half = 0; half < kPanel; half += kLanes) {
      vec::PacketBlock<Packet, kLanes> square;
      for (Index lane = 0; lane < kLanes; ++lane) {
        square.packet[lane] = vec::ploadu<Packet>(b.row(first + half + lane).data() + k);
      }
      vec::ptranspose(square);
      for (Index lane = 0; lane < kLanes; ++lane) {
        vec::pstore(panel.data() + (k + lane) * kPanel + half, square.packet[lane]);
      }
    }
  }
  for (Index k = whole; k < b.cols(); ++k) {
    for (Index column = 0; column < kPanel; ++column) {
      panel(k * kPanel + column) = column < columns ? b(first + column, k) : 0.0f;
    }
  }
}

// Columns first, ..., first + columns - 1 of b (k, n) become the panel's columns; the rest is 0.
void pack_columns(const ConstView& b, Index first, Index columns, Panel& panel) {
  for (Index k = 0; k < b.rows(); ++k) {
    float* run = panel.data() + k * kPanel;
    std::copy_n(b.row(k).data() + first, columns, run);
    std::fill(run + columns, run + kPanel, 0.0f);
  }
}

// One row of `out` for each number in kRow, from row `row` and column `column` on. The rows are written out
// by the template and not by a loop, so that every sum stays in a register until it is done.
template <int... kRow>
void multiply_tile(const ConstView& a, const Panel& panel, Index row, Index column, Index columns, View& out,
                   std::integer_sequence<int, kRow...>) {
  const Packet zero = vec::pset1<Packet>(0.0f);
  Packet left[] = {((void)kRow, zero)...};  // sums of the panel's left half
  Packet right[] = {((void)kRow, zero)...};
  const float* from = a.row(row).data();
  const Index stride = a.outerStride();
  const float* run = panel.data();
  for (Index k = 0; k < a.cols(); ++k, run += kPanel) {
    const Packet panel_left = vec::pload<Packet>(run);
    const Packet panel_right = vec::pload<Packet>(run + kLanes);
    const auto add = [&](Packet& left_sum, Packet& right_sum, float number) {
      const Packet factor = vec::pset1<Packet>(number);
      left_sum = vec::pmadd(factor, panel_left, left_sum);
      right_sum = vec::pmadd(factor, panel_right, right_sum);
    };
    (add(left[kRow], right[kRow], from[kRow * stride + k]), ...);
  }
  Eigen::Array<float, kPanel, sizeof...(kRow)> tile;
  ((vec::pstore(tile.data() + kRow * kPanel, left[kRow]),
    vec::pstore(tile.data() + kRow * kPanel + kLanes, right[kRow])),
   ...);
  (std::copy_n(tile.data() + kRow * kPanel, columns, out.row(row + kRow).data() + column), ...);
}

// Rows of `out` up to `end` in tiles of kRows, beginning with `row`. Returns the first row that is left.
template <int kRows>
Index multiply_tiles(const ConstView& a, const Panel& panel, Index row, Index end, Index column,
                     Index columns, View& out) {
  for (; row + kRows <= end; row += kRows) {
    multiply_tile(a, panel, row, column, columns, out, std::make_integer_sequence<int, kRows>());
  }
  return row;
}

// Below this many multiply-adds a product is not worth waking another core for.
constexpr Index kProductWorthSplitting = 4'000'000;

// A run that nobody waits for any more ends within so many rows of a product: a multiple of kTileRows.
constexpr Index kRowsBetweenStops = 120;

// Splits the columns of `out` into parts, a part a call of work(first, columns); each a multiple of kPanel
// wide, but for the last.
template <class Work>
void for_columns(const ConstView& a, const View& out, Work work) {
  const Index panels = (out.cols() + kPanel - 1) / kPanel;
  const bool is_split = a.rows() * a.cols() * out.cols() >= kProductWorthSplitting;
  const Index parts = is_split ? std::min(panels, 8 * cores()) : 1;
  parallel_for(parts, [&](Index part) {
    const Index first = panels * part / parts * kPanel;
    const Index end = std::min(panels * (part + 1) / parts * kPanel, out.cols());
    work(first, end - first);
  });
}

template <class Pack>
void multiply_by_panels(const ConstView& a, Pack pack, View& out) {
  for_columns(a, out, [&](Index first, Index count) {
    Panel panel(a.cols() * kPanel);
    for (Index column = first; column < first + count; column += kPanel) {
      const Index columns = std::min(kPanel, out.cols() - column);
      pack(column, columns, panel);
      for (Index row = 0; row < a.rows();) {
        if (stop_requested()) return;
        const Index end = std::min(a.rows(), row + kRowsBetweenStops);
        row = multiply_tiles<kTileRows>(a, panel, row, end, column, columns, out);
        row = multiply_tiles<4>(a, panel, row, end, column, columns, out);
        row = multiply_tiles<1>(a, panel, row, end, column, columns, out);
      }
    }
  });
}

bool is_few(const ConstView& a) {
  return a.rows() < kFewRows || kLanes == 1;
}

// Rows of b that lie in a file in 16 bits, converted as they are needed: (count, k) or, where they lie as
// columns, (k, count).
Matrix converted(const Parameter& b, Index first, Index count, bool as_columns) {
  const Parameter rows = b.middle_rows(first, count);
  return as_columns ? rows.transposed().matrix() : rows.matrix();
}

}  // namespace

void multiply_transposed(const ConstView& a, const ConstView& b, View out) {
  if (is_few(a)) {
    for_columns(a, out, [&](Index first, Index count) {
      out.middleCols(first, count).noalias() = a * b.middleRows(first, count).transpose();
    });
    return;
  }
  multiply_by_panels(
      a, [&](Index first, Index columns, Panel& panel) { pack_rows(b, first, columns, panel); }, out);
}

void multiply(const ConstView& a, const ConstView& b, View out) {
  if (is_few(a)) {
    for_columns(a, out, [&](Index first, Index count) {
      out.middleCols(first, count).noalias() = a * b.middleCols(first, count);
    });
    return;
  }
  multiply_by_panels(
      a, [&](Index first, Index columns, Panel& panel) { pack_columns(b, first, columns, panel); }, out);
}

void multiply_transposed(const ConstView& a, const Parameter& b, View out) {
  if (b.is_direct()) return multiply_transposed(a, b.view(), out);
  if (b.transposed().is_direct()) return multiply(a, b.transposed().view(), out);
  const bool as_columns = !b.lies_in_rows();
  if (is_few(a)) {
    for_columns(a, out, [&](Index first, Index count) {
      for (Index column = first; column < first + count; column += kPanel) {
        const Index columns = std::min(kPanel, first + count - column);
        const Matrix part = converted(b, column, columns, as_columns);
        if (as_columns) {
          out.middleCols(column, columns).noalias() = a * part;
        } else {
          out.middleCols(column, columns).noalias() = a * part.transpose();
        }
      }
    });
    return;
  }
  const auto pack = [&](Index first, Index columns, Panel& panel) {
    const Matrix part = converted(b, first, columns, as_columns);
    if (as_columns) {
      pack_columns(whole(part), 0, columns, panel);
    } else {
      pack_rows(whole(part), 0, columns, panel);
    }
  };
  multiply_by_panels(a, pack, out);
}

}  // namespace engine
