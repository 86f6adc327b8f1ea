// input.cpp: turns INPUT options into a document, or reports what is wrong with them.
#include "app/cli/input.h"

#include <algorithm>
#include <array>

#include "app/cli/break_options.h"
#include "app/cli/checkpoint_options.h"
#include "app/cli/gradient_options.h"
#include "app/cli/input_options.h"
#include "app/cli/labs/lab_options.h"
#include "app/cli/mask_options.h"
#include "app/cli/model_options.h"
#include "app/cli/scene_options.h"
#include "app/cli/setting_options.h"
#include "app/cli/text_options.h"
#include "app/document/document_limits.h"
#include "app/document/document_line.h"
#include "app/export/session_file.h"
#include "app/session/changes.h"
#include "app/session/exploring.h"

namespace app {
namespace {

using engine::Config;
using engine::Error;
using engine::Index;
using engine::Result;

// If an option names one of `kinds`, sets `value` to it.
template <class Kind>
std::optional<Error> choose(const ParsedOptions& given, std::string_view option,
                            std::initializer_list<Kind> kinds, Kind& value) {
  const auto typed = given.find(option);
  if (!typed) return std::nullopt;
  std::vector<std::string> names;
  for (const Kind kind : kinds) {
    names.emplace_back(name_of(kind));
    if (names.back() != *typed) continue;
    value = kind;
    return std::nullopt;
  }
  return not_a_choice(option, *typed, names);
}

std::optional<Error> read_choices(const ParsedOptions& given, Document& document) {
  using text::TokenizerKind;
  if (auto bad = choose(given, "--tokenizer",
                        {TokenizerKind::kWords, TokenizerKind::kCharacters, TokenizerKind::kBytes},
                        document.tokenizer)) {
    return bad;
  }
  for (const char* name : {"positions", "norm", "activation"}) {
    if (auto bad = read_setting(given, engine::setting_named(name), document.config)) return bad;
  }
  if (const auto mask = given.find("--mask")) {
    const std::array<std::string, 2> names = {"none", "causal"};
    if (std::find(names.begin(), names.end(), *mask) == names.end()) {
      return not_a_choice("--mask", *mask, names);
    }
    // A trained decoder may also read later tokens.
    bool& causal = is_trained(document) && document.config.has_decoder() ? document.config.decoder_causal
                                                                         : document.config.causal;
    causal = *mask == "causal";
  }
  return std::nullopt;
}

// d_k = d_v = d_model / heads if they are not given. The crafted model has its own sizes, and engine::check
// rejects any others.
std::optional<Error> derive_widths(const ParsedOptions& given, Config& config) {
  const bool sizes_given = given.has("--d-model") || given.has("--heads");
  if (config.model != engine::ModelKind::kSeeded || (given.has("--session") && !sizes_given))
    return std::nullopt;
  if (given.has("--d-k") && given.has("--d-v")) return std::nullopt;
  if (config.d_model % config.n_heads != 0) {
    return Error{"error.heads_do_not_divide",
                 {{"d_model", std::to_string(config.d_model)}, {"heads", std::to_string(config.n_heads)}}};
  }
  if (!given.has("--d-k")) config.d_k = config.d_model / config.n_heads;
  if (!given.has("--d-v")) config.d_v = config.d_model / config.n_heads;
  return std::nullopt;
}

std::optional<Error> read_config(const ParsedOptions& given, const Config& before, Config& config) {
  using engine::SettingGroup;
  for (const auto group : {SettingGroup::kSizes, SettingGroup::kWidths, SettingGroup::kSeed,
                           SettingGroup::kInput, SettingGroup::kScores}) {
    if (auto bad = read_settings(given, group, config)) return bad;
  }
  if (auto bad = derive_widths(given, config)) return bad;
  if (auto bad = read_layers(given, before, config)) return bad;
  if (auto bad = check_applies(given, SettingGroup::kWidths, config)) return bad;
  if (auto bad = read_masks(given, config)) return bad;
  if (auto bad = read_setting(given, engine::setting_named("attention"), config)) return bad;
  if (auto bad = check_applies(given, SettingGroup::kMethod, config)) return bad;
  if (auto bad = read_settings(given, SettingGroup::kMethod, config)) return bad;
  if (auto bad = read_labs(given, config)) return bad;
  return engine::check(config);
}

// Whether the only problem is that nothing was typed or fed in yet.
bool is_empty_input(const Error& error) {
  constexpr std::array<std::string_view, 5> kEmpty = {"error.no_tokens", "error.no_source", "error.no_target",
                                                      "error.no_image", "error.fed_missing"};
  return std::find(kEmpty.begin(), kEmpty.end(), error.key) != kEmpty.end();
}

// Whether the document can be run; also no error if it waits for a text.
std::optional<Error> check_run(const ParsedOptions& given, const Document& document) {
  const auto input = input_of(document);
  const auto bad = input ? engine::check(document.config, *input) : std::optional(input.error());
  if (bad) return is_empty_input(*bad) ? std::nullopt : bad;
  return given.has("--set") ? check_typed(given, document) : std::nullopt;
}

// With the gallery a picture is a scene of its own, not what a vision model reads.
ParsedOptions with_scene_apart(ParsedOptions given) {
  const std::vector<std::string> labs = given.list("--lab");
  if (std::ranges::find(labs, "gallery") != labs.end()) given.rename("--image", kSceneImage);
  return given;
}

// Drops what the session generated or switched off if the options leave no place for it.
void drop_what_is_gone(const Document& before, Document& document) {
  if (document == before) return;
  State state{document, {}};
  keep_consistent({before, {}}, state);
  document = std::move(state.document);
}

Result<Document> read_session(const std::string& line_or_path) {
  return is_session_line(line_or_path) ? from_line(line_or_path) : exporter::read_session_file(line_or_path);
}

// The run that this one is compared with, pinned as in the window.
std::optional<Error> read_against(const ParsedOptions& given, bool runs, Document& document) {
  const auto against = given.find("--against");
  if (!against) return std::nullopt;
  auto other = read_session(*against);
  if (!other) return other.error();
  if (auto bad = runs ? check_run({}, *other) : std::nullopt) return bad;
  State pinned{std::move(other).value(), {}};
  pin_baseline(pinned);
  document.baseline = std::move(pinned.document.baseline);
  return std::nullopt;
}

}  // namespace

Result<Document> read_input(const ParsedOptions& typed, bool runs) {
  const ParsedOptions given = with_scene_apart(typed);
  Document document;
  if (const auto session = given.find("--session")) {
    auto saved = read_session(*session);
    if (!saved) return saved.error();
    document = std::move(saved).value();
  }
  if (auto bad = read_against(given, runs, document)) return *bad;
  const Document before = document;
  if (auto bad = read_text(given, document)) return *bad;
  if (auto bad = read_model(given, document)) return *bad;
  if (auto bad = read_trained(given, document)) return *bad;
  if (auto bad = read_choices(given, document)) return *bad;
  if (auto bad = read_batch(given, document)) return *bad;
  if (!is_trained(document)) {
    if (auto bad = read_architecture(given, document.config)) return *bad;
  }
  if (auto bad = check_limits(document)) return *bad;
  drop_what_is_gone(before, document);
  if (auto bad = read_config(given, before.config, document.config)) return *bad;
  if (auto bad = read_breaks(given, document)) return *bad;
  if (auto bad = read_gradient_options(given, document)) return *bad;
  if (!runs) return document;
  const auto sequence = sequence_of(document);
  if (!sequence && !is_empty_input(sequence.error())) return sequence.error();
  if (auto bad = read_padding(given, sequence ? sequence->tokens.size() : 0, document)) return *bad;
  if (auto bad = read_mask_file(given, document)) return *bad;
  if (auto bad = check_limits(document)) return *bad;
  if (auto bad = check_run(given, document)) return *bad;
  return document;
}

bool is_session_line(std::string_view line_or_path) {
  const size_t start = line_or_path.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && line_or_path[start] == '{';
}

bool first_is_causal(const engine::Config& config) {
  return config.has_encoder() || !config.has_layers() ? config.causal : config.decoder_causal;
}

bool has_input(const ParsedOptions& given) {
  const auto options = input_options();
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return option.name != "--lang" && given.has(option.name); });
}

Result<Language> read_language(const ParsedOptions& given) {
  const auto typed = given.find("--lang");
  if (!typed) return Language::kEnglish;
  if (const auto language = language_named(*typed)) return *language;
  std::vector<std::string> codes;
  for (const LanguageInfo& row : languages()) codes.emplace_back(row.code);
  return not_a_choice("--lang", *typed, codes);
}

}  // namespace app
