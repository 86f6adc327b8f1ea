// facts.h: facts about a trace that many views share, derived once: labels, colour scales, head patterns.
// What is slow for a large trace is measured in the background, and not known until then.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/look/colour_map.h"
#include "app/session/alone.h"
#include "app/session/background.h"
#include "app/session/parameters.h"
#include "app/session/steps.h"
#include "app/ui/style.h"
#include "app/views/core/derived_data.h"
#include "app/views/core/next_tokens.h"
#include "engine/analysis/change.h"
#include "engine/analysis/head_measures.h"
#include "engine/analysis/histogram.h"
#include "engine/analysis/mask_conventions.h"
#include "engine/analysis/row_peaks.h"
#include "engine/core/trace.h"
#include "engine/text/model_tokenizer.h"

namespace loaders {
struct Checkpoint;
}

namespace views {

class Facts {
 public:
  // Without a trace the facts are empty. `checkpoint`: the trained model that made the trace, or null: its
  // tokens and classes have their own names. `background` must outlive it; null: nothing is measured later.
  Facts(std::shared_ptr<const engine::Trace> trace, const ui::Style& style,
        std::shared_ptr<const loaders::Checkpoint> checkpoint = nullptr,
        app::Background* background = nullptr);
  // The same trace in another style: nothing is measured again.
  Facts(const Facts& before, const ui::Style& style);
  // Data derived from the trace: views also keep their own measures there.
  DerivedData& derived() const { return *derived_; }

  // The displayed tokens of one sequence of the trace: the₁ cat the₃; empty without a trace.
  const std::vector<std::string>& labels(int sequence) const;
  // The trained model, and its tokenizer; null if there is none.
  const loaders::Checkpoint* checkpoint() const { return checkpoint_.get(); }
  const text::ModelTokenizer* tokenizer() const;
  // The displayed tokens of the vocabulary.
  const std::vector<std::string>& vocabulary() const;
  // How a text becomes tokens, word by word; only if there is a tokenizer.
  const engine::Result<std::vector<text::WordSteps>>& word_steps(const std::string& text) const;
  // A sorted row of a stage of probabilities.
  const NextTokens& next_tokens(int probabilities, engine::Index row, const engine::Sampling& sampling,
                                uint64_t step) const;

  // What is written behind the last token, in labels that say what is predicted; "?" if this is not said.
  void say_written_next(std::string token) { written_next_ = std::move(token); }

  // The label of row or column `index` of this axis.
  std::string label(const engine::AxisRef& axis, engine::Index index) const;

  // Widths in pixels of the labels of a token axis, and the largest of them, in this style; measured once per
  // size.
  struct Widths {
    std::vector<float> each;
    float largest = 0;
  };
  const Widths& widths(const engine::AxisRef& axis, const ui::TextStyle& style) const;

  // One scale for a stage and the corresponding stages in all other heads of its layer; where layers are seen
  // side by side, in all heads of all layers. Until these are measured the scale of the stage alone, and
  // until that is known an open one.
  const look::ColourScale& scale(int stage) const;
  const look::ColourScale& scale_of_layers(int stage) const;
  // The scale of the stage alone, for what is only compared with itself.
  const look::ColourScale& own_scale(int stage) const;
  // Whether the scale already covers all heads.
  bool is_common_scale(int stage) const;

  // The smallest and largest values of a stage; null while they are being measured.
  const engine::Summary* summary(int stage) const;

  // The walk through the example that `address` belongs to, with the stages of `head`. Of the labs only `lab`
  // has steps in it, or that of the address.
  struct Walk {
    std::vector<app::Step> steps;
    std::vector<size_t> groups;  // the first step of each

    // The group that a step belongs to.
    size_t group_of(size_t step) const;
    // One past the last step of a group.
    size_t group_end(size_t group) const;
  };
  const Walk& walk(std::string_view address, int head, std::string_view lab = {}) const;
  // The position of an address in its walk: its own step, or the step that it is an operand of.
  size_t step_of(const Walk& walk, std::string_view address) const;

  // Every stage's name, in order: for finding it by name.
  const std::vector<std::string>& stage_names(const app::Words& tr) const;

  int head_count() const { return head_count_; }
  // Whether there are encoder or decoder layers, not just attention alone.
  bool has_layers() const { return has_layers_; }

  // The distribution of a stage's values; null while it is being measured.
  const engine::Histogram* histogram(int stage) const;

  // The rows of a stage with their largest values, largest first; null while they are being searched.
  const std::vector<engine::RowPeak>* peaks(int stage) const;

  // What a head was measured to do; `stage` is any stage of it. Nothing is known before is_measured().
  bool is_measured(int stage) const { return find_measured(stage) != nullptr; }
  const engine::HeadMeasures& measures(int stage) const { return measured(stage).measures; }
  const engine::HeadHabit& habit(int stage) const { return measured(stage).habit; }
  // Whether a measure counts in any row of such a map; not yet while that is being searched.
  bool applies(engine::RowMeasure measure, int weights) const;
  // The measures of any token map, such as an average of heads.
  const engine::HeadMeasures& map_measures(int stage) const;
  // A stage of a head for an address outside any: the weights of the attention of its sub-layer, otherwise of
  // its layer, otherwise of the layer that reads it or, at the end of a stack, made it. An address in a head
  // is returned unchanged.
  std::string attention_near(const std::string& address) const;

  // Whether a stage's numbers differ from those of a pinned run, or it has no such stage of this shape; not
  // yet while they are being compared, and never without a run.
  bool differs(int stage, const std::shared_ptr<const engine::Trace>& pinned) const;

  // The rows of a stage whose values differ from an earlier trace, ascending; nullopt if that has no such
  // stage of this shape, and while they are being searched.
  using MovedRows = std::optional<std::vector<engine::Index>>;
  const MovedRows& moved_rows(int stage, const std::shared_ptr<const engine::Trace>& earlier) const;
  // For a stage of differences: the largest, and the rows that moved most.
  const engine::Change& change(int stage) const;
  // The spread of a stage's values; for attention weights, how sharp their rows are.
  struct Spread {
    double variance = 0;
    double peak = 0;                // the mean of the rows' largest values
    double entropy = 0;             // the mean of the rows' entropies, in nats
    std::vector<double> entropies;  // by row
  };
  // Null while it is being measured.
  const Spread* spread(int stage) const;
  // How differently two heads read the same tokens, by engine/analysis/likeness.h: their weights are stages
  // of one shape. Nullopt while it is being measured.
  std::optional<double> divergence(int one, int other) const;
  // The mean length of a stage's rows.
  double row_length(int stage) const;

  // A sentence of the batch compared with itself alone; `config` is the one that the trace was made with.
  std::optional<app::AloneCheck> alone(const engine::Config& config, int example) const {
    return alone_.of(*trace_, config, example);
  }

  // The examples of a batch; 0 without one.
  int example_count() const { return example_count_; }
  // Whether every row is fully masked in the head of `stage`.
  bool sees_nothing(int stage) const;
  // The attention weights of the head of `stage`; nullopt if it is in none.
  std::optional<int> weights_of(int stage) const;

  // How far the mask conventions differ in a head, from the one that the trace was made with; `weights` is a
  // stage of weights.
  const engine::ConventionCheck& conventions(int weights, const engine::MaskConvention& in_force) const;

  // The measured difference between one projection for all heads and one per head; `stage` is q, k or v of
  // head 0.
  // For the first `rows` rows: as many as take no longer than a frame or two.
  struct SliceCheck {
    double difference = 0;
    engine::Index rows = 0;
  };
  const SliceCheck& slice_difference(int stage) const;

  // The number of parameters of the model; `config` is the one that the trace was made with.
  const app::ParameterCount& parameters(const engine::Config& config) const;

 private:
  void label_tokens();

  struct Measured {
    engine::HeadMeasures measures;
    engine::HeadHabit habit;
  };
  const Measured* find_measured(int stage) const;
  const Measured& measured(int stage) const;
  bool is_slow(int stage) const;
  // The scale of these stages, once their largest value is known.
  std::optional<look::ColourScale> scale_of(const std::string& of, int stage, bool later,
                                            const std::vector<int>& stages) const;
  // One scale for `all`, which `of` names, once it is known; `stage` is one of them.
  const look::ColourScale* common_scale(const std::string& of, int stage, const std::vector<int>& all) const;
  const look::ColourScale* scale_of_heads(int stage) const;
  void count(const engine::StageAddress& place);
  // Whether the labels of an axis say what its tokens predict.
  bool says_predicted(const engine::AxisRef& axis) const;

  std::string shown_in_vocabulary(size_t token) const;
  // A token's name, or the simplified form of a traditional character where the window's script is that.
  std::string in_script(engine::Index token, std::string name) const;

  std::shared_ptr<const engine::Trace> trace_;
  std::shared_ptr<DerivedData> derived_;  // never null
  int head_count_ = 0;
  int example_count_ = 0;
  int encoder_layers_ = 0;
  int decoder_layers_ = 0;
  bool has_layers_ = false;
  look::ColourMap sequential_;
  bool dark_;
  bool fixed_;
  bool predicted_rows_;
  bool simplified_;
  std::string written_next_ = "?";
  int counts_from_;
  std::vector<std::vector<std::string>> labels_;  // by sequence
  std::vector<bool> predicts_;                    // by sequence: whether a decoder reads it
  std::shared_ptr<const loaders::Checkpoint> checkpoint_;
  struct StepsOfText {
    std::string text;
    engine::Result<std::vector<text::WordSteps>> steps;
  };
  mutable std::optional<StepsOfText> word_steps_;
  struct OrderedRow {
    engine::Sampling sampling;
    uint64_t step = 0;
    NextTokens next;
  };
  mutable std::optional<OrderedRow> ordered_;
  // What depends on the style: cheap to recompute.
  // By sequence (-1: the vocabulary), and whether its labels say what is predicted.
  mutable std::map<std::tuple<int, bool, const ImFont*, float>, Widths> widths_;
  mutable std::map<std::string, look::ColourScale> scales_;
  mutable std::map<int, look::ColourScale> own_scales_;
  mutable std::shared_ptr<const engine::Trace> earlier_;  // the trace that rows were compared with
  mutable std::shared_ptr<const engine::Trace> pinned_;   // the one that whole stages were compared with
  mutable app::AloneChecks alone_;
};

}  // namespace views
