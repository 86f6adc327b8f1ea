// matrix_text.cpp: strips what surrounds the values, cuts the rest into rows, and reads these.
#include "app/session/matrix_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "app/text/quotable.h"
#include "app/text/typed_number.h"
#include "engine/core/edits.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Matrix;
using engine::Result;

bool is_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
         letter == '.';
}

// What stands for a separator, a sign or nothing. Read in this order: "\\begin" ends a row and is no command.
struct Spelling {
  std::string_view written, meant;
};
constexpr std::array kSpellings = {
    Spelling{"\\\\", ";"}, Spelling{"\\left", " "},  Spelling{"\\right", " "}, Spelling{"\\hline", " "},
    Spelling{"$", " "},    Spelling{"\\begin", " "}, Spelling{"\\end", " "}};

// The text after "{array}{cc}", the braces that follow \begin or \end.
std::string_view after_braces(std::string_view text) {
  while (text.starts_with('{')) {
    const size_t close = text.find('}');
    text.remove_prefix(close == std::string_view::npos ? text.size() : close + 1);
  }
  return text;
}

// In one walk along the text, however often they occur.
std::string spelled_plainly(std::string_view typed) {
  std::string text;
  text.reserve(typed.size());
  while (!typed.empty()) {
    const auto* const found = std::find_if(kSpellings.begin(), kSpellings.end(), [&](const Spelling& each) {
      return typed.starts_with(each.written);
    });
    if (found == kSpellings.end()) {
      text += typed.front();
      typed.remove_prefix(1);
      continue;
    }
    text += found->meant;
    typed.remove_prefix(found->written.size());
    if (found->written == "\\begin" || found->written == "\\end") typed = after_braces(typed);
  }
  return text;
}

// "Q = ", "np.array(" before the values; ", dtype=float32)" after them.
void drop_names(std::string& text) {
  const size_t equals = text.find('=');
  const size_t bracket = text.find_first_of("[0123456789");
  if (equals != std::string::npos && bracket != std::string::npos && equals < bracket)
    text.erase(0, equals + 1);
  size_t start = text.find_first_not_of(" \t\r\n");
  size_t end = start;
  while (end < text.size() && is_word(text[end]) && text[end] != '.') ++end;
  while (end != start && end < text.size() && is_word(text[end])) ++end;
  if (start != std::string::npos && end > start && end < text.size() && text[end] == '(')
    text.erase(0, end + 1);
  const size_t argument = text.find('=');
  if (argument == std::string::npos) return;
  text.erase(std::min(text.rfind(',', argument), argument));
}

// Leaves numbers, separators and "[", "]".
std::string plain(std::string_view typed) {
  std::string text = spelled_plainly(with_ascii_signs(pasted_text(typed)));
  // LaTeX marks its row ends.
  if (typed.find("\\\\") != std::string_view::npos) std::replace(text.begin(), text.end(), '\n', ' ');
  drop_names(text);
  for (char& letter : text) {
    if (letter == '(' || letter == '{') letter = '[';
    if (letter == ')' || letter == '}') letter = ']';
    if (letter == '&') letter = ' ';
  }
  return text;
}

int deepest(std::string_view text) {
  int depth = 0;
  int most = 0;
  for (const char letter : text) {
    if (letter == '[') most = std::max(most, ++depth);
    if (letter == ']') --depth;
  }
  return most;
}

// The words of every non-empty row; stops after more of them than a matrix may have. Inside nested brackets a
// line may end within a row.
std::vector<std::vector<std::string>> rows_of(std::string_view text, bool lines_end_rows) {
  std::vector<std::vector<std::string>> rows(1);
  std::string word;
  Index words = 0;
  const auto end_word = [&] {
    if (word.empty()) return;
    rows.back().push_back(std::move(word));
    word.clear();
    ++words;
  };
  for (const char letter : text) {
    if (words > kMostTyped) break;
    const bool ends_row =
        letter == ';' || letter == '[' || letter == ']' || (letter == '\n' && lines_end_rows);
    if (!ends_row && letter != ' ' && letter != ',' && letter != '\n') {
      word += letter;
      continue;
    }
    end_word();
    if (ends_row && !rows.back().empty()) rows.emplace_back();
  }
  end_word();
  if (rows.back().empty()) rows.pop_back();
  return rows;
}

std::optional<Error> read_row(const std::vector<std::string>& words, Index row, Matrix& matrix) {
  if (static_cast<Index>(words.size()) != matrix.cols()) {
    return Error{"error.matrix_ragged",
                 {{"row", std::to_string(row + 1)},
                  {"count", std::to_string(words.size())},
                  {"expected", std::to_string(matrix.cols())}}};
  }
  for (size_t column = 0; column < words.size(); ++column) {
    const auto value = read_number(words[column]);
    const char* const key = !value                                          ? "error.matrix_number"
                            : std::abs(value->value) > engine::kLargestEdit ? "error.matrix_value"
                                                                            : nullptr;
    if (key != nullptr)
      return Error{key, {{"row", std::to_string(row + 1)}, {"text", quotable(words[column])}}};
    matrix(row, static_cast<Index>(column)) = static_cast<float>(value->value);
  }
  return std::nullopt;
}

}  // namespace

Result<Matrix> matrix_from_text(std::string_view typed) {
  const std::string text = plain(typed);
  const int depth = deepest(text);
  if (depth > 2) return Error{"error.matrix_deep", {}};
  const auto rows = rows_of(text, depth < 2);
  if (rows.empty()) return Error{"error.matrix_empty", {}};
  const auto count = static_cast<Index>(rows.size());
  const auto columns = static_cast<Index>(rows.front().size());
  const Index words = std::accumulate(rows.begin(), rows.end(), Index{0}, [](Index sum, const auto& row) {
    return sum + static_cast<Index>(row.size());
  });
  if (words > kMostTyped || count * columns > kMostTyped)
    return Error{"error.matrix_large", {{"largest", std::to_string(kMostTyped)}}};
  Matrix matrix(count, columns);
  for (Index row = 0; row < count; ++row) {
    if (auto bad = read_row(rows[static_cast<size_t>(row)], row, matrix)) return *bad;
  }
  return matrix;
}

Result<Matrix> matrix_from_text(std::string_view text, Index rows, Index columns) {
  auto matrix = matrix_from_text(text);
  if (!matrix || (matrix->rows() == rows && matrix->cols() == columns)) return matrix;
  return Error{"error.matrix_shape",
               {{"rows", std::to_string(matrix->rows())},
                {"columns", std::to_string(matrix->cols())},
                {"wanted_rows", std::to_string(rows)},
                {"wanted_columns", std::to_string(columns)}}};
}

std::string matrix_to_text(const Matrix& matrix) {
  std::string text;
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < matrix.cols(); ++column)
      text.append(column == 0 ? "" : " ").append(engine::shortest_digits(matrix(row, column)));
    text += '\n';
  }
  return text;
}

Result<double> number_from_text(std::string_view typed) {
  const auto number = read_number(typed);
  if (!number) return number.error();
  if (std::abs(number->value) <= engine::kLargestEdit) return number->value;
  return Error{"error.number_typed", {{"text", quotable(typed)}}};
}

}  // namespace app
