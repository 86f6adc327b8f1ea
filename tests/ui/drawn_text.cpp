// drawn_text.cpp: finds letters by their place in the font's texture, and lines of text by the letters' pens.
#include "tests/ui/drawn_text.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <map>
#include <span>

#include "app/look/palette.h"

namespace app {
namespace {

constexpr float kAir = 1;              // pixels around the ink of every letter in the texture
constexpr float kMostOfHeight = 0.2f;  // by which letters may lie on each other
constexpr float kMostCut = 2;          // pixels of a letter

ImVec2 plus(ImVec2 a, ImVec2 b, float times = 1) {
  return {a.x + b.x * times, a.y + b.y * times};
}

float dot(ImVec2 a, ImVec2 b) {
  return a.x * b.x + a.y * b.y;
}

struct Letter {
  const ImFontGlyph* glyph = nullptr;
  Ink ink;
  ImVec2 pen;      // where it starts, on the top of the line
  ImVec2 forward;  // one pixel along the line
  ImVec2 advance;  // to the next letter's pen
  ImU32 colour = 0;
};

// The letters of all type sizes, by the corner of their place in the texture.
class LetterTable {
 public:
  LetterTable() {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    for (int i = 0; i < atlas.Builder->BakedPool.Size; ++i) {
      for (const ImFontGlyph& glyph : atlas.Builder->BakedPool[i].Glyphs) {
        if (glyph.Visible) by_corner_[{glyph.U0, glyph.V0}] = &glyph;
      }
    }
  }

  // A letter cut by Dear ImGui begins inside its place.
  const ImFontGlyph* find(ImVec2 low, ImVec2 high) const {
    auto found = by_corner_.upper_bound({low.x, FLT_MAX});
    for (int steps = 0; found != by_corner_.begin() && steps < kNearby; ++steps) {
      --found;
      const ImFontGlyph& glyph = *found->second;
      if (low.x >= glyph.U0 && low.y >= glyph.V0 && high.x <= glyph.U1 && high.y <= glyph.V1) return &glyph;
    }
    return nullptr;
  }

 private:
  static constexpr int kNearby = 400;
  std::map<std::pair<float, float>, const ImFontGlyph*> by_corner_;
};

// Reads one command's triangles.
class LetterReader {
 public:
  LetterReader(const LetterTable& table, DrawnFrame& frame) : table_(table), frame_(frame) {}

  void read(const ImDrawList& list) {
    scrolls_across_ = scrolls_down_ = false;
    const ImGuiWindow* window = list._OwnerName ? ImGui::FindWindowByName(list._OwnerName) : nullptr;
    for (; window != nullptr; window = window->ParentWindow) {
      scrolls_across_ = scrolls_across_ || window->ScrollMax.x > 0;
      scrolls_down_ = scrolls_down_ || window->ScrollMax.y > 0;
    }
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback == nullptr) read(list, command);
    }
  }
  void finish() { end_line(); }

 private:
  void read(const ImDrawList& list, const ImDrawCmd& command) {
    clip_ = command.ClipRect;
    const auto vertex = [&](unsigned i) -> const ImDrawVert& {
      const ImDrawIdx index = list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
      return list.VtxBuffer[static_cast<int>(command.VtxOffset) + index];
    };
    for (unsigned at = 0; at + 3 <= command.ElemCount;) {
      const std::array<ImDrawVert, 3> corners = {vertex(at), vertex(at + 1), vertex(at + 2)};
      const bool is_quad = at + 6 <= command.ElemCount && corners[0].uv.x != corners[2].uv.x &&
                           corners[0].uv.y != corners[2].uv.y && corners[1].uv.y == corners[0].uv.y;
      if (is_quad && add_letter(corners, vertex(at + 5))) {
        at += 6;
        order_ += 2;
      } else {
        add_cover(corners);
        at += 3;
        ++order_;
      }
    }
  }

  bool add_letter(const std::array<ImDrawVert, 3>& corners, const ImDrawVert& last) {
    const ImFontGlyph* const glyph = table_.find(corners[0].uv, corners[2].uv);
    if (glyph == nullptr) return false;
    if ((corners[0].col & IM_COL32_A_MASK) == 0) return true;
    Letter letter{glyph,         {corners[0].pos, corners[1].pos, corners[2].pos, last.pos}, {}, {}, {},
                  corners[0].col};
    const Ink whole = letter.ink;
    if (!shrink(letter)) return true;
    place_pen(letter, corners);
    if (!goes_on(letter)) {
      const bool is_script = begins_at_end(letter);
      end_line();
      line_.is_script = is_script;
    }
    line_.is_cut = line_.is_cut || is_cut(whole, letter.ink);
    append(letter);
    return true;
  }

  // Where the line began, and how far the letter moves on.
  static void place_pen(Letter& letter, const std::array<ImDrawVert, 3>& corners) {
    const ImFontGlyph& glyph = *letter.glyph;
    const ImVec2 across = plus(corners[1].pos, corners[0].pos, -1);
    const ImVec2 down = plus(corners[2].pos, corners[1].pos, -1);
    const float cut = (corners[1].uv.x - corners[0].uv.x) / (glyph.U1 - glyph.U0);
    const float scale = std::sqrt(dot(across, across)) / ((glyph.X1 - glyph.X0) * std::max(cut, 0.01f));
    letter.forward = plus({0, 0}, across, 1 / std::max(std::sqrt(dot(across, across)), 0.01f));
    const ImVec2 below = plus({0, 0}, down, 1 / std::max(std::sqrt(dot(down, down)), 0.01f));
    const float skipped = (corners[0].uv.x - glyph.U0) / (glyph.U1 - glyph.U0) * (glyph.X1 - glyph.X0);
    const float hidden = (corners[0].uv.y - glyph.V0) / (glyph.V1 - glyph.V0) * (glyph.Y1 - glyph.Y0);
    letter.pen = plus(plus(corners[0].pos, letter.forward, -(glyph.X0 + skipped) * scale), below,
                      -(glyph.Y0 + hidden) * scale);
    letter.advance = plus({0, 0}, letter.forward, glyph.AdvanceX * scale);
  }

  // Takes the air away, and what the clip rectangle hides; false if nothing is left.
  bool shrink(Letter& letter) const {
    ImVec2 low(FLT_MAX, FLT_MAX);
    ImVec2 high(-FLT_MAX, -FLT_MAX);
    for (const ImVec2& corner : letter.ink) {
      low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
      high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
    }
    const bool is_upright = letter.ink[0].y == letter.ink[1].y;
    if (!is_upright) {
      const ImVec2 middle((low.x + high.x) / 2, (low.y + high.y) / 2);
      for (size_t i = 0; i < 4; ++i) letter.ink.at(i) = plus(letter.ink.at(i), inward(letter.ink, i), kAir);
      return middle.x > clip_.x && middle.x < clip_.z && middle.y > clip_.y && middle.y < clip_.w;
    }
    low = {std::max(low.x + kAir, clip_.x), std::max(low.y + kAir, clip_.y)};
    high = {std::min(high.x - kAir, clip_.z), std::min(high.y - kAir, clip_.w)};
    letter.ink = {low, ImVec2(high.x, low.y), high, ImVec2(low.x, high.y)};
    return low.x < high.x && low.y < high.y;
  }

  // Whether the window ends inside a letter, and cannot be scrolled there.
  bool is_cut(const Ink& whole, const Ink& seen) const {
    if (whole[0].y != whole[1].y) return false;
    const float most = kAir + kMostCut;
    const float across = std::max(seen[0].x - whole[0].x, whole[2].x - seen[2].x);
    const float down = std::max(seen[0].y - whole[0].y, whole[2].y - seen[2].y);
    return (!scrolls_across_ && across > most) || (!scrolls_down_ && down > most);
  }

  // One pixel from a corner along both of its sides.
  static ImVec2 inward(const Ink& ink, size_t corner) {
    const auto unit = [&](size_t to) {
      const ImVec2 side = plus(ink.at(to % 4), ink.at(corner), -1);
      return plus({0, 0}, side, 1 / std::max(std::sqrt(dot(side, side)), 0.01f));
    };
    return plus(unit(corner + 1), unit(corner + 3));
  }

  // Whether a letter stands where the last one ends, or a few spaces further.
  bool goes_on(const Letter& letter) const {
    if (line_.letters.empty() || last_.colour != letter.colour) return false;
    const ImVec2 step = plus(letter.pen, plus(last_.pen, last_.advance), -1);
    const float along = dot(step, letter.forward);
    const ImVec2 aside = plus(step, letter.forward, -along);
    return along > -1.5f && along < last_.glyph->AdvanceX * 0.8f + 4 && std::sqrt(dot(aside, aside)) < 0.75f;
  }

  // Such a piece tucks under the slanted letter before it.
  bool begins_at_end(const Letter& letter) const {
    if (line_.letters.empty()) return false;
    const ImVec2 step = plus(letter.pen, plus(last_.pen, last_.advance), -1);
    const float along = dot(step, letter.forward);
    return along > -1.5f && along < 1.5f;
  }

  void append(const Letter& letter) {
    std::array<char, 5> bytes{};
    ImTextCharToUtf8(bytes.data(), letter.glyph->Codepoint);
    const ImVec2 step = plus(letter.pen, plus(last_.pen, last_.advance), -1);
    if (!line_.letters.empty() && dot(step, letter.forward) > 2) line_.text += ' ';
    line_.text += bytes.data();
    line_.letters.push_back(letter.ink);
    line_.colour = letter.colour;
    line_.last = order_;
    last_ = letter;
  }

  void end_line() {
    if (line_.letters.empty()) return;
    line_.low = {FLT_MAX, FLT_MAX};
    line_.high = {-FLT_MAX, -FLT_MAX};
    for (const Ink& ink : line_.letters) {
      for (const ImVec2& corner : ink) {
        line_.low = {std::min(line_.low.x, corner.x), std::min(line_.low.y, corner.y)};
        line_.high = {std::max(line_.high.x, corner.x), std::max(line_.high.y, corner.y)};
      }
    }
    frame_.texts.push_back(std::move(line_));
    line_ = {};
  }

  void add_cover(const std::array<ImDrawVert, 3>& corners) {
    OpaqueTriangle triangle{{}, clip_, order_, corners[0].col};
    for (size_t i = 0; i < 3; ++i) {
      if ((corners.at(i).col & IM_COL32_A_MASK) != IM_COL32_A_MASK) return;
      triangle.is_picture = triangle.is_picture || corners.at(i).uv.x != corners[0].uv.x ||
                            corners.at(i).uv.y != corners[0].uv.y;
      triangle.corners.at(i) = corners.at(i).pos;
    }
    frame_.covers.push_back(triangle);
  }

  const LetterTable& table_;
  DrawnFrame& frame_;
  ImVec4 clip_{};
  bool scrolls_across_ = false, scrolls_down_ = false;  // the window that is read, or one around it
  DrawnText line_;
  Letter last_;
  int order_ = 0;
};

// By how much two rectangles lie on each other, along the direction in which they do so least; below 0: not
// at all.
float depth_of(const Ink& one, const Ink& other) {
  float least = FLT_MAX;
  for (const Ink* ink : {&one, &other}) {
    for (const size_t side : {0, 1}) {
      const ImVec2 edge = plus((*ink).at(side + 1), (*ink).at(side), -1);
      const float length = std::sqrt(dot(edge, edge));
      if (length < 0.01f) return -1;
      const auto span = [&](const Ink& of) {
        std::pair<float, float> range(FLT_MAX, -FLT_MAX);
        for (const ImVec2& corner : of) {
          const float place = dot(corner, edge) / length;
          range = {std::min(range.first, place), std::max(range.second, place)};
        }
        return range;
      };
      const auto first = span(one);
      const auto second = span(other);
      least = std::min(least, std::min(first.second, second.second) - std::max(first.first, second.first));
    }
  }
  return least;
}

bool contains(const OpaqueTriangle& triangle, ImVec2 point) {
  const ImVec4& clip = triangle.clip;
  if (point.x < clip.x || point.x > clip.z || point.y < clip.y || point.y > clip.w) return false;
  const auto side = [&](size_t i) {
    const ImVec2 from = triangle.corners.at(i);
    const ImVec2 to = triangle.corners.at((i + 1) % 3);
    return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
  };
  const std::array<float, 3> sides = {side(0), side(1), side(2)};
  return std::all_of(sides.begin(), sides.end(), [](float s) { return s >= 0; }) ||
         std::all_of(sides.begin(), sides.end(), [](float s) { return s <= 0; });
}

// Whether something opaque was drawn between two letters.
bool is_covered(const DrawnFrame& frame, const Ink& below, int after, int before) {
  const ImVec2 middle((below[0].x + below[2].x) / 2, (below[0].y + below[2].y) / 2);
  return std::any_of(frame.covers.begin(), frame.covers.end(), [&](const OpaqueTriangle& triangle) {
    return !triangle.is_picture && triangle.order > after && triangle.order < before &&
           contains(triangle, middle);
  });
}

bool overlap(const DrawnFrame& frame, const DrawnText& below, const DrawnText& above, float most) {
  for (const Ink& one : below.letters) {
    for (const Ink& other : above.letters) {
      // Large letters may touch a little more.
      const float height = std::min(one[2].y - one[0].y, other[2].y - other[0].y);
      const bool is_deep = depth_of(one, other) > std::max(most, kMostOfHeight * height);
      if (is_deep && !is_covered(frame, one, below.last, above.last)) return true;
    }
  }
  return false;
}

}  // namespace

DrawnFrame drawn_frame() {
  DrawnFrame frame;
  const LetterTable table;
  LetterReader reader(table, frame);
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) reader.read(*list);
  reader.finish();
  return frame;
}

std::optional<float> contrast_of(const DrawnFrame& frame, const DrawnText& text) {
  const Ink& ink = text.letters.front();
  const ImVec2 middle((ink[0].x + ink[2].x) / 2, (ink[0].y + ink[2].y) / 2);
  const OpaqueTriangle* ground = nullptr;
  for (const OpaqueTriangle& triangle : frame.covers) {
    if (triangle.order < text.last && contains(triangle, middle)) ground = &triangle;
  }
  if (ground == nullptr || ground->is_picture) return std::nullopt;
  const ImVec4 below = ImGui::ColorConvertU32ToFloat4(ground->colour);
  const ImVec4 above = ImGui::ColorConvertU32ToFloat4(text.colour);
  const auto mixed = [&](float of, float with) { return with + (of - with) * above.w; };
  return look::contrast({mixed(above.x, below.x), mixed(above.y, below.y), mixed(above.z, below.z)},
                        {below.x, below.y, below.z});
}

size_t times_said(std::string_view words) {
  const DrawnFrame drawn = drawn_frame();
  return static_cast<size_t>(std::ranges::count_if(
      drawn.texts, [&](const DrawnText& text) { return text.text.find(words) != std::string::npos; }));
}

bool says(std::string_view words) {
  std::string all;
  for (const DrawnText& text : drawn_frame().texts) all += text.text;
  std::string wanted(words);
  for (std::string* const read : {&all, &wanted})
    std::erase_if(*read, [](char letter) { return letter == ' ' || letter == 'l' || letter == 'I'; });
  return all.find(wanted) != std::string::npos;
}

std::vector<std::pair<std::string, std::string>> overlapping_texts(const DrawnFrame& frame, float most) {
  std::vector<std::pair<std::string, std::string>> found;
  for (size_t i = 0; i < frame.texts.size(); ++i) {
    const DrawnText& below = frame.texts[i];
    for (size_t j = i + 1; j < frame.texts.size(); ++j) {
      const DrawnText& above = frame.texts[j];
      if (above.low.x + most >= below.high.x || below.low.x + most >= above.high.x ||
          above.low.y + most >= below.high.y || below.low.y + most >= above.high.y ||
          (j == i + 1 && above.is_script))
        continue;
      if (overlap(frame, below, above, most)) found.emplace_back(below.text, above.text);
    }
  }
  return found;
}

}  // namespace app
