// drawing.h: operations of systems that draw: pictures as codes, grids that grow, windows of a grid. A
// picture is a stage of shape (pixels, channels), its top row first; several may stand one below the other.
#pragma once

#include "engine/core/operation.h"
#include "engine/ops/pictures.h"

namespace engine {

// Z (n, c), codes E (K, c) -> (n, 1): the number of the code nearest to each row, by ‖z‖² + ‖e‖² − 2 z·e, the
// first of equals. No gradient passes through the choice. Van den Oord et al. 2017 (1711.00937), eq. 1.
OperationPtr nearest_code();
// X -> X, with no gradient to it: z + held(q − z) is q, and hands its gradient on to z as it is, straight
// through. The same, sec. 3.2.
OperationPtr held();
// A, B (n, c) -> (n, 1): the sum of (a − b)² of each row.
OperationPtr squared_rows();

// X (h·w, 4c) -> (2h · 2w, c): the four parts of a pixel's channels become its four pixels, in PyTorch's
// order. Shi et al. 2016 (1609.05158), eq. 4.
OperationPtr pixel_shuffle(const Grid& grid);
// X (1, rows · columns) -> (rows, columns): one row behind the other.
OperationPtr fold_row(Index rows, Index columns);
// X (h·w, c) -> (h·w, c): the rows in the order of windows of `side` x `side`, the top row of windows first;
// and back. `side` divides both sides of the grid.
OperationPtr cut_windows(const Grid& grid, Index side);
OperationPtr join_windows(const Grid& grid, Index side);
// X (h·w, c) -> (h/side · w/side, c): the mean of each square, without overlap.
OperationPtr average_pool_2d(const Grid& grid, Index side);

// x -> ln(1 + eˣ).
OperationPtr softplus();

}  // namespace engine
