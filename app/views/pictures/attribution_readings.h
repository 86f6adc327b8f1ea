// attribution_readings.h: what each way of asking what matters says of the tokens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "engine/gradients/attribution.h"
#include "engine/gradients/target.h"

namespace views {

// One way to tell what matters: its text key, and a number for each token of each input.
struct Reading {
  const char* key;
  std::vector<engine::TokenShares> tokens;
  bool is_signed = false;
  bool is_share = false;  // of 1: its colours are those of all such readings
  std::string note = {};  // below its name
  std::string name = {};  // in the place of the key's words
};

// The token that attention answers for before a question is chosen, and why it is this one.
struct AskedToken {
  engine::Index row = 0;
  const char* why = "attribution.unasked";  // the key of the heading
  std::string next = {};                    // what the model predicts there
  std::optional<engine::Index> id = {};     // the same, in its vocabulary
};

struct Attributions;

class AttributionReadings {
 public:
  // `request`: the question; null: none is chosen yet.
  AttributionReadings(const Frame& frame, const engine::GradientRequest* request);

  // The stages that the first layers read, of the example that is looked at.
  const std::vector<std::string>& inputs() const { return inputs_; }

  // Of the question: by gradients, then by attention alone.
  std::vector<Reading> of_question() const;
  // What each head brought to the answer; empty while that is not known.
  std::vector<engine::HeadShare> heads_of_question() const;

  // Without a question: the pinned token; otherwise where the model says what it predicts; otherwise the
  // last.
  AskedToken asked_token(const engine::Stage& input) const;
  // What the prediction there depends on, in a run whose gradients need no second run; nullopt elsewhere.
  std::optional<Reading> of_prediction(const AskedToken& asked) const;
  // What attention alone reads there: the last layer's heads on average, and all layers together.
  std::vector<Reading> of_attention(engine::Index row) const;
  // What each head of the last layer reads there: first of the source, where there is one.
  std::vector<Reading> of_heads(engine::Index row) const;

 private:
  const Attributions* find_attributions() const;
  AskedToken with_prediction(AskedToken asked, int probabilities) const;
  Reading integrated() const;
  Reading shares(const char* key, bool is_rollout, std::optional<engine::Index> row) const;
  std::vector<engine::TokenShares> attention(bool is_rollout, std::optional<engine::Index> row) const;
  std::string head_name(int stage) const;

  const Frame& frame_;
  const engine::GradientRequest* request_;
  app::AttributionState how_;
  int example_;  // of a batch; -1: none
  std::vector<std::string> inputs_;
  const Attributions* found_;
};

}  // namespace views
