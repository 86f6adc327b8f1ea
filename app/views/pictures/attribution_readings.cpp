// attribution_readings.cpp: gradients and attention, a number a token.
#include "app/views/pictures/attribution_readings.h"

#include <algorithm>
#include <utility>

#include "app/document/checkpoints.h"
#include "app/session/changes.h"
#include "app/ui/text.h"
#include "app/views/core/navigation.h"
#include "app/views/core/next_tokens.h"
#include "app/views/core/outline.h"
#include "app/views/core/target_words.h"
#include "app/views/heads/grid_kinds.h"
#include "app/views/stage/masking.h"
#include "engine/analysis/rollout.h"

namespace views {

// What is read off the gradients at once.
struct Attributions {
  std::vector<engine::TokenShares> lengths, times;
  std::vector<engine::HeadShare> heads;
};

namespace {

using engine::Index;
using engine::IntegratedGradients;
using engine::TokenShares;

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

}  // namespace

AttributionReadings::AttributionReadings(const Frame& frame, const engine::GradientRequest* request)
    : frame_(frame),
      request_(request),
      how_(frame.session.desk().attribution),
      example_(example_shown(frame, request)),
      inputs_(engine::input_stages(frame.trace(), example_)),
      found_(request != nullptr ? find_attributions() : nullptr) {}

// Null while a large model's gradients are being recomputed.
const Attributions* AttributionReadings::find_attributions() const {
  DerivedData& derived = frame_.facts.derived();
  return derived.find<Attributions>({"attributions", example_},
                                    derived.makes_later() && frame_.trace().recomputes(),
                                    [trace = frame_.trace_pointer(), inputs = inputs_, example = example_] {
                                      return Attributions{engine::gradient_lengths(*trace, inputs),
                                                          engine::gradient_times_input(*trace, inputs),
                                                          engine::head_shares(*trace, example)};
                                    });
}

std::vector<Reading> AttributionReadings::of_question() const {
  std::vector<Reading> all;
  if (found_ != nullptr) {
    all.push_back({"attribution.length", found_->lengths});
    all.push_back({"attribution.times", found_->times, true});
  }
  all.push_back(integrated());
  const std::optional<Index> row = target_row(request_->target);
  all.push_back(shares("attribution.attention", false, row));
  all.push_back(shares("attribution.rollout", true, row));
  std::erase_if(all, [](const Reading& reading) { return reading.tokens.empty() && reading.note.empty(); });
  return all;
}

std::vector<engine::HeadShare> AttributionReadings::heads_of_question() const {
  return found_ != nullptr ? found_->heads : std::vector<engine::HeadShare>();
}

Reading AttributionReadings::integrated() const {
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

AskedToken AttributionReadings::asked_token(const engine::Stage& input) const {
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

AskedToken AttributionReadings::with_prediction(AskedToken asked, int probabilities) const {
  const Index best = likeliest_token(frame_.trace(), probabilities, asked.row).token;
  asked.next = frame_.facts.label({engine::Axis::kVocabulary}, best);
  asked.id = best;
  return asked;
}

std::optional<Reading> AttributionReadings::of_prediction(const AskedToken& asked) const {
  if (!asked.id || example_ >= 0 || frame_.trace().recomputes()) return std::nullopt;
  const engine::LogitTarget target{asked.row, *asked.id, std::nullopt};
  const DerivedData::Key key{"affects the prediction", example_, to_text(engine::Target(target))};
  DerivedData& derived = frame_.facts.derived();
  const AtOnce* const found = derived.find<AtOnce>(
      key, derived.makes_later(),
      [document = frame_.session.trace_document(), trace = frame_.trace_pointer(), inputs = inputs_, target] {
        return affects_prediction(document, trace, inputs, target);
      });
  if (found != nullptr && found->times.empty()) return std::nullopt;
  Reading reading{"attribution.times", {}, true};
  if (found != nullptr) {
    reading.tokens = found->times;
  } else {
    reading.note = frame_.tr(derived.failed<AtOnce>(key) ? "error.out_of_memory" : "map.measuring");
  }
  return reading;
}

std::vector<Reading> AttributionReadings::of_attention(Index row) const {
  std::vector<Reading> all = {shares("attribution.attention", false, row),
                              shares("attribution.rollout", true, row)};
  std::erase_if(all, [](const Reading& reading) { return reading.tokens.empty(); });
  return all;
}

Reading AttributionReadings::shares(const char* key, bool is_rollout, std::optional<Index> row) const {
  return {.key = key, .tokens = attention(is_rollout, row), .is_share = true};
}

// What the last layer's heads read on average, or all layers together, of each input that they read.
std::vector<TokenShares> AttributionReadings::attention(bool is_rollout, std::optional<Index> row) const {
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
        frame_.style,
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

std::vector<Reading> AttributionReadings::of_heads(Index row) const {
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

// "E2 · Head 1"; of cross-attention "D2 · Cross-attention · Head 1".
std::string AttributionReadings::head_name(int stage) const {
  const engine::StageAddress place = engine::parse_address(frame_.trace().stage(stage).address);
  std::string name = frame_.facts.has_layers() ? short_layer_name(frame_, place) + " · " : std::string();
  if (place.sublayer == engine::Sublayer::kCross) name.append(sublayer_name(frame_, place)).append(" · ");
  return name.append(frame_.tr("head.name", {{"head", frame_.tr.nth(place.head)}}));
}

}  // namespace views
