// token_decoder.h: draws pictures symbol by symbol; keys and values of earlier symbols are kept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/vision/decoder_layer.h"

namespace engine {

// Reads one more symbol of several streams at a time, by the operations of add_stream(). One thread at a
// time.
class TokenDecoder {
 public:
  // `source` gives the parameters that add_stream() asks for.
  TokenDecoder(const TokenStream& stream, const Network::Source& source, Index rows);
  ~TokenDecoder();
  TokenDecoder(const TokenDecoder&) = delete;
  TokenDecoder& operator=(const TokenDecoder&) = delete;

  // The next symbol of each stream -> (rows, said): the logits of what follows it.
  const Matrix& read(std::span<const int> symbols);

 private:
  struct Ends;

  TokenStream stream_;
  std::vector<DecoderLayer> layers_;
  std::unique_ptr<Ends> ends_;  // before the first layer, and behind the last
  Index rows_ = 0;
  Index at_ = 0;  // symbols that were read
  Matrix logits_;
};

// One picture that is to be drawn.
struct StreamDrawing {
  std::vector<int> front;                 // the symbols in front: a text, or the start
  std::vector<std::optional<int>> fixed;  // of each place of the grid: what stands there already
  double temperature = 1;                 // 0: always the most probable
  uint64_t seed = 0;                      // one number of its stream for each place
};

// The symbol of each place, of each drawing. What is fixed behind a place never changes that place.
std::vector<std::vector<int>> draw_streams(const TokenStream& stream, const Network::Source& source,
                                           std::span<const StreamDrawing> drawings);

}  // namespace engine
