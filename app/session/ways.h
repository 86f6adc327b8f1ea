// ways.h: the family of attention: every way of weighing, every kind of positions and every mask, each a
// value of one setting of the same model.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "app/session/requests.h"
#include "engine/core/address.h"

namespace app {

// A pattern; or without one the rule alone: whether later keys are hidden.
struct MaskWay {
  engine::PatternKind pattern = engine::PatternKind::kNone;
  bool is_causal = false;

  bool operator==(const MaskWay&) const = default;
};

enum class WayBand { kWeighing, kPositions, kMasks };
inline constexpr int kWayBands = 3;

struct Way {
  std::string id;     // unique: "weighing performer", "masks window"
  std::string words;  // the text key of its name; with ".short": of what it does
  // In the order of WayBand.
  std::variant<engine::AttentionKind, engine::PositionKind, MaskWay> setting;

  WayBand band() const { return static_cast<WayBand>(setting.index()); }
};

// All of them, band by band. A new row of the engine's tables is one more.
std::span<const Way> ways();

// Whether a document's run has it; `place`: of the attention that is looked at.
bool is_in_force(const Document& document, const Way& way, const engine::StageAddress& place);
// Whether it is one of those to choose from: a trained model keeps its positions, and some kinds of positions
// have only such models.
bool is_offered(const engine::Config& config, const Way& way);

// Puts it in force there, where it hides something: a window is narrower than the text. The other settings
// stay, except where one forbids it by itself.
void use_way(State& state, const Way& way, const engine::StageAddress& place);

// Why the document cannot have it there; none if it can. Errors: ways.no.given_mask, ways.no.cross_mask,
// ways.no.ahead, and those of input_of and engine::check.
std::optional<engine::Error> way_refused(const Document& document, const Way& way,
                                         const engine::StageAddress& place);

}  // namespace app
