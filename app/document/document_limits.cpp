// document_limits.cpp: estimates a document's size without writing it.
#include "app/document/document_limits.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/document/document_json.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;

// For each line of a file: its comma, line end and indentation.
constexpr size_t kNewLine = 12;
// All fields without lists and user text.
constexpr size_t kPlainFields = 16U << 10U;

// A control character is written as \u0001, an invalid byte as U+FFFD. A named entry may be on its own line.
size_t text_bytes(std::string_view text) {
  size_t bytes = 2 * kNewLine;
  for (const char letter : text) {
    const bool is_control = static_cast<unsigned char>(letter) < ' ';
    bytes += is_control ? 6 : !engine::is_ascii(letter) ? 3 : letter == '"' || letter == '\\' ? 2 : 1;
  }
  return bytes;
}

size_t number_bytes(Index number) {
  size_t count = 2;  // with its comma
  for (; number >= 10; number /= 10) ++count;
  return count;
}

size_t number_bytes(double number) {
  constexpr size_t kLongest = 26;  // -1.2345678901234567e-308, with its comma
  const bool is_short = std::trunc(number) == number && std::abs(number) <= 1e6;
  return is_short ? number_bytes(static_cast<Index>(std::abs(number))) + 3 : kLongest;
}

size_t number_bytes(const std::vector<Index>& numbers) {
  return std::transform_reduce(numbers.begin(), numbers.end(), kNewLine, std::plus<>(),
                               [](Index number) { return number_bytes(number); });
}

size_t text_bytes(const std::vector<std::string>& texts) {
  return std::transform_reduce(texts.begin(), texts.end(), kNewLine, std::plus<>(),
                               [](const std::string& text) { return text_bytes(text); });
}

size_t focus_bytes(const Focus& focus) {
  constexpr size_t kNames = 200;  // names and numbers of its fields
  return text_bytes(focus.view) + text_bytes(focus.stage) + kNames;
}

size_t mask_bytes(const engine::PaintedMask& mask) {
  size_t bytes = text_bytes(mask.attention);
  for (const engine::MaskPatch& patch : mask.patches)
    bytes += number_bytes(patch.row) + number_bytes(patch.column) + number_bytes(patch.rows) +
             number_bytes(patch.columns) + number_bytes(patch.value) + kNewLine;
  return bytes;
}

size_t edits_bytes(const engine::StageEdits& stage) {
  size_t bytes = text_bytes(stage.address);
  for (const engine::CellEdit& cell : stage.cells)
    bytes += number_bytes(cell.row) + number_bytes(cell.column) + number_bytes(cell.value) + kNewLine;
  return bytes;
}

// A line nested in another: each of its fields and lists may be on its own line there.
size_t inner_bytes(const std::string& line) {
  const auto breaks = std::count_if(
      line.begin(), line.end(), [](char letter) { return letter == '[' || letter == '{' || letter == ':'; });
  return line.size() + 2 * kNewLine * static_cast<size_t>(breaks);
}

std::optional<Error> check_masks(const engine::Config& config) {
  if (config.painted.size() > kMostMasks)
    return Error{"error.painted_masks", {{"largest", std::to_string(kMostMasks)}}};
  double cells = 0;
  for (const engine::PaintedMask& mask : config.painted) {
    if (mask.patches.size() > engine::kMostPatches)
      return Error{"error.mask_detail",
                   {{"count", std::to_string(mask.patches.size())},
                    {"largest", std::to_string(engine::kMostPatches)}}};
    cells += painted_cells_of(mask.patches);
  }
  if (cells <= kMostPaintedCells) return std::nullopt;
  return Error{"error.painted_large", {{"largest", std::to_string(static_cast<Index>(kMostPaintedCells))}}};
}

}  // namespace

std::optional<Error> check_text(std::string_view text) {
  if (text.size() <= kMostCharacters) return std::nullopt;
  if (text.size() <= kMostTextBytes && engine::count_letters(text) <= kMostCharacters) return std::nullopt;
  return Error{"error.text_too_long", {{"largest", std::to_string(kMostCharacters)}}};
}

double painted_cells_of(const std::vector<engine::MaskPatch>& patches) {
  double cells = 0;
  double rows = 0;
  double columns = 0;
  for (const engine::MaskPatch& patch : patches) {
    cells += static_cast<double>(patch.rows) * static_cast<double>(patch.columns);
    rows = std::max(rows, static_cast<double>(patch.row + patch.rows));
    columns = std::max(columns, static_cast<double>(patch.column + patch.columns));
  }
  return cells + rows * columns;
}

size_t most_bytes(const Document& document) {
  const engine::Config& config = document.config;
  size_t bytes = kPlainFields + focus_bytes(document.focus);
  for (const std::string* text : {&document.text, &document.target, &document.pair,
                                  &document.labs.positions.moved, &document.image, &config.checkpoint})
    bytes += text_bytes(*text);
  for (const auto* numbers : {&document.padded, &document.order, &document.ids, &document.target_ids,
                              &document.segments, &document.generated_ids})
    bytes += number_bytes(*numbers);
  bytes += text_bytes(document.generated) + text_bytes(config.off) + text_bytes(document.trainings);
  if (config.nudge) bytes += text_bytes(config.nudge->sublayer);
  if (document.gradient) {
    bytes += text_bytes(to_text(document.gradient->target));
    for (const engine::MaskedToken& masked : document.gradient->masked) bytes += text_bytes(to_text(masked));
  }
  for (const FedArray& fed : document.fed) bytes += text_bytes(fed.role) + text_bytes(fed.path);
  for (const Focus& bookmark : document.bookmarks) bytes += focus_bytes(bookmark);
  for (const engine::PaintedMask& mask : config.painted) bytes += mask_bytes(mask);
  for (const engine::StageEdits& stage : config.edits) bytes += edits_bytes(stage);
  return bytes + (document.baseline ? inner_bytes(*document.baseline) : 0);
}

std::optional<Error> check_limits(const Document& document) {
  for (const std::string* text :
       {&document.text, &document.target, &document.pair, &document.labs.positions.moved}) {
    if (auto bad = check_text(*text)) return bad;
  }
  for (const auto* numbers : {&document.ids, &document.target_ids, &document.segments}) {
    if (numbers->size() > static_cast<size_t>(engine::kMaxTokens))
      return Error{
          "error.too_many_tokens",
          {{"count", std::to_string(numbers->size())}, {"largest", std::to_string(engine::kMaxTokens)}}};
  }
  if (auto bad = check_masks(document.config)) return bad;
  if (most_bytes(document) <= kLargestSession) return std::nullopt;
  return Error{"error.session_full", {{"megabytes", std::to_string(kLargestSession >> 20U)}}};
}

}  // namespace app
