// settings.cpp: one quiet line that shows every setting, each changed where it stands.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "app/ui/widgets.h"
#include "app/views/views.h"
#include "engine/formula.h"

namespace views {
namespace {

using engine::Config;
using Change = std::function<void(app::State&)>;

class Bar {
 public:
  explicit Bar(const Frame& frame) : frame_(frame), flow_(frame.style.px(10)) {}

  // A word, and its value as a button that takes the next choice.
  void toggle(const char* key, std::string_view value_key, const Change& change) {
    const std::string value = frame_.tr(value_key);
    begin(key, value_width(value));
    if (value_button(key, value)) frame_.requests.edit("", change);
    finish(key);
  }

  // A word, and its value as a button that opens the choices.
  template <size_t kCount>
  void choice(const char* key, std::string_view value_key,
              const std::array<std::pair<std::string_view, Change>, kCount>& choices) {
    const std::string value = frame_.tr(value_key);
    begin(key, value_width(value));
    const bool open = ui::begin_choices(frame_.style, key, value, true);
    if (!open) {
      finish(key);
      return;
    }
    for (const auto& [choice_key, change] : choices) {
      if (ImGui::MenuItem(frame_.tr(choice_key).c_str(), nullptr, choice_key == value_key))
        frame_.requests.edit("", change);
      ui::tip(frame_.style, frame_.tr(std::string(choice_key) + ".tip"));
    }
    ImGui::EndPopup();
    finish(key);
  }

  // A whole number: drag it, or double-click and type.
  void size(const char* key, engine::Index Config::*field, int largest) {
    int value = static_cast<int>(frame_.session.document().config.*field);
    begin(key, number_width(std::to_string(value)));
    ImGui::SetNextItemWidth(number_width(std::to_string(value)));
    push_value();
    if (ImGui::DragInt(id(key).c_str(), &value, 0.2f, 1, largest, "%d", ImGuiSliderFlags_AlwaysClamp)) {
      frame_.requests.edit(key, [field, value](app::State& state) { app::set_size(state, field, value); });
    }
    pop_value();
    finish(key);
  }

  void number(const char* key, double Config::*field, float speed, double smallest, double largest,
              bool logarithmic) {
    double value = frame_.session.document().config.*field;
    const std::string face = engine::number_markup(value, 3);
    begin(key, number_width(face));
    ImGui::SetNextItemWidth(number_width(face));
    push_value();
    const ImGuiSliderFlags flags =
        ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    if (ImGui::DragScalar(id(key).c_str(), ImGuiDataType_Double, &value, speed, &smallest, &largest, "%.5g",
                          flags)) {
      frame_.requests.edit(key, [field, value](app::State& state) { state.document.config.*field = value; });
    }
    pop_value();
    finish(key);
  }

  void seed() {
    uint64_t value = frame_.session.document().config.seed;
    begin("setting.seed", number_width(std::to_string(value)));
    ImGui::SetNextItemWidth(number_width(std::to_string(value)));
    push_value();
    constexpr uint64_t kLeast = 0;
    constexpr uint64_t kMost = 999'999'999;
    if (ImGui::DragScalar(id("setting.seed").c_str(), ImGuiDataType_U64, &value, 0.1f, &kLeast, &kMost,
                          "%llu", ImGuiSliderFlags_AlwaysClamp)) {
      frame_.requests.edit("setting.seed",
                           [value](app::State& state) { state.document.config.seed = value; });
    }
    pop_value();
    finish("setting.seed");
  }

  // A remark in quiet type.
  void remark(std::string_view key) {
    const std::string text = frame_.tr(key);
    flow_.next(ui::text_size(text, frame_.style.quiet()).x);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame_.style.px(6), frame_.style.px(4)));
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, frame_.style.colours.muted);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
  }

 private:
  static std::string id(const char* key) { return std::string("##") + key; }

  float value_width(const std::string& value) const {
    return ui::text_size(value, frame_.style.strong()).x + 2 * frame_.style.px(6);
  }
  float number_width(const std::string& value) const {
    return std::max(value_width(value) + frame_.style.px(6), frame_.style.px(30));
  }

  void begin(const char* key, float width) {
    const std::string name = frame_.tr(key);
    const float name_width = ui::text_size(name, frame_.style.quiet()).x;
    flow_.next(name_width + width);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame_.style.px(6), frame_.style.px(4)));
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, frame_.style.colours.muted);
    ImGui::TextUnformatted(name.c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine(0, 0);
  }

  void finish(const char* key) {
    ImGui::PopStyleVar();
    ui::tip(frame_.style, frame_.tr(std::string(key) + ".tip"));
  }

  bool value_button(const char* key, const std::string& value) {
    ui::push_font(frame_.style.fonts.semibold, frame_.style.px(15));
    const bool pressed = ui::button(frame_.style, (value + id(key)).c_str());
    ImGui::PopFont();
    return pressed;
  }

  void push_value() const {
    ui::push_font(frame_.style.fonts.semibold, frame_.style.px(15));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ui::with_alpha(frame_.style.colours.panel, 0));
  }
  static void pop_value() {
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }

  const Frame& frame_;
  ui::Flow flow_;
};

void model_settings(const Frame& frame, Bar& bar) {
  const Config& config = frame.session.document().config;
  const bool crafted = config.model == engine::ModelKind::kCrafted;
  bar.choice<2>("setting.model", crafted ? "model.crafted" : "model.seeded",
                {{{"model.crafted", [](app::State& s) { app::set_model(s, engine::ModelKind::kCrafted); }},
                  {"model.seeded", [](app::State& s) { app::set_model(s, engine::ModelKind::kSeeded); }}}});
  bar.remark(crafted ? "model.crafted.remark" : "model.seeded.remark");
  bar.size("setting.d_model", &Config::d_model, 1024);
  bar.size("setting.heads", &Config::n_heads, 16);
  bar.size("setting.d_k", &Config::d_k, 256);
  bar.size("setting.d_v", &Config::d_v, 256);
  if (!crafted) bar.seed();
}

std::string_view mask_key(const Config& config) {
  if (config.causal) return config.mask_padding ? "mask.both" : "mask.causal";
  return config.mask_padding ? "mask.padding" : "mask.none";
}

Change mask_change(bool causal, bool padding) {
  return [=](app::State& state) {
    state.document.config.causal = causal;
    state.document.config.mask_padding = padding;
  };
}

void run_settings(const Frame& frame, Bar& bar) {
  const Config& config = frame.session.document().config;
  const bool sinusoidal = config.positions == engine::PositionKind::kSinusoidal;
  bar.toggle("setting.embedding_scale", config.embedding_scale ? "value.on" : "value.off",
             [](app::State& s) { s.document.config.embedding_scale = !s.document.config.embedding_scale; });
  bar.choice<2>("setting.positions", sinusoidal ? "positions.sinusoidal" : "positions.none",
                {{{"positions.sinusoidal",
                   [](app::State& s) { s.document.config.positions = engine::PositionKind::kSinusoidal; }},
                  {"positions.none",
                   [](app::State& s) { s.document.config.positions = engine::PositionKind::kNone; }}}});
  if (sinusoidal) bar.number("setting.base", &Config::base, 5.0f, 1, 1e6, true);
  bar.choice<4>("setting.mask", mask_key(config),
                {{{"mask.none", mask_change(false, false)},
                  {"mask.causal", mask_change(true, false)},
                  {"mask.padding", mask_change(false, true)},
                  {"mask.both", mask_change(true, true)}}});
  bar.toggle("setting.scale", config.scale ? "value.on" : "value.off",
             [](app::State& s) { s.document.config.scale = !s.document.config.scale; });
  bar.number("setting.temperature", &Config::temperature, 0.01f, 0.05, 20, true);
}

}  // namespace

void draw_settings(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), frame.style.px(2)));
  Bar bar(frame);
  model_settings(frame, bar);
  run_settings(frame, bar);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, frame.style.px(6)});
}

}  // namespace views
