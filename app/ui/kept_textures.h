// kept_textures.h: data stored per Dear ImGui context, and textures that are dropped once the renderer has
// released them.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <list>
#include <map>
#include <memory>

namespace ui {

// The Kept of the current context, constructed on first use. It is destroyed with its context.
template <class Kept>
Kept& kept_for_context() {
  static std::map<ImGuiContext*, std::unique_ptr<Kept>> all;
  ImGuiContext* const context = ImGui::GetCurrentContext();
  std::unique_ptr<Kept>& kept = all[context];
  if (!kept) {
    kept = std::make_unique<Kept>(context);
    ImGuiContextHook hook;
    hook.Type = ImGuiContextHookType_Shutdown;
    hook.Callback = [](ImGuiContext* ending, ImGuiContextHook*) { all.erase(ending); };
    ImGui::AddContextHook(context, &hook);
  }
  return *kept;
}

// From here on the renderer creates and draws the texture, whose pixels are already written.
inline void register_texture(ImTextureData& texture) {
  texture.UseColors = true;
  texture.SetStatus(ImTextureStatus_WantCreate);
  ImGui::RegisterUserTexture(&texture);
}

// Entries with a `texture` that are no longer looked up: this frame, or the one before, may have drawn them.
template <class Entry>
class LeavingTextures {
 public:
  explicit LeavingTextures(ImGuiContext* context) : context_(context) {}

  void take(std::list<Entry>& from, typename std::list<Entry>::iterator entry) {
    leaving_.splice(leaving_.end(), from, entry);
    taken_in_ = context_->FrameCount;
  }

  // Once a frame: asks the renderer to release them, and drops those that it has released.
  void sweep() {
    if (leaving_.empty() || context_->FrameCount == taken_in_) return;
    for (auto entry = leaving_.begin(); entry != leaving_.end();) {
      ImTextureData& texture = entry->texture;
      const bool never_made = texture.TexID == ImTextureID_Invalid && texture.Status != ImTextureStatus_OK;
      if (texture.Status == ImTextureStatus_Destroyed || never_made) {
        ImGui::UnregisterUserTexture(&texture);
        entry = leaving_.erase(entry);
      } else {
        texture.UnusedFrames = 1;
        texture.SetStatus(ImTextureStatus_WantDestroy);
        ++entry;
      }
    }
  }

 private:
  ImGuiContext* context_;
  std::list<Entry> leaving_;
  int taken_in_ = 0;
};

}  // namespace ui
