// figures.cpp: batches of held-out examples, their logits compared with their labels, their maps with what
// they should show.
#include "engine/training/figures.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/core/address.h"
#include "engine/core/parallel.h"
#include "engine/training/batch_pass.h"
#include "engine/training/run.h"

namespace engine {
namespace {

std::string layer_of(AimedAttention attention, Index layer) {
  switch (attention) {
    case AimedAttention::kEncoder:
      return "encoder." + std::to_string(layer) + ".self";
    case AimedAttention::kDecoder:
      return "decoder." + std::to_string(layer) + ".self";
    case AimedAttention::kCross:
      break;
  }
  return "decoder." + std::to_string(layer) + ".cross";
}

// The maps of one layer's heads, where an aim is measured.
struct AimedLayer {
  size_t aim = 0;
  std::string address;
  std::vector<std::string> maps;  // of each head
};

std::vector<AimedLayer> aimed_layers(const Config& config, std::span<const Aim> aims) {
  std::vector<AimedLayer> layers;
  for (size_t aim = 0; aim < aims.size(); ++aim) {
    const bool is_encoder = aims[aim].attention == AimedAttention::kEncoder;
    const Index count = is_encoder ? config.encoder_layers : config.decoder_layers;
    for (Index i = 0; i < count; ++i) {
      AimedLayer& layer = layers.emplace_back();
      layer.aim = aim;
      layer.address = layer_of(aims[aim].attention, i);
      for (Index head = 0; head < config.n_heads; ++head)
        layer.maps.push_back(head_in(layer.address, static_cast<int>(head)) + ".weights");
    }
  }
  return layers;
}

// Sums over examples; those of parts are added in order.
struct Sums {
  double loss = 0;
  Index rows = 0;
  std::vector<GroupFigure> groups;
  std::vector<Index> aimed_rows;             // of each aim
  std::vector<std::vector<double>> by_head;  // of each aimed layer, of each head
  std::vector<double> by_greatest;           // of each aimed layer

  void add(const Sums& other) {
    loss += other.loss;
    rows += other.rows;
    for (size_t i = 0; i < groups.size(); ++i) groups[i].add(other.groups[i]);
    for (size_t i = 0; i < aimed_rows.size(); ++i) aimed_rows[i] += other.aimed_rows[i];
    for (size_t i = 0; i < by_head.size(); ++i) {
      for (size_t head = 0; head < by_head[i].size(); ++head) by_head[i][head] += other.by_head[i][head];
      by_greatest[i] += other.by_greatest[i];
    }
  }
};

bool is_right(const ConstView& logits, const TaskCase& example) {
  const auto says = [&](Index row) {
    Index best = 0;
    logits.row(row).maxCoeff(&best);
    return best == example.labels[static_cast<size_t>(row)];
  };
  for (size_t i = 0; i < example.scored.size(); ++i) {
    const Index row = example.scored[i];
    const Index rival = example.rivals.empty() ? kNoLabel : example.rivals[i];
    const Index label = example.labels[static_cast<size_t>(row)];
    if (rival == kNoLabel ? !says(row) : logits(row, label) <= logits(row, rival)) return false;
  }
  if (!example.scored.empty()) return true;
  for (size_t row = 0; row < example.labels.size(); ++row) {
    if (example.labels[row] != kNoLabel && !says(static_cast<Index>(row))) return false;
  }
  return true;
}

// The rows with a label, each on its own.
GroupFigure right_rows(const ConstView& logits, const TaskCase& example) {
  GroupFigure figure;
  for (size_t row = 0; row < example.labels.size(); ++row) {
    if (example.labels[row] == kNoLabel) continue;
    Index best = 0;
    logits.row(static_cast<Index>(row)).maxCoeff(&best);
    ++figure.examples;
    if (best == example.labels[row]) ++figure.right;
  }
  return figure;
}

class Measurement {
 public:
  Measurement(const TrainedModel& model, const Task& task)
      : model_(model),
        task_(task),
        layers_(aimed_layers(model.config(), task.aims())),
        chunk_(chunk_examples(task)) {
    std::vector<std::string> kept;
    for (const AimedLayer& layer : layers_) kept.insert(kept.end(), layer.maps.begin(), layer.maps.end());
    plan_ = std::make_shared<const BatchPlan>(
        plan_batch(model, {chunk_, task.source_length(), task.target_length()}, false, kept));
  }

  Figures run(std::span<const TaskCase> cases, const std::stop_token& stop) const {
    const auto chunks = (static_cast<Index>(cases.size()) + chunk_ - 1) / chunk_;
    const Index parts = std::min(cores(), std::max<Index>(1, chunks));
    std::vector<Sums> sums(static_cast<size_t>(chunks), empty());
    parallel_for(parts, [&](Index part) {
      BatchPass pass(model_, plan_);
      for (Index chunk = part; chunk < chunks && !stop.stop_requested(); chunk += parts) {
        const auto first = static_cast<size_t>(chunk * chunk_);
        add_chunk(pass, cases.subspan(first, std::min(static_cast<size_t>(chunk_), cases.size() - first)),
                  sums[static_cast<size_t>(chunk)]);
      }
    });
    if (stop.stop_requested()) return {};
    Sums all = empty();
    for (const Sums& part : sums) all.add(part);
    return figures_of(all);
  }

 private:
  Sums empty() const {
    Sums sums;
    sums.groups.resize(task_.groups().size());
    sums.aimed_rows.resize(task_.aims().size());
    for (const AimedLayer& layer : layers_) sums.by_head.emplace_back(layer.maps.size());
    sums.by_greatest.resize(layers_.size());
    return sums;
  }

  void add_chunk(BatchPass& pass, std::span<const TaskCase> cases, Sums& sums) const {
    pass.load(cases, task_.vocabulary().padding);
    const BatchLoss loss = pass.forward();
    sums.loss += loss.sum;
    sums.rows += loss.rows;
    for (size_t i = 0; i < cases.size(); ++i) {
      const TaskCase& example = cases[i];
      GroupFigure& group = sums.groups[static_cast<size_t>(example.group)];
      const ConstView logits = pass.logits(static_cast<Index>(i));
      group.add(task_.counted() == Counted::kRows ? right_rows(logits, example)
                                                  : GroupFigure{1, is_right(logits, example) ? 1 : 0});
      for (const AimedRow& aimed : example.aims) {
        ++sums.aimed_rows[static_cast<size_t>(aimed.aim)];
        add_aimed(pass, static_cast<Index>(i), aimed, sums);
      }
    }
  }

  void add_aimed(const BatchPass& pass, Index example, const AimedRow& aimed, Sums& sums) const {
    for (size_t i = 0; i < layers_.size(); ++i) {
      if (layers_[i].aim != static_cast<size_t>(aimed.aim)) continue;
      double greatest = 0;
      for (size_t head = 0; head < layers_[i].maps.size(); ++head) {
        const ConstView map = pass.of_example(*pass.find(layers_[i].maps[head]), example);
        double weight = 0;
        for (size_t key = 0; key < aimed.keys.size(); ++key) {
          const double part = aimed.parts.empty() ? 1 : aimed.parts[key];
          weight += part * map(aimed.row, aimed.keys[key]);
        }
        sums.by_head[i][head] += weight;
        greatest = std::max(greatest, weight);
      }
      sums.by_greatest[i] += greatest;
    }
  }

  Figures figures_of(const Sums& sums) const {
    Figures figures;
    figures.groups = sums.groups;
    figures.loss = sums.rows == 0 ? 0 : sums.loss / static_cast<double>(sums.rows);
    GroupFigure counted;
    for (size_t i = 0; i < sums.groups.size(); ++i) {
      if (task_.groups()[i].is_counted) counted.add(sums.groups[i]);
    }
    figures.exact = counted.share();
    figures.aims.resize(task_.aims().size());
    for (size_t i = 0; i < layers_.size(); ++i) {
      AimFigure& aim = figures.aims[layers_[i].aim];
      aim.rows = sums.aimed_rows[layers_[i].aim];
      const auto rows = static_cast<double>(std::max<Index>(1, aim.rows));
      aim.layers.push_back({layers_[i].address, sums.by_greatest[i] / rows});
      for (size_t head = 0; head < layers_[i].maps.size(); ++head)
        aim.heads.push_back(
            {head_in(layers_[i].address, static_cast<int>(head)), sums.by_head[i][head] / rows});
    }
    return figures;
  }

  const TrainedModel& model_;
  const Task& task_;
  std::vector<AimedLayer> layers_;
  Index chunk_;
  std::shared_ptr<const BatchPlan> plan_;
};

}  // namespace

const HeadFigure& AimFigure::best_head() const {
  return *std::ranges::max_element(heads, {}, &HeadFigure::weight);
}

const HeadFigure& AimFigure::best_layer() const {
  return *std::ranges::max_element(layers, {}, &HeadFigure::weight);
}

Figures measure(const TrainedModel& model, const Task& task, std::span<const TaskCase> cases,
                const std::stop_token& stop) {
  return Measurement(model, task).run(cases, stop);
}

}  // namespace engine
