// system_weights.cpp: keeps parameters by what they were learned from.
#include "engine/labs/gallery/system_weights.h"

#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/training/systems/stored_system.h"

namespace engine {
namespace {

constexpr uint64_t kUntrainedSeed = 0;
constexpr int kUnseenScenes = 200;

using SharedParameters = std::shared_ptr<const SystemParameters>;
using ShotKey = std::tuple<const SystemParameters*, ShotChoice, bool>;

// A value for each key, made once.
template <class Key, class Value>
class Kept {
 public:
  std::shared_ptr<const Value> find(const Key& key) const {
    const std::scoped_lock lock(mutex_);
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : found->second;
  }
  // Of two that were made at the same time the first stays.
  std::shared_ptr<const Value> keep(const Key& key, std::shared_ptr<const Value> value) {
    const std::scoped_lock lock(mutex_);
    return values_.emplace(key, std::move(value)).first->second;
  }

 private:
  mutable std::mutex mutex_;
  std::map<Key, std::shared_ptr<const Value>> values_;
};

Kept<std::pair<std::string, bool>, SystemParameters>& kept_weights() {
  static Kept<std::pair<std::string, bool>, SystemParameters> kept;
  return kept;
}

Kept<ShotKey, LearnedShots>& kept_shots() {
  static Kept<ShotKey, LearnedShots> kept;
  return kept;
}

const std::vector<ShotReading>& unseen_readings(const SystemParameters& detector) {
  static Kept<const SystemParameters*, std::vector<ShotReading>> kept;
  if (const auto known = kept.find(&detector)) return *known;
  return *kept.keep(&detector, std::make_shared<const std::vector<ShotReading>>(
                                   read_novel(detector, held_out_novel(kUnseenScenes))));
}

}  // namespace

Result<SharedParameters> system_weights(const VisionSystem& system, bool is_trained) {
  const std::pair key(std::string(system.name()), is_trained);
  if (SharedParameters known = kept_weights().find(key)) return known;
  if (!is_trained)
    return kept_weights().keep(key, std::make_shared<const SystemParameters>(system, kUntrainedSeed));
  auto read = system_of_box(system);
  if (!read) return read.error();
  return kept_weights().keep(key, std::move(read).value());
}

std::vector<world::NovelScene> labelled_shots(const ShotChoice& choice) {
  std::vector<world::NovelScene> shots = draw_shots(choice.count, choice.draw);
  for (const auto& [number, novel] : choice.relabelled) {
    if (static_cast<size_t>(number) < shots.size()) shots[static_cast<size_t>(number)].novel_class = novel;
  }
  return shots;
}

std::shared_ptr<const LearnedShots> learned_shots(const SharedParameters& detector, const ShotChoice& choice,
                                                  bool has_context) {
  const ShotKey key(detector.get(), choice, has_context);
  if (auto known = kept_shots().find(key)) return known;
  // Half of it would be kept as if it were all: it goes on to its end even if the run around it is cancelled.
  const std::stop_source never;
  const Stoppable to_the_end(never.get_token());
  FewShots learned(*detector, read_novel(*detector, labelled_shots(choice)), has_context);
  const double accuracy = learned.accuracy(unseen_readings(*detector));
  return kept_shots().keep(key,
                           std::make_shared<const LearnedShots>(LearnedShots{std::move(learned), accuracy}));
}

bool are_learned(const SystemParameters& detector, const ShotChoice& choice, bool has_context) {
  return kept_shots().find({&detector, choice, has_context}) != nullptr;
}

}  // namespace engine
