// handout_plan.cpp: sorts a trace's stages by their places.
#include "app/export/handout_plan.h"

#include <algorithm>
#include <set>

#include "app/session/steps.h"
#include "engine/core/address.h"
#include "engine/core/letters.h"
#include "engine/text/tokenizer.h"

namespace exporter {
namespace {

using engine::Stack;
using engine::StageAddress;
using engine::StageKind;
using engine::Sublayer;

bool is_parameter(const engine::Stage& stage) {
  return stage.operation->is_given() && stage.row_axis == engine::Axis::kDimensions;
}

// The attention to show: of the focused sub-layer, otherwise the layer's own, otherwise the first.
StageAddress attention_at(const engine::Trace& trace, const std::string& focus) {
  const StageAddress near = engine::parse_address(trace.stage(app::nearest_stage(trace, focus)).address);
  StageAddress best;
  int best_score = -1;
  for (const engine::Stage& stage : trace.stages()) {
    StageAddress place = engine::parse_address(stage.address);
    if (place.head != 0) continue;
    const int score = (place.batch == std::max(near.batch, 0) || place.batch < 0 ? 8 : 0) +
                      (place.stack == near.stack ? 4 : 0) + (place.layer == near.layer ? 2 : 0) +
                      (place.sublayer == near.sublayer ? 1 : 0);
    if (score <= best_score) continue;
    best_score = score;
    best = std::move(place);
  }
  return best;
}

// Sorts the stages around one attention.
class Planner {
 public:
  Planner(const app::Words& words, const engine::Trace& trace, const StageAddress& shown)
      : words_(words), trace_(trace), shown_(shown), has_layers_(has_layers(trace)) {}

  HandoutPlan plan() {
    for (int i = 0; i < trace_.size(); ++i) sort(i);
    const std::string inputs = words_(target_.empty() ? "handout.inputs" : "path.source");
    add_row(plan_.above, {{inputs, inputs_}, {words_("path.target"), target_}});
    add_row(plan_.below, {{words_("handout.together"), together_}, {words_("path.ffn"), feed_forward_}});
    add_row(plan_.below, {{words_("stage.output"), outputs_}});
    if (has_layers_) plan_.heads_title = title();
    add_formulas();
    return std::move(plan_);
  }

 private:
  void sort(int i) {
    const engine::Stage& stage = trace_.stage(i);
    const StageAddress place = engine::parse_address(stage.address);
    if (place.batch >= 0 && place.batch != shown_.batch) return;
    if (stage.column_axis == engine::Axis::kIds) {
      plan_.tokens.push_back(i);
    } else if (place.layer < 0) {
      sort_outside(i, stage, place);
    } else if (place.stack == shown_.stack && place.layer == shown_.layer) {
      sort_inside(i, stage, place);
    }
  }

  // The input, and the output of the stacks.
  void sort_outside(int i, const engine::Stage& stage, const StageAddress& place) {
    const bool is_output = place.stack != Stack::kNone || stage.kind == StageKind::kLogits ||
                           stage.kind == StageKind::kProbabilities;
    if (is_output) {
      if (!is_parameter(stage)) outputs_.push_back(i);
    } else if (place.stream == "target") {
      target_.push_back(i);
    } else if (stage.kind != StageKind::kUnembedding &&
               (stage.address != "embedding.table" || !has_target())) {
      inputs_.push_back(i);
    }
  }

  void sort_inside(int i, const engine::Stage& stage, const StageAddress& place) {
    const bool is_attention = place.sublayer == shown_.sublayer;
    if (is_attention && place.head >= 0) {
      if (static_cast<size_t>(place.head) >= plan_.heads.size()) plan_.heads.emplace_back();
      plan_.heads.at(static_cast<size_t>(place.head)).push_back(i);
    } else if ((has_layers_ && is_parameter(stage)) || stage.kind == StageKind::kNudge) {
      return;
    } else if (is_attention) {
      together_.push_back(i);
    } else if (place.sublayer == Sublayer::kFeedForward) {
      feed_forward_.push_back(i);
    }
  }

  bool has_target() const { return trace_.find("target.input") || trace_.find("batch.0.target.input"); }

  static void add_row(std::vector<std::vector<Strip>>& rows, std::vector<Strip> row) {
    std::erase_if(row, [](const Strip& strip) { return strip.stages.empty(); });
    if (!row.empty()) rows.push_back(std::move(row));
  }

  // "Decoder 1 · Cross-attention".
  std::string title() const {
    const bool encodes = shown_.stack == Stack::kEncoder;
    const std::string layer = words_.nth(shown_.layer);
    return words_(encodes ? "path.encoder" : "path.decoder", {{"layer", layer}}) + " · " +
           words_(shown_.sublayer == Sublayer::kCross ? "path.cross" : "path.self");
  }

  // Heads share their formulas, and so do the two streams.
  void add_formulas() {
    std::set<std::pair<std::string_view, std::string>> seen;
    const auto add = [&](const std::vector<int>& stages) {
      for (const int i : stages) {
        const engine::Stage& stage = trace_.stage(i);
        const bool is_computed = !stage.inputs.empty() || stage.kind == StageKind::kPosition;
        if (!is_computed || stage.operation->is_given()) continue;
        if (seen.emplace(stage.kind.name(), trace_.formula(i)).second) plan_.formulas.push_back(i);
      }
    };
    add(inputs_);
    add(target_);
    if (!plan_.heads.empty()) add(plan_.heads.front());
    for (const auto* stages : {&together_, &feed_forward_, &outputs_}) add(*stages);
  }

  const app::Words& words_;
  const engine::Trace& trace_;
  const StageAddress& shown_;
  bool has_layers_;
  HandoutPlan plan_;
  std::vector<int> inputs_, target_, together_, feed_forward_, outputs_;
};

}  // namespace

bool has_layers(const engine::Trace& trace) {
  return std::any_of(trace.stages().begin(), trace.stages().end(),
                     [](const engine::Stage& stage) { return engine::ends_in(stage.address, "residual"); });
}

HandoutPlan plan_handout(const app::Words& words, const engine::Trace& trace, const std::string& focus) {
  const StageAddress shown = attention_at(trace, focus);
  return Planner(words, trace, shown).plan();
}

std::string letter_of_all_heads(const engine::Trace& trace, const engine::Stage& stage,
                                const engine::Lettering& lettering) {
  std::string letter = engine::letter_of(trace, stage, lettering).symbol;
  const engine::Index head = engine::parse_address(stage.address).head + lettering.first;
  const std::string number = "_{" + std::to_string(head) + "}";
  if (letter.ends_with(number)) letter.resize(letter.size() - number.size());
  return letter;
}

std::vector<TokenList> token_lists(const app::Words& words, const app::Document& document,
                                   const engine::Trace& trace, const HandoutPlan& plan) {
  std::vector<TokenList> lists;
  const auto count = [](const std::vector<std::string>& labels) { return std::to_string(labels.size()); };
  for (const int stage : plan.tokens) {
    const StageAddress place = engine::parse_address(trace.stage(stage).address);
    auto labels = text::token_labels(engine::shown_tokens(trace.sequence(trace.stage(stage).row_sequence)),
                                     static_cast<size_t>(words.counts_from()));
    const bool decoded = document.config.has_decoder() && place.batch < 0 && place.stream != "source";
    const size_t typed = labels.size() - (decoded ? std::min(document.generated.size(), labels.size()) : 0);
    const std::vector<std::string> added(labels.begin() + static_cast<std::ptrdiff_t>(typed), labels.end());
    labels.resize(typed);
    const std::string key = place.stream.empty() ? "handout.tokens" : "handout." + place.stream + "_tokens";
    std::string name = words(key, {{"count", count(labels)}});
    if (place.batch >= 0 && lists.empty()) {
      const std::string tokens = " · " + name;
      name = words("handout.sentence", {{"sentence", words.nth(place.batch)},
                                        {"count", std::to_string(app::example_count(trace))}});
      name += tokens;
    }
    lists.push_back({std::move(name), std::move(labels)});
    if (!added.empty()) lists.push_back({words("handout.generated", {{"count", count(added)}}), added, true});
  }
  return lists;
}

}  // namespace exporter
