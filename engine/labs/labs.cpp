// labs.cpp: all labs as a model's companion: the table of labs in the engine.
#include "engine/labs/labs.h"

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "engine/core/trace.h"
#include "engine/model/config.h"

namespace engine {
namespace {

const Labs kUsualLabs;
constexpr size_t kAnyTokens = std::numeric_limits<size_t>::max();

// What a lab adds to a model; `tokens` and `width` are the text's.
struct LabRow {
  std::string_view name;
  bool (*is_on)(const Labs& labs);
  std::optional<Error> (*check)(const Labs& labs);
  size_t most_tokens;  // in the text
  void (*add_stages)(TraceBuilder& builder, const Labs& labs, const Config& config);
  double (*count_numbers)(const Labs& labs, double tokens, Index width);
  double (*count_operations)(const Labs& labs, double tokens, Index width);
};

// One row per lab, in the order of their stages.
constexpr std::array kLabRows = {
    LabRow{"positions", [](const Labs& labs) { return labs.positions.is_on; },
           [](const Labs& labs) { return engine::check(labs.positions); }, kAnyTokens,
           [](TraceBuilder& builder, const Labs& labs, const Config& /*config*/) {
             add_stages(builder, labs.positions);
           },
           [](const Labs& labs, double /*tokens*/, Index /*width*/) { return count_numbers(labs.positions); },
           [](const Labs& labs, double /*tokens*/, Index /*width*/) {
             return count_operations(labs.positions);
           }},
    LabRow{"relatives", [](const Labs& labs) { return labs.relatives.is_on; },
           [](const Labs& labs) { return engine::check(labs.relatives); }, kMaxRelativesTokens,
           [](TraceBuilder& builder, const Labs& labs, const Config& config) {
             add_stages(builder, labs.relatives, config);
           },
           [](const Labs& labs, double tokens, Index width) {
             return count_numbers(labs.relatives, tokens, width);
           },
           [](const Labs& labs, double tokens, Index width) {
             return count_operations(labs.relatives, tokens, width);
           }},
    LabRow{"depth", [](const Labs& labs) { return labs.depth.is_on; },
           [](const Labs& labs) { return engine::check(labs.depth); }, kMaxDepthTokens,
           [](TraceBuilder& builder, const Labs& labs, const Config& /*config*/) {
             add_stages(builder, labs.depth);
           },
           [](const Labs& labs, double tokens, Index /*width*/) { return count_numbers(labs.depth, tokens); },
           [](const Labs& labs, double tokens, Index /*width*/) {
             return count_operations(labs.depth, tokens);
           }},
    LabRow{
        "gallery", [](const Labs& labs) { return labs.gallery.is_on; },
        [](const Labs& labs) { return engine::check(labs.gallery); }, kAnyTokens,
        [](TraceBuilder& builder, const Labs& labs, const Config& /*config*/) {
          add_stages(builder, labs.gallery);
        },
        [](const Labs& labs, double /*tokens*/, Index /*width*/) { return count_numbers(labs.gallery); },
        [](const Labs& labs, double /*tokens*/, Index /*width*/) { return count_operations(labs.gallery); }},
};

class LabsCompanion final : public Companion {
 public:
  explicit LabsCompanion(const Labs& settings) : labs(settings) {}

  bool equals(const Companion* other) const override { return labs == of(other); }

  // Errors: those of each lab's check().
  std::optional<Error> check() const override {
    for (const LabRow& row : kLabRows) {
      if (auto bad = row.check(labs)) return bad;
    }
    return std::nullopt;
  }

  // Error error.lab_tokens (lab, count, largest).
  std::optional<Error> check(size_t tokens) const override {
    for (const LabRow& row : kLabRows) {
      if (!row.is_on(labs) || tokens <= row.most_tokens) continue;
      return Error{"error.lab_tokens",
                   {{"lab", std::string(row.name)},
                    {"count", std::to_string(tokens)},
                    {"largest", std::to_string(row.most_tokens)}}};
    }
    return std::nullopt;
  }

  void add_stages(TraceBuilder& builder, const Config& config) const override {
    for (const LabRow& row : kLabRows) {
      if (row.is_on(labs)) row.add_stages(builder, labs, config);
    }
  }

  double count_numbers(double tokens, Index d_model) const override {
    double numbers = 0;
    for (const LabRow& row : kLabRows) {
      if (row.is_on(labs)) numbers += row.count_numbers(labs, tokens, d_model);
    }
    return numbers;
  }

  double count_operations(double tokens, Index d_model) const override {
    double operations = 0;
    for (const LabRow& row : kLabRows) {
      if (row.is_on(labs)) operations += row.count_operations(labs, tokens, d_model);
    }
    return operations;
  }

  // Models have no other companion.
  static const Labs& of(const Companion* companion) {
    return companion == nullptr ? kUsualLabs : static_cast<const LabsCompanion*>(companion)->labs;
  }

  Labs labs;
};

}  // namespace

const Labs& labs_of(const Config& config) {
  return LabsCompanion::of(config.companion.get());
}

// Other settings may share the companion, so it gets its own copy.
Labs& labs_of(Config& config) {
  auto own = std::make_shared<LabsCompanion>(LabsCompanion::of(config.companion.get()));
  config.companion.set(own);
  return own->labs;
}

const PositionsLab& positions_lab_of(const Config& config) {
  return labs_of(config).positions;
}
PositionsLab& positions_lab_of(Config& config) {
  return labs_of(config).positions;
}

const RelativesLab& relatives_lab_of(const Config& config) {
  return labs_of(config).relatives;
}
RelativesLab& relatives_lab_of(Config& config) {
  return labs_of(config).relatives;
}

const DepthLab& depth_lab_of(const Config& config) {
  return labs_of(config).depth;
}
DepthLab& depth_lab_of(Config& config) {
  return labs_of(config).depth;
}

const GalleryLab& gallery_lab_of(const Config& config) {
  return labs_of(config).gallery;
}
GalleryLab& gallery_lab_of(Config& config) {
  return labs_of(config).gallery;
}

}  // namespace engine
