// driver.cpp: input goes in as Dear ImGui's events, items come out by label.
#include "tests/ui/driver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "driver.h"

namespace app {

Driver::Driver(State state, ImVec2 size) : session_(std::move(state)), context_(ImGui::CreateContext()) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  io.DeltaTime = 1.0f / 60;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  ImGui::GetPlatformIO().Platform_SetClipboardTextFn = nullptr;
  auto made = Interface::create(session_, 1);
  EXPECT_TRUE(made.ok());
  interface_ = std::make_unique<Interface>(std::move(made).value());
  ui::record_items(&record_);
  frames(3);
}

Driver::~Driver() {
  ui::record_items(nullptr);
  interface_.reset();
  ImGui::DestroyContext(context_);
}

void Driver::settle_textures() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (texture->Status == ImTextureStatus_WantDestroy) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    } else if (texture->Status != ImTextureStatus_OK) {
      texture->SetTexID(1);
      texture->SetStatus(ImTextureStatus_OK);
    }
  }
}

void Driver::frame() {
  now_ += 1.0 / 60;
  requests_ = &interface_->frame(now_);
  if (shell_) shell_(*requests_);
  settle_textures();
}

void Driver::frames(int count) {
  for (int i = 0; i < count; ++i) frame();
}

bool Driver::frames_until(const std::function<bool()>& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!is_so() && std::chrono::steady_clock::now() < end) {
    frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return is_so();
}

std::optional<ui::RecordedItem> Driver::find(std::string_view label) const {
  const auto found = record_.items.find(std::string(label));
  if (found == record_.items.end()) return std::nullopt;
  return found->second;
}

void Driver::move(ImVec2 to) {
  ImGui::GetIO().AddMousePosEvent(to.x, to.y);
  frames(2);
}

void Driver::move_to(std::string_view label) {
  const auto item = find(label);
  ASSERT_TRUE(item.has_value()) << "no item \"" << label << '"';
  move({(item->low.x + item->high.x) / 2, (item->low.y + item->high.y) / 2});
}

void Driver::click_at(ImVec2 place) {
  move(place);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  frame();
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  frames(3);
}

void Driver::click(std::string_view label) {
  const auto item = find(label);
  ASSERT_TRUE(item.has_value()) << "no item \"" << label << '"';
  click_at({(item->low.x + item->high.x) / 2, (item->low.y + item->high.y) / 2});
}

void Driver::type(std::string_view text) {
  ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
  frames(2);
}

void Driver::press(ImGuiKey key, ImGuiKey modifier) {
  ImGuiIO& io = ImGui::GetIO();
  if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, true);
  io.AddKeyEvent(key, true);
  frame();
  io.AddKeyEvent(key, false);
  if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, false);
  frames(2);
}

void Driver::wheel(float by) {
  ImGui::GetIO().AddMouseWheelEvent(0, by);
  frames(2);
}

}  // namespace app
