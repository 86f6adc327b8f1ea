// answer.h: what a vision system says of one picture, and where it looked, read off its stages.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/trace.h"
#include "engine/world/targets.h"

namespace engine {

// A kind of world::kind_name(), and how sure the system is.
struct SeenKind {
  int kind = 0;
  double probability = 0;
};

// Something that a query found: the box as cx, cy, w, h from 0 to 1.
struct FoundObject {
  SeenKind seen;
  Eigen::RowVector4d box;
  Index query = 0;
};

// A map that attention lays over the picture: (rows, columns) of squares, and what it is that of.
struct LaidMap {
  std::string name;
  Matrix weights;
};

// A system fills what it speaks of.
struct SystemAnswer {
  std::optional<SeenKind> largest;                  // of the largest figure
  std::optional<std::vector<FoundObject>> objects;  // all that there are
  std::optional<Matrix> classes;                    // (16, 16): the number of world::PixelClass of each pixel
  std::optional<int> novel_class;                   // of the scene's first figure
  std::optional<Matrix> drawing;                    // (side, side): the colour in kPalette of each pixel
  std::vector<int> codes;                           // of that drawing, where it is made of codes
  std::vector<LaidMap> maps;
};

// A trace with one system's stages, whose addresses begin with `prefix`. The trace outlives it.
class SystemTrace {
 public:
  SystemTrace(const Trace& trace, std::string prefix = {}) : trace_(trace), prefix_(std::move(prefix)) {}

  const Trace& trace() const { return trace_; }
  // The stage of that name; nullopt if there is none.
  std::optional<int> find(const std::string& name) const { return trace_.find(prefix_ + name); }
  // All of a stage's numbers; it must be there.
  Matrix values(const std::string& name) const;

 private:
  const Trace& trace_;
  std::string prefix_;
};

// The column of a row's largest number.
Index largest_in(const Matrix& numbers, Index row);
// A row of an attention's maps, the mean over its heads: its keys from `first` on, as a square.
Matrix mean_row(const SystemTrace& trace, const std::string& attention, Index row, Index first = 0);
// The same of the self-attention of every layer of the encoder.
std::vector<LaidMap> rows_by_layer(const SystemTrace& trace, Index row, Index first = 0);

}  // namespace engine
