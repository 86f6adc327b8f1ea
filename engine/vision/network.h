// network.h: lays the layers of a small vision network into a trace, every step a stage, with parameters by
// name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/attention/multi_head.h"
#include "engine/core/activation.h"
#include "engine/core/trace.h"
#include "engine/model/named_weights.h"
#include "engine/ops/pictures.h"

namespace engine {

// A stage whose rows are the pixels of a grid, the top row first: (pixels, channels).
struct PictureMap {
  int stage = -1;
  Grid grid;
};

// A square of weights that moves over a map, with this many zeros around the map.
struct Patch {
  Index side = 3;
  Index stride = 1;
  Index padding = 1;
};
inline constexpr Patch kHalving = {.side = 3, .stride = 2, .padding = 1};
inline constexpr Patch kPixel = {.side = 1, .stride = 1, .padding = 0};

// Added to the variance in every norm.
inline constexpr double kNormEpsilon = 1e-5;

// What the layers of a stack have in common beside their sizes.
struct LayerKind {
  MaskRule rule = {};
  Activation activation = Activation::kGelu;
  bool is_rms = false;  // its norms divide by the root mean square alone
};

// A step of batch normalisation whose statistics training has yet to take.
struct NormedMap {
  std::string input;  // the address of what it norms
  std::string name;   // its parameters are NAME.mean and NAME.variance
};

class Network {
 public:
  // Gives each parameter that is asked for: by the same name in the same order, whatever it is asked for.
  using Source = std::function<Parameter(const ParameterName&)>;
  // Batch normalisation reads the batch's statistics in training, and those that were kept in use.
  enum class Phase { kTraining, kUse };

  // `prefix`: the start of the addresses, "lab.gallery.detr."; `note`: a text key, where the parameters come
  // from.
  Network(TraceBuilder& builder, std::string prefix, Source source, std::string note,
          Phase phase = Phase::kUse);

  TraceBuilder& builder() { return builder_; }
  bool is_training() const { return phase_ == Phase::kTraining; }
  const std::vector<NormedMap>& normed() const { return normed_; }

  // The stage of that name, which must be there.
  int at(const std::string& name) const;

  // A picture's numbers.
  int given_pixels(const std::string& name, const Matrix& pixels, int sequence);
  // Zeros in the place of what each example of a batch has of its own: labels, boxes.
  int input(const std::string& name, Index rows, Index columns, int sequence) {
    return given_pixels(name, Matrix::Zero(rows, columns), sequence);
  }

  // Sequences that rows stand for: the pixels of a grid, "2,3" in row 2 and column 3; or things that are
  // numbered, from 1, behind a letter.
  int pixels_of(const Grid& grid);
  int behind_class(const Grid& grid);  // the same behind a class token
  int class_alone();
  int numbered(const std::string& letter, Index count);
  int named(const std::vector<std::string>& names);

  // x -> its convolution with parameters NAME.weight and, if asked for, NAME.bias.
  PictureMap convolution(const std::string& name, const PictureMap& x, Index channels, const Patch& patch,
                         bool has_bias = true);
  // Parameters NAME.weight, .bias, .mean, .variance.
  PictureMap batch_norm(const std::string& name, const PictureMap& x);
  PictureMap relu(const std::string& name, const PictureMap& x);
  PictureMap max_pool(const std::string& name, const PictureMap& x, Index side);
  // Twice as high and wide, between the pixels.
  PictureMap upsample(const std::string& name, const PictureMap& x);
  // Twice as high and wide, each pixel four times.
  PictureMap enlarge(const std::string& name, const PictureMap& x);
  // Channels side by side.
  PictureMap join(const std::string& name, const PictureMap& x, const PictureMap& y);
  // The map, or zeros in its place: of a part that is switched off.
  PictureMap unless(bool is_off, const std::string& name, const PictureMap& x);

  // x (n, i) -> x Wᵀ + b (n, columns), with NAME.weight and NAME.bias; or with those of a layer that is used
  // in several places.
  int linear(const std::string& name, int x, Index columns) { return linear(name, name, x, columns); }
  int linear(const std::string& name, const std::string& layer, int x, Index columns);
  int activation(const std::string& name, int x, Activation kind);
  int layer_norm(const std::string& name, int x) { return layer_norm(name, name, x); }
  int layer_norm(const std::string& name, const std::string& layer, int x);
  // The same, or by the root mean square alone, which has no bias.
  int norm(const std::string& name, const std::string& layer, int x, bool is_rms);
  int softmax(const std::string& name, int x);
  int sigmoid(const std::string& name, int x);
  int add(const std::string& name, std::vector<int> inputs);
  // A table of vectors that are learned, one for each of a sequence: positions, queries. `stored`: its name
  // as a parameter.
  int table(const std::string& name, const std::string& stored, Index rows, Index columns, int sequence,
            ParameterRole role = ParameterRole::kPosition);
  // Rows of a table by number: ids (n, 1) -> (n, columns of the table).
  int lookup(const std::string& name, int ids, int table);
  // A matrix of no layer.
  int parameter(const std::string& name, ParameterRole role, Index rows, Index columns) {
    return parameter(name, name, role, rows, columns);
  }
  // Numbers that are the same for every picture.
  int constant(const std::string& name, Matrix numbers, int sequence);
  // Numbers of this picture; `note`: a text key, what they are.
  int given_numbers(const std::string& name, const char* note, Matrix numbers, int sequence);

  // Multi-head attention with the stages of multi_head.h under NAME.
  int attention(const std::string& name, const AttentionInputs& inputs, Index heads,
                const MaskRule& rule = {});
  // x -> act(x W1ᵀ + b1) W2ᵀ + b2: NAME.hidden, NAME.activation, NAME.output.
  int feed_forward(const std::string& name, int x, Index hidden, Activation kind);
  // x -> x + attention(norm(x)), then + the feed-forward of its norm: a layer "encoder.0" of a ViT.
  // Dosovitskiy et al. 2021, eq. 2 and 3.
  int pre_norm_layer(const std::string& name, int x, Index heads, Index hidden, const LayerKind& kind = {});

  // A map (rows of `queries`, rows of `keys`) that an operation makes of others: of those two, or of another
  // map of theirs.
  int map(const std::string& name, OperationPtr operation, std::vector<int> inputs, int queries, int keys);

  // A stage that an operation makes of others.
  int apply(const std::string& name, OperationPtr operation, std::vector<int> inputs, Index rows,
            Index columns, int sequence);
  // The same with the rows of another stage; and a single number.
  int apply_like(const std::string& name, OperationPtr operation, std::vector<int> inputs, int rows,
                 Index columns);
  int number(const std::string& name, OperationPtr operation, std::vector<int> inputs);

 private:
  int sequence(std::string key, const std::function<std::vector<std::string>()>& names);
  Stage like(const std::string& name, int x, Index columns) const;
  Stage of_map(const std::string& name, const Grid& grid, Index columns);
  int make(Stage stage, OperationPtr operation, std::vector<int> inputs);
  Parameter ask(const std::string& name, ParameterRole role, Index rows, Index columns) const;
  // The stage of a parameter with that name in the file; `address` is what follows the prefix.
  int parameter(const std::string& name, const std::string& address, ParameterRole role, Index rows,
                Index columns);
  int ffn_product(const std::string& layer, const std::string& address, const std::string& number, int x,
                  Index columns);

  TraceBuilder& builder_;
  std::string prefix_;
  Source source_;
  std::string note_;
  Phase phase_;
  std::vector<NormedMap> normed_;
  std::vector<std::pair<std::string, int>> sequences_;  // by what they hold
};

// Whether a stage's numbers come from outside, for each picture its own.
bool is_from_outside(const Stage& stage);

}  // namespace engine
