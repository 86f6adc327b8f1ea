// diagram_key.cpp: draws the diagram's signs as they are in it, and says what they mean.
#include "app/views/model/diagram_key.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/explained_tokens.h"
#include "app/views/stage/lying_bar.h"

namespace views {
namespace {

constexpr float kWholeLine = 23;  // pixels at 100 %
constexpr float kBriefLine = 19;
constexpr float kBesideSign = 8;
constexpr float kSignedBar = 40;
constexpr float kButtonType = 13;
constexpr const char* kKeyPopup = "diagram key";

}  // namespace

DiagramKey::DiagramKey(const DiagramScene& scene) : scene_(scene), style_(scene.frame.style) {
  const bool has_layers = scene.config.has_layers();
  if (has_layers) add("sum", Sign::kSum);
  add("open", Sign::kOpener);
  if (has_layers) add("dot", Sign::kDot);
  add("letters", Sign::kLetters);
  if (const auto query = explained_tokens(scene.frame).query) {
    const std::string& token =
        scene.frame.facts.labels(query->sequence).at(static_cast<size_t>(query->position));
    add("row", Sign::kRow, {{"token", token}});
  }
  add("signed", Sign::kSigned);
  const auto input = scene.find(scene.config.has_target() ? "source.input" : "input");
  if (input) {
    const engine::Stage& stage = scene.frame.trace().stage(*input);
    shape_ = shape_words(stage.rows, stage.columns);
    add("shape", Sign::kShape);
  }
  if (!has_lens(scene)) return;
  lens_ = scene.frame.tr("diagram.key.lens.sign");
  add("lens", Sign::kLens);
}

void DiagramKey::add(const std::string& name, Sign sign, const app::Arguments& arguments) {
  const app::Words& tr = scene_.frame.tr;
  const std::string key = "diagram.key." + name;
  lines_.push_back({sign, tr(key, arguments), tr(key + ".long", arguments)});
}

void DiagramKey::draw(const Box& room) const {
  const ImVec2 whole = whole_size();
  const float above = style_.px(12);
  if (whole.x <= room.size().x && above + whole.y <= room.size().y)
    return draw_whole({room.low.x, room.low.y + above});
  draw_brief(room);
}

void DiagramKey::draw_brief(const Box& room) const {
  const bool is_whole = brief_height(room.size().x) <= room.size().y + 1;
  if (!is_whole && folded_size().y <= room.size().y + 1) return draw_folded(room.low);
  const float line = style_.px(kBriefLine);
  const std::vector<ImVec2> places = flow(room.low, room.high.x);
  for (size_t i = 0; i < lines_.size() && (is_whole || places[i].y + line <= room.high.y); ++i)
    draw_line(lines_[i].sign, places[i], line, sign_width(lines_[i].sign), lines_[i].brief);
}

float DiagramKey::brief_height(float width) const {
  return flow({0, 0}, width).back().y + style_.px(kBriefLine);
}

ImVec2 DiagramKey::folded_size() const {
  const ImVec2 around = ImGui::GetStyle().FramePadding;
  ui::push_font(style_.fonts.regular, style_.px(kButtonType));
  const ImVec2 face = ImGui::CalcTextSize(folded_face().c_str());
  ImGui::PopFont();
  return {face.x + 2 * around.x, style_.px(15) + 2 * around.y};
}

std::string DiagramKey::folded_face() const {
  return scene_.frame.tr("diagram.key") + " ▾";
}

ImVec2 DiagramKey::whole_size() const {
  float words = 0;
  for (const Line& each : lines_) words = std::max(words, ui::text_size(each.words, style_.small()).x);
  return {widest_sign() + style_.px(kBesideSign) + words,
          static_cast<float>(lines_.size()) * style_.px(kWholeLine)};
}

float DiagramKey::widest_sign() const {
  float widest = 0;
  for (const Line& each : lines_) widest = std::max(widest, sign_width(each.sign));
  return widest;
}

void DiagramKey::draw_whole(ImVec2 at) const {
  for (const Line& each : lines_) {
    draw_line(each.sign, at, style_.px(kWholeLine), widest_sign(), each.words);
    at.y += style_.px(kWholeLine);
  }
}

// Above the button: it is at the foot of its column.
void DiagramKey::draw_folded(ImVec2 at) const {
  ImGui::SetCursorScreenPos(at);
  ui::push_font(style_.fonts.regular, style_.px(kButtonType));
  const std::string face = folded_face() + "##diagram key";
  if (ui::button(style_, face.c_str(), ui::ButtonKind::kOutline)) ImGui::OpenPopup(kKeyPopup);
  ImGui::PopFont();
  ui::tip(style_, scene_.frame.tr("diagram.key.tip"));
  const ImVec2 corner(ImGui::GetItemRectMin().x, ImGui::GetItemRectMin().y - style_.px(4));
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {0, 1});
  const float around = style_.px(ui::kAroundPanel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(around, around));
  const bool open = ImGui::BeginPopup(kKeyPopup);
  ImGui::PopStyleVar();
  if (!open) return;
  ui::close_on_escape();
  draw_whole(ImGui::GetCursorScreenPos());
  ImGui::Dummy(whole_size());
  ImGui::EndPopup();
}

std::vector<ImVec2> DiagramKey::flow(ImVec2 low, float right) const {
  std::vector<ImVec2> places;
  ImVec2 at = low;
  for (const Line& each : lines_) {
    const float taken =
        sign_width(each.sign) + style_.px(kBesideSign) + ui::text_size(each.brief, style_.small()).x;
    if (at.x > low.x && at.x + taken > right) at = {low.x, at.y + style_.px(kBriefLine)};
    places.push_back(at);
    at.x += taken + style_.px(16);
  }
  return places;
}

float DiagramKey::sign_width(Sign sign) const {
  switch (sign) {
    case Sign::kSum:
    case Sign::kOpener:
      return style_.px(18);
    case Sign::kDot:
    case Sign::kRow:
      return style_.px(8);
    case Sign::kLetters:
      return ui::text_size("Q K V", style_.small_strong()).x;
    case Sign::kSigned:
      return style_.px(kSignedBar);
    case Sign::kLens:
      return ui::text_size(lens_, style_.small_ink()).x;
    case Sign::kShape:
      break;
  }
  return std::max(ui::text_size(shape_, style_.small()).x, style_.px(kSignedBar));
}

void DiagramKey::draw_line(Sign sign, ImVec2 at, float height, float width, const std::string& words) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float text = ui::text_size("A", style_.small()).y;
  const ImVec2 centre(std::floor(at.x + width / 2), std::floor(at.y + height / 2));
  const float y = std::floor(centre.y - text / 2);
  const float left = std::floor(centre.x - sign_width(sign) / 2);
  switch (sign) {
    case Sign::kSum:
      draw_sum_sign(style_, centre, style_.px(8), {});
      break;
    case Sign::kOpener:
      draw_opener_sign(style_, centre, false);
      break;
    case Sign::kDot:
      list.AddCircleFilled(centre, style_.px(4), style_.colours.muted);
      break;
    case Sign::kRow:
      draw_row_pointer(style_, {centre.x + style_.px(4), centre.y}, style_.px(5));
      break;
    case Sign::kLetters:
      draw_letters({left, y});
      break;
    case Sign::kSigned:
      draw_signed({left, std::floor(centre.y - style_.px(5))}, style_.px(kSignedBar));
      break;
    case Sign::kShape:
      ui::draw_text(list, {left, y}, shape_, style_.small());
      break;
    case Sign::kLens:
      ui::draw_text(list, {left, y}, lens_, style_.small_ink());
      break;
  }
  ui::draw_text(list, {at.x + width + style_.px(kBesideSign), y}, words, style_.small());
}

void DiagramKey::draw_letters(ImVec2 at) const {
  ui::TextStyle type = style_.small_strong();
  const ui::Colours& colours = style_.colours;
  for (const auto& [letter, colour] :
       {std::pair{"Q ", colours.query}, std::pair{"K ", colours.key}, std::pair{"V", colours.value}}) {
    type.colour = style_.word_colour(colour);
    ui::draw_text(*ImGui::GetWindowDrawList(), at, letter, type);
    at.x += ui::text_size(letter, type).x;
  }
}

void DiagramKey::draw_signed(ImVec2 at, float length) const {
  const auto colours =
      look::lookup(style_.dark ? look::ColourMap::kSignedDark : look::ColourMap::kSignedLight);
  draw_lying_colours(scene_.frame, at, length,
                     [&](double share) { return colours[static_cast<size_t>(share * look::kMapEntries)]; });
}

}  // namespace views
