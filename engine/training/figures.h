// figures.h: what a model has learned, measured on examples that it never saw.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/training/task.h"
#include "engine/training/trained_model.h"

namespace engine {

// Examples of one group, and how many were right: in every row that counts, the right label has the largest
// logit. Of a translation that is the same as writing it word by word without a mistake. Of a task whose rows
// are counted (Counted::kRows), rows in the place of examples.
struct GroupFigure {
  Index examples = 0;
  Index right = 0;

  void add(const GroupFigure& other) {
    examples += other.examples;
    right += other.right;
  }
  double share() const {
    return examples == 0 ? 0 : static_cast<double>(right) / static_cast<double>(examples);
  }
};

// How much weight one head puts where an aim says, mean over all rows that it speaks of.
struct HeadFigure {
  std::string head;  // "decoder.0.cross.head.1"
  double weight = 0;
};

struct AimFigure {
  Index rows = 0;
  std::vector<HeadFigure> heads;  // every head of the attentions that the aim is measured in
  std::vector<HeadFigure>
      layers;  // by layer ("decoder.0.cross"): the mean of the greatest of its heads' weights

  // The head, and the layer, with the largest weight. Only where there are rows.
  const HeadFigure& best_head() const;
  const HeadFigure& best_layer() const;
};

struct Figures {
  double loss = 0;                  // mean over the rows with a label
  double exact = 0;                 // share of right examples, of the groups that count
  std::vector<GroupFigure> groups;  // as Task::groups()
  std::vector<AimFigure> aims;      // as Task::aims()
};

// Runs `cases` of `task` through the model. Figures of no example where `stop` was requested.
Figures measure(const TrainedModel& model, const Task& task, std::span<const TaskCase> cases,
                const std::stop_token& stop = {});

}  // namespace engine
