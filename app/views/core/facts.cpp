// facts.cpp: derives what views share, on first use.
#include "app/views/core/facts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/look/labels.h"
#include "app/session/history_words.h"
#include "app/ui/large_maps.h"
#include "engine/analysis/likeness.h"
#include "engine/analysis/spread.h"
#include "engine/analysis/text_places.h"
#include "engine/attention/slices.h"
#include "engine/loaders/checkpoint.h"
#include "engine/text/tokenizer.h"

namespace views {

Facts::Facts(std::shared_ptr<const engine::Trace> trace, const ui::Style& style,
             std::shared_ptr<const loaders::Checkpoint> checkpoint, app::Background* background)
    : trace_(std::move(trace)),
      derived_(std::make_shared<DerivedData>(background)),
      sequential_(style.sequential()),
      dark_(style.dark),
      fixed_(style.fixed_range),
      predicted_rows_(style.predicted_rows),
      simplified_(style.simplified),
      counts_from_(static_cast<int>(style.lettering.first)),
      checkpoint_(std::move(checkpoint)) {
  if (!trace_) return;
  predicts_.resize(trace_->sequences().size(), false);
  for (const engine::Stage& stage : trace_->stages()) {
    const engine::StageAddress place = engine::parse_address(stage.address);
    count(place);
    if (look::predicts_what_follows(stage)) predicts_[static_cast<size_t>(stage.row_sequence)] = true;
  }
  example_count_ = app::example_count(*trace_);
  label_tokens();
}

Facts::Facts(const Facts& before, const ui::Style& style)
    : trace_(before.trace_),
      derived_(before.derived_),
      head_count_(before.head_count_),
      example_count_(before.example_count_),
      encoder_layers_(before.encoder_layers_),
      decoder_layers_(before.decoder_layers_),
      has_layers_(before.has_layers_),
      sequential_(style.sequential()),
      dark_(style.dark),
      fixed_(style.fixed_range),
      predicted_rows_(style.predicted_rows),
      simplified_(style.simplified),
      counts_from_(static_cast<int>(style.lettering.first)),
      predicts_(before.predicts_),
      checkpoint_(before.checkpoint_),
      earlier_(before.earlier_),
      alone_(before.alone_) {
  if (trace_) label_tokens();
}

void Facts::label_tokens() {
  labels_.reserve(trace_->sequences().size());
  for (const engine::Sequence& sequence : trace_->sequences()) {
    std::vector<std::string> tokens = engine::shown_tokens(sequence);
    for (size_t i = 0; i < sequence.ids.size(); ++i)
      tokens[i] = in_script(sequence.ids[i], std::move(tokens[i]));
    labels_.push_back(text::token_labels(tokens, static_cast<size_t>(counts_from_)));
  }
}

std::string Facts::in_script(engine::Index token, std::string name) const {
  if (!simplified_ || tokenizer() == nullptr) return name;
  std::string simplified = tokenizer()->simplified(token);
  return simplified.empty() ? name : simplified;
}

const text::ModelTokenizer* Facts::tokenizer() const {
  return checkpoint_ ? checkpoint_->tokenizer.get() : nullptr;
}

// A class by its label, a token by its text.
std::string Facts::shown_in_vocabulary(size_t token) const {
  if (checkpoint_ && token < checkpoint_->labels.size()) return checkpoint_->labels[token];
  // If a piece continues the one before, only its name shows it: "ing" and "##ing".
  const bool names_differ = tokenizer() != nullptr && tokenizer()->algorithm() == text::Algorithm::kWordPiece;
  if (tokenizer() != nullptr && !names_differ) {
    const std::string shown = tokenizer()->shown(static_cast<engine::Index>(token));
    if (!shown.empty()) return in_script(static_cast<engine::Index>(token), text::visible_token(shown));
  }
  const auto& names = trace_->vocabulary();
  return token < names.size() ? text::visible_token(names[token]) : std::to_string(token);
}

const std::vector<std::string>& Facts::vocabulary() const {
  return derived_->get<std::vector<std::string>>({"vocabulary", simplified_ ? 1 : 0}, [this] {
    std::vector<std::string> shown;
    if (!trace_) return shown;
    shown.reserve(trace_->vocabulary().size());
    for (size_t token = 0; token < trace_->vocabulary().size(); ++token)
      shown.push_back(shown_in_vocabulary(token));
    return shown;
  });
}

const engine::Result<std::vector<text::WordSteps>>& Facts::word_steps(const std::string& text) const {
  if (!word_steps_ || word_steps_->text != text) word_steps_ = StepsOfText{text, tokenizer()->steps(text)};
  return word_steps_->steps;
}

const NextTokens& Facts::next_tokens(int probabilities, engine::Index row, const engine::Sampling& sampling,
                                     uint64_t step) const {
  const bool known = ordered_ && ordered_->next.probabilities == probabilities && ordered_->next.row == row &&
                     ordered_->sampling == sampling && ordered_->step == step;
  if (!known)
    ordered_ = OrderedRow{sampling, step,
                          views::next_tokens(*trace_, probabilities, row, sampling, step, checkpoint_.get())};
  return ordered_->next;
}

void Facts::count(const engine::StageAddress& place) {
  head_count_ = std::max(head_count_, place.head + 1);
  has_layers_ = has_layers_ || place.sublayer == engine::Sublayer::kFeedForward;
  int& layers = place.stack == engine::Stack::kDecoder ? decoder_layers_ : encoder_layers_;
  layers = std::max(layers, place.layer + 1);
}

const std::vector<std::string>& Facts::labels(int sequence) const {
  static const std::vector<std::string> kNone;
  return labels_.empty() ? kNone : labels_.at(static_cast<size_t>(sequence));
}

bool Facts::says_predicted(const engine::AxisRef& axis) const {
  return predicted_rows_ && axis.kind == engine::Axis::kQueries &&
         predicts_[static_cast<size_t>(axis.sequence)];
}

std::string Facts::label(const engine::AxisRef& axis, engine::Index index) const {
  const auto at = static_cast<size_t>(index);
  if (says_predicted(axis))
    return look::with_predicted(labels(axis.sequence), trace_->sequence(axis.sequence), at, written_next_);
  if (axis.counts_tokens()) return labels(axis.sequence).at(at);
  return axis.kind == engine::Axis::kVocabulary
             ? shown_in_vocabulary(at)
             : std::to_string(index + look::first_number(axis.kind, counts_from_));
}

const Facts::Widths& Facts::widths(const engine::AxisRef& axis, const ui::TextStyle& style) const {
  const bool of_vocabulary = axis.kind == engine::Axis::kVocabulary;
  const bool predicted = says_predicted(axis);
  const auto [entry, is_new] =
      widths_.try_emplace({of_vocabulary ? -1 : axis.sequence, predicted, style.font, style.size});
  Widths& widths = entry->second;
  if (!is_new) return widths;
  const std::vector<std::string>& plain = of_vocabulary ? vocabulary() : labels(axis.sequence);
  for (size_t i = 0; i < plain.size(); ++i) {
    const std::string& shown = predicted ? label(axis, static_cast<engine::Index>(i)) : plain[i];
    widths.each.push_back(ui::text_size(shown, style).x);
    widths.largest = std::max(widths.largest, widths.each.back());
  }
  return widths;
}

bool Facts::is_slow(int stage) const {
  return derived_->makes_later() && ui::is_large_map(*trace_, stage);
}

std::optional<look::ColourScale> Facts::scale_of(const std::string& of, int stage, bool later,
                                                 const std::vector<int>& stages) const {
  const float* const largest = derived_->find<float>(
      {"largest", stage, of}, later, [trace = trace_, stages] { return look::largest_in(*trace, stages); });
  if (largest == nullptr) return std::nullopt;
  return look::scale_to(*trace_, stages, *largest, sequential_, dark_, fixed_);
}

const look::ColourScale* Facts::common_scale(const std::string& of, int stage,
                                             const std::vector<int>& all) const {
  // Shares end at 1, whatever their values.
  const auto scale = fixed_ && look::is_share(trace_->stage(stage))
                         ? look::scale_to(*trace_, all, 1, sequential_, dark_, fixed_)
                         : scale_of(of, -1, is_slow(stage), all);
  return scale ? &scales_.emplace(of, *scale).first->second : nullptr;
}

const look::ColourScale* Facts::scale_of_heads(int stage) const {
  const std::string of = engine::in_head(trace_->stage(stage).address, 0);
  const auto known = scales_.find(of);
  return known != scales_.end() ? &known->second : common_scale(of, stage, app::across_heads(*trace_, stage));
}

bool Facts::is_common_scale(int stage) const {
  return scale_of_heads(stage) != nullptr;
}

const look::ColourScale& Facts::scale(int stage) const {
  const look::ColourScale* const common = scale_of_heads(stage);
  return common != nullptr ? *common : own_scale(stage);
}

const look::ColourScale& Facts::scale_of_layers(int stage) const {
  const std::string of = engine::in_layer(engine::in_head(trace_->stage(stage).address, 0), 0) + " of layers";
  const auto known = scales_.find(of);
  if (known != scales_.end()) return known->second;
  const look::ColourScale* const common = common_scale(of, stage, app::across_all(*trace_, stage));
  return common != nullptr ? *common : own_scale(stage);
}

const look::ColourScale& Facts::own_scale(int stage) const {
  const auto known = own_scales_.find(stage);
  if (known != own_scales_.end()) return known->second;
  static constexpr look::ColourScale kOpen{look::ColourMap::kViridis, 0, 0};
  const auto own = scale_of("", stage, is_slow(stage), {stage});
  return own ? own_scales_.emplace(stage, *own).first->second : kOpen;
}

const engine::Summary* Facts::summary(int stage) const {
  return derived_->find<engine::Summary>({"summary", stage}, is_slow(stage),
                                         [trace = trace_, stage] { return trace->summary(stage); });
}

const engine::Histogram* Facts::histogram(int stage) const {
  constexpr int kMostBins = 32;
  return derived_->find<engine::Histogram>({"histogram", stage}, is_slow(stage), [trace = trace_, stage] {
    return engine::histogram(*trace, stage, kMostBins);
  });
}

const std::vector<engine::RowPeak>* Facts::peaks(int stage) const {
  const bool by_magnitude = look::is_signed(trace_->stage(stage));
  return derived_->find<std::vector<engine::RowPeak>>(
      {"peaks", stage}, is_slow(stage),
      [trace = trace_, stage, by_magnitude] { return engine::row_peaks(*trace, stage, by_magnitude); });
}

size_t Facts::Walk::group_of(size_t step) const {
  return static_cast<size_t>(std::upper_bound(groups.begin(), groups.end(), step) - groups.begin()) - 1;
}

size_t Facts::Walk::group_end(size_t group) const {
  return group + 1 < groups.size() ? groups[group + 1] : steps.size();
}

const Facts::Walk& Facts::walk(std::string_view address, int head, std::string_view lab) const {
  const engine::StageAddress place = engine::parse_address(address);
  const int example = example_count_ == 0 ? -1 : std::max(place.batch, 0);
  const std::string shown(lab.empty() ? engine::lab_of(place) : lab);
  return derived_->get<Walk>({"walk", head, std::to_string(example) + " " + shown}, [&] {
    Walk walk;
    walk.steps = app::walk(*trace_, head, example);
    std::erase_if(walk.steps, [&](const app::Step& step) {
      return step.group == app::StepGroup::kLab && engine::lab_of(step.place) != shown;
    });
    walk.groups = app::groups_of(walk.steps);
    return walk;
  });
}

size_t Facts::step_of(const Walk& walk, std::string_view address) const {
  return app::step_of(*trace_, walk.steps, address);
}

const std::vector<std::string>& Facts::stage_names(const app::Words& tr) const {
  return derived_->get<std::vector<std::string>>({"stage names", static_cast<int>(tr.language())}, [&] {
    std::vector<std::string> names;
    if (!trace_) return names;
    names.reserve(trace_->stages().size());
    for (const engine::Stage& stage : trace_->stages()) names.push_back(app::place_words(tr, stage.address));
    return names;
  });
}

const Facts::Measured* Facts::find_measured(int stage) const {
  const auto weights = weights_of(stage);
  if (!weights) return nullptr;
  return derived_->find<Measured>(
      {"head", *weights}, is_slow(*weights), [trace = trace_, weights = *weights] {
        const engine::HeadMeasures measures = engine::measure_head(*trace, weights);
        return Measured{measures, engine::dominant(measures)};
      });
}

const Facts::Measured& Facts::measured(int stage) const {
  static const Measured kUnknown;
  const Measured* const found = find_measured(stage);
  return found != nullptr ? *found : kUnknown;
}

bool Facts::applies(engine::RowMeasure measure, int weights) const {
  using Applicable = std::array<bool, engine::kRowMeasures>;
  const engine::Stage& map = trace_->stage(weights);
  const Applicable* const found = derived_->find<Applicable>(
      {"applicable", map.row_sequence, std::to_string(map.column_sequence)}, is_slow(weights),
      [trace = trace_, weights] {
        return engine::applicable(engine::tokens_of_map(*trace, trace->stage(weights)));
      });
  return found != nullptr && found->at(static_cast<size_t>(measure));
}

const engine::HeadMeasures& Facts::map_measures(int stage) const {
  return derived_->get<engine::HeadMeasures>({"map", stage},
                                             [&] { return engine::measure_map(*trace_, stage); });
}

const engine::Change& Facts::change(int stage) const {
  return derived_->get<engine::Change>({"change", stage},
                                       [&] { return engine::measure_change(*trace_, stage); });
}

const Facts::Spread* Facts::spread(int stage) const {
  return derived_->find<Spread>({"spread", stage}, is_slow(stage), [trace = trace_, stage] {
    Spread spread;
    spread.variance = engine::variance_of(*trace, stage);
    spread.peak = engine::mean_peak(*trace, stage);
    spread.entropies = engine::row_entropies(*trace, stage);
    for (const double entropy : spread.entropies)
      spread.entropy += entropy / static_cast<double>(spread.entropies.size());
    return spread;
  });
}

std::optional<double> Facts::divergence(int one, int other) const {
  const double* const found = derived_->find<double>(
      {"divergence", other, std::to_string(one)}, is_slow(other),
      [trace = trace_, one, other] { return engine::mean_divergence(*trace, one, other); });
  return found == nullptr ? std::nullopt : std::optional(*found);
}

double Facts::row_length(int stage) const {
  return derived_->get<double>({"row length", stage}, [&] {
    const engine::Stage& measured = trace_->stage(stage);
    const engine::Matrix numbers = trace_->read(stage, 0, 0, measured.rows, measured.columns);
    return static_cast<double>(numbers.rowwise().norm().mean());
  });
}

bool Facts::sees_nothing(int stage) const {
  const auto weights = weights_of(stage);
  return weights && static_cast<engine::Index>(trace_->fully_masked_rows(*weights).size()) ==
                        trace_->stage(*weights).rows;
}

std::string Facts::attention_near(const std::string& address) const {
  engine::StageAddress place = engine::parse_address(address);
  if (place.head >= 0) return address;
  if (example_count_ > 0) place.batch = std::max(place.batch, 0);
  const std::string wanted = std::exchange(place.step, "weights");
  const std::string stream = std::exchange(place.stream, "");
  const int wanted_layer = place.layer;
  place.head = 0;
  for (const engine::Sublayer sublayer : {place.sublayer, engine::Sublayer::kSelf}) {
    place.sublayer = sublayer;
    if (trace_->find(engine::address_of(place))) return engine::address_of(place);
  }
  const bool is_prediction = wanted == "logits" || wanted == "probabilities";
  const bool to_decoder = is_prediction || stream == "target";
  const bool at_end = is_prediction || (place.stack != engine::Stack::kNone && place.layer < 0);
  for (const engine::Stack stack : {to_decoder ? engine::Stack::kDecoder : place.stack,
                                    engine::Stack::kEncoder, engine::Stack::kDecoder}) {
    place.stack = stack;
    const int last = (stack == engine::Stack::kDecoder ? decoder_layers_ : encoder_layers_) - 1;
    place.layer = at_end ? last : std::max(wanted_layer, 0);
    if (trace_->find(engine::address_of(place))) return engine::address_of(place);
  }
  return address;
}

std::optional<int> Facts::weights_of(int stage) const {
  engine::StageAddress place = engine::parse_address(trace_->stage(stage).address);
  if (place.head < 0) return std::nullopt;
  place.step = "weights";
  return trace_->find(engine::address_of(place));
}

const Facts::SliceCheck& Facts::slice_difference(int stage) const {
  constexpr double kMostProducts = 2e8;  // about 20 ms
  return derived_->get<SliceCheck>({"slices", stage}, [&] {
    const auto heads = app::across_heads(*trace_, stage);
    const engine::Stage& first = trace_->stage(stage);
    const engine::Index d_model = trace_->stage(first.inputs.at(0)).columns;
    // Either way multiplies each value of a row by every head's weights.
    const double products_of_row = 2 * static_cast<double>(d_model * first.columns) *
                                   static_cast<double>(std::max<size_t>(heads.size(), 1));
    const auto most = static_cast<engine::Index>(std::max(1.0, kMostProducts / products_of_row));
    const engine::Index rows = std::min(first.rows, most);
    return SliceCheck{engine::largest_slice_difference(*trace_, heads, rows), rows};
  });
}

const engine::ConventionCheck& Facts::conventions(int weights, const engine::MaskConvention& in_force) const {
  return derived_->get<engine::ConventionCheck>(
      {"conventions", weights}, [&] { return engine::compare_conventions(*trace_, weights, in_force); });
}

const app::ParameterCount& Facts::parameters(const engine::Config& config) const {
  return derived_->get<app::ParameterCount>({"parameters"},
                                            [&] { return app::count_parameters(*trace_, config); });
}

}  // namespace views
