// photograph.cpp: keeps pictures as textures of Dear ImGui.
#include "app/ui/photograph.h"

#include <imgui_internal.h>

#include <iterator>
#include <list>
#include <map>

namespace ui {
namespace {

constexpr size_t kMostPhotographs = 4;

struct PhotographEntry {
  std::shared_ptr<const loaders::Image> image;
  ImTextureData texture;
};

// The textures of one Dear ImGui context, the last used in front. Ends with its context.
class Album {
 public:
  explicit Album(ImGuiContext* context) : context_(context) {}

  ImTextureData& find(const std::shared_ptr<const loaders::Image>& image) {
    sweep();
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->image != image) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return entries_.front().texture;
    }
    if (entries_.size() >= kMostPhotographs) {
      leaving_.splice(leaving_.end(), entries_, std::prev(entries_.end()));
      left_in_ = context_->FrameCount;
    }
    return make(image);
  }

 private:
  ImTextureData& make(const std::shared_ptr<const loaders::Image>& image) {
    PhotographEntry& entry = entries_.emplace_front();
    entry.image = image;
    entry.texture.Create(ImTextureFormat_RGBA32, image->width, image->height);
    auto* pixel = static_cast<uint8_t*>(entry.texture.GetPixels());
    for (size_t i = 0; i + 2 < image->rgb.size(); i += 3) {
      for (size_t part = 0; part < 3; ++part) *pixel++ = image->rgb[i + part];
      *pixel++ = 255;
    }
    entry.texture.UseColors = true;
    entry.texture.SetStatus(ImTextureStatus_WantCreate);
    ImGui::RegisterUserTexture(&entry.texture);
    return entry.texture;
  }

  // One that was put away stays until the renderer has let go of it: the frame before may have drawn it.
  void sweep() {
    if (leaving_.empty() || context_->FrameCount == left_in_) return;
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

  ImGuiContext* context_;
  std::list<PhotographEntry> entries_;
  std::list<PhotographEntry> leaving_;
  int left_in_ = 0;
};

Album& album_of_current_context() {
  static std::map<ImGuiContext*, std::unique_ptr<Album>> albums;
  ImGuiContext* const context = ImGui::GetCurrentContext();
  std::unique_ptr<Album>& album = albums[context];
  if (!album) {
    album = std::make_unique<Album>(context);
    ImGuiContextHook hook;
    hook.Type = ImGuiContextHookType_Shutdown;
    hook.Callback = [](ImGuiContext* ending, ImGuiContextHook*) { albums.erase(ending); };
    ImGui::AddContextHook(context, &hook);
  }
  return *album;
}

}  // namespace

void draw_photograph(ImDrawList& list, const std::shared_ptr<const loaders::Image>& image, ImVec2 low,
                     ImVec2 high) {
  list.AddImage(album_of_current_context().find(image).GetTexRef(), low, high);
}

}  // namespace ui
