// shaped_cache.cpp: keeps shaped lines as textures of Dear ImGui, the last 512 that were used.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "app/ui/fonts.h"
#include "app/ui/shaped_text.h"

namespace ui {
namespace {

constexpr size_t kMostShaped = 512;
constexpr size_t kWidths = 4096;

struct Key {
  std::string text;
  ImFont* font;
  float size;
  ImU32 colour;
  bool operator==(const Key&) const = default;
  bool operator<(const Key& other) const {
    return std::tie(text, font, size, colour) < std::tie(other.text, other.font, other.size, other.colour);
  }
};

struct ShapedEntry {
  Key key;
  ShapedPicture picture;  // its pixels moved into the texture
  ImTextureData texture;
};

// The textures of one Dear ImGui context, the last used in front. Ends with its context.
class ShapedCache {
 public:
  explicit ShapedCache(ImGuiContext* context) : context_(context) {}

  ShapedEntry& find(std::string_view text, const TextStyle& style) {
    sweep();
    const Key key{std::string(text), style.font, style.size, style.colour};
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return entries_.front();
    }
    if (entries_.size() >= kMostShaped) retire();
    make(key, style);
    return entries_.front();
  }

  // Measuring makes no texture: cutting a paragraph into lines measures many pieces that are never drawn.
  float width(std::string_view text, const TextStyle& style) {
    if (widths_.size() >= kWidths) widths_.clear();
    const auto [at, fresh] = widths_.try_emplace({std::string(text), style.font, style.size, 0});
    if (fresh) at->second = static_cast<float>(shaped_advance(text, style));
    return at->second;
  }

 private:
  void make(const Key& key, const TextStyle& style) {
    ShapedEntry& entry = entries_.emplace_front();
    entry.key = key;
    entry.picture = shape_picture(key.text, style);
    entry.texture.Create(ImTextureFormat_RGBA32, entry.picture.width, entry.picture.height);
    std::memcpy(entry.texture.GetPixels(), entry.picture.rgba.data(), entry.picture.rgba.size());
    entry.picture.rgba = {};
    entry.texture.UseColors = true;
    entry.texture.SetStatus(ImTextureStatus_WantCreate);
    ImGui::RegisterUserTexture(&entry.texture);
    by_key_[key] = entries_.begin();
  }

  // The longest unused leaves the table; its texture stays until the renderer has let go of it, because this
  // frame may have drawn it.
  void retire() {
    by_key_.erase(entries_.back().key);
    retired_frame_ = context_->FrameCount;
    leaving_.splice(leaving_.end(), entries_, std::prev(entries_.end()));
  }

  void sweep() {
    if (leaving_.empty() || context_->FrameCount == retired_frame_) return;
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
  std::list<ShapedEntry> entries_;
  std::list<ShapedEntry> leaving_;
  std::map<Key, std::list<ShapedEntry>::iterator> by_key_;
  std::map<Key, float> widths_;
  int retired_frame_ = 0;
};

ShapedCache& cache_of_current_context() {
  static std::map<ImGuiContext*, std::unique_ptr<ShapedCache>> caches;
  ImGuiContext* const context = ImGui::GetCurrentContext();
  std::unique_ptr<ShapedCache>& cache = caches[context];
  if (!cache) {
    cache = std::make_unique<ShapedCache>(context);
    ImGuiContextHook hook;
    hook.Type = ImGuiContextHookType_Shutdown;
    hook.Callback = [](ImGuiContext* ending, ImGuiContextHook*) { caches.erase(ending); };
    ImGui::AddContextHook(context, &hook);
  }
  return *cache;
}

}  // namespace

void draw_shaped(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style) {
  ShapedEntry& entry = cache_of_current_context().find(text, style);
  const ShapedPicture& picture = entry.picture;
  const float x = std::round(pos.x) - static_cast<float>(picture.left);
  const float y = std::round(pos.y + baseline(style.font, style.size)) - static_cast<float>(picture.baseline);
  list.AddImage(entry.texture.GetTexRef(), {x, y},
                {x + static_cast<float>(picture.width), y + static_cast<float>(picture.height)});
}

float shaped_width(std::string_view text, const TextStyle& style) {
  return cache_of_current_context().width(text, style);
}

}  // namespace ui
