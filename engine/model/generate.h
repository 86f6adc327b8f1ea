// generate.h: continues a sequence token by token; what earlier tokens computed is kept.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/example_run.h"
#include "engine/model/sampling.h"

namespace engine {

// A decoder at work. Each step computes one row of every stage and reads the keys and values of the rows
// before: its cost grows with the length, not with its square. Where earlier rows may see later ones (a
// prefix mask), or have typed numbers, each step runs the whole sequence.
class Generator {
 public:
  // Reads the whole input once. `config` must have a decoder; `input` has one example; both must pass
  // check().
  Generator(std::shared_ptr<const Model> model, Input input, const Config& config);
  // What is kept is written in place: a copy would share it.
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  // Logits (vocabulary) of the token that comes next.
  const Eigen::RowVectorXf& logits() const { return logits_; }

  // Tokens that were read so far, prompt and continuation.
  Index length() const { return length_; }

  // Reads one more token, a number of the vocabulary. Only where has_room(config, length()).
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
