// shaped_cache.cpp: caches shaped lines as textures of Dear ImGui, the 512 most recently used.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <list>
#include <map>
#include <string>
#include <tuple>

#include "app/ui/fonts.h"
#include "app/ui/kept_textures.h"
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

// The textures of one Dear ImGui context, most recently used first.
class ShapedCache {
 public:
  explicit ShapedCache(ImGuiContext* context) : leaving_(context) {}

  ShapedEntry& find(std::string_view text, const TextStyle& style) {
    leaving_.sweep();
    const Key key{std::string(text), style.font, style.size, style.colour};
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return entries_.front();
    }
    if (entries_.size() >= kMostShaped) retire();
    make(key, style);
    return entries_.front();
  }

  // Measuring creates no texture: breaking a paragraph into lines measures many pieces that are never drawn.
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
    register_texture(entry.texture);
    by_key_[key] = entries_.begin();
  }

  // Drops the least recently used.
  void retire() {
    by_key_.erase(entries_.back().key);
    leaving_.take(entries_, std::prev(entries_.end()));
  }

  std::list<ShapedEntry> entries_;
  LeavingTextures<ShapedEntry> leaving_;
  std::map<Key, std::list<ShapedEntry>::iterator> by_key_;
  std::map<Key, float> widths_;
};

}  // namespace

void draw_shaped(ImDrawList& list, ImVec2 pos, std::string_view text, const TextStyle& style) {
  ShapedEntry& entry = kept_for_context<ShapedCache>().find(text, style);
  const ShapedPicture& picture = entry.picture;
  const float x = std::round(pos.x) - static_cast<float>(picture.left);
  const float y = std::round(pos.y + baseline(style.font, style.size)) - static_cast<float>(picture.baseline);
  list.AddImage(entry.texture.GetTexRef(), {x, y},
                {x + static_cast<float>(picture.width), y + static_cast<float>(picture.height)});
}

float shaped_width(std::string_view text, const TextStyle& style) {
  return kept_for_context<ShapedCache>().width(text, style);
}

}  // namespace ui
