// figures.cpp: reads small tables of numbers between commas, and counts parameters.
#include "app/pages/figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "app/text/plain_text.h"
#include "embedded/page_figures.h"

namespace app {
namespace {

using Cells = std::vector<std::string_view>;

Cells cells_of(std::string_view line) {
  Cells cells;
  for (size_t at = 0; at <= line.size();) {
    const size_t end = std::min(line.find(',', at), line.size());
    cells.push_back(trimmed(line.substr(at, end - at)));
    at = end + 1;
  }
  return cells;
}

// A whole cell as a number above 0.
bool read_amount(std::string_view cell, double& number) {
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  return error == std::errc() && end == cell.data() + cell.size() && number > 0;
}

// Or "none": 0.
bool read_whole(std::string_view cell, engine::Index& number) {
  if (cell == "none") return true;
  double amount = 0;
  if (!read_amount(cell, amount)) return false;
  number = static_cast<engine::Index>(amount);
  return static_cast<double>(number) == amount;
}

// Every line below the head is a row that `read` takes, or a fault.
template <class Row, class Read>
ReadFigure<Row> read_rows(std::string_view file, size_t columns, Read read) {
  ReadFigure<Row> figure;
  bool has_head = false;
  for (int number = 1; !file.empty(); ++number) {
    const std::string_view line = trimmed(file.substr(0, file.find('\n')));
    file.remove_prefix(std::min(file.find('\n'), file.size() - 1) + 1);
    if (line.empty() || line.starts_with('#')) continue;
    const Cells cells = cells_of(line);
    Row row;
    if (cells.size() != columns) {
      figure.faults.push_back({number, "not " + std::to_string(columns) + " columns"});
    } else if (!std::exchange(has_head, true)) {
      continue;
    } else if (read(cells, row)) {
      figure.rows.push_back(std::move(row));
    } else {
      figure.faults.push_back({number, "no such row: " + std::string(line)});
    }
  }
  return figure;
}

bool read_kind(std::string_view name, SizedKind& kind) {
  constexpr std::array<std::pair<std::string_view, SizedKind>, 4> kKinds = {
      {{"transformer", SizedKind::kTransformer},
       {"bert", SizedKind::kBert},
       {"gpt", SizedKind::kGpt},
       {"gpt2", SizedKind::kGpt2}}};
  for (const auto& [known, its] : kKinds) {
    if (known != name) continue;
    kind = its;
    return true;
  }
  return false;
}

// Scale and shift of each number.
double norm_parameters(double width) {
  return 2 * width;
}

}  // namespace

ReadFigure<TranslationResult> read_translation(std::string_view file) {
  return read_rows<TranslationResult>(file, 4, [](const Cells& cells, TranslationResult& row) {
    row.name = cells[0];
    row.is_below = cells[3] == "below";
    return !row.name.empty() && read_amount(cells[1], row.bleu) && read_amount(cells[2], row.flops) &&
           (row.is_below || cells[3] == "above");
  });
}

ReadFigure<ModelSizes> read_sizes(std::string_view file) {
  return read_rows<ModelSizes>(file, 10, [](const Cells& cells, ModelSizes& row) {
    row.name = cells[0];
    engine::Index year = 0;
    const bool is_read = read_whole(cells[1], year) && read_kind(cells[2], row.kind) &&
                         read_whole(cells[3], row.layers) && read_whole(cells[4], row.width) &&
                         read_whole(cells[5], row.heads) && read_whole(cells[6], row.hidden) &&
                         read_whole(cells[7], row.vocabulary) && read_whole(cells[8], row.context) &&
                         read_amount(cells[9], row.published);
    row.year = static_cast<int>(year);
    return is_read && !row.name.empty() && row.width % row.heads == 0;
  });
}

double layer_parameters_of(const ModelSizes& sizes) {
  const auto width = static_cast<double>(sizes.width);
  const auto hidden = static_cast<double>(sizes.hidden);
  const bool has_biases = sizes.kind != SizedKind::kTransformer;
  const double attention = 4 * (width * width + (has_biases ? width : 0));
  const double feed_forward = 2 * width * hidden + hidden + width;
  const double norm = norm_parameters(width);
  const double layer = attention + feed_forward + 2 * norm;
  // A decoder layer that reads an encoder has one attention more, with its norm.
  const double both = sizes.kind == SizedKind::kTransformer ? 2 * layer + attention + norm : layer;
  return static_cast<double>(sizes.layers) * both;
}

double parameters_of(const ModelSizes& sizes) {
  const auto width = static_cast<double>(sizes.width);
  double count = layer_parameters_of(sizes) + static_cast<double>(sizes.vocabulary) * width;
  if (sizes.kind != SizedKind::kTransformer) count += static_cast<double>(sizes.context) * width;
  if (sizes.kind == SizedKind::kGpt2) count += norm_parameters(width);
  constexpr double kSegments = 2;
  if (sizes.kind == SizedKind::kBert)
    count += kSegments * width + norm_parameters(width) + width * width + width;
  return count;
}

double map_numbers_of(const ModelSizes& sizes) {
  const double attentions = sizes.kind == SizedKind::kTransformer ? 3 : 1;
  return attentions * static_cast<double>(sizes.layers) * static_cast<double>(sizes.heads) *
         static_cast<double>(sizes.context) * static_cast<double>(sizes.context);
}

std::span<const TranslationResult> translation_results() {
  static const auto kRows = read_translation(page_figures::file("translation.csv")).rows;
  return kRows;
}

std::span<const ModelSizes> model_sizes() {
  static const auto kRows = read_sizes(page_figures::file("sizes.csv")).rows;
  return kRows;
}

}  // namespace app
