// footer.cpp: puts measurements of a stage into sentences.
#include "app/views/stage/footer.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/stage/mask_brush.h"
#include "app/views/stage/mask_tools.h"
#include "app/views/stage/matrix_view.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::StageKind;

constexpr size_t kNamed = 4;         // tokens named in a sentence
constexpr int kSteadyLines = 3;      // space for sentences while painting
constexpr float kLineShare = 0.72f;  // of the width, at most: the size stands on its right
constexpr float kAboveTheLine = 5;   // pixels at 100 %: the frame of its lit part touches no axis
constexpr float kLeastWords = 120;   // pixels at 100 %: narrower, the size is left out

// "sat, on, the₄, mat and 7 more"
std::string named_rows(const Frame& frame, const engine::Stage& stage,
                       const std::vector<engine::Index>& rows) {
  std::string names;
  for (size_t i = 0; i < std::min(rows.size(), kNamed); ++i)
    names += (i == 0 ? "" : ", ") + frame.facts.label(stage.rows_are(), rows[i]);
  if (rows.size() <= kNamed) return names;
  return frame.tr("stage.and_more", {{"names", names}, {"count", std::to_string(rows.size() - kNamed)}});
}

// Embeddings and positions should be of comparable size: the lengths of their rows.
std::string length_sentence(const Frame& frame, const engine::Stage& stage) {
  const StageKind kind = stage.kind;
  engine::StageAddress place = engine::parse_address(stage.address);
  if (place.stack != engine::Stack::kNone || !frame.facts.has_layers()) return "";
  if (kind != StageKind::kEmbedding && kind != StageKind::kPosition && kind != StageKind::kInput) return "";
  place.step = "embedding";
  const auto embedding = frame.trace().find(engine::address_of(place));
  place.step = "position";
  const auto position = frame.trace().find(engine::address_of(place));
  if (!embedding || !position) return "";
  const engine::Config& config = frame.session.trace_document().config;
  const double root = std::sqrt(static_cast<double>(frame.trace().stage(*embedding).columns));
  const double long_now = frame.facts.row_length(*embedding);
  const double other = config.embedding_scale ? long_now / root : long_now * root;
  const double positions = frame.facts.row_length(*position);
  const app::Arguments numbers = {{"length", engine::number_markup(long_now, 1)},
                                  {"other", engine::number_markup(other, 1)},
                                  {"d_model", std::to_string(frame.trace().stage(*embedding).columns)},
                                  {"positions", engine::number_markup(positions, 1)}};
  const bool comparable = positions < 3 * long_now && long_now < 3 * positions;
  return frame.tr(config.embedding_scale ? "stage.norms" : "stage.norms_unscaled", numbers) + " " +
         frame.tr(comparable ? "stage.norms_alike" : "stage.norms_unlike");
}

// The rows that the last change moved; in a film through a training every picture is another model's.
const Facts::MovedRows& moved_rows(const Frame& frame, int stage) {
  const bool compares = !frame.session.desk().filmed_step;
  return frame.facts.moved_rows(stage, compares ? frame.session.earlier_trace() : nullptr);
}

std::string moved_sentence(const Frame& frame, const engine::Stage& stage, int index) {
  const auto& moved = moved_rows(frame, index);
  if (!moved || !stage.rows_are().counts_tokens()) return "";
  const std::string rows = std::to_string(stage.rows);
  if (moved->empty()) return "";
  if (static_cast<engine::Index>(moved->size()) == stage.rows && stage.rows > 1)
    return frame.tr("stage.moved_all", {{"rows", rows}});
  return frame.tr("stage.moved", {{"count", std::to_string(moved->size())},
                                  {"rows", rows},
                                  {"tokens", named_rows(frame, stage, *moved)}});
}

// A padding query's row has values, but nothing uses them.
std::string padding_sentence(const Frame& frame, const engine::Stage& stage) {
  const StageKind kind = stage.kind;
  const bool shows = kind == StageKind::kWeights || kind == StageKind::kOutput ||
                     kind == StageKind::kEncoderOutput || kind == StageKind::kDecoderOutput ||
                     kind == StageKind::kProbabilities;
  if (!shows || !stage.rows_are().counts_tokens()) return "";
  if (!frame.session.trace_document().config.mask_padding) return "";
  const std::vector<bool>& padding = frame.trace().sequence(stage.row_sequence).padding;
  std::vector<engine::Index> rows;
  for (size_t row = 0; row < padding.size(); ++row) {
    if (padding[row]) rows.push_back(static_cast<engine::Index>(row));
  }
  if (rows.empty()) return "";
  return frame.tr("stage.padded_query", {{"tokens", named_rows(frame, stage, rows)}});
}

// The letter of what is painted, in the mask's formula.
std::string painted_sentence(const Frame& frame, const engine::Stage& stage, int index) {
  const bool names_it =
      stage.kind == StageKind::kMask && frame.trace().formula(index).find("H_{") != std::string::npos;
  return names_it ? frame.tr("stage.painted_mask") : "";
}

// The effect of the nudge, if there is one.
std::string nudge_sentence(const Frame& frame, const engine::Stage& stage) {
  const auto& nudge = frame.session.trace_document().config.nudge;
  if (!nudge || engine::parse_address(stage.address).sublayer == engine::Sublayer::kNone) return "";
  engine::StageAddress place = engine::parse_address(nudge->sublayer + ".residual");
  place.batch = engine::parse_address(stage.address).batch;
  const auto sum = frame.trace().find(engine::address_of(place));
  if (!sum || nudge->row >= frame.trace().stage(*sum).rows) return "";
  const std::string token = frame.facts.label(frame.trace().stage(*sum).rows_are(), nudge->row);
  return frame.tr(
      "nudge.sentence",
      {{"token", token}, {"sublayer", layer_name(frame, place) + " › " + sublayer_name(frame, place)}});
}

}  // namespace

Footer::Footer(const Frame& frame, int stage)
    : frame_(frame),
      stage_(stage),
      width_(ImGui::GetContentRegionAvail().x),
      line_(frame, one_line_size(frame.style), width_ * kLineShare),
      painting_(paints(frame, stage)) {
  const engine::Stage& shown = frame.trace().stage(stage);
  for (std::string& sentence : std::vector<std::string>{
           length_sentence(frame, shown), padding_sentence(frame, shown),
           painted_sentence(frame, shown, stage), convention_sentence(frame, stage),
           nudge_sentence(frame, shown), painting_ ? "" : moved_sentence(frame, shown, stage)}) {
    if (!sentence.empty()) sentences_.push_back(std::move(sentence));
  }
}

float Footer::height() const {
  const auto& style = frame_.style;
  float height = style.px(26);
  if (line_.is_shown()) height = std::max(height, line_.height() + style.px(kAboveTheLine));
  for (const std::string& sentence : sentences_)
    height += ui::paragraph_height(sentence, width_, style.small());
  const float lines = static_cast<float>(kSteadyLines) * ui::paragraph_height("A", width_, style.small());
  return painting_ ? std::max(height, style.px(30) + lines) : height;
}

bool Footer::is_line_alone() const {
  return line_.is_shown() && sentences_.empty() && !painting_ &&
         frame_.trace().fully_masked_rows(stage_).empty();
}

void Footer::draw(ImVec2 at, float below) const {
  const auto& style = frame_.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const engine::Stage& stage = frame_.trace().stage(stage_);
  const auto& blind = frame_.trace().fully_masked_rows(stage_);
  if (!blind.empty()) {
    ui::TextStyle warning = style.small();
    warning.colour = style.colours.accent;
    const std::string sentence =
        frame_.tr("stage.blind", {{"token", frame_.facts.label(stage.rows_are(), blind.front())},
                                  {"count", std::to_string(blind.size())}});
    ui::draw_text(list, {at.x, at.y - ui::text_size("A", warning).y}, sentence, warning);
  }
  at.y += style.px(2);
  for (const std::string& sentence : sentences_)
    at.y += ui::draw_paragraph(list, at, width_, sentence, style.small());
  const float left = line_.is_shown() ? line_.width() + style.px(24) : 0;
  if (line_.is_shown()) {
    at.y += style.px(kAboveTheLine) - style.px(2);
    line_.draw(at);
  }
  const float room = width_ - left;
  // The axes stand beside the line.
  if (below > 0) return;
  if (left > 0 && room < style.px(kLeastWords)) return;
  std::string size = memory_sentence(frame_, stage);
  const auto is_long = [&] { return ui::text_size(size, style.small()).x > room; };
  // The count alone is not worth the room beside the line.
  if (is_long() && left == 0) size = count_sentence(frame_, stage);
  if (!is_long()) ui::draw_text(list, {at.x + left, at.y + below + style.px(6)}, size, style.small());
}

void draw_moved_marks(const Frame& frame, const ui::MatrixFrame& labelled, int stage) {
  const engine::Stage& moving = frame.trace().stage(stage);
  const auto& moved = moved_rows(frame, stage);
  const engine::Stage& rows = frame.trace().stage(labelled.stage);
  if (!moved || labelled.transposed || rows.row_sequence != moving.row_sequence) return;
  if (!moving.rows_are().counts_tokens() || !rows.rows_are().counts_tokens() ||
      labelled.cell_height() < frame.style.px(6))
    return;
  for (const engine::Index row : *moved) {
    const engine::Cell cell{labelled.stage, row, 0};
    const auto [low, high] = labelled.box(cell, cell);
    if (high.y - low.y < labelled.cell_height() * 0.5f) continue;
    ImGui::GetWindowDrawList()->AddCircleFilled({labelled.corner.x - frame.style.px(4), (low.y + high.y) / 2},
                                                frame.style.px(2.5f), frame.style.colours.accent);
  }
}

}  // namespace views
