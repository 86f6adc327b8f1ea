// positions_view.cpp: the positions lab: one question per page, and the sizes that all pages share.
#include "app/views/labs/positions/positions_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/changes.h"
#include "app/ui/math.h"
#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "engine/core/formula.h"
#include "engine/labs/positions/positions_lab.h"

namespace views {
namespace {

struct LabPage {
  std::string_view name;
  void (*draw)(const Frame& frame);
  bool needs_sizes = true;  // d_model, maximum length and the number of positions are shown above it
  // Its minimum height in pixels at 100 %, and that of a narrow page with stacked parts.
  float least = 330;
  float least_narrow = 330;
  // What it is about, in one formula beside its question; null: none.
  std::string (*formula)(const engine::PositionsLab& lab) = nullptr;
};

// Vaswani et al. 2017, section 3.5.
std::string formula_of_table(const engine::PositionsLab& lab) {
  const std::string angle = "(pos / " + engine::number_markup(lab.base, 6) + "^{2i / d_{\\mathrm{model}}})";
  return "P_{pos,2i} = \\mathrm{sin}" + angle + ", P_{pos,2i+1} = \\mathrm{cos}" + angle;
}

constexpr std::array<LabPage, 7> kLabPages = {
    {{"table", draw_positions_table, false, 300, 430, formula_of_table},
     {"worked", draw_positions_worked, false, 330, 640},
     {"products", draw_positions_products},
     {"circles", draw_positions_circles, false},
     {"base", draw_positions_base, false},
     {"kinds", draw_positions_kinds, false, 370, 570},
     {"order", draw_positions_order, false}}};

constexpr float kNumberField = 72;  // width of a number field

const LabPage& open_page(const Frame& frame) {
  const std::string& wanted = positions_page(frame).shown;
  const auto* const found = std::find_if(kLabPages.begin(), kLabPages.end(),
                                         [&](const LabPage& page) { return page.name == wanted; });
  return found == kLabPages.end() ? kLabPages.front() : *found;
}

std::string key_of_page(const LabPage& page) {
  return "lab.positions.page." + std::string(page.name);
}

void draw_pages(const Frame& frame) {
  ui::Flow flow(frame.style.px(6));
  const float padding = 2 * ImGui::GetStyle().FramePadding.x;
  for (const LabPage& page : kLabPages) {
    const std::string key = key_of_page(page);
    const std::string word = frame.tr(key);
    const bool is_open = page.name == open_page(frame).name;
    flow.next(ui::text_size(word, frame.style.text()).x + padding);
    std::string face = word;
    face.append("##").append(key);
    if (ui::button(frame.style, face.c_str(),
                   is_open ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline)) {
      edit_positions(frame, "",
                     [name = std::string(page.name)](engine::PositionsLab&, app::PositionsPage& shown) {
                       shown.shown = name;
                     });
    }
    ui::tip(frame.style, frame.tr(key + ".question"));
  }
  if (draw_close_lab(frame, flow)) {
    frame.requests.edit("", [](app::State& state) {
      state.document.focus.view = "stage";
      engine::positions_lab_of(state.document.config).is_on = false;
    });
  }
}

// On the right of the line of the question that begins at `at`, where both have room.
void draw_page_formula(const Frame& frame, const LabPage& page, ImVec2 at, float width) {
  if (page.formula == nullptr) return;
  const auto& style = frame.style;
  const ui::Colours& colours = style.colours;
  const ui::MathLayout formula =
      ui::layout_math(page.formula(positions_lab(frame)),
                      {&style.fonts, style.px(18), colours.ink, colours.query, colours.key, colours.value});
  const float question = ui::text_size(frame.tr(key_of_page(page) + ".question"), style.title()).x;
  if (question + style.px(24) + formula.width > width) return;
  const float baseline = at.y + ui::baseline(style.title().font, style.title().size);
  ui::draw_math(*ImGui::GetWindowDrawList(), {at.x + width - formula.width, baseline}, formula);
}

// The page in the remaining height, or in its minimum.
void draw_open_page(const Frame& frame) {
  const LabPage& page = open_page(frame);
  const bool is_narrow = ImGui::GetContentRegionAvail().x < frame.style.px(kNarrowPage);
  const float least = frame.style.px(is_narrow ? page.least_narrow : page.least);
  const float room = ImGui::GetContentRegionAvail().y;
  constexpr ImGuiWindowFlags kStill = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::BeginChild("lab page", {0, std::max(room, least)}, 0, kStill)) page.draw(frame);
  ImGui::EndChild();
}

// What the formulas call a number of the lab; empty: nothing.
ui::MathLayout symbol_of(const Frame& frame, std::string_view key) {
  const char* const symbol = key == "lab.positions.d_model" ? "d_{\\mathrm{model}}"
                             : key == "lab.positions.base"  ? "B"
                                                            : "";
  const ui::Colours& colours = frame.style.colours;
  return ui::layout_math(symbol, {&frame.style.fonts, frame.style.px(17), colours.muted, colours.query,
                                  colours.key, colours.value});
}

// The label of a field, and what formulas call it.
void draw_name(const Frame& frame, const char* key) {
  control_name(frame, key);
  const ui::MathLayout symbol = symbol_of(frame, key);
  if (symbol.width <= 0) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float baseline = at.y + ImGui::GetStyle().FramePadding.y + frame.style.px(14);
  ui::draw_math(*ImGui::GetWindowDrawList(), {at.x - frame.style.px(2), baseline}, symbol);
  ImGui::SetCursorScreenPos({at.x + symbol.width + frame.style.px(6), at.y});
}

// A text field with a border, after its label.
bool type_number(const Frame& frame, const char* key, ImGuiDataType kind, void* value, const char* format) {
  const auto& style = frame.style;
  draw_name(frame, key);
  ImGui::SetNextItemWidth(style.px(kNumberField));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  const bool typed = ui::input_number((std::string("##") + key).c_str(), kind, value, nullptr, format);
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr(std::string(key) + ".tip"));
  return typed;
}

}  // namespace

void edit_positions(const Frame& frame, std::string_view merge, PositionsChange change) {
  frame.requests.edit(merge, [change = std::move(change)](app::State& state) {
    change(engine::positions_lab_of(state.document.config), state.document.labs.positions);
  });
}

int positions_stage(const Frame& frame, std::string_view name) {
  return frame.trace().find("lab.positions." + std::string(name)).value_or(-1);
}

void go_to_cell(const Frame& frame, const engine::Cell& cell) {
  frame.requests.edit("", [address = frame.trace().stage(cell.stage).address, cell](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
    state.document.focus.pinned = {cell.row, cell.column};
  });
}

void open_step(const Frame& frame, int stage, const char* id) {
  if (stage < 0) return;
  if (ui::button(frame.style, (frame.tr("lab.step") + "##" + id).c_str(), ui::ButtonKind::kOutline))
    go_to_cell(frame, {stage, 0, 0});
  ui::tip(frame.style, frame.tr("lab.step.tip"));
}

void lab_number(const Frame& frame, const char* key, engine::Index value, engine::Index smallest,
                engine::Index largest, const std::function<void(engine::PositionsLab&, engine::Index)>& set) {
  if (!type_number(frame, key, ImGuiDataType_S64, &value, "%lld")) return;
  edit_positions(frame, key,
                 [set, value = std::clamp(value, smallest, largest)](
                     engine::PositionsLab& lab, app::PositionsPage&) { set(lab, value); });
}

float lab_number_width(const Frame& frame, const char* key) {
  const float symbol = symbol_of(frame, key).width;
  const float name = ui::text_size(frame.tr(key), frame.style.text()).x;
  return name + (symbol > 0 ? symbol + frame.style.px(6) : 0) + frame.style.px(8 + kNumberField);
}

void lab_base(const Frame& frame) {
  double value = engine::positions_lab_of(frame.session.document().config).base;
  if (!type_number(frame, "lab.positions.base", ImGuiDataType_Double, &value, "%.6g")) return;
  if (!std::isfinite(value)) return;
  edit_positions(frame, "lab.positions.base",
                 [value = std::clamp(value, 1.0, 1e9)](engine::PositionsLab& lab, app::PositionsPage&) {
                   lab.base = value;
                 });
}

void lab_sizes(const Frame& frame) {
  const engine::PositionsLab& lab = engine::positions_lab_of(frame.session.document().config);
  ui::Flow flow(frame.style.px(18));
  const auto next = [&](const char* key) { flow.next(lab_number_width(frame, key)); };
  next("lab.positions.d_model");
  lab_number(frame, "lab.positions.d_model", lab.d_model, 2, 2048,
             [](engine::PositionsLab& changed, engine::Index value) { changed.d_model = value; });
  next("lab.positions.base");
  lab_base(frame);
  next("lab.positions.length");
  lab_number(frame, "lab.positions.length", lab.length, 2, engine::kMaxLabLength,
             [](engine::PositionsLab& changed, engine::Index value) { changed.length = value; });
}

void lab_explain(const Frame& frame) {
  const std::string& page = positions_page(frame).shown;
  const float gap = frame.style.px(28);
  ImGui::SameLine(0, gap);
  if (ImGui::GetContentRegionAvail().x < button_width(frame, "lab.step")) ImGui::NewLine();
  open_step(frame, positions_stage(frame, page), page.c_str());
}

std::vector<OffsetRange> products_read(const Frame& frame, int products) {
  const engine::Index count = frame.trace().stage(products).rows;
  const engine::Matrix read = frame.trace().read(products, 0, 0, count, count);
  std::vector<OffsetRange> ranges;
  ranges.reserve(static_cast<size_t>(count));
  for (engine::Index offset = 0; offset < count; ++offset) {
    const auto diagonal = read.diagonal(offset).cast<double>();
    ranges.push_back({offset, diagonal.mean(), diagonal.minCoeff(), diagonal.maxCoeff()});
  }
  return ranges;
}

std::string six(double value) {
  return engine::number_markup(value, 6);
}

namespace {

// Large text shrinks, within reason and to no less than the usual, before a page is cut.
ui::Style fitted_to_page(const ui::Style& style) {
  constexpr ImVec2 kWhole(860, 500);  // pixels at 100 %, with its heading
  constexpr float kSmallest = 0.7f;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float fits = std::min(room.x / style.px(kWhole.x), room.y / style.px(kWhole.y));
  ui::Style fitted = style;
  const float least = std::min(style.scale, std::max(1.0f, kSmallest * style.scale));
  fitted.scale = std::clamp(style.scale * fits, least, style.scale);
  return fitted;
}

void draw_lab(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  // In a low window, or with large text, everything scrolls instead of shrinking too far.
  ImGui::BeginChild("lab", {0, 0});
  draw_pages(frame);
  const LabPage& page = open_page(frame);
  // Playback stops when its page is left.
  if (frame.session.desk().lab_played && page.name != "circles")
    frame.requests.arrange([](app::Desk& desk) { desk.lab_played.reset(); });
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 heading = ImGui::GetCursorScreenPos();
  draw_page_heading(frame, key_of_page(page));
  draw_page_formula(frame, page, {heading.x, heading.y + style.px(8)}, width);
  // During a long run the trace may be one without the lab.
  if (positions_stage(frame, "cosine") >= 0) {
    if (page.needs_sizes) {
      lab_sizes(frame);
      lab_explain(frame);
    }
    draw_open_page(frame);
  } else {
    ui::paragraph(frame.tr("lab.waits"), width, style.quiet());
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace

void draw_positions_lab(const Frame& frame) {
  const ui::Style style = fitted_to_page(frame.style);
  ui::push_font(style.fonts.regular, style.px(15));
  ui::apply(style);
  draw_lab(frame.in(style));
  ui::apply(frame.style);
  ImGui::PopFont();
}

}  // namespace views
