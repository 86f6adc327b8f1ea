// settings_words.cpp: settings as phrases, and the session's line for print.
#include "app/look/settings_words.h"

#include <algorithm>
#include <utility>

#include "app/document/checkpoints.h"
#include "app/document/document_line.h"
#include "app/session/mask_words.h"
#include "app/session/setting_words.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"
#include "engine/core/utf8.h"

namespace look {
namespace {

void append(const std::vector<std::string>& some, std::vector<std::string>& phrases) {
  phrases.insert(phrases.end(), some.begin(), some.end());
}

std::string mask_key(const engine::Config& config) {
  if (config.causal && config.mask_padding) return "handout.mask.both";
  if (config.causal) return "handout.mask.causal";
  return config.mask_padding ? "handout.mask.padding" : "handout.mask.none";
}

// The pattern, what is painted, and how the mask hides keys, if not the defaults.
void add_mask_remarks(const app::Words& words, const engine::Config& config,
                      std::vector<std::string>& phrases) {
  const std::string list = app::mask_line(words, config);
  if (!list.empty()) phrases.push_back(words("handout.mask.remarks", {{"list", list}}));
}

// What hides keys: in the source; and in a decoder always later tokens.
void add_rules(const app::Words& words, const app::Document& document, std::vector<std::string>& phrases) {
  const engine::Config& config = document.config;
  if (config.architecture == engine::Architecture::kDecoder) {
    phrases.push_back(words(config.mask_padding ? "handout.mask.both" : "handout.mask.causal"));
    return;
  }
  const std::string mask = words(mask_key(config));
  phrases.push_back(config.has_target() ? words("handout.mask.source", {{"mask", mask}}) : mask);
  if (!config.has_target()) return;
  // Only a batch has targets with padding.
  const bool hides = document.is_batch && config.mask_padding;
  phrases.push_back(words(hides ? "handout.mask.decoder_padding" : "handout.mask.decoder"));
}

void add_off(const app::Words& words, const engine::Config& config, std::vector<std::string>& phrases) {
  if (config.off.empty()) return;
  std::string off;
  std::string even;
  for (const std::string& address : config.off) {
    const bool is_even = engine::head_of(address) && engine::parse_address(address).step == "weights";
    std::string& list = is_even ? even : off;
    list.append(list.empty() ? "" : ", ").append(address);
  }
  if (!off.empty()) phrases.push_back(words("handout.off", {{"list", off}}));
  if (!even.empty()) phrases.push_back(words("handout.even", {{"list", even}}));
}

// "encoder.0.self.head.0.q [0, 1] = 2, [0, 2] = 5, ..."
std::string typed_list(const engine::StageEdits& stage) {
  constexpr size_t kMost = 4;
  std::string list = stage.address;
  for (size_t i = 0; i < std::min(stage.cells.size(), kMost); ++i) {
    const engine::CellEdit& cell = stage.cells[i];
    list.append(i == 0 ? " [" : ", [").append(std::to_string(cell.row)).append(", ");
    list.append(std::to_string(cell.column)).append("] = ").append(engine::number_markup(cell.value, 4));
  }
  if (stage.cells.size() > kMost) list.append(", … (").append(std::to_string(stage.cells.size())).append(")");
  return list;
}

// What was broken on purpose: heads, values, the order of the tokens.
void add_breaks(const app::Words& words, const app::Document& document, std::vector<std::string>& phrases) {
  if (!document.config.has_layers()) add_off(words, document.config, phrases);
  for (const engine::StageEdits& stage : document.config.edits)
    phrases.push_back(words("handout.typed", {{"list", typed_list(stage)}}));
  if (document.order.empty()) return;
  std::string order;
  for (const engine::Index place : document.order)
    order.append(order.empty() ? "" : ", ").append(words.nth(place));
  phrases.push_back(words("handout.order", {{"order", order}}));
}

// What the layers consist of; nothing for attention alone.
void add_layers(const app::Words& words, const engine::Config& config, std::vector<std::string>& phrases) {
  if (!config.has_layers()) return;
  phrases.push_back(words("handout.architecture." + std::string(app::name_of(config.architecture)),
                          {{"encoder", std::to_string(config.encoder_layers)},
                           {"decoder", std::to_string(config.decoder_layers)}}));
  append(app::handout_phrases(words, engine::SettingGroup::kLayers, config), phrases);
  add_off(words, config, phrases);
  if (config.nudge) {
    phrases.push_back(words("handout.nudge",
                            {{"row", words.nth(config.nudge->row)}, {"sublayer", config.nudge->sublayer}}));
  }
}

std::string replaced(const std::string& text, char letter, const std::string& by) {
  std::string out;
  for (const char each : text) out += each == letter ? by : std::string(1, each);
  return out;
}

// The fields of one flat object: pieces that end after a comma outside strings and lists.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool in_string = false;
  bool in_list = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    fields.back() += letter;
    if (in_string && letter == '\\' && i + 1 < line.size()) {
      fields.back() += line[++i];
    } else if (letter == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      if (letter == '[') in_list = true;
      if (letter == ']') in_list = false;
      if (letter == ',' && !in_list) fields.emplace_back();
    }
  }
  return fields;
}

// Cuts a field that is longer than a line, never inside a letter.
void append_cut(std::string field, size_t columns, std::vector<std::string>& lines) {
  while (field.size() > columns) {
    const size_t cut = std::max<size_t>(1, engine::letter_start(field, columns));
    lines.push_back(field.substr(0, cut));
    field.erase(0, cut);
  }
  lines.push_back(field);
}

}  // namespace

std::vector<std::string> settings_words(const app::Words& words, const app::Document& document) {
  const engine::Config& config = document.config;
  const auto name = [](std::string_view text) { return std::string(text); };
  std::vector<std::string> phrases;
  phrases.push_back(words(
      "handout.model." + name(app::name_of(config.model)),
      {{"seed", std::to_string(config.seed)}, {"name", app::checkpoints::short_name(config.checkpoint)}}));
  add_layers(words, config, phrases);
  phrases.push_back(words("handout.tokenizer." + name(app::name_of(document.tokenizer))));
  if (document.is_batch) phrases.push_back(words("handout.batch"));
  phrases.push_back(words("handout.sizes", app::setting_arguments(words, config)));
  append(app::handout_phrases(words, engine::SettingGroup::kWidths, config), phrases);
  append(app::handout_phrases(words, engine::SettingGroup::kInput, config), phrases);
  add_rules(words, document, phrases);
  add_mask_remarks(words, config, phrases);
  append(app::handout_phrases(words, engine::SettingGroup::kScores, config), phrases);
  add_breaks(words, document, phrases);
  return phrases;
}

std::vector<std::string> settings_changes(const app::Words& words, const app::Document& before,
                                          const app::Document& after) {
  std::vector<std::string> old_words = settings_words(words, before);
  std::vector<std::string> new_words = settings_words(words, after);
  const auto without = [](std::vector<std::string> list, const std::vector<std::string>& others) {
    std::erase_if(list, [&](const std::string& phrase) {
      return std::find(others.begin(), others.end(), phrase) != others.end();
    });
    return list;
  };
  const std::vector<std::string> gone = without(old_words, new_words);
  const std::vector<std::string> come = without(new_words, old_words);
  std::vector<std::string> changes;
  const auto quote = [&](const std::string& text) { return words("change.quoted", {{"text", text}}); };
  const auto add = [&](const std::string& from, const std::string& to) {
    if (from != to) changes.push_back(words("compare.from_to", {{"from", from}, {"to", to}}));
  };
  add(quote(before.text), quote(after.text));
  if (before.config.has_target() || after.config.has_target()) add(quote(before.target), quote(after.target));
  const size_t pairs = std::min(gone.size(), come.size());
  for (size_t i = 0; i < pairs; ++i) add(gone[i], come[i]);
  for (size_t i = pairs; i < gone.size(); ++i) changes.push_back(words("change.gone", {{"what", gone[i]}}));
  for (size_t i = pairs; i < come.size(); ++i) changes.push_back(come[i]);
  return changes;
}

std::vector<std::string> session_command(const app::Document& document, size_t columns) {
  std::vector<std::string> lines = {"headlight --session '"};
  // JSON's own escapes for characters that a shell or a line end would break; compact JSON has both only in
  // strings.
  for (std::string field : fields_of(replaced(app::to_line(document), '\'', "\\u0027"))) {
    if (field.size() > columns) field = replaced(field, ' ', "\\u0020");
    if (lines.back().size() + field.size() <= columns) {
      lines.back() += field;
    } else {
      append_cut(std::move(field), columns, lines);
    }
  }
  lines.back() += "'";
  return lines;
}

}  // namespace look
