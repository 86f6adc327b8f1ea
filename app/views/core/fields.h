// fields.h: settings as a name with an editable value: in wrapping lines, in a single line that omits what
// does not fit, or stacked in a panel.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/core/frame.h"
#include "engine/model/settings.h"

namespace views {

using Change = std::function<void(app::State&)>;

// One of the possible values of a setting: its label is `key`, its description key.tip.
struct Choice {
  std::string_view key;
  Change change;
};

class Fields {
 public:
  // In wrapping lines.
  explicit Fields(const Frame& frame) : Fields(frame, 0) {}
  // Stacked: names at the cursor, values `name_width` to the right; skips the first `skipped`.
  Fields(const Frame& frame, float name_width, int skipped = 0);
  // In one line no wider than `room`: omits the first setting that does not fit, and all after it.
  static Fields in_one_line(const Frame& frame, float room);
  // For settings that are also shown elsewhere: prefixes their Dear ImGui names with `prefix`.
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }

  const Frame& frame() const { return frame_; }
  const engine::Config& config() const { return frame_.session.document().config; }

  // A row of the table of settings, if it applies: a number to drag or type, a button that toggles, or one
  // that opens the choices. For a trained model, what its files define is only shown.
  void setting(const engine::Setting& row);
  void setting(std::string_view name) { setting(engine::setting_named(name)); }
  // All settings of a group.
  void settings(engine::SettingGroup group);

  // A label, and its value as a button that opens the choices.
  void choice(const char* key, std::string_view value_key, std::span<const Choice> choices);
  // A label, and its value as a button that opens what `draw` draws.
  void menu(const char* key, const std::string& value, const std::function<void()>& draw);
  // A whole number, a seed and a real number: drag them, or double-click and type. `change` sets the new
  // value; `none` is the text key for 0, if 0 has a special meaning.
  void whole(const char* key, engine::Index value, engine::Index smallest, engine::Index largest,
             const std::function<void(app::State&, engine::Index)>& change, float speed = 0.1f);
  void seed(const char* key, uint64_t value, uint64_t largest,
            const std::function<void(app::State&, uint64_t)>& change);
  void real(const char* key, double value, float speed, double smallest, double largest,
            const std::function<void(app::State&, double)>& change, std::string_view none = {});
  // Two whole numbers with a sign between: "2 + 2".
  void sizes(const char* key, engine::Index engine::Config::*first, engine::Index engine::Config::*second,
             int largest);
  // A value that opens something else; returns whether it was pressed.
  bool opener(const char* key, const std::string& value);
  // A value that cannot be changed here.
  void fixed(const char* key, std::string_view value_key);
  // A value defined by a trained model's files: shown, with why it cannot be changed.
  void of_checkpoint(const char* key, const std::string& value);
  bool is_checkpoint() const { return config().model == engine::ModelKind::kCheckpoint; }
  // A remark in muted type, in wrapping lines.
  void remark(std::string_view key);

  // The number of settings drawn, and whether any was omitted for lack of space.
  int drawn() const { return drawn_; }
  bool left_out() const { return is_full_; }

 private:
  // Whether the number was changed; `face` is its displayed text.
  bool drag_whole(const char* key, ImGuiDataType type, const std::string& face, void* value,
                  const void* smallest, const void* largest, float speed);
  // The value of a setting that cannot be changed, muted.
  void draw_shown(const char* key, const std::string& value) const;
  void draw(const engine::Setting& row, const engine::WholeSetting& setting);
  void draw(const engine::Setting& row, const engine::SeedSetting& setting);
  void draw(const engine::Setting& row, const engine::RealSetting& setting);
  void draw(const engine::Setting& row, const engine::SwitchSetting& setting);
  void draw(const engine::Setting& row, const engine::ChoiceSetting& setting);
  bool in_panel() const { return name_width_ > 0; }
  ui::ButtonKind button_kind() const { return in_panel() ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat; }
  std::string name(std::string_view key) const;
  float value_width(const std::string& value) const;
  float number_width(const std::string& value) const;
  float padding(const std::string& value) const;
  bool has_room(float width);
  // Whether to draw the setting at all.
  bool begin(const char* key, float width, float padding);
  void finish(const char* key);
  void draw_label(const char* key, const std::string& word);
  float opens_width() const;
  void draw_opens() const;
  void draw_drags(const std::string& face) const;
  void push_value() const;
  static void pop_value();
  void drag_size(const char* key, const std::string& name, engine::Index engine::Config::*field, int largest);

  const Frame& frame_;
  ui::Flow flow_;
  float name_width_ = 0;  // 0: in a line
  float room_ = 0;        // of a single line; 0: lines wrap
  float used_ = 0;
  int skipped_ = 0;
  int drawn_ = 0;
  bool is_full_ = false;
  bool label_pressed_ = false;  // of the setting being drawn
  std::string prefix_;
};

}  // namespace views
