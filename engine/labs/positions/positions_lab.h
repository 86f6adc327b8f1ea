// positions_lab.h: the lab on positions: a table of sinusoids, its products, and two positions compared.
#pragma once

#include <optional>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace engine {

struct Config;

class TraceBuilder;

// What is looked at; nothing of it belongs to the model. It begins as the worked case of the course does.
struct PositionsLab {
  bool is_on = false;  // whether its stages are in the trace
  Index d_model = 256;
  double base = 10000;  // the "maximum length" of the sinusoids
  Index length = 64;    // rows of the table
  Index first = 0;      // the two positions that are compared
  Index second = 0;

  bool operator==(const PositionsLab&) const = default;
};

// The longest table: the products of all its rows are a stage, which a page goes over in every frame.
inline constexpr Index kMaxLabLength = 512;

// Errors: error.size, error.base, error.lab_position (value, last).
std::optional<Error> check(const PositionsLab& lab);

// lab.positions.table (length, d); .products (length, length), of every row with every other; .first and
// .second (1, d), the two positions; .difference, second - first; .product (1, 1), their dot product;
// .first.unit and .second.unit, each divided by its length; .cosine (1, 1), of the angle between them.
// Vaswani et al. 2017, sec. 3.5.
void add_stages(TraceBuilder& builder, const PositionsLab& lab);

// Numbers of these stages, and multiply-adds that they take.
double count_numbers(const PositionsLab& lab);
double count_operations(const PositionsLab& lab);

// The lab beside a model, as it is usual where none was set; and to be changed. As labs_of() in labs.h, for
// those who need no other lab.
const PositionsLab& positions_lab_of(const Config& config);
PositionsLab& positions_lab_of(Config& config);

}  // namespace engine
