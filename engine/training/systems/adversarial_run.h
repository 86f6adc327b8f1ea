// adversarial_run.h: TransGAN learns: a generator, and a judge that tells drawn pictures from real ones.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/training/adamw.h"
#include "engine/training/batch_runner.h"
#include "engine/training/systems/system_task.h"

namespace engine {

// Relativistic pairs (Jolicoeur-Martineau 2019, 1807.00734): softplus(judge(drawn) − judge(real)) for the
// judge, and the reverse for the generator. What the judge says may not change quickly near a picture (a
// penalty, by a difference instead of a second derivative); noise on all that it sees, less and less;
// pictures moved by up to two pixels; weights averaged over the steps.
class AdversarialRun {
 public:
  struct Losses {
    double judge = 0;
    double generator = 0;
  };

  explicit AdversarialRun(const SystemRecipe& recipe);

  const SystemRecipe& recipe() const { return recipe_; }
  int step() const { return step_; }
  bool is_done() const { return step_ >= recipe_.steps; }
  // One step of each; the losses before it.
  Losses advance();

  // The generator's parameters, averaged.
  SystemParameters averaged() const;

 private:
  // One half of the batch, on a core of its own.
  struct Part {
    std::unique_ptr<BatchRunner> drawing, judging, learning;
    Gradients of_judge, of_generator;
    Losses losses;
  };

  double done() const { return static_cast<double>(step_) / recipe_.steps; }
  double rate() const;
  void load_judging(Part& part, Index first);
  void load_learning(Part& part, Index first);
  void average();

  SystemRecipe recipe_;
  Tensors generator_, judge_, all_;
  Tensors averaged_;
  AdamW generators_, judges_;
  std::vector<Part> parts_;
  int step_ = 0;
};

SystemRecipe transgan_recipe();

// Of drawings of all kinds in turn: the part whose nearest shape, among all kinds, sizes and places, is of
// the kind that was asked for; how well it fits; those that are right to the pixel; the kinds among them.
std::vector<SystemFigure> measure_transgan(const SystemParameters& parameters, int count);

// One of each kind.
std::vector<Matrix> drawings_of_kinds(const SystemParameters& parameters);

}  // namespace engine
