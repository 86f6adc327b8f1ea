// target.cpp: reads what is typed for a target, and finds its number in a trace.
#include "engine/gradients/target.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/ops/operations.h"

namespace engine {
namespace {

constexpr std::string_view kLogit = "logit:";

std::optional<Index> whole_number(std::string_view text) {
  Index number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || number < 0)
    return std::nullopt;
  return number;
}

// A number, or a text in double quotes, in which a backslash stands before quotes and itself.
std::optional<TokenName> token_name(std::string_view text) {
  if (const auto number = whole_number(text)) return *number;
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  std::string name;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '"') return std::nullopt;
    if (text[i] == '\\' && ++i + 1 >= text.size()) return std::nullopt;
    name += text[i];
  }
  return name;
}

std::string token_text(const TokenName& token) {
  if (const Index* const number = std::get_if<Index>(&token)) return std::to_string(*number);
  std::string text = "\"";
  for (const char letter : std::get<std::string>(token)) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text + '"';
}

// The parts between commas that stand in no quotes.
std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items;
  bool is_quoted = false;
  size_t start = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (is_quoted && list[i] == '\\') {
      ++i;
    } else if (list[i] == '"') {
      is_quoted = !is_quoted;
    } else if (list[i] == ',' && !is_quoted) {
      items.push_back(list.substr(start, i - start));
      start = i + 1;
    }
  }
  items.push_back(list.substr(start));
  return items;
}

std::optional<Target> logit_target(std::string_view list) {
  const auto items = items_of(list);
  if (items.size() < 2 || items.size() > 3) return std::nullopt;
  const auto row = whole_number(items[0]);
  const auto token = token_name(items[1]);
  if (!row || !token) return std::nullopt;
  LogitTarget target{*row, *token, std::nullopt};
  if (items.size() == 3) {
    target.other = token_name(items[2]);
    if (!target.other) return std::nullopt;
  }
  return target;
}

std::optional<Target> cell_target(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const auto items = items_of(text.substr(colon + 1));
  if (items.size() != 2) return std::nullopt;
  const auto row = whole_number(items[0]);
  const auto column = whole_number(items[1]);
  if (!row || !column) return std::nullopt;
  return CellTarget{std::string(text.substr(0, colon)), *row, *column};
}

std::string cell_text(Index row, Index column) {
  return std::to_string(row) + "," + std::to_string(column);
}

// Finds the target's number, or adds the stages that make it.
class TargetFinder {
 public:
  TargetFinder(TraceBuilder& builder, const Trace& forward, const Config& config,
               const GradientRequest& request)
      : builder_(builder), forward_(forward), config_(config), request_(request) {}

  Result<Cell> operator()(const CellTarget& target) const {
    const auto stage = forward_.find(target.address);
    if (!stage) return unknown(target.address);
    const Shape shape = forward_.stage(*stage).shape();
    if (target.row >= shape.rows || target.column >= shape.columns)
      return Error{"error.target_cell",
                   {{"cell", cell_text(target.row, target.column)},
                    {"stage", target.address},
                    {"last_row", std::to_string(shape.rows - 1)},
                    {"last_column", std::to_string(shape.columns - 1)}}};
    if (forward_.stage(*stage).inputs.empty())
      return Error{"error.target_given", {{"stage", target.address}}};
    return finite({*stage, target.row, target.column});
  }

  Result<Cell> operator()(const LogitTarget& target) const {
    const auto logits = forward_.find("logits");
    if (!logits)
      return Error{forward_.find("batch.0.logits") ? "error.logit_batch" : "error.target_logits", {}};
    const Index rows = forward_.stage(*logits).rows;
    if (target.row >= rows)
      return Error{"error.target_row",
                   {{"row", std::to_string(target.row)}, {"last_row", std::to_string(rows - 1)}}};
    const auto token = number_of(target.token, *logits);
    if (!token) return token.error();
    if (!target.other) return finite({*logits, target.row, *token});
    const auto other = number_of(*target.other, *logits);
    if (!other) return other.error();
    return Cell{builder_.add({.address = "logit.difference",
                              .symbol = "Δℓ",
                              .operation = cell_difference(target.row, *token, *other),
                              .inputs = {*logits},
                              .rows = 1,
                              .columns = 1,
                              .row_axis = Axis::kPositions,
                              .column_axis = Axis::kDimensions}),
                0, 0};
  }

  Result<Cell> operator()(const LossTarget& /*target*/) const {
    std::vector<std::string> examples;
    if (forward_.find("logits")) examples.emplace_back();
    const auto in_batch = [](int example) { return "batch." + std::to_string(example) + "."; };
    for (int i = 0; forward_.find(in_batch(i) + "logits"); ++i) examples.push_back(in_batch(i));
    if (examples.empty()) return Error{"error.target_logits", {}};
    if (!examples.front().empty() && !asks_for_what_follows()) return Error{"error.loss_batch", {}};
    std::vector<std::vector<bool>> counted;
    std::vector<int> rows;
    for (const std::string& example : examples) {
      auto labels = labels_of(example);
      if (!labels) return labels.error();
      counted.emplace_back();
      for (const Index label : *labels) counted.back().push_back(label >= 0);
      rows.push_back(add_loss_rows(example, std::move(labels).value()));
    }
    const bool is_asked = std::ranges::any_of(
        counted, [](const std::vector<bool>& each) { return std::ranges::find(each, true) != each.end(); });
    if (!is_asked) return Error{"error.loss_nothing", {}};
    return Cell{builder_.add({.address = "loss",
                              .symbol = "ℒ",
                              .operation = mean_of_rows(std::move(counted)),
                              .inputs = std::move(rows),
                              .rows = 1,
                              .columns = 1,
                              .row_axis = Axis::kPositions,
                              .column_axis = Axis::kDimensions}),
                0, 0};
  }

 private:
  Error unknown(const std::string& address) const {
    std::string nearest;
    for (const std::string& near : forward_.nearest(address, 3))
      nearest += (nearest.empty() ? "" : ", ") + near;
    return {"error.unknown_stage", {{"stage", address}, {"nearest", nearest}}};
  }

  Result<Cell> finite(const Cell& cell) const {
    const float value = forward_.at(cell.stage, cell.row, cell.column);
    if (std::isfinite(value)) return cell;
    return Error{"error.target_value",
                 {{"cell", cell_text(cell.row, cell.column)},
                  {"stage", forward_.stage(cell.stage).address},
                  {"value", std::isnan(value) ? "NaN"
                            : value < 0       ? "−∞"
                                              : "∞"}}};
  }

  // Whether each row is asked for the token after it.
  bool asks_for_what_follows() const {
    return config_.predicts != Prediction::kClass && config_.has_decoder();
  }

  // −ln p of what each row of an example's logits is asked for.
  int add_loss_rows(const std::string& example, std::vector<Index> labels) const {
    const int logits = forward_.find(example + "logits").value();
    const Stage& predicted = forward_.stage(logits);
    return builder_.add({.address = example + "loss.rows",
                         .symbol = "ℒ^{r}",
                         .operation = cross_entropy(std::move(labels)),
                         .inputs = {logits},
                         .rows = predicted.rows,
                         .columns = 1,
                         .row_axis = predicted.row_axis,
                         .column_axis = Axis::kDimensions,
                         .row_sequence = predicted.row_sequence});
  }

  Result<Index> number_of(const TokenName& token, int logits) const {
    const Index known = forward_.stage(logits).columns;
    const auto& vocabulary = forward_.vocabulary();
    Index number = -1;
    if (const Index* const typed = std::get_if<Index>(&token)) {
      number = *typed;
    } else {
      const auto found = std::find(vocabulary.begin(), vocabulary.end(), std::get<std::string>(token));
      if (found != vocabulary.end()) number = found - vocabulary.begin();
    }
    if (number < 0 || number >= known) return Error{"error.target_token", {{"token", token_text(token)}}};
    return number;
  }

  // The token that each row of an example's logits is asked for; -1: none.
  Result<std::vector<Index>> labels_of(const std::string& example) const {
    const int logits = forward_.find(example + "logits").value();
    std::vector<Index> labels(static_cast<size_t>(forward_.stage(logits).rows), -1);
    if (config_.predicts == Prediction::kClass) return class_label(labels, logits);
    if (!asks_for_what_follows()) return masked_labels(labels, logits);
    const auto tokens = forward_.find(example + (config_.has_target() ? "target.tokens" : "tokens"));
    if (!tokens) return Error{"error.loss_tokens", {}};
    const Sequence& sequence = forward_.sequence(forward_.stage(*tokens).row_sequence);
    const auto is_padding = [&](size_t at) { return at < sequence.padding.size() && sequence.padding[at]; };
    for (size_t row = 0; row + 1 < labels.size(); ++row) {
      if (is_padding(row) || is_padding(row + 1)) continue;
      labels[row] = static_cast<Index>(forward_.at(*tokens, static_cast<Index>(row + 1), 0));
    }
    return labels;
  }

  Result<std::vector<Index>> class_label(std::vector<Index> labels, int logits) const {
    if (!request_.label) return Error{"error.loss_label", {}};
    const Index classes = forward_.stage(logits).columns;
    if (*request_.label < 0 || *request_.label >= classes)
      return Error{"error.loss_class",
                   {{"label", std::to_string(*request_.label)}, {"last", std::to_string(classes - 1)}}};
    labels.front() = *request_.label;
    return labels;
  }

  Result<std::vector<Index>> masked_labels(std::vector<Index> labels, int logits) const {
    if (request_.masked.empty()) return Error{"error.loss_masked", {}};
    for (const MaskedToken& masked : request_.masked) {
      if (masked.position >= static_cast<Index>(labels.size()))
        return Error{"error.loss_position",
                     {{"position", std::to_string(masked.position)},
                      {"last", std::to_string(static_cast<Index>(labels.size()) - 1)}}};
      const auto token = number_of(masked.token, logits);
      if (!token) return token.error();
      labels[static_cast<size_t>(masked.position)] = *token;
    }
    return labels;
  }

  TraceBuilder& builder_;
  const Trace& forward_;
  const Config& config_;
  const GradientRequest& request_;
};

}  // namespace

Result<Target> parse_target(std::string_view text) {
  if (text == "loss") return Target{LossTarget{}};
  const auto target = text.starts_with(kLogit) ? logit_target(text.substr(kLogit.size())) : cell_target(text);
  if (!target) return Error{"error.target_form", {{"value", std::string(text)}}};
  return *target;
}

std::string to_text(const Target& target) {
  if (const auto* const cell = std::get_if<CellTarget>(&target))
    return cell->address + ":" + cell_text(cell->row, cell->column);
  if (const auto* const logit = std::get_if<LogitTarget>(&target))
    return std::string(kLogit) + std::to_string(logit->row) + "," + token_text(logit->token) +
           (logit->other ? "," + token_text(*logit->other) : "");
  return "loss";
}

Result<MaskedToken> parse_masked(std::string_view text) {
  const size_t equals = text.find('=');
  const auto position = whole_number(text.substr(0, equals));
  const auto token = equals == std::string_view::npos ? std::nullopt : token_name(text.substr(equals + 1));
  if (!position || !token) return Error{"error.masked_form", {{"value", std::string(text)}}};
  return MaskedToken{*position, *token};
}

std::string to_text(const MaskedToken& masked) {
  return std::to_string(masked.position) + "=" + token_text(masked.token);
}

Result<Cell> add_target(TraceBuilder& builder, const Trace& forward, const Config& config,
                        const GradientRequest& request) {
  return std::visit(TargetFinder(builder, forward, config, request), request.target);
}

}  // namespace engine
