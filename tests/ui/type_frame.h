// type_frame.h: a Dear ImGui context with our fonts and no window, inside one frame.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/ui/fonts.h"
#include "app/ui/text.h"

// Tests of this kind draw into list() and look at its vertices.
class TypeFrame : public testing::Test {
 protected:
  TypeFrame() {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1000, 800};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    const auto loaded = ui::load_fonts(*io.Fonts, app::Language::kTraditionalChinese);
    EXPECT_TRUE(loaded.ok());
    if (loaded) fonts_ = *loaded;
    ImGui::NewFrame();
  }
  ~TypeFrame() override {
    ImGui::EndFrame();
    ImGui::DestroyContext(context_);
  }

  // Ends the frame as a renderer would, and begins the next.
  static void next_frame() {
    ImGui::Render();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      if (texture->Status == ImTextureStatus_WantDestroy) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
      } else if (texture->Status != ImTextureStatus_OK) {
        texture->SetTexID(1);
        texture->SetStatus(ImTextureStatus_OK);
      }
    }
    ImGui::NewFrame();
  }

  static ImDrawList& list() { return *ImGui::GetForegroundDrawList(); }
  ui::TextStyle style(float size = 15) const { return {fonts_.regular, size, IM_COL32_BLACK}; }

  ImGuiContext* context_ = ImGui::CreateContext();
  ui::Fonts fonts_;
};
