// adversarial_run.cpp: the judge's step, then the generator's through a judge that stays as it is.
#include "engine/training/systems/adversarial_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/draw.h"
#include "engine/core/parallel.h"
#include "engine/ops/drawing.h"
#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/vision/run.h"
#include "engine/vision/transgan.h"

namespace engine {
namespace {

constexpr const char* kNote = "note.trained";
constexpr int kReach = 2;  // pixels that a picture is moved by, at most
constexpr float kNear = 0.05F;
constexpr world::SceneRules kOneFigure = {.most = 1};

std::string outside_name(const Stage& stage) {
  return is_from_outside(stage) ? stage.address : std::string();
}

Tensors tensors_of(const LayNetwork& lay, uint64_t seed) {
  return SystemParameters(transgan_system(), parameter_names(lay), seed).tensors();
}

// Gives parameters by name.
Network::Source source_of(const Tensors& tensors) {
  return [&tensors](const ParameterName& name) -> Parameter {
    return std::ranges::find(tensors, name.name, [](const Tensor& tensor) { return tensor.name.name; })
        ->numbers;
  };
}

int asked_input(Network& network) {
  return network.input("asked", 1, kAskedNumbers, network.named({"z"}));
}

void lay_generator(const Network::Source& source) {
  TraceBuilder builder({}, {});
  Network network(builder, "", source, kNote);
  add_generator(network, asked_input(network));
}

void lay_judge(const Network::Source& source) {
  TraceBuilder builder({}, {});
  Network network(builder, "", source, kNote);
  add_judge(network, add_picture(network, Matrix::Zero(kPicture.pixels(), kPictureChannels)));
}

// What the judge says of a picture as the kind that is asked for: (1, 1).
int judged(Network& judge, const PictureMap& picture, int kind) {
  return judge.number("as_asked", scores(), {add_judge(judge, picture), kind});
}

PictureMap input_picture(Network& network, const std::string& name) {
  return {network.input(name, kPicture.pixels(), kPictureChannels, network.pixels_of(kPicture)), kPicture};
}

int kind_input(Network& network) {
  return network.input("kind", 1, world::kKinds, network.named({"kind"}));
}

std::shared_ptr<const BatchPlan> plan_drawing(const Tensors& generator, Index examples) {
  TraceBuilder builder({}, {});
  Network network(builder, "", source_of(generator), kNote);
  const int picture = add_generator(network, asked_input(network)).stage;
  const auto trace = std::move(builder).build();
  return std::make_shared<const BatchPlan>(
      plan_batch({trace, picture, generator, outside_name}, {.examples = examples}, false));
}

// softplus(drawn − real), and a penalty times what a small change of either changes.
std::shared_ptr<const BatchPlan> plan_judging(const Tensors& judge, Index examples) {
  TraceBuilder builder({}, {});
  Network network(builder, "", source_of(judge), kNote);
  const int kind = kind_input(network);
  const auto said_of = [&](const std::string& name) {
    Network own(builder, name + ".", source_of(judge), kNote);
    return judged(own, input_picture(network, name), kind);
  };
  const int real = said_of("real");
  const int drawn = said_of("drawn");
  const int real_change = network.number("real.change", squared_rows(), {real, said_of("real_near")});
  const int drawn_change = network.number("drawn.change", squared_rows(), {drawn, said_of("drawn_near")});
  constexpr double kBySquare = 1.0 / (double{kNear} * double{kNear});
  const int change =
      network.number("change", weighted_total({kBySquare, kBySquare}), {real_change, drawn_change});
  const int penalty = network.input("penalty", 1, 1, network.named({"penalty"}));
  const int fined = network.number("fined", multiply_numbers(), {change, penalty});
  const int gap = network.number("gap", difference(), {drawn, real});
  const int pairs = network.number("pairs", softplus(), {gap});
  const int loss = network.number("loss", weighted_total({1, 1}), {pairs, fined});
  const auto trace = std::move(builder).build();
  return std::make_shared<const BatchPlan>(
      plan_batch({trace, loss, judge, outside_name}, {.examples = examples}, true));
}

// softplus(real − drawn), through pictures that are moved and noisy; the judge stays as it is.
std::shared_ptr<const BatchPlan> plan_learning(const Tensors& all, Index examples) {
  TraceBuilder builder({}, {});
  const Network::Source source = source_of(all);
  Network network(builder, "", source, kNote);
  const int kind = kind_input(network);
  const int sequence = network.pixels_of(kPicture);
  const Index pixels = kPicture.pixels();
  const int picture = add_generator(network, asked_input(network)).stage;
  const Matrix ground = world::palette_pixels(Matrix::Zero(1, 1));
  const int framed = network.apply("framed", stack_rows(),
                                   {network.constant("ground", ground, network.named({"ground"})), picture},
                                   pixels + 1, kPictureChannels, network.numbered("framed", pixels + 1));
  const int moved = network.lookup("moved", network.input("places", pixels, 1, sequence), framed);
  const int noisy = network.add("noisy", {moved, network.input("noise", pixels, kPictureChannels, sequence)});
  Network of_drawn(builder, "drawn.", source, kNote);
  Network of_real(builder, "real.", source, kNote);
  const int drawn = judged(of_drawn, {noisy, kPicture}, kind);
  const int real = judged(of_real, input_picture(network, "real"), kind);
  const int loss = network.number("loss", softplus(), {network.number("gap", difference(), {real, drawn})});
  const auto trace = std::move(builder).build();
  const auto stays = [](const Tensor& tensor) { return is_of_judge(tensor.name.name); };
  return std::make_shared<const BatchPlan>(
      plan_batch({trace, loss, all, outside_name, stays}, {.examples = examples}, true));
}

// Of each pixel the row that it gets when a picture moves: 0 is the ground, 1 the first pixel.
Matrix places_of(int across, int down) {
  Matrix places(kPicture.pixels(), 1);
  for (int y = 0; y < world::kSide; ++y) {
    for (int x = 0; x < world::kSide; ++x) {
      const int from_y = y + down;
      const int from_x = x + across;
      const bool is_inside = from_y >= 0 && from_x >= 0 && from_y < world::kSide && from_x < world::kSide;
      places(y * world::kSide + x, 0) =
          is_inside ? static_cast<float>(1 + from_y * world::kSide + from_x) : 0.0F;
    }
  }
  return places;
}

Matrix random_places(Draw& choices) {
  const auto step = [&] { return static_cast<int>(choices.below(2 * kReach + 1)) - kReach; };
  const int across = step();
  return places_of(across, step());
}

Matrix moved_picture(const Matrix& pixels, const Matrix& places) {
  const Matrix ground = world::palette_pixels(Matrix::Zero(1, 1));
  Matrix moved(pixels.rows(), pixels.cols());
  for (Index i = 0; i < pixels.rows(); ++i) {
    const auto row = static_cast<Index>(places(i, 0));
    if (row == 0) {
      moved.row(i) = ground.row(0);
    } else {
      moved.row(i) = pixels.row(row - 1);
    }
  }
  return moved;
}

Matrix noisy_picture(Matrix pixels, float size, Draw& choices) {
  world::add_noise(pixels, size, choices);
  return pixels;
}

Matrix one_hot(int kind) {
  Matrix row = Matrix::Zero(1, world::kKinds);
  row(0, kind) = 1;
  return row;
}

Matrix drawn_latent(Draw& choices) {
  Matrix latent = Matrix::Zero(1, kLatentNumbers);
  world::add_noise(latent, 1, choices);
  return latent;
}

// A real picture, and what is asked for beside it: the same kind.
struct Pair {
  Matrix real;
  Matrix asked;
  int kind = 0;
};

Pair draw_pair(Draw& choices) {
  const world::Scene scene = world::draw_scene(choices, kOneFigure);
  const int kind = world::kind_of(scene.figures.front());
  return {world::pixels_of(scene), asked_of(drawn_latent(choices), kind), kind};
}

Tensors copied(const Tensors& tensors) {
  Tensors copies;
  copies.reserve(tensors.size());
  for (const Tensor& tensor : tensors)
    copies.push_back({tensor.name, std::make_shared<Matrix>(*tensor.numbers)});
  return copies;
}

void put(BatchRunner& runner, const char* name, Index example, const Matrix& numbers) {
  runner.input(runner.plan().inputs.at(name), example) = numbers;
}

// Forward, and back to the gradients, each example with the same share; the sum of its losses.
double pass(BatchRunner& runner, float share, Gradients& gradients) {
  runner.forward();
  runner.whole(runner.plan().seed.value()).setConstant(share);
  runner.backward(gradients);
  return runner.whole(runner.plan().end).cast<double>().sum();
}

}  // namespace

SystemRecipe transgan_recipe() {
  SystemRecipe recipe;
  recipe.optimiser = {.rate = 5e-4,
                      .warmup = 100,
                      .schedule = RateSchedule::kConstant,
                      .final_share = 0.1,
                      .beta1 = 0,
                      .beta2 = 0.99,
                      .decay = 0,
                      .clip = 0};
  recipe.batch = 32;
  recipe.chunk = 16;
  recipe.steps = 8650;
  return recipe;
}

AdversarialRun::AdversarialRun(const SystemRecipe& recipe)
    : recipe_(recipe),
      generator_(tensors_of(lay_generator, recipe.seed)),
      judge_(tensors_of(lay_judge, recipe.seed)),
      all_(generator_),
      averaged_(copied(generator_)),
      generators_(generator_, recipe.optimiser),
      judges_(judge_, recipe.optimiser),
      parts_(static_cast<size_t>(recipe.batch / recipe.chunk)) {
  all_.insert(all_.end(), judge_.begin(), judge_.end());
  const auto drawing = plan_drawing(generator_, recipe.chunk);
  const auto judging = plan_judging(judge_, recipe.chunk);
  const auto learning = plan_learning(all_, recipe.chunk);
  for (Part& part : parts_) {
    part.drawing = std::make_unique<BatchRunner>(generator_, drawing);
    part.judging = std::make_unique<BatchRunner>(judge_, judging);
    part.learning = std::make_unique<BatchRunner>(all_, learning);
    part.of_judge = zero_gradients(judge_);
    part.of_generator = zero_gradients(all_);
  }
}

// The warm-up, the height, and over the last 40 % down to a tenth.
double AdversarialRun::rate() const {
  constexpr double kFalls = 0.6;
  const double part =
      done() < kFalls ? 1 : 1 - (1 - recipe_.optimiser.final_share) * (done() - kFalls) / (1 - kFalls);
  return part * learning_rate(recipe_.optimiser, step_, recipe_.steps, 1);
}

void AdversarialRun::load_judging(Part& part, Index first) {
  const RandomStream stream(recipe_.seed, "judge");
  const auto noise = static_cast<float>(0.06 * (1 - 0.75 * done()));
  const auto penalty = static_cast<float>(0.1 * (1 - 0.7 * done()));
  std::vector<Pair> pairs;
  const auto choices_of = [&](Index i) {
    return Draw(stream, static_cast<uint64_t>(step_) * static_cast<uint64_t>(recipe_.batch) +
                            static_cast<uint64_t>(first + i));
  };
  std::vector<Draw> choices;
  for (Index i = 0; i < recipe_.chunk; ++i) {
    choices.push_back(choices_of(i));
    pairs.push_back(draw_pair(choices.back()));
    put(*part.drawing, "asked", i, pairs.back().asked);
  }
  part.drawing->forward();
  for (Index i = 0; i < recipe_.chunk; ++i) {
    const auto at = static_cast<size_t>(i);
    Draw& own = choices[at];
    const Matrix drawn = part.drawing->of_example(part.drawing->plan().end, i);
    const auto seen = [&](const Matrix& pixels) {
      const Matrix places = random_places(own);
      return noisy_picture(moved_picture(pixels, places), noise, own);
    };
    const Matrix real = seen(pairs[at].real);
    const Matrix fake = seen(drawn);
    put(*part.judging, "real", i, real);
    put(*part.judging, "drawn", i, fake);
    put(*part.judging, "real_near", i, noisy_picture(real, kNear, own));
    put(*part.judging, "drawn_near", i, noisy_picture(fake, kNear, own));
    put(*part.judging, "kind", i, one_hot(pairs[at].kind));
    put(*part.judging, "penalty", i, Matrix::Constant(1, 1, penalty));
  }
}

void AdversarialRun::load_learning(Part& part, Index first) {
  const RandomStream stream(recipe_.seed, "generator");
  const auto noise = static_cast<float>(0.06 * (1 - 0.75 * done()));
  for (Index i = 0; i < recipe_.chunk; ++i) {
    Draw choices(stream, static_cast<uint64_t>(step_) * static_cast<uint64_t>(recipe_.batch) +
                             static_cast<uint64_t>(first + i));
    const Pair pair = draw_pair(choices);
    put(*part.learning, "asked", i, pair.asked);
    put(*part.learning, "kind", i, one_hot(pair.kind));
    const Matrix places = random_places(choices);
    put(*part.learning, "real", i, noisy_picture(moved_picture(pair.real, places), noise, choices));
    put(*part.learning, "places", i, random_places(choices));
    put(*part.learning, "noise", i,
        noisy_picture(Matrix::Zero(kPicture.pixels(), kPictureChannels), noise, choices));
  }
}

AdversarialRun::Losses AdversarialRun::advance() {
  const float share = 1.0F / static_cast<float>(recipe_.batch);
  const auto each_part = [&](auto work) {
    parallel_for(static_cast<Index>(parts_.size()),
                 [&](Index i) { work(parts_[static_cast<size_t>(i)], i * recipe_.chunk); });
  };
  const auto summed = [&](Gradients Part::*own, size_t count) {
    Gradients sum((parts_.front().*own).begin(),
                  (parts_.front().*own).begin() + static_cast<std::ptrdiff_t>(count));
    for (size_t part = 1; part < parts_.size(); ++part) {
      for (size_t tensor = 0; tensor < count; ++tensor) sum[tensor] += (parts_[part].*own)[tensor];
    }
    return sum;
  };
  each_part([&](Part& part, Index first) {
    load_judging(part, first);
    part.losses.judge = pass(*part.judging, share, part.of_judge);
  });
  const Gradients of_judge = summed(&Part::of_judge, judge_.size());
  judges_.step(judge_, of_judge, gradient_length(of_judge), rate());
  each_part([&](Part& part, Index first) {
    load_learning(part, first);
    part.losses.generator = pass(*part.learning, share, part.of_generator);
  });
  const Gradients of_generator = summed(&Part::of_generator, generator_.size());
  generators_.step(generator_, of_generator, gradient_length(of_generator), rate());
  average();
  ++step_;
  Losses losses;
  for (const Part& part : parts_) {
    losses.judge += part.losses.judge / recipe_.batch;
    losses.generator += part.losses.generator / recipe_.batch;
  }
  return losses;
}

void AdversarialRun::average() {
  constexpr double kStays = 0.995;
  constexpr double kSoon = 50;  // steps
  const auto stays = static_cast<float>(std::min(kStays, step_ / (step_ + kSoon)));
  for (size_t i = 0; i < averaged_.size(); ++i)
    *averaged_[i].numbers = stays * *averaged_[i].numbers + (1 - stays) * *generator_[i].numbers;
}

SystemParameters AdversarialRun::averaged() const {
  return SystemParameters(copied(averaged_));
}

}  // namespace engine
