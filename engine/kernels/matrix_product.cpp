// matrix_product.cpp: products of matrices with one row per token. For few rows, weights are read in place
// while the next ones are prefetched; for many rows they are packed once, into panels so wide that tiles of
// `out` stay in registers while k runs; weights that never change stay packed. After Goto & van de Geijn
// 2008.
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
using product_tiles::PackedRows;
using product_tiles::Panel;
using product_tiles::ReadAhead;
using product_tiles::Strip;

// From this many rows up, packed weights are reused often enough to be worth packing.
constexpr Index kManyRows = 96;
// So are weights stored as rows of up to this many values, which wait in a near cache, from fewer rows up: a
// head's keys, whose short dot products would each end in a sum over a vector.
constexpr Index kFewRowsOfRows = 16;
constexpr Index kFewValues = 16'384;
// And weights stored as rows whose packed panels are kept: to pack them for one product takes no longer than
// its dot products, and later ones find them packed.
constexpr Index kFewRowsOfKept = product_tiles::kTileRows;
static_assert(kManyRows <= product_tiles::kRowsTouching && kManyRows >= product_tiles::kTileRows);
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
// Rows of b whose dot products are computed together, and their depth: they stay in the L1 cache.
constexpr Index kDotGroup = Index{4} * kDotColumns;
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
    return ReadAhead(part_of(b, row, column, rows, columns));
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

PackedRows packed_alone(const ConstView& a) {
  const Serial serial;
  return PackedRows(a);
}

// Where the values of one panel are packed: where a constant parameter keeps them, or for this product alone.
class PanelRoom {
 public:
  // A product's panel; what is packed for it alone is `deep` at a time.
  PanelRoom(const Parameter::Kept& kept, Index panel, Index deep)
      : panels_(kept.panels), panel_(kept.first / kPanel + panel), filled_(filled(kept, panel)) {
    if (panels_ != nullptr && filled_ == nullptr) claimed_ = panels_->claim(panel_);
    if (filled_ == nullptr && claimed_ == nullptr) own_.resize(deep * kPanel);
  }
  ~PanelRoom() {
    if (claimed_ != nullptr) panels_->finish(panel_, is_complete_);
  }
  PanelRoom(const PanelRoom&) = delete;
  PanelRoom& operator=(const PanelRoom&) = delete;

  // A product's panel if its values are kept already; otherwise null.
  static const float* filled(const Parameter::Kept& kept, Index panel) {
    return kept.panels == nullptr ? nullptr : kept.panels->filled(kept.first / kPanel + panel);
  }

  // Its values from k on, if they are packed already; otherwise null.
  const float* values(Index k) const { return filled_ == nullptr ? nullptr : filled_ + k * kPanel; }
  // Whether they are to be packed where they are kept.
  bool is_claimed() const { return claimed_ != nullptr; }
  // Where they are to be packed, otherwise.
  float* room(Index k) { return claimed_ == nullptr ? own_.data() : claimed_ + k * kPanel; }
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

Index panels_of(const Destination& result) {
  return (result.out.cols() + kPanel - 1) / kPanel;
}

// With packed values: panel by panel, each of at most kPanelDepth values of k; pack(first value, values,
// strip, panel, room) fills one, or leaves that to the first tile, while ahead(first value, first column,
// values, columns) is the one that comes next. Of a constant b, panels that are filled already are read as
// they are.
template <class Pack, class Ahead>
void multiply_by_panels(const ConstView& a, const Parameter::Kept& kept, Pack pack, Ahead ahead,
                        Destination& result) {
  const Index depth = a.cols();
  const Index panels = panels_of(result);
  const bool is_split = is_worth_splitting(a, result.out);
  const PackedRows rows = panels < kManyPanels ? PackedRows() : is_split ? PackedRows(a) : packed_alone(a);
  const auto deep = [&](Index k) { return std::min(kPanelDepth, depth - k); };
  const auto wide = [&](Index column) { return std::min(kPanel, result.out.cols() - column); };
  const auto soon = [&](Index k, Index panel) {
    if (const float* const values = PanelRoom::filled(kept, panel)) {
      const Index numbers = deep(k) * kPanel;
      return ReadAhead({values + k * kPanel, 1, numbers, Eigen::OuterStride<>(numbers)});
    }
    return ahead(k, panel * kPanel, deep(k), wide(panel * kPanel));
  };
  const auto multiply_panel = [&](Index part, Index next) {
    const Index column = part * kPanel;
    PanelRoom panel(kept, part, deep(0));
    Matrix room;
    Index k = 0;
    for (; k < depth && !stop_requested(); k += kPanelDepth) {
      const bool ends = k + deep(k) == depth;
      Strip strip{panel.values(k), kPanel, column,
                  wide(column),    k == 0, ends ? result.bias_at(column) : nullptr};
      if (strip.b == nullptr) pack(k, deep(k), strip, panel.room(k), room);
      ReadAhead comes;
      if (!ends) {
        comes = soon(k + kPanelDepth, part);
      } else if (next < panels) {
        comes = soon(0, next);
      }
      comes.spread(product_tiles::steps(std::min(a.rows(), product_tiles::kRowsTouching), deep(k), kPanel));
      product_tiles::multiply_strip({part_of(a, 0, k, a.rows(), deep(k)), &rows, k}, strip, result.out,
                                    comes);
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
  const Index panels = panels_of(result);
  const Index parts = is_worth_splitting(a, result.out) ? std::min(panels, cores()) : 1;
  parallel_for(parts, [&](Index part) {
    Matrix room;
    for (Index panel = panels * part / parts; panel < panels * (part + 1) / parts; ++panel) {
      if (stop_requested()) return;
      PanelRoom kept_panel(kept, panel, 0);
      if (!kept_panel.is_claimed()) continue;
      const Index column = panel * kPanel;
      pack(column, std::min(kPanel, result.out.cols() - column), kept_panel.room(0), room);
      kept_panel.complete();
    }
  });
}

// A rectangle of b (depth, columns) in place, whose products go to the columns of `out` starting at `column`.
void multiply_block(const ConstView& a, const ConstView& b, Index column, bool begins, View& out,
                    ReadAhead& ahead) {
  for (Index strip = 0; strip < b.cols(); strip += kPanel) {
    Strip some{b.data() + strip, b.outerStride(), column + strip, std::min(kPanel, b.cols() - strip),
               begins,           nullptr};
    if (some.is_whole()) {
      product_tiles::multiply_strip({a}, some, out, ahead);
      continue;
    }
    Panel edge(b.rows() * kPanel);
    product_tiles::pack_columns(part_of(b, 0, strip, b.rows(), some.columns), edge.data());
    some.b = edge.data();
    some.b_step = kPanel;
    product_tiles::multiply_strip({a}, some, out, ahead);
  }
}

// For fewer rows, with b (k, n): rectangles of it, each in place while the next is prefetched.
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

// Dot products of all rows of a with kColumns rows of b, written to `out` starting at `column`.
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

// For fewer rows, with b (n, k): rows with rows, in place, while the next ones are prefetched.
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
  const Parameter::Kept kept = constant.kept(kPanel);
  const Index many = kept.panels != nullptr                       ? kFewRowsOfKept
                     : a.cols() * result.out.cols() <= kFewValues ? kFewRowsOfRows
                                                                  : kManyRows;
  if (a.rows() < many) return multiply_by_dots(a, source, result);
  const auto pack = [&](Index k, Index deep, Strip& strip, float* panel, Matrix& room) {
    product_tiles::pack_rows(source.block(strip.column, k, strip.columns, deep, room), panel);
    strip.b = panel;
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
  const Parameter::Kept kept = constant.kept(kPanel);
  if (a.rows() < kManyRows && !are_filled(kept, panels_of(result))) {
    multiply_by_strips(a, source, result);
    return fill_due(a, kept, result, [&](Index column, Index columns, float* panel, Matrix& room) {
      product_tiles::pack_columns(source.block(0, column, a.cols(), columns, room), panel);
    });
  }
  const auto pack = [&](Index k, Index deep, Strip& strip, float* panel, Matrix& room) {
    const ConstView block = source.block(k, strip.column, deep, strip.columns, room);
    if (strip.columns < kPanel) {
      product_tiles::pack_columns(block, panel);
      strip.b = panel;
      return;
    }
    strip.b = block.data();
    strip.b_step = block.outerStride();
    strip.packed = panel;
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
  const Index panels = (out.cols() + kPanel - 1) / kPanel;
  const bool is_split = a.rows() * out.size() >= kProductWorthSplitting;
  const Index parts = is_split ? std::min(panels, kPartsAcross * cores()) : 1;
  parallel_for(parts, [&](Index part) {
    View own = out;
    Panel edge;
    const Index end = panels * (part + 1) / parts;
    for (Index panel = panels * part / parts; panel < end; ++panel) {
      const Index column = panel * kPanel;
      const Index columns = std::min(kPanel, out.cols() - column);
      for (Index k = 0; k < a.rows() && !stop_requested(); k += kStripDepth) {
        const Index deep = std::min(kStripDepth, a.rows() - k);
        const ConstView some = part_of(b, k, column, deep, columns);
        ReadAhead ahead;
        if (const Index next = k + deep; next < a.rows()) {
          ahead = ReadAhead(part_of(b, next, column, std::min(kStripDepth, a.rows() - next), columns));
        } else if (panel + 1 < end) {
          const Index beside = std::min(kPanel, out.cols() - column - kPanel);
          ahead = ReadAhead(part_of(b, 0, column + kPanel, std::min(kStripDepth, a.rows()), beside));
        }
        Strip strip{some.data(), b.outerStride(), column, columns, k == 0, nullptr};
        if (!strip.is_whole()) {
          edge.resize(deep * kPanel);
          product_tiles::pack_columns(some, edge.data());
          strip.b = edge.data();
          strip.b_step = kPanel;
        }
        product_tiles::multiply_strip_across(rows_of(a, k, deep), strip, own, ahead);
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
