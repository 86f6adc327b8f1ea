// interface.h: the whole interface, one frame at a time, wherever it is drawn: in the window, off-screen, in
// a test.
#pragma once

#include <memory>
#include <optional>

#include "app/session/session.h"
#include "app/ui/heatmap.h"
#include "app/ui/style.h"
#include "app/views/core/frame.h"
#include "engine/core/result.h"

namespace app {

// Needs a current Dear ImGui context whose platform has set the display's size; needs a GPU only to render
// Dear ImGui's draw data.
class Interface {
 public:
  ~Interface();
  Interface(Interface&& other) noexcept;
  Interface& operator=(Interface&& other) noexcept;
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // `display_scale`: pixels per 96-dpi pixel of the window system. Error error.no_font.
  static engine::Result<Interface> create(Session& session, float display_scale);

  // One frame at time `now` (seconds), up to ImGui::Render. Processes all queued input, step by step, until
  // there is something for the shell to carry out: that is in the returned requests, valid until the next
  // call. Typed text is then in the session's document; the last step's other requests are applied by the
  // next call.
  const Requests& frame(double now);

  // Nothing glides from now on: what a step leads to is there at once. For pictures.
  void hold_still() { holds_still_ = true; }
  // Whether the next frame differs from the last one without an event.
  bool is_moving() const;

  const ui::Style& style() const { return style_; }
  // What the views draw from now. Its requests are applied by the next frame().
  views::Frame view();

 private:
  Interface(Session& session, float display_scale);
  std::optional<engine::Error> refresh_style();
  bool step(double now);

  Session* session_;
  float display_scale_;
  std::optional<Language> language_;
  Preferences styled_;
  ui::Style style_;
  std::shared_ptr<const engine::Trace> trace_;
  std::unique_ptr<views::Facts> facts_;
  std::unique_ptr<ui::HeatmapCache> heatmaps_;
  views::Derivations derivations_;
  views::PanelRects panel_rects_;
  std::unique_ptr<views::Motion> motion_;
  bool holds_still_ = false;
  Requests requests_;
  bool took_input_ = false;  // in the last step
  int steps_to_settle_ = 0;  // until it accepts input again
};

}  // namespace app
