// facts.h: what is derived from a trace once and read by many views: labels, colour scales, habits of heads.
// What takes long of a large trace is measured in the background, and not known until then.
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
  // Facts of no trace are empty. `checkpoint`: the trained model that made the trace, or null: its tokens and
  // classes have names of theirs. `background` must live as long; null: nothing is measured later.
  Facts(std::shared_ptr<const engine::Trace> trace, const ui::Style& style,
        std::shared_ptr<const loaders::Checkpoint> checkpoint = nullptr,
        app::Background* background = nullptr);
  // The same trace in another style: nothing is measured again.
  Facts(const Facts& before, const ui::Style& style);
  // What was derived of the trace: a view's own measures are kept there, too.
  DerivedData& derived() const { return *derived_; }

  // The tokens of one sequence of the trace as they are shown: the₀ cat the₂; none where there is no trace.
  const std::vector<std::string>& labels(int sequence) const;
  // The trained model, and its tokenizer; null where there is none.
  const loaders::Checkpoint* checkpoint() const { return checkpoint_.get(); }
  const text::ModelTokenizer* tokenizer() const;
  // The tokens that the model knows, as they are shown.
  const std::vector<std::string>& vocabulary() const;
  // How a text becomes tokens, word by word; only where there is a tokenizer.
  const engine::Result<std::vector<text::WordSteps>>& word_steps(const std::string& text) const;
  // A row of a stage of probabilities, ordered.
  const NextTokens& next_tokens(int probabilities, engine::Index row, const engine::Sampling& sampling,
                                uint64_t step) const;

  // What stands beside row or column `index` of this axis.
  std::string label(const engine::AxisRef& axis, engine::Index index) const;

  // Widths in pixels of the labels of an axis of tokens, and the largest of them, in this style; measured
  // once a size.
  struct Widths {
    std::vector<float> each;
    float largest = 0;
  };
  const Widths& widths(const engine::AxisRef& axis, const ui::TextStyle& style) const;

  // One scale for a stage and its like in every other head and layer. Until these are measured that of the
  // stage alone, and until that is known an open one.
  const look::ColourScale& scale(int stage) const;
  // Whether the scale is that of all.
  bool is_common_scale(int stage) const;

  // The smallest and largest numbers of a stage; null while they are being measured.
  const engine::Summary* summary(int stage) const;

  // The walk through the example that `address` is of, with the stages of `head`.
  struct Walk {
    std::vector<app::Step> steps;
    std::vector<size_t> groups;  // the first step of each

    // The group that a step is of.
    size_t group_of(size_t step) const;
    // One behind the last step of a group.
    size_t group_end(size_t group) const;
  };
  const Walk& walk(std::string_view address, int head) const;
  // Where an address stands in its walk: its own step, or that which it is an operand of.
  size_t step_of(const Walk& walk, std::string_view address) const;

  // What every stage is called, in order: for finding it by its name.
  const std::vector<std::string>& stage_names(const app::Words& tr) const;

  int head_count() const { return head_count_; }
  // Whether there are encoder or decoder layers, rather than attention alone.
  bool has_layers() const { return has_layers_; }

  // How the numbers of a stage are spread; null while that is being measured.
  const engine::Histogram* histogram(int stage) const;

  // The rows of a stage with their largest numbers, the largest first; null while they are looked for.
  const std::vector<engine::RowPeak>* peaks(int stage) const;

  // What a head was measured to do; `stage` is any stage of it. Nothing is known before is_measured().
  bool is_measured(int stage) const { return find_measured(stage) != nullptr; }
  const engine::HeadMeasures& measures(int stage) const { return measured(stage).measures; }
  const engine::HeadHabit& habit(int stage) const { return measured(stage).habit; }
  // What any map of tokens shows, an average of heads for one.
  const engine::HeadMeasures& map_measures(int stage) const;
  // A stage of a head for an address of none: the weights of the attention of its sub-layer, else of its
  // layer, else that of the layer which reads it or, at the end of a stack, made it. An address of a head is
  // its own.
  std::string attention_near(const std::string& address) const;

  // Which rows of a stage have other numbers than in an earlier trace, ascending; nothing where that has no
  // such stage of this shape, and while they are being looked for.
  using MovedRows = std::optional<std::vector<engine::Index>>;
  const MovedRows& moved_rows(int stage, const std::shared_ptr<const engine::Trace>& earlier) const;
  // Of a stage of differences: the largest, and the rows that moved most.
  const engine::Change& change(int stage) const;
  // How far a stage's numbers spread; of attention weights, how sharp their rows are.
  struct Spread {
    double variance = 0;
    double peak = 0;                // the mean of the rows' largest numbers
    double entropy = 0;             // the mean of the rows' entropies, in nats
    std::vector<double> entropies;  // of each row
  };
  // Null while it is being measured.
  const Spread* spread(int stage) const;
  // The mean length of a stage's rows.
  double row_length(int stage) const;

  // A sentence of the batch compared with itself alone; `config` is the one that the trace was made with.
  std::optional<app::AloneCheck> alone(const engine::Config& config, int example) const {
    return alone_.of(*trace_, config, example);
  }

  // Whether no token sees any key in the head that `stage` is of.
  bool sees_nothing(int stage) const;
  // The attention weights of the head that `stage` is of; nothing where it is of none.
  std::optional<int> weights_of(int stage) const;

  // How far the ways to hide differ in a head, from that in force, which the trace was made with; `weights`
  // is a stage of weights.
  const engine::ConventionCheck& conventions(int weights, const engine::MaskConvention& in_force) const;

  // How far one projection for all heads and a projection per head differ, measured; `stage` is q, k or v of
  // head 0.
  // Of the first `rows` rows: as many as take no longer than a frame or two.
  struct SliceCheck {
    double difference = 0;
    engine::Index rows = 0;
  };
  const SliceCheck& slice_difference(int stage) const;

  // How many numbers the model has; `config` is the one that the trace was made with.
  const app::ParameterCount& parameters(const engine::Config& config) const;

 private:
  struct Measured {
    engine::HeadMeasures measures;
    engine::HeadHabit habit;
  };
  const Measured* find_measured(int stage) const;
  const Measured& measured(int stage) const;
  bool is_slow(int stage) const;
  // The scale of these stages, once their largest number is known.
  std::optional<look::ColourScale> scale_of(const std::string& of, int stage, bool later,
                                            const std::vector<int>& stages) const;
  const look::ColourScale* common_scale(int stage) const;
  void count(const engine::StageAddress& place);

  std::string shown_in_vocabulary(size_t token) const;

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
  std::vector<std::vector<std::string>> labels_;  // of each sequence
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
  // What the style has a part in: cheap to make again.
  mutable std::map<std::tuple<int, const ImFont*, float>, Widths> widths_;  // by sequence; -1: the vocabulary
  mutable std::map<std::string, look::ColourScale> scales_;
  mutable std::map<int, look::ColourScale> own_scales_;
  mutable std::shared_ptr<const engine::Trace> earlier_;  // what rows moved against
  mutable app::AloneChecks alone_;
};

}  // namespace views
