// changes.cpp: what else follows when a person changes one thing.
#include "app/session/changes.h"

#include <algorithm>

#include "app/session/steps.h"

namespace app {
namespace {

std::vector<std::string> tokens_or_none(const Document& document) {
  auto tokens = text::tokenize(document.text, document.tokenizer);
  return tokens ? std::move(tokens).value() : std::vector<std::string>{};
}

}  // namespace

void set_text(State& state, std::string text) {
  Document& document = state.document;
  const std::vector<std::string> before = tokens_or_none(document);
  document.text = std::move(text);
  const std::vector<std::string> after = tokens_or_none(document);
  if (after.size() == before.size()) return;  // an edit inside tokens: each keeps its mark
  // Padding marks stay with their tokens: those before the edit keep their place, those behind it move along.
  const size_t shorter = std::min(before.size(), after.size());
  size_t head = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  size_t tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  std::vector<engine::Index> padded;
  for (const engine::Index position : document.padded) {
    const auto at = static_cast<size_t>(position);
    if (at < head) padded.push_back(position);
    if (at >= before.size() - tail && at < before.size()) {
      padded.push_back(static_cast<engine::Index>(at - before.size() + after.size()));
    }
  }
  document.padded = std::move(padded);
}

void set_padding(State& state, engine::Index position, bool padded) {
  std::vector<engine::Index>& list = state.document.padded;
  std::erase(list, position);
  if (padded) list.insert(std::lower_bound(list.begin(), list.end(), position), position);
  if (padded || list.empty()) state.document.config.mask_padding = padded;
}

void set_model(State& state, engine::ModelKind model) {
  engine::Config& config = state.document.config;
  config.model = model;
  if (model != engine::ModelKind::kCrafted) return;
  const engine::Config crafted;
  config.d_model = crafted.d_model;
  config.n_heads = crafted.n_heads;
  config.d_k = crafted.d_k;
  config.d_v = crafted.d_v;
}

void set_size(State& state, engine::Index engine::Config::*size, engine::Index value) {
  engine::Config& config = state.document.config;
  if (config.*size == value) return;
  const bool k_follows = config.d_k * config.n_heads == config.d_model;
  const bool v_follows = config.d_v * config.n_heads == config.d_model;
  config.*size = value;
  config.model = engine::ModelKind::kSeeded;
  const bool shared = size == &engine::Config::d_model || size == &engine::Config::n_heads;
  if (!shared || config.n_heads < 1 || config.d_model % config.n_heads != 0) return;
  if (k_follows) config.d_k = config.d_model / config.n_heads;
  if (v_follows) config.d_v = config.d_model / config.n_heads;
}

void focus_on(State& state, std::string address) {
  Focus& focus = state.document.focus;
  if (stage_kind(address) != stage_kind(focus.stage)) {
    // The five maps of a head have the same cells: what is pinned in one stays pinned in the next.
    const auto is_map = [](std::string_view stage) {
      const std::string kind = stage_kind(stage);
      return kind == "scores" || kind == "scaled" || kind == "mask" || kind == "masked" || kind == "weights";
    };
    if (!is_map(address) || !is_map(focus.stage)) focus.pinned.reset();
  }
  focus.stage = std::move(address);
}

}  // namespace app
