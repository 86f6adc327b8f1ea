// driver.h: drives the real interface by the labels of its items, with no window and no GPU.
#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/shell/interface.h"
#include "app/ui/item_record.h"

namespace app {

class Driver {
 public:
  explicit Driver(State state = {}, ImVec2 size = {1600, 1000});
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // A frame, 1/60 s later.
  void frame();
  void frames(int count);
  // Frames until it is so, and whether it is: what is computed in the background meanwhile has minutes, for
  // the machine may be busy.
  bool frames_until(const std::function<bool()>& is_so);
  // Carries out every frame's requests from now on, as the window does.
  void serve(std::function<void(const Requests&)> shell) { shell_ = std::move(shell); }
  // Seconds pass, so that the next edit is an undo step of its own.
  void pause() { now_ += 5; }

  // The item with this label, or nothing. Labels are Dear ImGui's: "Undo##action.undo", "token 3".
  std::optional<ui::RecordedItem> find(std::string_view label) const;
  bool shows(std::string_view label) const { return find(label).has_value(); }

  // All items of the last frame.
  const std::map<std::string, ui::RecordedItem>& items() const { return record_.items; }

  // These fail the test where there is no such item.
  void move_to(std::string_view label);
  void click(std::string_view label);
  void move(ImVec2 to);
  void click_at(ImVec2 place);
  void type(std::string_view text);
  void press(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None);
  void wheel(float by);

  Session& session() { return session_; }
  // What the views draw from; what is asked of its requests is applied by the next frame.
  views::Frame view() { return interface_->view(); }
  const Document& document() const { return session_.document(); }
  // As in pictures: nothing glides from now on.
  void hold_still() { interface_->hold_still(); }
  // Whether the window would draw another frame of its own accord.
  bool is_moving() const { return interface_->is_moving(); }
  const Requests& last_requests() const { return *requests_; }

  // The number of an explained cell's stage, row and column.
  engine::Cell hover() const { return session_.hover(); }

 private:
  void settle_textures();

  Session session_;
  ImGuiContext* context_;
  std::unique_ptr<Interface> interface_;
  ui::ItemRecord record_;
  const Requests* requests_ = nullptr;
  std::function<void(const Requests&)> shell_;
  double now_ = 0;
};

}  // namespace app
