// positions_lab.h: the positions lab: a table of sinusoids, its products, and a comparison of two positions.
#pragma once

#include <optional>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace engine {

struct Config;

class TraceBuilder;

// Its settings, which are independent of the model. The defaults are seen at a glance; the course's worked
// example has 256 dimensions.
struct PositionsLab {
  bool is_on = false;   // whether its stages are in the trace
  Index d_model = 64;   // narrow enough for a picture whose columns can be seen
  double base = 10000;  // the "maximum length" of the sinusoids
  Index length = 64;    // rows of the table
  Index first = 1;      // the two positions to compare
  Index second = 2;

  bool operator==(const PositionsLab&) const = default;
};

// The longest table: the products of all its rows are a stage, which a page scans in every frame.
inline constexpr Index kMaxLabLength = 512;

// Errors: error.size, error.base, error.lab_position (value, last).
std::optional<Error> check(const PositionsLab& lab);

// lab.positions.table (length, d); .products (length, length), of every row with every other; .first and
// .second (1, d), the two positions; .difference, second - first; .product (1, 1), their dot product;
// .first.unit and .second.unit, each divided by its length; .cosine (1, 1), of the angle between them.
// Vaswani et al. 2017, sec. 3.5.
void add_stages(TraceBuilder& builder, const PositionsLab& lab);

// The number of values in these stages, and of multiply-adds to compute them.
double count_numbers(const PositionsLab& lab);
double count_operations(const PositionsLab& lab);

// A model's positions lab, the default if none was set; and the same to modify. As labs_of() in labs.h, for
// code that needs no other lab.
const PositionsLab& positions_lab_of(const Config& config);
PositionsLab& positions_lab_of(Config& config);

}  // namespace engine
