// document_exploring.cpp: masks as lists of rectangles, typed values as lists of cells.
#include "app/document/document_exploring.h"

#include <cmath>

#include "app/document/document_limits.h"
#include "app/document/document_settings.h"

namespace app {
namespace {

using engine::Index;
using nlohmann::ordered_json;

constexpr const char* kHidden = "hidden";  // JSON has no infinity
constexpr size_t kMostEdits = 200'000;

ordered_json focus_json(const Focus& focus) {
  ordered_json object = {{"view", focus.view}, {"stage", focus.stage}};
  if (focus.pinned) object["pinned"] = {focus.pinned->first, focus.pinned->second};
  if (focus.token) object["token"] = *focus.token;
  return object;
}

void write_mask(const engine::Config& config, ordered_json& line) {
  write_settings(engine::SettingGroup::kHiding, config, line);
  write_settings(engine::SettingGroup::kPattern, config, line);
  for (const engine::PaintedMask& mask : config.painted) {
    ordered_json& list = line["painted"][mask.attention] = ordered_json::array();
    for (const engine::MaskPatch& patch : mask.patches) {
      const ordered_json value = std::isinf(patch.value) ? ordered_json(kHidden) : ordered_json(patch.value);
      list.push_back({patch.row, patch.column, patch.rows, patch.columns, value});
    }
  }
}

// [row, column, rows, columns, value]
std::optional<engine::MaskPatch> read_patch(const json& item) {
  if (!item.is_array() || item.size() != 5) return std::nullopt;
  for (size_t i = 0; i < 4; ++i) {
    if (!fits(item[i], engine::kMaxTokens)) return std::nullopt;
  }
  const bool hides = item[4] == kHidden;
  if (!hides && !item[4].is_number()) return std::nullopt;
  return engine::MaskPatch{item[0].get<Index>(), item[1].get<Index>(), item[2].get<Index>(),
                           item[3].get<Index>(), hides ? engine::kHide : item[4].get<double>()};
}

std::optional<std::vector<engine::MaskPatch>> read_patches(const json& list) {
  if (!list.is_array() || list.size() > engine::kMostPatches) return std::nullopt;
  std::vector<engine::MaskPatch> patches;
  for (const json& item : list) {
    const auto patch = read_patch(item);
    if (!patch || patch->rows < 1 || patch->columns < 1 || patch->row + patch->rows > engine::kMaxTokens ||
        patch->column + patch->columns > engine::kMaxTokens || !(patch->value < engine::kInfinity))
      return std::nullopt;
    patches.push_back(*patch);
  }
  return patches;
}

void read_mask(Reader& reader, engine::Config& config) {
  const json* const painted = reader.object("painted");
  if (painted == nullptr) return;
  if (painted->size() > kMostMasks) return reader.mark("painted");
  double cells = 0;
  // An object's keys are in ascending order.
  for (const auto& [attention, list] : painted->items()) {
    const auto patches = read_patches(list);
    if (patches) cells += painted_cells_of(*patches);
    if (!patches || cells > kMostPaintedCells) return reader.mark("painted");
    // Normalised as when painting: a line written by hand may have overlaps.
    config.painted.push_back({attention, engine::patches_of(engine::painted_cells(*patches))});
  }
}

// [row, column, value]
std::optional<engine::CellEdit> read_edit(const json& item) {
  const bool is_cell = item.is_array() && item.size() == 3 && fits(item[0], kLargest) &&
                       fits(item[1], kLargest) && item[2].is_number();
  if (!is_cell) return std::nullopt;
  return engine::CellEdit{item[0].get<Index>(), item[1].get<Index>(), item[2].get<double>()};
}

std::optional<std::vector<engine::CellEdit>> read_cells(const json& list) {
  if (!list.is_array() || list.size() > kMostEdits) return std::nullopt;
  std::vector<engine::CellEdit> cells;
  for (const json& item : list) {
    const auto cell = read_edit(item);
    if (!cell) return std::nullopt;
    const bool ascends = cells.empty() || std::pair(cells.back().row, cells.back().column) <
                                              std::pair(cell->row, cell->column);
    if (!ascends) return std::nullopt;
    cells.push_back(*cell);
  }
  return cells;
}

void read_edits(Reader& reader, engine::Edits& edits) {
  const json* const object = reader.object("edits");
  if (object == nullptr) return;
  for (const auto& [address, list] : object->items()) {
    auto cells = read_cells(list);
    if (!cells) return reader.mark("edits");
    if (!cells->empty()) edits.push_back({address, std::move(*cells)});
  }
}

std::optional<Focus> read_focus(const json& item) {
  if (!item.is_object()) return std::nullopt;
  Reader reader(item);
  Focus focus;
  reader.read("view", focus.view);
  reader.read("stage", focus.stage);
  if (const json* const pinned = reader.list("pinned")) {
    if (pinned->size() != 2 || !fits((*pinned)[0], kLargest) || !fits((*pinned)[1], kLargest))
      return std::nullopt;
    focus.pinned = {(*pinned)[0].get<Index>(), (*pinned)[1].get<Index>()};
  }
  Index token = -1;
  reader.read("token", token);
  if (token >= 0) focus.token = token;
  return reader.is_wrong() ? std::nullopt : std::optional(focus);
}

void read_bookmarks(Reader& reader, std::vector<Focus>& bookmarks) {
  const json* const list = reader.list("bookmarks");
  if (list == nullptr) return;
  if (list->size() > kMostBookmarks) return reader.mark("bookmarks");
  for (const json& item : *list) {
    auto focus = read_focus(item);
    if (!focus) return reader.mark("bookmarks");
    bookmarks.push_back(std::move(*focus));
  }
}

}  // namespace

void write_exploring(const Document& document, ordered_json& line) {
  write_mask(document.config, line);
  for (const engine::StageEdits& stage : document.config.edits) {
    ordered_json& list = line["edits"][stage.address] = ordered_json::array();
    for (const engine::CellEdit& cell : stage.cells) list.push_back({cell.row, cell.column, cell.value});
  }
  if (!document.order.empty()) line["order"] = document.order;
  for (const Focus& bookmark : document.bookmarks) line["bookmarks"].push_back(focus_json(bookmark));
}

void read_exploring(Reader& reader, Document& document) {
  read_mask(reader, document.config);
  read_edits(reader, document.config.edits);
  reader.read_order("order", document.order);
  read_bookmarks(reader, document.bookmarks);
}

}  // namespace app
