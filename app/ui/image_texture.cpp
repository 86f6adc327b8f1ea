// image_texture.cpp: stores pictures as textures of Dear ImGui.
#include "app/ui/image_texture.h"

#include <algorithm>
#include <iterator>
#include <list>

#include "app/ui/kept_textures.h"

namespace ui {
namespace {

constexpr size_t kMostImages = 4;
// A smaller picture is stored enlarged by a whole number, so that its pixels stay squares when it is drawn.
constexpr int kSharpSide = 512;

struct ImageEntry {
  std::shared_ptr<const loaders::Image> image;
  ImTextureData texture;
};

// The textures of one Dear ImGui context, most recently used first.
class Album {
 public:
  explicit Album(ImGuiContext* context) : leaving_(context) {}

  ImTextureData& find(const std::shared_ptr<const loaders::Image>& image) {
    leaving_.sweep();
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->image != image) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return entries_.front().texture;
    }
    if (entries_.size() >= kMostImages) leaving_.take(entries_, std::prev(entries_.end()));
    return make(image);
  }

 private:
  ImTextureData& make(const std::shared_ptr<const loaders::Image>& image) {
    ImageEntry& entry = entries_.emplace_front();
    entry.image = image;
    const int times = std::max(1, kSharpSide / std::max({1, image->width, image->height}));
    const int width = times * image->width;
    const int height = times * image->height;
    entry.texture.Create(ImTextureFormat_RGBA32, width, height);
    auto* pixel = static_cast<uint8_t*>(entry.texture.GetPixels());
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const auto from = static_cast<size_t>(y / times * image->width + x / times) * 3;
        for (size_t part = 0; part < 3; ++part) *pixel++ = image->rgb[from + part];
        *pixel++ = 255;
      }
    }
    register_texture(entry.texture);
    return entry.texture;
  }

  std::list<ImageEntry> entries_;
  LeavingTextures<ImageEntry> leaving_;
};

}  // namespace

void draw_image_file(ImDrawList& list, const std::shared_ptr<const loaders::Image>& image, ImVec2 low,
                     ImVec2 high) {
  list.AddImage(kept_for_context<Album>().find(image).GetTexRef(), low, high);
}

}  // namespace ui
