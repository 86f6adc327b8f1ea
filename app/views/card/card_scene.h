// card_scene.h: the inputs of the card's parts: one cell, its explanation, and a line of the card.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "engine/core/trace.h"

namespace views {

constexpr float kCardRowHeight = 20;  // of a term, in pixels at 100 %

struct CardScene {
  const Frame& frame;
  const ui::Style& style;
  engine::Cell cell;
  const engine::Stage& stage;
  engine::Explanation explanation;
  float width;  // of the card, inside

  CardScene(const Frame& frame, const engine::Cell& cell);

  // A map of queries to keys in a head.
  bool is_map() const;
  // Whether the window is as low as a projector's: then nothing is said twice.
  bool is_low() const;
  bool is_prediction() const { return stage.columns_are().kind == engine::Axis::kVocabulary; }
  // Of the result.
  int decimals() const;
  // With so many decimals; in scientific notation where cells have it too.
  static std::string number(double value, int decimals);
  // Of a stage, as formulas write it.
  std::string letter(const engine::Stage& of) const;
  // What a softmax gives: "Weight", "Probability".
  std::string softmax_name() const;
  // Of a softmax, "Weight = 1.0000 ÷ 1.3115": the cell's exponential by the row's sum; empty for what is no
  // share.
  std::string division() const;
  // Sentences below the result.
  std::vector<std::string> notes() const;

  // A name on the left, a number on the right.
  void line(const std::string& name, double value, int decimals, bool strong) const;
  // A measure of the row: with as many decimals as it has, at most four. Its number ends there, in pixels at
  // 100 %; 0: at the card's end.
  void measure(const std::string& name, double value, float end = 0) const;
  // A measure whose name ends in its letter, which is written as in formulas.
  void lettered(const std::string& name, double value) const;
  // The same for a change, however small.
  void change(const std::string& name, double change) const;
  void separator() const;

 private:
  void draw_line(const std::string& name, const std::string& number, bool strong, float end = 0) const;
};

// "+ 8 more, together  0.12" for terms without a line of their own; for none, where all were asked for, the
// way back. A click on a pinned cell's asks for all of them: card_rest.cpp.
void draw_card_rest(const CardScene& scene, size_t count, double together, int decimals);
// Its words, of `count` terms.
std::string rest_words(const CardScene& scene, size_t count);
bool shows_all_terms();

// What the cell is computed from, down to the last term, and its measures: card_terms.cpp.
void draw_card_terms(const CardScene& scene);

// Terms in words, card_names.cpp: the summands of a sub-layer's sum by name; x and how much of it passes; a
// link of a cut.
void draw_card_names(const CardScene& scene);
void draw_card_gate(const CardScene& scene);
void draw_card_link(const CardScene& scene, const engine::Term& term);

// The same pair of tokens through the head's maps; nothing for a stage that is not a map: card_journey.cpp.
void draw_card_journey(const CardScene& scene);
float card_journey_height(const CardScene& scene);

// "Head 1: " before a pair of tokens where all heads are shown; empty elsewhere: card_head.cpp.
std::string head_before_pair(const CardScene& scene);

// The head in focus, where all heads are shown and no cell is explained; false if there is none:
// card_head.cpp.
bool draw_card_head(const Frame& frame);

// A number made a little larger, where it has a gradient: card_try.cpp.
void draw_card_try(const CardScene& scene);

}  // namespace views
