// generate.h: continues a sequence token by token; reuses what earlier tokens computed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/example_run.h"
#include "engine/model/sampling.h"

namespace engine {

// A decoder that generates. Each step computes one row of every stage and reads the keys and values of
// earlier rows: its cost is linear in the length, not quadratic. If earlier rows can see later ones (a prefix
// mask), or values were edited, each step runs the whole sequence.
class Generator {
 public:
  // Reads the whole input once. `config` must have a decoder; `input` has one example; both must pass
  // check().
  Generator(std::shared_ptr<const Model> model, Input input, const Config& config);
  // The caches are written in place: a copy would share them.
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  // Logits (vocabulary) of the next token.
  const Eigen::RowVectorXf& logits() const { return logits_; }

  // The number of tokens read so far, prompt and continuation.
  Index length() const { return length_; }

  // Reads one more token, given by its id. Only if has_room(config, length()).
  void append(Index token);

 private:
  void read(const Sequence& sequence);
  void read_again();

  std::shared_ptr<const Model> model_;
  Input input_;
  Config config_;
  Tables tables_;
  std::shared_ptr<const Matrix> memory_;  // encoder.output, or null
  std::vector<LayerCache> caches_;
  Eigen::RowVectorXf logits_;
  Index length_ = 0;
};

}  // namespace engine
