// fields.h: a setting's name with its value to be changed: one after the other in lines, or in one line with
// what has no room there left out, or below each other in a panel.
#pragma once

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

// One of the values that a setting can have: its words are `key` and key.tip.
struct Choice {
  std::string_view key;
  Change change;
};

class Fields {
 public:
  // In a line that wraps.
  explicit Fields(const Frame& frame) : Fields(frame, 0) {}
  // Below each other: names from the cursor on, values `name_width` to their right; the first `skipped` are
  // left out.
  Fields(const Frame& frame, float name_width, int skipped = 0);
  // In one line no wider than `room`: what has no room there, and all that follows it, is left out.
  static Fields in_one_line(const Frame& frame, float room);
  // The same settings stand elsewhere at the same time: Dear ImGui's names of these begin with `prefix`.
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }

  const Frame& frame() const { return frame_; }
  const engine::Config& config() const { return frame_.session.document().config; }

  // A row of the table of settings, where it changes anything: a number to drag or to type, a button that
  // switches, or one that opens the choices. Of a trained model what its files decide is shown alone.
  void setting(const engine::Setting& row);
  void setting(std::string_view name) { setting(engine::setting_named(name)); }
  // All of a group.
  void settings(engine::SettingGroup group);

  // A word, and its value as a button that opens the choices.
  void choice(const char* key, std::string_view value_key, std::span<const Choice> choices);
  // A word, and its value as a button that opens what `draw` draws.
  void menu(const char* key, const std::string& value, const std::function<void()>& draw);
  // A whole number, and one that is not: drag them, or double-click and type. `change` sets what was chosen;
  // `none` is the text key of what 0 stands for, where it is not a number like the others.
  void whole(const char* key, engine::Index value, engine::Index smallest, engine::Index largest,
             const std::function<void(app::State&, engine::Index)>& change, float speed = 0.1f);
  void real(const char* key, double value, float speed, double smallest, double largest,
            const std::function<void(app::State&, double)>& change, std::string_view none = {});
  // Two whole numbers with a sign between: "2 + 2".
  void sizes(const char* key, engine::Index engine::Config::*first, engine::Index engine::Config::*second,
             int largest);
  // A value that something else opens; whether it was pressed.
  bool opener(const char* key, const std::string& value);
  // A value that cannot be chosen here.
  void fixed(const char* key, std::string_view value_key);
  // A value of a trained model, which its files decide: shown, and why it cannot be changed.
  void of_checkpoint(const char* key, const std::string& value);
  bool is_checkpoint() const { return config().model == engine::ModelKind::kCheckpoint; }
  // A remark in quiet type, in lines that wrap.
  void remark(std::string_view key);

  // How many were drawn, and whether any was left out for want of room.
  int drawn() const { return drawn_; }
  bool left_out() const { return is_full_; }

 private:
  // Whether the number was changed; `face` is what it looks like.
  bool drag_whole(const char* key, ImGuiDataType type, const std::string& face, void* value,
                  const void* smallest, const void* largest, float speed);
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
  // Whether the setting is drawn at all.
  bool begin(const char* key, float width, float padding);
  void finish(const char* key);
  void push_value() const;
  static void pop_value();
  void drag_size(const char* key, const std::string& name, engine::Index engine::Config::*field, int largest);

  const Frame& frame_;
  ui::Flow flow_;
  float name_width_ = 0;  // 0: in a line
  float room_ = 0;        // of one line; 0: lines wrap
  float used_ = 0;
  int skipped_ = 0;
  int drawn_ = 0;
  bool is_full_ = false;
  std::string prefix_;
};

}  // namespace views
