// sequence.cpp: the typed input (a sentence, source and target, or a batch of them), its tokenization, and
// its tokens as chips.
#include "app/views/window/sequence.h"

#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "app/document/model_input.h"
#include "app/text/quotable.h"
#include "app/ui/widgets.h"
#include "app/views/core/body_plan.h"
#include "app/views/core/navigation.h"
#include "app/views/files/files.h"
#include "app/views/window/answer_line.h"
#include "app/views/window/batch.h"
#include "app/views/window/beside_chips.h"
#include "app/views/window/chip_arcs.h"
#include "app/views/window/chips.h"
#include "app/views/window/sequence_buttons.h"
#include "app/views/window/sequence_fields.h"
#include "app/views/window/settings.h"
#include "engine/loaders/checkpoint.h"

namespace views {
namespace {

ChromeLines lines_of_chrome(const Frame& frame) {
  return chrome_lines(ImGui::GetIO().DisplaySize, frame.style.scale);
}

// Reset, undo and redo; in a very low window, where the Edit menu has these, the settings.
void draw_end_buttons(const Frame& frame) {
  lines_of_chrome(frame).settings_folded ? draw_settings_button(frame) : draw_action_buttons(frame);
}

float end_buttons_width(const Frame& frame) {
  return lines_of_chrome(frame).settings_folded ? settings_button_width(frame) : action_buttons_width(frame);
}

void error_sentence(const Frame& frame, float width) {
  ui::TextStyle type = frame.style.text();
  type.colour = frame.style.colours.accent;
  ui::paragraph(frame.tr(*frame.session.error()), width, type);
}

void label(const Frame& frame, std::string_view key) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, frame.style.colours.muted);
  ui::plain(frame.tr(key));
  ImGui::PopStyleColor();
}

// Whether the model reads a picture instead of a text.
bool reads_picture(const Frame& frame) {
  const app::Document& document = frame.session.document();
  const bool is_checkpoint = document.config.model == engine::ModelKind::kCheckpoint;
  if (!is_checkpoint) return false;
  const loaders::Checkpoint* const shown = frame.facts.checkpoint();
  if (shown != nullptr && shown->path == document.config.checkpoint) return shown->image.has_value();
  return document.config.predicts == engine::Prediction::kClass;
}

// The picture's name; a click chooses another one.
void picture_button(const Frame& frame) {
  const std::string path = app::picture_of(frame.session.document(), frame.facts.checkpoint());
  const std::string name = path.empty()
                               ? frame.tr("sequence.picture.choose")
                               : app::quotable(std::filesystem::path(path).filename().string()) + " ▾";
  if (ui::button(frame.style, (name + "##picture").c_str(),
                 path.empty() ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline))
    browse(frame, "picture");
  ui::tip(frame.style, frame.tr("sequence.picture.tip"));
}

// Whether the model is a single layer, whose input is arrays.
bool reads_arrays(const Frame& frame) {
  const engine::Config& config = frame.session.document().config;
  return config.model == engine::ModelKind::kCheckpoint && config.vocabulary == 0 && !reads_picture(frame);
}

// The names of the input arrays; a click chooses others.
void array_button(const Frame& frame) {
  std::string names;
  for (const app::FedArray& fed : frame.session.document().fed)
    names.append(names.empty() ? "" : " · ")
        .append(app::quotable(std::filesystem::path(fed.path).filename().string()));
  const bool is_fed = !names.empty();
  const std::string face = is_fed ? names + " ▾" : frame.tr("sequence.arrays.choose");
  if (ui::button(frame.style, (face + "##array").c_str(),
                 is_fed ? ui::ButtonKind::kOutline : ui::ButtonKind::kPrimary))
    browse(frame, "array");
  ui::tip(frame.style, frame.tr("sequence.arrays.tip"));
}

// The input of a model that reads no text, with its rows as chips below.
void draw_fed_row(const Frame& frame) {
  const auto& style = frame.style;
  const bool is_picture = reads_picture(frame);
  label(frame, is_picture ? "sequence.picture" : "sequence.arrays");
  ImGui::SameLine(0, style.px(14));
  is_picture ? picture_button(frame) : array_button(frame);
  if (focused_example(frame) >= 0) {
    ImGui::SameLine(0, style.px(14));
    draw_examples_of_batch(frame, ImGui::GetContentRegionAvail().x);
  }
  const float beside = ImGui::GetContentRegionAvail().x - end_buttons_width(frame);
  if (frame.session.error()) {
    error_sentence(frame, beside);
  } else if (frame.session.trace()) {
    const ChipRow row = chip_rows(frame).front();
    draw_chips(frame, row, {beside, chips_height(frame, row, beside, 1)});
  } else {
    ImGui::Dummy({beside, ImGui::GetFrameHeight()});
  }
  ImGui::SameLine(0, 0);
  draw_end_buttons(frame);
}

// One sentence: its field over the whole line, its chips below.
void draw_one(const Frame& frame) {
  const auto& style = frame.style;
  label(frame, field_label(frame, sequence_fields(frame).front()));
  ImGui::SameLine(0, style.px(14));
  const float room = ImGui::GetContentRegionAvail().x - way_buttons_width(frame) - style.px(12);
  const bool one_line = room >= style.px(160);
  draw_field(frame, sequence_fields(frame).front(), one_line ? room : ImGui::GetContentRegionAvail().x, 1);
  if (one_line) ImGui::SameLine(0, style.px(4));
  draw_way_buttons(frame);
  const float beside = ImGui::GetContentRegionAvail().x - end_buttons_width(frame);
  if (frame.session.error()) {
    error_sentence(frame, beside);
  } else if (frame.session.trace()) {
    const ChipRow row = chip_rows(frame).front();
    draw_chips(frame, row, {beside, chips_height(frame, row, beside, 2)});
  } else {
    ImGui::Dummy({beside, ImGui::GetFrameHeight()});
  }
  ImGui::SameLine(0, 0);
  draw_end_buttons(frame);
}

// The positions of a row's parts when a field and its chips share it.
struct RowPlan {
  float left = 0;  // the labels
  float field = 0, field_width = 0;
  float chips = 0;  // to the right of the fields
  float right = 0;  // the end of the page
  int lines = 1;    // of a field
  int chip_lines = 1;
};

RowPlan plan_rows(const Frame& frame, bool ways_beside) {
  const auto& style = frame.style;
  RowPlan plan;
  plan.left = ImGui::GetCursorPosX();
  plan.right = plan.left + ImGui::GetContentRegionAvail().x;
  float label_width = 0;
  const auto fields = sequence_fields(frame);
  for (const Field& field : fields)
    label_width = std::max(label_width, ui::text_size(frame.tr(field_label(frame, field)), style.text()).x);
  plan.field = plan.left + label_width + style.px(14);
  const bool in_one_line = fields.size() == 1 && lines_of_chrome(frame).one_line_of_sequence;
  const float actions = in_one_line ? end_buttons_width(frame) : 0;
  const float beside = ways_beside ? way_buttons_width(frame) + actions + style.px(12) : 0;
  plan.field_width = std::floor((plan.right - plan.field - beside) * 0.42f);
  plan.chips = plan.field + plan.field_width + style.px(12);
  const bool low = ImGui::GetIO().DisplaySize.y < style.px(860);
  plan.lines = !frame.session.document().is_batch ? 1 : fields.size() > 1 && low ? 2 : 3;
  plan.chip_lines = low ? 1 : 2;
  return plan;
}

// The chips of a row, below the choice of sentence if there are several.
void chips_beside(const Frame& frame, const RowPlan& plan, size_t index, float width) {
  const auto& style = frame.style;
  const auto rows = chip_rows(frame);
  if (index >= rows.size()) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  ImGui::BeginGroup();
  if (index == 0 && focused_example(frame) >= 0) draw_examples_of_batch(frame, width);
  draw_chips(frame, rows[index], {width, chips_height(frame, rows[index], width, plan.chip_lines)});
  ImGui::EndGroup();
  ImGui::PopStyleVar();
}

// The end of a row: of its chips and buttons, and of all of it.
struct RowEnd {
  float chips = 0;
  float row = 0;
};

// Source and target, or a batch: a field and its chips share a row.
RowEnd draw_row(const Frame& frame, const RowPlan& plan, size_t index, bool ways_beside) {
  const auto fields = sequence_fields(frame);
  const auto& style = frame.style;
  const float top = ImGui::GetCursorPosY();
  const bool with_ways = index == 0 && ways_beside;
  const bool last = index + 1 == fields.size();
  // In the single line of a low window all buttons are side by side.
  const bool in_one_line = with_ways && last && lines_of_chrome(frame).one_line_of_sequence;
  label(frame, field_label(frame, fields[index]));
  ImGui::SetCursorPos({plan.field, top});
  draw_field(frame, fields[index], plan.field_width, plan.lines);
  float bottom = top;
  const auto end_of_item = [&] {
    bottom = std::max(bottom, ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
  };
  const float ways = with_ways ? way_buttons_width(frame) : 0;
  const float actions = last ? end_buttons_width(frame) : 0;
  const float right = in_one_line ? ways + actions : std::max(ways, actions);
  const float width = plan.right - plan.chips - right - style.px(12);
  if (with_ways) {
    ImGui::SetCursorPos({plan.right - ways - (in_one_line ? actions : 0), top});
    draw_way_buttons(frame);
    end_of_item();
  }
  if (last) {
    const float below = with_ways && !in_one_line ? ImGui::GetFrameHeight() + style.px(2) : 0;
    ImGui::SetCursorPos({plan.right - actions, top + below});
    draw_end_buttons(frame);
    end_of_item();
  }
  ImGui::SetCursorPos({plan.chips, top});
  if (!frame.session.error() && frame.session.trace()) {
    chips_beside(frame, plan, index, width);
    end_of_item();
  } else if (frame.session.error() && index == 0) {
    error_sentence(frame, width);
    end_of_item();
  }
  return {bottom, std::max(bottom, top + field_height(plan.lines))};
}

void draw_rows(const Frame& frame) {
  const bool ways_beside = ImGui::GetContentRegionAvail().x - way_buttons_width(frame) >= frame.style.px(480);
  if (!ways_beside) draw_way_buttons(frame);
  const RowPlan plan = plan_rows(frame, ways_beside);
  const size_t count = sequence_fields(frame).size();
  const bool is_current = !frame.session.error() && frame.session.trace();
  const std::string alone = is_current ? alone_sentence(frame) : "";
  for (size_t i = 0; i < count; ++i) {
    RowEnd end = draw_row(frame, plan, i, ways_beside);
    if (i + 1 == count && !alone.empty()) {
      ImGui::SetCursorPos({plan.chips, end.chips + arcs_room(frame)});
      ui::paragraph(alone, plan.right - plan.chips, frame.style.small());
      end.row = std::max(end.row, ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
    }
    const float space = i + 1 < count ? space_for_arcs(frame) : 0;
    ImGui::SetCursorPos({plan.left, end.row + ImGui::GetStyle().ItemSpacing.y + space});
  }
}

}  // namespace

void draw_sequence(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), frame.style.px(8)));
  const app::Document& document = frame.session.document();
  const bool is_one_row = lines_of_chrome(frame).one_line_of_sequence;
  if (reads_picture(frame) || reads_arrays(frame)) {
    draw_fed_row(frame);
  } else if (sequence_fields(frame).size() > 1 || document.is_batch || is_one_row) {
    draw_rows(frame);
  } else {
    draw_one(frame);
  }
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + space_for_arcs(frame));
  const bool has_arcs = draw_chip_arcs(frame);
  draw_beside_chips(frame, end_buttons_width(frame), has_arcs);
  draw_answer_line(frame);
  ImGui::PopStyleVar();
}

}  // namespace views
