// drawings.cpp: a drawing for each system, by what was asked.
#include "engine/labs/gallery/drawings.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "engine/core/parallel.h"

namespace engine {
namespace {

struct KeptDrawing {
  std::shared_ptr<const SystemParameters> parameters;
  Matrix pixels;
  DrawingChoice choice;
  DrawnPicture drawn;

  bool is_of(const std::shared_ptr<const SystemParameters>& others, const Matrix& picture,
             const DrawingChoice& asked) const {
    return parameters == others && choice == asked && pixels == picture;
  }
};

// Keeps one drawing of each system.
class Drawings {
 public:
  std::optional<DrawnPicture> find(const std::string& system,
                                   const std::shared_ptr<const SystemParameters>& parameters,
                                   const Matrix& pixels, const DrawingChoice& choice) const {
    const std::scoped_lock lock(mutex_);
    const auto found = kept_.find(system);
    if (found == kept_.end() || !found->second.is_of(parameters, pixels, choice)) return std::nullopt;
    return found->second.drawn;
  }
  void keep(const std::string& system, KeptDrawing drawing) {
    const std::scoped_lock lock(mutex_);
    kept_.insert_or_assign(system, std::move(drawing));
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, KeptDrawing> kept_;
};

Drawings& kept_drawings() {
  static Drawings kept;
  return kept;
}

}  // namespace

DrawingChoice resolved(DrawingChoice choice, const world::Scene& scene) {
  if (!choice.caption) choice.caption = world::caption_of(scene);
  const auto most = std::ranges::max_element(scene.figures, {}, &world::Figure::size);
  if (!choice.latent.kind && most != scene.figures.end()) choice.latent.kind = world::kind_of(*most);
  return choice;
}

DrawnPicture drawing_of(const VisionSystem& system, const std::shared_ptr<const SystemParameters>& parameters,
                        const Matrix& pixels, const DrawingChoice& choice) {
  const std::string name(system.name());
  DrawingChoice asked = choice;
  if (asked.window) asked.window = 0;  // any window shows the same picture
  auto drawn = kept_drawings().find(name, parameters, pixels, asked);
  if (!drawn) {
    drawn = system.draw(parameters->source(), pixels, asked);
    if (!stop_requested()) kept_drawings().keep(name, {parameters, pixels, asked, *drawn});
  }
  drawn->window = choice.window.value_or(0);
  return *std::move(drawn);
}

}  // namespace engine
