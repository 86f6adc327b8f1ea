// mask_settings.cpp: who sees whom, the pattern, and how hidden keys are hidden.
#include "app/views/stage/mask_settings.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/session/exploring.h"
#include "app/session/mask_words.h"
#include "app/text/quotable.h"
#include "app/text/sentence.h"
#include "app/ui/menu.h"

namespace views {
namespace {

using engine::Config;
using engine::MaskPattern;
using engine::PatternKind;

constexpr engine::Index kLargestSeed = 999'999'999;

// The menu: rules and conventions in one column, patterns in the other.
class MaskMenu {
 public:
  explicit MaskMenu(const Frame& frame) : frame_(frame), config_(frame.session.document().config) {}

  void draw() {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame_.style.px(12), 0));
    ImGui::BeginGroup();
    rules();
    conventions();
    ImGui::EndGroup();
    ImGui::SameLine(0, frame_.style.px(20));
    ImGui::BeginGroup();
    patterns();
    ImGui::EndGroup();
    ImGui::PopStyleVar();
  }

 private:
  void caption(std::string_view key, bool first) {
    if (!first) ImGui::Dummy({0, frame_.style.px(6)});
    ui::menu_caption(frame_.style, frame_.tr(key));
    width_ = 0;
  }

  // Widens the column for these rows.
  void fit(std::string_view key) {
    width_ = std::max(width_, ui::menu_row_width(frame_.style, frame_.tr(key), {.is_chosen = true}));
  }

  void row(const std::string& key, bool chosen, Change change) {
    if (ui::menu_row(frame_.style, frame_.tr(key), {.is_chosen = chosen, .width = width_}))
      frame_.requests.edit("", std::move(change));
    ui::tip(frame_.style, frame_.tr(key + ".tip"));
  }

  void rules() {
    struct Rule {
      bool causal, padding;
    };
    constexpr std::array<Rule, 4> kRules = {{{false, false}, {false, true}, {true, false}, {true, true}}};
    const auto key_of = [&](const Rule& rule) {
      Config ruled = config_;
      ruled.causal = rule.causal;
      ruled.mask_padding = rule.padding;
      return app::rule_key(ruled);
    };
    // A decoder on its own never reads ahead.
    const bool always_causal = config_.architecture == engine::Architecture::kDecoder;
    const std::string now = app::rule_key(config_);
    caption("mask.rules", true);
    for (const Rule& rule : kRules) fit(key_of(rule));
    for (const char* key : {"mask.with_infinity", "mask.with_number", "mask.add", "mask.put"}) fit(key);
    for (const Rule& rule : kRules) {
      if (always_causal && !rule.causal) continue;
      row(key_of(rule), key_of(rule) == now, [rule](app::State& state) {
        state.document.config.causal = rule.causal;
        state.document.config.mask_padding = rule.padding;
      });
    }
  }

  void conventions() {
    const float width = width_;
    caption("mask.conventions", false);
    width_ = width;
    const auto sets = [](bool Config::*field, bool value) {
      return [=](app::State& state) { state.document.config.*field = value; };
    };
    row("mask.with_infinity", !config_.mask_finite, sets(&Config::mask_finite, false));
    row("mask.with_number", config_.mask_finite, sets(&Config::mask_finite, true));
    ImGui::Dummy({0, frame_.style.px(4)});
    row("mask.add", !config_.mask_in_place, sets(&Config::mask_in_place, false));
    row("mask.put", config_.mask_in_place, sets(&Config::mask_in_place, true));
  }

  void patterns() {
    caption("mask.patterns", true);
    for (const engine::PatternRow& pattern : engine::patterns()) fit(app::pattern_key(pattern.kind));
    for (const engine::PatternRow& pattern : engine::patterns()) {
      MaskPattern wanted = config_.pattern;
      wanted.kind = pattern.kind;
      row(app::pattern_key(pattern.kind), pattern.kind == config_.pattern.kind,
          [wanted](app::State& state) { app::set_pattern(state, wanted); });
    }
  }

  const Frame& frame_;
  const Config& config_;
  float width_ = 0;  // of the rows, in pixels
};

// "Causal · window · −1e9"; or the file of a given mask, which replaces every rule.
std::string face(const app::Words& tr, const app::Document& document) {
  const std::string fed = app::fed_from(document, "mask");
  if (!fed.empty()) return app::quotable(std::filesystem::path(fed).filename().string());
  const Config& config = document.config;
  const std::string rule = app::rule_key(config);
  const bool has_pattern = config.pattern.kind != PatternKind::kNone;
  std::string text = has_pattern && rule == "mask.none" ? "" : tr(rule);
  const auto add = [&](bool in_force, const std::string& key) {
    if (!in_force) return;
    text += text.empty() ? tr(key) : " · " + app::inside_sentence(tr(key));
  };
  add(has_pattern, app::pattern_key(config.pattern.kind));
  add(config.mask_finite, "mask.finite");
  add(config.mask_in_place, "mask.in_place");
  return text;
}

void pattern_fields(Fields& fields) {
  const MaskPattern& pattern = fields.config().pattern;
  for (const app::PatternNumber& number : app::pattern_numbers(pattern.kind)) {
    fields.whole(number.key.data(), pattern.*number.field, 1, engine::kMaxTokens,
                 [field = number.field](app::State& state, engine::Index value) {
                   state.document.config.pattern.*field = value;
                 });
  }
  if (!app::is_drawn(pattern.kind)) return;
  fields.real("setting.mask_density", pattern.density, 0.005f, 0, 1,
              [](app::State& state, double value) { state.document.config.pattern.density = value; });
  const auto seed = static_cast<engine::Index>(std::min<uint64_t>(pattern.seed, kLargestSeed));
  fields.whole("setting.mask_seed", seed, 0, kLargestSeed, [](app::State& state, engine::Index value) {
    state.document.config.pattern.seed = static_cast<uint64_t>(value);
  });
}

}  // namespace

void mask_setting(Fields& fields) {
  fields.menu("setting.mask", face(fields.frame().tr, fields.frame().session.document()),
              [&fields] { MaskMenu(fields.frame()).draw(); });
  pattern_fields(fields);
}

}  // namespace views
