// attribution.cpp: the tokens shaded five times: by the gradient's length, by gradient times input, by
// integrated gradients, by attention's own weights and by the rollout; then every head by what it brought.
#include "app/views/pictures/attribution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/document/checkpoints.h"
#include "app/look/palette.h"
#include "app/session/changes.h"
#include "app/ui/widgets.h"
#include "app/views/core/fields.h"
#include "app/views/core/navigation.h"
#include "app/views/core/next_tokens.h"
#include "app/views/core/outline.h"
#include "app/views/core/target_words.h"
#include "app/views/heads/grid_kinds.h"
#include "app/views/pictures/attribution_heads.h"
#include "app/views/pictures/attribution_targets.h"
#include "app/views/stage/masking.h"
#include "app/views/stage/picture_words.h"
#include "engine/analysis/rollout.h"
#include "engine/gradients/attribution.h"

namespace views {
namespace {

using engine::Index;
using engine::IntegratedGradients;
using engine::TokenShares;

// One way to tell what matters: its text key, and a number for each token of each input.
struct Reading {
  const char* key;
  std::vector<TokenShares> tokens;
  bool is_signed = false;
  bool is_share = false;  // of 1: its colours are those of all such readings
  std::string note = {};  // below its name
  std::string name = {};  // in the place of the key's words
};

// The token that attention answers for before a question is chosen, and why it is this one.
struct AskedToken {
  Index row = 0;
  const char* why = "attribution.unasked";  // the key of the heading
  std::string next = {};                    // what the model predicts there
  std::optional<Index> id = {};             // the same, in its vocabulary
};

// What is read off the gradients at once.
struct Attributions {
  std::vector<TokenShares> lengths, times;
  std::vector<engine::HeadShare> heads;
};

// Of the prediction, before a question is chosen; empty where it could not be computed.
struct AtOnce {
  std::vector<TokenShares> times;
};

AtOnce affects_prediction(const app::Document& document, const TracePtr& trace,
                          const std::vector<std::string>& inputs, const engine::LogitTarget& target) {
  app::Document asking = document;
  asking.gradient = engine::GradientRequest{.target = target};
  const auto with = app::add_gradients(trace, asking);
  return with && *with ? AtOnce{engine::gradient_times_input(**with, inputs)} : AtOnce{};
}

// Without a value where it could not be computed.
struct Integrated {
  std::optional<IntegratedGradients> made;
};

Integrated integrate(const app::Document& document, const TracePtr& trace,
                     const engine::Integration& integration) {
  app::Document plain = document;
  plain.gradient.reset();
  const auto input = app::input_of(plain);
  const auto model = app::checkpoints::model_of(plain.config);
  if (!input || !model) return {};
  auto made =
      engine::integrate_gradients(*trace, **model, *input, plain.config, *document.gradient, integration);
  return made ? Integrated{std::move(made).value()} : Integrated{};
}

// The row of a map that the target is read from; nullopt: all of them, on average.
std::optional<Index> target_row(const engine::Target& target) {
  if (const auto* const cell = std::get_if<engine::CellTarget>(&target)) return cell->row;
  if (const auto* const logit = std::get_if<engine::LogitTarget>(&target)) return logit->row;
  return std::nullopt;
}

std::vector<double> row_of_map(const engine::Trace& trace, int map, std::optional<Index> row) {
  const engine::Shape shape = trace.stage(map).shape();
  const engine::Matrix numbers =
      row && *row < shape.rows
          ? trace.read_row(map, *row)
          : engine::Matrix(trace.read(map, 0, 0, shape.rows, shape.columns).colwise().mean());
  return {numbers.data(), numbers.data() + numbers.size()};
}

// The sentence of a batch that is looked at: the target's, or where all have their part in it, the focused
// one.
int example_shown(const Frame& frame, const engine::GradientRequest* request) {
  const int own = request != nullptr ? engine::example_of(request->target) : -1;
  return own >= 0 ? own : focused_example(frame);
}

// Tokens up to which attention answers before a question is chosen: more would make the page wait.
constexpr Index kMostUnasked = 256;

// What a question (`request`) is answered with; without one, what attention alone says of a row.
class AttributionPage {
 public:
  AttributionPage(const Frame& frame, const engine::GradientRequest* request)
      : frame_(frame),
        style_(frame.style),
        request_(request),
        how_(frame.session.desk().attribution),
        example_(example_shown(frame, request)),
        inputs_(engine::input_stages(frame.trace(), example_)),
        found_(request != nullptr ? find_attributions() : nullptr) {}

  void draw_unasked() {
    if (inputs_.empty()) return;
    const engine::Stage& input = frame_.trace().stage(frame_.trace().find(inputs_.back()).value());
    if (input.rows > kMostUnasked || input.rows == 0) return;
    const AskedToken asked = asked_token(input);
    asked_ = asked.row;
    std::vector<Reading> all = {shares("attribution.attention", attention(false, asked.row)),
                                shares("attribution.rollout", attention(true, asked.row))};
    std::erase_if(all, [](const Reading& reading) { return reading.tokens.empty(); });
    draw_at_once(asked, input);
    if (all.empty()) return;
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string heading = frame_.tr(
        asked.why, {{"token", frame_.facts.label(input.rows_are(), asked.row)}, {"next", asked.next}});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::paragraph(heading, width, style_.strong());
    draw_share_key(at, width, ui::text_size(heading, style_.strong()).x);
    ImGui::Dummy({0, style_.px(4)});
    for (const Reading& reading : all) draw_reading(reading);
    draw_heads(head_readings(asked.row));
    ImGui::Dummy({0, 0});
  }

  void draw() {
    const float width = ImGui::GetContentRegionAvail().x;
    ui::label(
        ui::ellipsise(frame_.tr("attribution.title", {{"target", target_words(frame_, request_->target)}}),
                      width, style_.title()),
        style_.title());
    const std::string place = target_place(frame_, request_->target);
    if (!place.empty()) ui::label(ui::ellipsise(place, width, style_.small()), style_.small());
    ui::paragraph(frame_.tr("attribution.why"), width, style_.quiet());
    draw_controls();
    ImGui::Dummy({0, style_.px(4)});
    for (const Reading& reading : readings()) draw_reading(reading);
    ImGui::Dummy({0, 0});
    if (found_ != nullptr && !found_->heads.empty()) draw_head_shares(frame_, found_->heads);
  }

 private:
  static Reading shares(const char* key, std::vector<TokenShares> tokens) {
    return {.key = key, .tokens = std::move(tokens), .is_share = true};
  }

  // What the prediction depends on, at once: in a run whose gradients need no second run.
  void draw_at_once(const AskedToken& asked, const engine::Stage& input) const {
    if (!asked.id || example_ >= 0 || frame_.trace().recomputes()) return;
    const engine::LogitTarget target{asked.row, *asked.id, std::nullopt};
    const DerivedData::Key key{"affects the prediction", example_, to_text(engine::Target(target))};
    DerivedData& derived = frame_.facts.derived();
    const AtOnce* const found = derived.find<AtOnce>(
        key, derived.makes_later(),
        [document = frame_.session.trace_document(), trace = frame_.trace_pointer(), inputs = inputs_,
         target] { return affects_prediction(document, trace, inputs, target); });
    if (found != nullptr && found->times.empty()) return;
    const std::string heading =
        frame_.tr("attribution.at_once",
                  {{"token", frame_.facts.label(input.rows_are(), asked.row)}, {"next", asked.next}});
    ui::paragraph(heading, ImGui::GetContentRegionAvail().x, style_.strong());
    ImGui::Dummy({0, style_.px(4)});
    Reading reading{"attribution.times", {}, true};
    if (found != nullptr) reading.tokens = found->times;
    if (found == nullptr)
      reading.note = frame_.tr(derived.failed<AtOnce>(key) ? "error.out_of_memory" : "map.measuring");
    draw_reading(reading);
    ImGui::Dummy({0, style_.px(6)});
  }

  // "Colours 0 ▬▬▬ 1" at the right end of a heading, where it leaves room.
  void draw_share_key(ImVec2 at, float width, float taken) const {
    const std::string words = frame_.tr("attribution.one_scale") + "   0";
    const ui::TextStyle type = style_.small();
    const float bar = style_.px(72);
    const float one = ui::text_size("1", type).x;
    const float all = ui::text_size(words, type).x + bar + one + style_.px(12);
    if (taken + all + style_.px(16) > width) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = at.x + width - all;
    ui::draw_text(list, {left, at.y + style_.px(2)}, words, type);
    const float start = std::round(left + ui::text_size(words, type).x + style_.px(6));
    const float top = std::round(at.y + style_.px(5));
    const int lines = static_cast<int>(bar);
    for (int i = 0; i < lines; ++i) {
      const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(lines);
      const float x = start + static_cast<float>(i);
      list.AddRectFilled({x, top}, {x + 1, top + style_.px(10)},
                         ui::pack(share_colour(style_, share, 1, false)));
    }
    list.AddRect({start - 1, top - 1}, {start + static_cast<float>(lines) + 1, top + style_.px(10) + 1},
                 style_.colours.hairline);
    ui::draw_text(list, {start + bar + style_.px(6), at.y + style_.px(2)}, "1", type);
  }

  // Null while a large model's gradients are being recomputed.
  const Attributions* find_attributions() const {
    DerivedData& derived = frame_.facts.derived();
    return derived.find<Attributions>({"attributions", example_},
                                      derived.makes_later() && frame_.trace().recomputes(),
                                      [trace = frame_.trace_pointer(), inputs = inputs_, example = example_] {
                                        return Attributions{engine::gradient_lengths(*trace, inputs),
                                                            engine::gradient_times_input(*trace, inputs),
                                                            engine::head_shares(*trace, example)};
                                      });
  }

  // The pinned token; otherwise where the model says what it predicts; otherwise the last.
  AskedToken asked_token(const engine::Stage& input) const {
    const auto& pinned = frame_.session.document().focus.pinned;
    const int focused = frame_.session.focused_stage();
    const bool is_of_tokens = focused >= 0 && frame_.trace().stage(focused).rows_are().counts_tokens() &&
                              frame_.trace().stage(focused).row_sequence == input.row_sequence;
    AskedToken last{engine::prediction_row(frame_.trace().sequence(input.row_sequence))};
    const bool is_pinned = pinned && is_of_tokens && pinned->first < input.rows;
    if (is_pinned) last = {pinned->first, "attribution.unasked.pinned"};
    const auto probabilities = probabilities_of(frame_.trace(), example_);
    if (!probabilities || frame_.trace().stage(*probabilities).row_sequence != input.row_sequence ||
        frame_.trace().stage(*probabilities).rows < input.rows)
      return last;
    if (is_pinned) return with_prediction(last, *probabilities);
    AskedToken predicted{last.row, "attribution.unasked.predicted"};
    if (frame_.session.trace_document().config.predicts == engine::Prediction::kTokens) {
      const auto masked = first_masked(frame_, input.row_sequence);
      const auto asked = masked ? masked : first_asked(frame_, input.row_sequence);
      if (!asked) return last;
      predicted.row = *asked;
    }
    return with_prediction(predicted, *probabilities);
  }

  AskedToken with_prediction(AskedToken asked, int probabilities) const {
    Index best = 0;
    frame_.trace().read_row(probabilities, asked.row).row(0).maxCoeff(&best);
    asked.next = frame_.facts.label({engine::Axis::kVocabulary}, best);
    asked.id = best;
    return asked;
  }

  // What the heads of the last layer read at one token, each by itself: first of the source, where there is
  // one.
  std::vector<Reading> head_readings(Index row) const {
    constexpr size_t kMostHeads = 12;
    const engine::Config& config = frame_.session.trace_document().config;
    std::vector<Reading> all;
    for (const std::string& address : inputs_) {
      const bool is_source = engine::parse_address(address).stream == "source";
      const AttentionKind kind{config.has_decoder() ? engine::Stack::kDecoder : engine::Stack::kEncoder,
                               is_source ? engine::Sublayer::kCross : engine::Sublayer::kSelf};
      const auto layers = heads_by_layer(frame_, kind, example_);
      if (layers.empty()) continue;
      for (const int stage : layers.back()) {
        if (all.size() == kMostHeads) return all;
        all.push_back({.key = "attribution.one_head",
                       .tokens = {{address, row_of_map(frame_.trace(), stage, row)}},
                       .is_share = true,
                       .name = head_name(stage)});
      }
    }
    return all;
  }

  // In two columns where a head's tokens leave room for them.
  void draw_heads(const std::vector<Reading>& heads) const {
    if (heads.size() < 2) return;
    ImGui::Dummy({0, style_.px(2)});
    ui::label(frame_.tr("attribution.each_head"), style_.strong());
    ImGui::Dummy({0, style_.px(2)});
    const float gap = style_.px(24);
    const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
    float name = 0;
    float tokens = 0;
    for (const Reading& head : heads) {
      name = std::max(name, ui::text_size(head.name, style_.text()).x + style_.px(16));
      tokens = std::max(tokens, tokens_width(head.tokens.front()));
    }
    if (name + tokens > half) {
      for (const Reading& head : heads) draw_reading(head);
      return;
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImVec2 here = at;
    for (size_t i = 0; i < heads.size(); ++i) {
      const bool is_left = i % 2 == 0;
      ImGui::SetCursorScreenPos({is_left ? at.x : at.x + half + gap, here.y});
      draw_reading(heads[i], half, name);
      if (!is_left) here.y = ImGui::GetCursorScreenPos().y;
    }
    ImGui::SetCursorScreenPos({at.x, ImGui::GetCursorScreenPos().y});
  }

  // In one line.
  float tokens_width(const TokenShares& stage) const {
    const engine::AxisRef axis = frame_.trace().stage(frame_.trace().find(stage.address).value()).rows_are();
    const std::vector<float>& words = frame_.facts.widths(axis, style_.text()).each;
    float width = 0;
    for (size_t i = 0; i < stage.shares.size(); ++i) width += token_width(words[i]) + style_.px(4);
    return width;
  }
  // As wide for every reading: a token's shares are below each other.
  float token_width(float word) const {
    const float number = ui::number_width("−0.0000", style_.small()) + style_.px(4);
    return std::max(word + style_.px(12), number);
  }

  // "E2 · Head 1"; of cross-attention "D2 · Cross-attention · Head 1".
  std::string head_name(int stage) const {
    const engine::StageAddress place = engine::parse_address(frame_.trace().stage(stage).address);
    std::string name = frame_.facts.has_layers() ? short_layer_name(frame_, place) + " · " : std::string();
    if (place.sublayer == engine::Sublayer::kCross) name.append(sublayer_name(frame_, place)).append(" · ");
    return name.append(frame_.tr("head.name", {{"head", frame_.tr.nth(place.head)}}));
  }

  void draw_controls() const {
    for (const bool from_mean : {true, false}) {
      const std::string key = from_mean ? "attribution.from_mean" : "attribution.from_zero";
      const auto face = how_.from_mean == from_mean ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline;
      if (ui::button(style_, (frame_.tr(key) + "##" + key).c_str(), face))
        frame_.requests.arrange([from_mean](app::Desk& desk) { desk.attribution.from_mean = from_mean; });
      ui::tip(style_, frame_.tr(key + ".tip"));
      ImGui::SameLine(0, style_.px(6));
    }
    ImGui::SameLine(0, style_.px(14));
    control_name(frame_.tr("attribution.steps"));
    ImGui::SetNextItemWidth(style_.px(120));
    Index steps = how_.steps;
    constexpr Index kStep = 8;
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    if (ImGui::InputScalar("##attribution.steps", ImGuiDataType_S64, &steps, &kStep, nullptr, "%lld")) {
      steps = std::clamp<Index>(steps, 1, engine::kMostIntegrationSteps);
      frame_.requests.arrange([steps](app::Desk& desk) { desk.attribution.steps = steps; });
    }
    ImGui::PopStyleVar();
    ui::tip(style_, frame_.tr("attribution.steps.tip"));
  }

  // Before a field, on its line.
  void control_name(const std::string& name) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = ui::text_size(name, style_.quiet());
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + (ImGui::GetFrameHeight() - size.y) / 2}, name,
                  style_.quiet());
    ImGui::SetCursorScreenPos({at.x + size.x + style_.px(8), at.y});
  }

  std::vector<Reading> readings() const {
    std::vector<Reading> all;
    if (found_ != nullptr) {
      all.push_back({"attribution.length", found_->lengths});
      all.push_back({"attribution.times", found_->times, true});
    }
    all.push_back(integrated());
    const std::optional<Index> row = target_row(request_->target);
    all.push_back(shares("attribution.attention", attention(false, row)));
    all.push_back(shares("attribution.rollout", attention(true, row)));
    std::erase_if(all, [](const Reading& reading) { return reading.tokens.empty() && reading.note.empty(); });
    return all;
  }

  Reading integrated() const {
    Reading reading{"attribution.integrated", {}, true};
    const engine::Integration integration{
        inputs_, how_.from_mean ? engine::Baseline::kMean : engine::Baseline::kZero, how_.steps};
    const DerivedData::Key key{
        "integrated gradients", example_,
        to_text(request_->target) + (how_.from_mean ? " mean " : " zero ") + std::to_string(how_.steps)};
    DerivedData& derived = frame_.facts.derived();
    const Integrated* const found =
        derived.find<Integrated>(key, derived.makes_later(),
                                 [document = frame_.session.trace_document(), trace = frame_.trace_pointer(),
                                  integration] { return integrate(document, trace, integration); });
    if (found == nullptr) {
      reading.note = derived.failed<Integrated>(key)
                         ? frame_.tr("error.out_of_memory")
                         : frame_.tr("attribution.runs", {{"steps", std::to_string(how_.steps)}});
    } else if (!found->made) {
      reading.note = frame_.tr("attribution.none");
    } else {
      reading.tokens = found->made->shares;
      reading.note =
          frame_.tr("attribution.sum",
                    {{"sum", ui::fixed_number(found->made->sum(), 4)},
                     {"gained", ui::fixed_number(found->made->at_input - found->made->at_baseline, 4)}});
    }
    return reading;
  }

  // What the last layer's heads read on average, or all layers together, of each input that they read.
  std::vector<TokenShares> attention(bool is_rollout, std::optional<Index> row) const {
    const engine::Config& config = frame_.session.trace_document().config;
    std::vector<TokenShares> all;
    for (const std::string& address : inputs_) {
      const bool is_source = engine::parse_address(address).stream == "source";
      const AttentionKind kind{config.has_decoder() ? engine::Stack::kDecoder : engine::Stack::kEncoder,
                               is_source ? engine::Sublayer::kCross : engine::Sublayer::kSelf};
      const auto layers = heads_by_layer(frame_, kind, example_);
      if (layers.empty() || (is_rollout && is_source)) continue;
      const std::vector<engine::LayerHeads> used =
          is_rollout ? layers : std::vector<engine::LayerHeads>{layers.back()};
      const auto* const derived = frame_.derivations.find(
          (is_rollout ? "attribution rollout " : "attribution mean ") + address, {frame_.trace_pointer()},
          style_,
          [is_rollout, used, trace = frame_.trace_pointer()] {
            return is_rollout ? engine::rollout_trace(*trace, used) : engine::mean_trace(*trace, used);
          },
          frame_.session.background());
      if (derived == nullptr || !derived->trace) continue;
      const auto map =
          derived->trace->find(is_rollout ? "rollout." + std::to_string(used.size() - 1) : "mean.0");
      if (map) all.push_back({address, row_of_map(*derived->trace, *map, row)});
    }
    return all;
  }

  void draw_reading(const Reading& reading) const {
    const float room = ImGui::GetContentRegionAvail().x;
    draw_reading(reading, room, std::min(style_.px(240), room * 0.3f));
  }

  // The number with the full colour.
  static double largest_of(const Reading& reading) {
    if (reading.is_share) return 1;
    double largest = 0;
    for (const TokenShares& stage : reading.tokens) {
      for (const double share : stage.shares) largest = std::max(largest, std::abs(share));
    }
    return largest;
  }

  // What it says below its name, and what its own colours mean.
  std::string note_of(const Reading& reading, double largest) const {
    if (reading.is_share || reading.tokens.empty()) return reading.note;
    const char* const key = reading.is_signed ? "attribution.own_scale" : "attribution.own_scale_up";
    const std::string scale =
        frame_.tr(key, {{"largest", ui::fixed_number(largest, largest >= 0.1 ? 2 : 4)}});
    return reading.note.empty() ? scale : reading.note + " · " + scale;
  }

  // In this width, of which the name takes a part.
  void draw_reading(const Reading& reading, float room, float name) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_head = !reading.name.empty();
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, name - style_.px(12),
                       is_head ? reading.name : frame_.tr(reading.key),
                       is_head ? style_.text() : style_.strong(), 1.25f);
    const float line = style_.px(22);
    float words = line;
    const double largest = largest_of(reading);
    const std::string note = note_of(reading, largest);
    if (!note.empty())
      words += ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, at.y + line}, name - style_.px(12),
                                  note, style_.small(), 1.25f);
    float height = 0;
    for (const TokenShares& stage : reading.tokens)
      height += draw_tokens(reading, stage, largest, {at.x + name, at.y + height}, room - name);
    ImGui::SetCursorScreenPos({at.x, at.y});
    ImGui::InvisibleButton(is_head ? reading.name.c_str() : reading.key, {name, std::max(words, height)});
    ui::tip(style_, frame_.tr(std::string(reading.key) + ".tip"));
    ImGui::SetCursorScreenPos({at.x, at.y + std::max(words, height) + style_.px(6)});
  }

  // Returns the height. Draws the lines that can be seen.
  float draw_tokens(const Reading& reading, const TokenShares& stage, double largest, ImVec2 at,
                    float room) const {
    const engine::AxisRef axis = frame_.trace().stage(frame_.trace().find(stage.address).value()).rows_are();
    const ui::TextStyle type = style_.text();
    const std::vector<float>& words = frame_.facts.widths(axis, type).each;
    const int digits = largest >= 0.1 ? 2 : 4;
    const float height = ui::text_size("Ag", type).y + style_.px(6);
    const float line = height + ui::text_size("0", style_.small()).y + style_.px(4);
    ImVec2 here = at;
    for (size_t i = 0; i < stage.shares.size(); ++i) {
      const float width = token_width(words[i]);
      if (here.x + width > at.x + room && here.x > at.x) here = {at.x, here.y + line};
      if (ImGui::IsRectVisible(here, {here.x + width, here.y + line}))
        draw_token(share_colour(style_, stage.shares[i], largest, reading.is_signed),
                   frame_.facts.label(axis, static_cast<Index>(i)), ui::fixed_number(stage.shares[i], digits),
                   here, {width, height});
      if (asked_ == static_cast<Index>(i) && stage.address == inputs_.back())
        ImGui::GetWindowDrawList()->AddRect(here, {here.x + width, here.y + height}, style_.colours.query,
                                            style_.px(5), 0, style_.px(2));
      here.x += width + style_.px(4);
    }
    return here.y + line - at.y;
  }

  void draw_token(const look::Rgb& colour, const std::string& word, const std::string& number, ImVec2 at,
                  ImVec2 size) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle on = style_.text();
    on.colour = ui::pack(look::text_on(colour));
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ui::pack(colour), style_.px(5));
    ui::draw_text_centred(list, {at.x + size.x / 2, at.y + style_.px(3)}, word, on);
    ui::draw_text_centred(list, {at.x + size.x / 2, at.y + size.y + style_.px(1)}, number,
                          style_.small_ink());
  }

  const Frame& frame_;
  const ui::Style& style_;
  const engine::GradientRequest* request_;  // null: none yet
  app::AttributionState how_;
  int example_;                      // of a batch; -1: none
  std::vector<std::string> inputs_;  // its stages that the first layers read
  const Attributions* found_;
  std::optional<Index> asked_;  // the token outlined: attention answers for it
};

// Where the page has room to spare, its type grows.
ui::Style page_style(const ui::Style& style) {
  constexpr ImVec2 kSpacious(1130, 520);  // pixels at 100 %
  constexpr float kMostGrowth = 1.5f;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ui::Style page = style;
  page.scale *=
      std::clamp(std::min(room.x / style.px(kSpacious.x), room.y / style.px(kSpacious.y)), 1.0f, kMostGrowth);
  return page;
}

}  // namespace

void draw_attribution(const Frame& frame) {
  if (!frame.session.trace()) {
    ui::label(frame.tr("stage.empty"), frame.style.quiet());
    return;
  }
  const auto& request = frame.session.trace_document().gradient;
  const ui::Style style = page_style(frame.style);
  const Frame page = frame.in(style);
  ui::push_font(style.fonts.regular, style.px(15));
  ui::apply(style);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  if (ImGui::BeginChild("attribution", {0, 0})) {
    if (!request) {
      draw_attribution_targets(page);
      AttributionPage(page, nullptr).draw_unasked();
    } else {
      AttributionPage(page, &*request).draw();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ui::apply(frame.style);
  ImGui::PopFont();
}

}  // namespace views
