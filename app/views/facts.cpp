// facts.cpp: derives what views share, when it is first asked for.
#include "app/views/facts.h"

#include <algorithm>

#include "app/session/steps.h"
#include "engine/text/tokenizer.h"

namespace views {

Facts::Facts(std::shared_ptr<const engine::Trace> trace, const ui::Style& style)
    : trace_(std::move(trace)),
      sequential_(style.sequential()),
      dark_(style.dark),
      fixed_(style.fixed_range) {
  if (!trace_) return;
  labels_ = text::token_labels(trace_->tokens());
  std::vector<std::string> distinct;
  for (const std::string& token : trace_->tokens()) {
    if (std::find(distinct.begin(), distinct.end(), token) == distinct.end()) distinct.push_back(token);
  }
  vocabulary_ = text::token_labels(distinct);
}

std::string Facts::label(engine::Axis axis, engine::Index index) const {
  const auto at = static_cast<size_t>(index);
  switch (axis) {
    case engine::Axis::kTokens:
    case engine::Axis::kQueries:
    case engine::Axis::kKeys:
      return labels_.at(at);
    case engine::Axis::kVocabulary:
      return vocabulary_.at(at);
    default:
      return std::to_string(index);
  }
}

const Facts::Widths& Facts::widths(engine::Axis axis, const ui::TextStyle& style) const {
  const bool of_vocabulary = axis == engine::Axis::kVocabulary;
  const auto [entry, is_new] = widths_.try_emplace({of_vocabulary, style.font, style.size});
  Widths& widths = entry->second;
  if (!is_new) return widths;
  for (const std::string& label : of_vocabulary ? vocabulary_ : labels_) {
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

const engine::HeadHabit& Facts::habit(int head) const {
  const auto known = habits_.find(head);
  if (known != habits_.end()) return known->second;
  const auto weights = weights_of(head);
  const engine::HeadHabit habit =
      weights ? engine::dominant(engine::measure_head(*trace_, *weights)) : engine::HeadHabit{};
  return habits_.emplace(head, habit).first->second;
}

bool Facts::sees_nothing(int head) const {
  const auto weights = weights_of(head);
  return weights && trace_->blind_rows(*weights).size() == labels_.size();
}

std::optional<int> Facts::weights_of(int head) const {
  return trace_->find("encoder.0.self.head." + std::to_string(head) + ".weights");
}

}  // namespace views
