// decoder_layer.h: a layer of a stream for one symbol at a time, with the keys and values of earlier ones.
#pragma once

#include <string>
#include <vector>

#include "engine/vision/token_stream.h"

namespace engine {

// x (n, in) -> x Wᵀ + b (n, out).
struct Affine {
  Matrix weight, bias;

  Matrix of(const Matrix& x) const;
};

// Of each row, by mean and deviation, or by the root mean square alone.
struct Norm {
  bool is_rms = false;
  Matrix weight, bias;

  Matrix of(const Matrix& x) const;
};

// Reads the parameters that Network's layers of these names ask for.
class LayerReader {
 public:
  // `source` outlives it.
  explicit LayerReader(const Network::Source& source) : source_(source) {}

  Matrix read(const std::string& name, ParameterRole role, Index rows, Index columns) const {
    return source_({name, role, rows, columns}).matrix();
  }
  Affine affine(const std::string& name, Index out, Index in) const;
  Norm norm(const std::string& name, Index width, bool is_rms) const;

 private:
  const Network::Source& source_;
};

class DecoderLayer {
 public:
  // Layer number `layer` of several streams at a time.
  DecoderLayer(const TokenStream& stream, const LayerReader& reader, Index layer, Index streams);

  // x (streams, width): the symbol with number `at` of each stream, whose keys and values are kept.
  void pass(Matrix& x, Index at);

 private:
  Matrix looked_back(const Matrix& queries, Index at) const;

  Index inputs_;
  Index heads_;
  Activation activation_;
  std::vector<std::vector<Index>> sees_;  // of each place: those that it sees
  Norm before_self_, before_ffn_;
  Affine q_, k_, v_, o_, up_, down_;
  Matrix keys_, values_;  // (streams · places, width)
};

}  // namespace engine
