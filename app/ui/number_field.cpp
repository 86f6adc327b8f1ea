// number_field.cpp: draws the text field of a number itself as soon as somebody types into it.
#include "app/ui/number_field.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "app/text/plain_text.h"
#include "app/text/typed_number.h"

namespace ui {
namespace {

using engine::Error;

// The field that is typed into, with its number from before.
struct Typing {
  ImGuiID id = 0;
  ImGuiDataTypeStorage before{};
};
struct Refusal {
  ImGuiID id = 0;
  int frame = 0;  // in which its field was seen last
  RefusedNumber refused;
};
// Fields are plain functions that every view calls, as Dear ImGui's are: there is nowhere else to store it.
Typing g_typing;
std::optional<Refusal> g_refusal;

size_t size_of(ImGuiDataType type) {
  return ImGui::DataTypeGetInfo(type)->Size;
}

template <class Number>
void store(double number, void* value) {
  constexpr double kLeast = static_cast<double>(std::numeric_limits<Number>::lowest());
  constexpr double kMost = 9'007'199'254'740'992;  // 2^53: no typed number is larger
  const double most = std::min(kMost, static_cast<double>(std::numeric_limits<Number>::max()));
  const auto held = static_cast<Number>(std::clamp(number, kLeast, most));
  std::memcpy(value, &held, sizeof held);
}

std::optional<Error> read_real(std::string_view text, void* value) {
  const auto number = app::read_number(text);
  if (!number) return number.error();
  if (!std::isfinite(number->value)) return Error{"error.number_plain", {{"text", std::string(text)}}};
  std::memcpy(value, &number->value, sizeof number->value);
  return std::nullopt;
}

std::optional<Error> read_into(ImGuiDataType type, std::string_view text, void* value) {
  if (type == ImGuiDataType_Double) return read_real(text, value);
  const auto number = app::read_whole(text);
  if (!number) return number.error();
  switch (type) {
    case ImGuiDataType_S32:
      store<ImS32>(*number, value);
      break;
    case ImGuiDataType_S64:
      store<ImS64>(*number, value);
      break;
    case ImGuiDataType_U64:
      store<ImU64>(*number, value);
      break;
    default:
      IM_ASSERT(false && "no field has numbers of this type");
  }
  return std::nullopt;
}

// Takes over what was typed; returns whether the number changed.
bool apply(ImGuiDataType type, std::string_view text, void* value, const void* least, const void* most) {
  const size_t size = size_of(type);
  ImGuiDataTypeStorage now{};
  std::memcpy(&now, value, size);
  const bool is_empty = app::trimmed(text).empty();
  const auto bad = is_empty ? std::nullopt : read_into(type, text, value);
  if (bad) {
    std::memcpy(value, &g_typing.before, size);
  } else if (least != nullptr && most != nullptr) {
    ImGui::DataTypeClamp(type, value, least, most);
  }
  refuse_number(bad);
  return std::memcmp(&now, value, size) != 0;
}

void follow_typing(ImGuiID id, bool is_typed, ImGuiDataType type, const void* value) {
  if (!is_typed && g_typing.id == id) g_typing.id = 0;
  if (!is_typed || g_typing.id == id) return;
  g_typing.id = id;
  std::memcpy(&g_typing.before, value, size_of(type));
}

using Text = std::array<char, 256>;

Text written(ImGuiDataType type, const void* value, const char* format) {
  std::array<char, 32> plain{};
  format = ImParseFormatTrimDecorations(format, plain.data(), static_cast<int>(plain.size()));
  if (*format == '\0') format = ImGui::DataTypeGetInfo(type)->PrintFmt;
  Text text{};
  ImGui::DataTypeFormatString(text.data(), static_cast<int>(text.size()), type, value, format);
  ImStrTrimBlanks(text.data());
  return text;
}

// Of the last item, a text field that began with the number as it is written.
bool take_over(bool is_changed, ImGuiDataType type, const Text& text, void* value, const void* least,
               const void* most) {
  if (is_changed) return apply(type, text.data(), value, least, most);
  if (ImGui::IsItemActive()) refuse_number(std::nullopt);
  return false;
}

// The text field in place of a slider that is typed into.
bool type_over(const char* label, ImGuiID id, ImGuiDataType type, void* value, const void* least,
               const void* most, const char* format) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImRect box(at, ImVec2(at.x + ImGui::CalcItemWidth(), at.y + ImGui::GetFrameHeight()));
  ImGui::ItemSize(box, ImGui::GetStyle().FramePadding.y);
  if (!ImGui::ItemAdd(box, id, &box, ImGuiItemFlags_Inputable)) return false;
  Text text = written(type, value, format);
  const bool is_changed = ImGui::TempInputText(box, id, label, text.data(), static_cast<int>(text.size()),
                                               ImGuiInputTextFlags_AutoSelectAll);
  return take_over(is_changed, type, text, value, least, most);
}

bool is_typed_over(const char* label, ImGuiDataType type, const void* value) {
  const ImGuiID id = ImGui::GetID(label);
  const bool is_typed = ImGui::TempInputIsActive(id);
  follow_typing(id, is_typed, type, value);
  return is_typed;
}

bool has_input() {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_clicked = std::ranges::any_of(io.MouseClicked, [](bool clicked) { return clicked; });
  return is_clicked || !io.InputQueueCharacters.empty() || ImGui::IsKeyPressed(ImGuiKey_Escape);
}

}  // namespace

bool drag_number(const char* label, ImGuiDataType type, void* value, float speed, const void* least,
                 const void* most, const char* format, ImGuiSliderFlags flags) {
  if (is_typed_over(label, type, value))
    return type_over(label, ImGui::GetID(label), type, value, least, most, format);
  return ImGui::DragScalar(label, type, value, speed, least, most, format,
                           flags | ImGuiSliderFlags_AlwaysClamp);
}

bool slide_number(const char* label, ImGuiDataType type, void* value, const void* least, const void* most,
                  const char* format, ImGuiSliderFlags flags) {
  if (is_typed_over(label, type, value))
    return type_over(label, ImGui::GetID(label), type, value, least, most, format);
  return ImGui::SliderScalar(label, type, value, least, most, format, flags | ImGuiSliderFlags_AlwaysClamp);
}

bool input_number(const char* label, ImGuiDataType type, void* value, const void* step, const char* format) {
  const float button = ImGui::GetFrameHeight();
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  ImGui::BeginGroup();
  ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - (step == nullptr ? 0 : 2 * (button + gap)));
  Text text = written(type, value, format);
  follow_typing(ImGui::GetID(label), ImGui::GetActiveID() == ImGui::GetID(label), type, value);
  const bool is_typed = ImGui::InputText(label, text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll);
  bool is_changed = take_over(is_typed, type, text, value, nullptr, nullptr);
  ImGui::PushID(label);
  ImGui::PushItemFlag(ImGuiItemFlags_ButtonRepeat, true);
  for (const char sign : {'-', '+'}) {
    if (step == nullptr) break;
    ImGui::SameLine(0, gap);
    const std::array<char, 2> name = {sign, '\0'};
    if (!ImGui::ButtonEx(name.data(), {button, button})) continue;
    ImGui::DataTypeApplyOp(type, sign, value, value, step);
    is_changed = true;
  }
  ImGui::PopItemFlag();
  ImGui::PopID();
  ImGui::EndGroup();
  return is_changed;
}

void refuse_number(const std::optional<Error>& error) {
  if (!error) {
    if (g_refusal && g_refusal->id == ImGui::GetItemID()) g_refusal.reset();
    return;
  }
  g_refusal = {
      ImGui::GetItemID(), ImGui::GetFrameCount(), {ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), *error}};
}

std::optional<RefusedNumber> refused_number() {
  if (!g_refusal) return std::nullopt;
  const int now = ImGui::GetFrameCount();
  if (ImGui::GetActiveID() == g_refusal->id) g_refusal->frame = now;
  // A context of its own, such as a test's, counts from 0 again.
  if (now < g_refusal->frame || (now > g_refusal->frame + 1 && has_input())) g_refusal.reset();
  return g_refusal ? std::optional(g_refusal->refused) : std::nullopt;
}

}  // namespace ui
