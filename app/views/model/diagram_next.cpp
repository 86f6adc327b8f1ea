// diagram_next.cpp: what comes out above a column of the diagram, and what would come out if the model ended
// at one of its sums.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/core/next_tokens.h"
#include "app/views/model/diagram.h"
#include "app/views/stage/likeliest_words.h"
#include "app/views/stage/masking.h"
#include "app/views/stage/picture_words.h"
#include "engine/analysis/logit_lens.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::Index;

// Of predictions for each position, the one that is told: of the pinned row, otherwise of the first at which
// the model names another word, otherwise of the last.
Index example_row(const DiagramScene& scene, int stage) {
  const engine::Stage& probabilities = scene.frame.trace().stage(stage);
  const Index last = probabilities.rows - 1;
  const auto& pinned = scene.frame.session.document().focus.pinned;
  if (pinned) return std::min(pinned->first, last);
  return first_asked(scene.frame, probabilities.row_sequence).value_or(last);
}

bool names_a_word(const DiagramScene& scene, int stage) {
  return scene.config.predicts == engine::Prediction::kTokens &&
         is_asked(scene.frame, scene.frame.trace().stage(stage).row_sequence, example_row(scene, stage));
}

// The row of the probabilities that is told: of next tokens that of the explained query, as in the blocks'
// pictures, otherwise the last.
Index told_row(const DiagramScene& scene, int stage) {
  if (scene.config.predicts == engine::Prediction::kTokens) return example_row(scene, stage);
  const Index last = next_row(scene.frame.trace(), stage);
  const bool follows = scene.config.predicts == engine::Prediction::kNextToken;
  return follows ? explained_row(scene, stage).value_or(last) : last;
}

// The most probable token, next, at a position or named by it, with its probability.
std::string predicted_words(const DiagramScene& scene, int stage) {
  const engine::Trace& trace = scene.frame.trace();
  const engine::Prediction predicts = scene.config.predicts;
  const Index at = told_row(scene, stage);
  const LikeliestToken best = likeliest_token(trace, stage, at);
  const char* const key = predicts == engine::Prediction::kClass    ? "diagram.class"
                          : names_a_word(scene, stage)              ? "diagram.out_asked"
                          : predicts == engine::Prediction::kTokens ? "diagram.out_each"
                                                                    : "diagram.next";
  return scene.frame.tr(key, {{"token", predicted_name(scene.frame, at, best.token)},
                              {"before", scene.frame.facts.label(trace.stage(stage).rows_are(), at)},
                              {"percent", percent(static_cast<double>(best.probability))}});
}

// All but the first, as far as they have room: " · street 0.2 % · cross 0.1 %".
std::string other_words(const DiagramScene& scene, int stage, float room, const ui::TextStyle& type) {
  const Index row = example_row(scene, stage);
  const std::vector<LikeliestToken>& tokens = named_tokens(scene.frame, stage, row);
  std::string words;
  for (size_t i = 1; i < tokens.size(); ++i) {
    const std::string longer = (words + " · ").append(name_with_share(scene.frame, row, tokens[i]));
    if (ui::text_size(longer, type).x > room) break;
    words = longer;
  }
  return words;
}

// What leaves a column without a prediction of its own.
std::string output_words(const DiagramScene& scene) {
  for (const char* const address : {"decoder.output", "encoder.output", "encoder.0.self.output"}) {
    const auto output = scene.find(address);
    if (!output) continue;
    const engine::Stage& stage = scene.frame.trace().stage(*output);
    return scene.frame.tr("diagram.out", {{"shape", shape_words(stage.rows, stage.columns)}});
  }
  return "";
}

// The word that the model names, which stays over the column, and those that come next.
void draw_named(const DiagramScene& scene, const DiagramColumn& column, int stage) {
  const auto& style = scene.frame.style;
  const ui::TextStyle type = style.strong();
  const std::string named = ui::ellipsise(predicted_words(scene, stage), column.next.size().x, type);
  const ImVec2 size = ui::text_size(named, type);
  const ImVec2 at(std::floor(column.next.centre().x - size.x / 2), column.next.high.y - size.y);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, at, named, type);
  const float right = at.x + size.x;
  const std::string others = other_words(scene, stage, column.next.high.x - right, style.quiet());
  ui::draw_text(list, {right, at.y}, others, style.quiet());
}

}  // namespace

void draw_next(const DiagramScene& scene, const DiagramColumn& column) {
  if (column.next.size().y <= 0) return;
  const auto& style = scene.frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto centred = [&](const std::string& words, const ui::TextStyle& type, float y) {
    const std::string text = ui::ellipsise(words, column.next.size().x, type);
    const float x = std::floor(column.next.centre().x - ui::text_size(text, type).x / 2);
    ui::draw_text(list, {x, y}, text, type);
  };
  const auto stage = scene.find("probabilities");
  if (!stage) return centred(output_words(scene), style.small(), column.next.low.y);
  if (names_a_word(scene, *stage)) return draw_named(scene, column, *stage);
  if (scene.config.predicts == engine::Prediction::kTokens)
    return centred(predicted_words(scene, *stage), style.small(), column.next.low.y);
  centred(predicted_words(scene, *stage), style.strong(), column.next.low.y);
  if (scene.config.model != engine::ModelKind::kCheckpoint)
    centred(scene.frame.tr("diagram.untrained"), style.small(), std::floor(column.next.centre().y));
}

namespace {

// What is predicted at a sum, the most probable first; empty where nothing is, or it is not computed yet.
std::vector<LikeliestToken> predicted_at(const DiagramScene& scene, int sum) {
  constexpr Index kManyNumbers = 1'000'000;  // of the unembedding: from here on in the background
  const auto probabilities = scene.find("probabilities");
  if (!probabilities) return {};
  const engine::Stage& predicted = scene.frame.trace().stage(*probabilities);
  const Index row = told_row(scene, *probabilities);
  const engine::Trace& trace = scene.frame.trace();
  const bool is_long = trace.recomputes() || predicted.columns * trace.stage(sum).columns > kManyNumbers;
  DerivedData& derived = scene.frame.facts.derived();
  const auto* const tokens = derived.find<std::vector<LikeliestToken>>(
      {"logit lens", sum, std::to_string(row)}, is_long && derived.makes_later(),
      [kept = scene.frame.trace_pointer(), sum, row] {
        const auto shares = engine::logit_lens(*kept, sum, row);
        return shares ? likeliest_tokens(*shares, kMostNamed) : std::vector<LikeliestToken>();
      });
  return tokens == nullptr ? std::vector<LikeliestToken>() : *tokens;
}

// Whether the model was trained to predict something in the row that is told.
bool is_trained_there(const DiagramScene& scene) {
  const loaders::Checkpoint* const checkpoint = scene.frame.facts.checkpoint();
  if (checkpoint == nullptr) return false;
  if (scene.config.predicts == engine::Prediction::kNextToken) return true;
  const auto probabilities = scene.find("probabilities");
  return probabilities && (checkpoint->asked.empty() || names_a_word(scene, *probabilities));
}

// What a sum says of the words that are likeliest there: the first, and the others in grey.
struct Lens {
  std::string first;
  std::string others;

  float width(const ui::Style& style) const {
    return ui::text_size(first, style.small_ink()).x + ui::text_size(others, style.small()).x;
  }
};

Lens lens_of(const DiagramScene& scene, const std::vector<LikeliestToken>& tokens, size_t count) {
  Lens lens;
  const auto probabilities = scene.find("probabilities");
  if (!probabilities) return lens;
  const Index row = told_row(scene, *probabilities);
  for (size_t i = 0; i < std::min(count, tokens.size()); ++i) {
    const std::string words = name_with_share(scene.frame, row, tokens[i]);
    if (i == 0) {
      lens.first = scene.frame.tr("diagram.lens", {{"token", words}});
    } else {
      lens.others.append(" · ").append(words);
    }
  }
  return lens;
}

// As many words as have room beside every sum, so that all sums say as many.
size_t lens_tokens(const DiagramScene& scene, float room) {
  size_t count = kMostNamed;
  for (const DiagramBlock& block : scene.diagram->blocks) {
    const auto stage = block.kind == BlockKind::kAdd ? scene.find(block.address) : std::nullopt;
    if (!stage) continue;
    const std::vector<LikeliestToken> tokens = predicted_at(scene, *stage);
    while (count > 0 && lens_of(scene, tokens, count).width(scene.frame.style) > room) --count;
  }
  return count;
}

}  // namespace

bool has_lens(const DiagramScene& scene) {
  return is_trained_there(scene) &&
         std::ranges::any_of(scene.diagram->blocks, [&](const DiagramBlock& block) {
           const auto stage = scene.find(block.address);
           return block.kind == BlockKind::kAdd && stage && !predicted_at(scene, *stage).empty();
         });
}

bool draw_lens(const DiagramScene& scene, const DiagramBlock& sum, const Box& room) {
  const auto stage = scene.find(sum.address);
  if (!stage || !is_trained_there(scene)) return false;
  const auto& style = scene.frame.style;
  const Lens lens = lens_of(scene, predicted_at(scene, *stage), lens_tokens(scene, room.size().x));
  if (lens.first.empty()) return false;
  const ImVec2 size = ui::text_size(lens.first, style.small_ink());
  const float all = lens.width(style);
  const ImVec2 at(sum.outer_left ? room.low.x : std::floor(room.high.x - all),
                  std::floor(room.centre().y - size.y / 2));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, at, lens.first, style.small_ink());
  ui::draw_text(list, {at.x + size.x, at.y}, lens.others, style.small());
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({all, size.y});
  ui::tip(style, scene.frame.tr("diagram.tip.lens"));
  return true;
}

}  // namespace views
