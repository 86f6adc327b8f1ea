// steps.cpp: reads the order of the walk off the trace's addresses.
#include "app/session/steps.h"

#include <algorithm>
#include <charconv>

namespace app {
namespace {

constexpr std::string_view kHead = ".head.";

// The digits behind ".head.", or nothing.
std::optional<std::string_view> head_digits(std::string_view address) {
  const size_t at = address.find(kHead);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = address.substr(at + kHead.size());
  return rest.substr(0, rest.find('.'));
}

bool is_parameter(const engine::Stage& stage) {
  const std::string kind = stage_kind(stage.address);
  return kind == "embedding_table" || kind == "wq" || kind == "wk" || kind == "wv" || kind.front() == 'b';
}

}  // namespace

std::optional<int> head_of(std::string_view address) {
  const auto digits = head_digits(address);
  if (!digits) return std::nullopt;
  int head = 0;
  const auto [end, error] = std::from_chars(digits->data(), digits->data() + digits->size(), head);
  if (error != std::errc() || end != digits->data() + digits->size() || digits->empty()) return std::nullopt;
  return head;
}

std::string in_head(std::string_view address, int head) {
  const auto digits = head_digits(address);
  if (!digits) return std::string(address);
  const auto start = static_cast<size_t>(digits->data() - address.data());
  return std::string(address.substr(0, start)) + std::to_string(head) +
         std::string(address.substr(start + digits->size()));
}

std::string stage_kind(std::string_view address) {
  const size_t dot = address.rfind('.');
  std::string kind(dot == std::string_view::npos ? address : address.substr(dot + 1));
  if (kind == "output" && head_of(address)) return "head_output";
  return kind == "table" ? "embedding_table" : kind;
}

int head_count(const engine::Trace& trace) {
  int count = 0;
  for (const engine::Stage& stage : trace.stages()) {
    if (const auto head = head_of(stage.address)) count = std::max(count, *head + 1);
  }
  return count;
}

std::vector<Step> walk(const engine::Trace& trace, int head) {
  std::vector<Step> steps;
  bool past_heads = false;
  for (int i = 0; i < trace.size(); ++i) {
    const engine::Stage& stage = trace.stage(i);
    const auto of_head = head_of(stage.address);
    past_heads = past_heads || of_head.has_value();
    if (is_parameter(stage) || (of_head && *of_head != head)) continue;
    steps.push_back({i, of_head ? StepGroup::kHead : past_heads ? StepGroup::kTogether : StepGroup::kInput});
  }
  return steps;
}

size_t step_of(const engine::Trace& trace, const std::vector<Step>& steps, std::string_view address) {
  for (size_t i = 0; i < steps.size(); ++i) {
    if (trace.stage(steps[i].stage).address == address) return i;
  }
  const auto wanted = trace.find(address);
  for (size_t i = 0; wanted && i < steps.size(); ++i) {
    const auto& inputs = trace.stage(steps[i].stage).inputs;
    if (std::find(inputs.begin(), inputs.end(), *wanted) != inputs.end()) return i;
  }
  return 0;
}

std::vector<int> across_heads(const engine::Trace& trace, int stage) {
  const std::string& address = trace.stage(stage).address;
  if (!head_of(address)) return {stage};
  std::vector<int> stages;
  for (int head = 0; head < head_count(trace); ++head) {
    if (const auto found = trace.find(in_head(address, head))) stages.push_back(*found);
  }
  return stages;
}

}  // namespace app
