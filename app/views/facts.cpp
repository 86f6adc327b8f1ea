// facts.cpp: derives what views share, when it is first asked for.
#include "app/views/facts.h"

#include <algorithm>

#include "app/session/steps.h"
#include "engine/attention/slices.h"
#include "engine/text/tokenizer.h"

namespace views {

Facts::Facts(std::shared_ptr<const engine::Trace> trace, const ui::Style& style)
    : trace_(std::move(trace)),
      sequential_(style.sequential()),
      dark_(style.dark),
      fixed_(style.fixed_range) {
  if (!trace_) return;
  for (const engine::Sequence& sequence : trace_->sequences()) {
    labels_.push_back(text::token_labels(sequence.tokens));
  }
  for (const std::string& token : trace_->vocabulary()) vocabulary_.push_back(text::visible_token(token));
}

const std::vector<std::string>& Facts::labels(int sequence) const {
  return labels_.at(static_cast<size_t>(sequence));
}

std::string Facts::label(const engine::AxisRef& axis, engine::Index index) const {
  const auto at = static_cast<size_t>(index);
  if (axis.counts_tokens()) return labels(axis.sequence).at(at);
  return axis.kind == engine::Axis::kVocabulary ? vocabulary_.at(at) : std::to_string(index);
}

const Facts::Widths& Facts::widths(const engine::AxisRef& axis, const ui::TextStyle& style) const {
  const bool of_vocabulary = axis.kind == engine::Axis::kVocabulary;
  const auto [entry, is_new] =
      widths_.try_emplace({of_vocabulary ? -1 : axis.sequence, style.font, style.size});
  Widths& widths = entry->second;
  if (!is_new) return widths;
  for (const std::string& label : of_vocabulary ? vocabulary_ : labels(axis.sequence)) {
    widths.each.push_back(ui::text_size(label, style).x);
    widths.largest = std::max(widths.largest, widths.each.back());
  }
  return widths;
}

const exporter::ColourScale& Facts::scale(int stage) const {
  const std::string key = app::in_head(trace_->stage(stage).address, 0);
  const auto known = scales_.find(key);
  if (known != scales_.end()) return known->second;
  const auto like = app::across_heads(*trace_, stage);
  return scales_.emplace(key, exporter::scale_for(*trace_, like, sequential_, dark_, fixed_)).first->second;
}

const engine::HeadHabit& Facts::habit(int stage) const {
  const auto weights = weights_of(stage);
  const auto known = habits_.find(weights.value_or(-1));
  if (known != habits_.end()) return known->second;
  const engine::HeadHabit habit =
      weights ? engine::dominant(engine::measure_head(*trace_, *weights)) : engine::HeadHabit{};
  return habits_.emplace(weights.value_or(-1), habit).first->second;
}

bool Facts::sees_nothing(int stage) const {
  const auto weights = weights_of(stage);
  return weights &&
         static_cast<engine::Index>(trace_->blind_rows(*weights).size()) == trace_->stage(*weights).rows;
}

std::string Facts::attention_near(const std::string& address) const {
  app::Place place = app::place_of(address);
  if (place.head >= 0) return address;
  place.head = 0;
  place.step = "weights";
  place.stream.clear();
  for (const app::Sublayer sublayer : {place.sublayer, app::Sublayer::kSelf}) {
    place.sublayer = sublayer;
    if (trace_->find(app::address_of(place))) return app::address_of(place);
  }
  place.layer = std::max(place.layer, 0);
  for (const app::Stack stack : {place.stack, app::Stack::kEncoder, app::Stack::kDecoder}) {
    place.stack = stack;
    if (trace_->find(app::address_of(place))) return app::address_of(place);
  }
  return address;
}

std::optional<int> Facts::weights_of(int stage) const {
  app::Place place = app::place_of(trace_->stage(stage).address);
  if (place.head < 0) return std::nullopt;
  place.step = "weights";
  return trace_->find(app::address_of(place));
}

double Facts::slice_difference(int stage) const {
  const auto [entry, is_new] = slice_differences_.try_emplace(stage);
  if (is_new) entry->second = engine::largest_slice_difference(*trace_, app::across_heads(*trace_, stage));
  return entry->second;
}

}  // namespace views
