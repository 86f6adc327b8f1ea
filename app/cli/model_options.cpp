// model_options.cpp: the model's stacks, and what its layers consist of.
#include "app/cli/model_options.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "app/cli/setting_options.h"
#include "app/session/changes.h"
#include "engine/core/address.h"

namespace app {
namespace {

using engine::Architecture;
using engine::Config;
using engine::Error;
using engine::Index;
using engine::Result;

// Options besides settings that do not apply to attention alone.
constexpr std::array<std::string_view, 3> kOfLayers = {"--no-residual", "--off", "--nudge"};

// The requested layers of both stacks; nullopt if not given.
struct Layers {
  std::optional<Index> encoder, decoder;

  bool none() const { return !encoder && !decoder; }
};

Result<Layers> read_counts(const ParsedOptions& given) {
  const auto count = [&](std::string_view option) -> Result<std::optional<Index>> {
    if (!given.has(option)) return std::optional<Index>();
    const auto value = whole_number(given, option, 0, static_cast<uint64_t>(engine::kMaxLayers), 0);
    if (!value) return value.error();
    return std::optional(static_cast<Index>(*value));
  };
  const auto both = count("--layers");
  if (!both) return both.error();
  const auto encoder = count("--encoder-layers");
  if (!encoder) return encoder.error();
  const auto decoder = count("--decoder-layers");
  if (!decoder) return decoder.error();
  if (*both && *encoder && *decoder)
    return Error{"error.options_together", {{"first", "--layers"}, {"second", "--encoder-layers"}}};
  return Layers{*encoder ? *encoder : *both, *decoder ? *decoder : *both};
}

// A target is read by a decoder, which attends to an encoder.
std::optional<Error> set_transformer(const Layers& layers, Config& config) {
  config.architecture = Architecture::kTransformer;
  config.encoder_layers = layers.encoder.value_or(config.encoder_layers);
  config.decoder_layers = layers.decoder.value_or(config.decoder_layers);
  if (config.encoder_layers == 0 && config.decoder_layers == 0) return Error{"error.no_layers", {}};
  if (config.encoder_layers == 0) return Error{"error.target_without_encoder", {}};
  if (config.decoder_layers == 0) return Error{"error.target_without_decoder", {}};
  return std::nullopt;
}

// One sequence is read by one stack. If only one of the two is given, 0 selects the other.
std::optional<Error> set_one_stack(const Layers& layers, Config& config) {
  const bool encodes = layers.encoder.value_or(0) > 0;
  const bool decodes = layers.decoder.value_or(0) > 0;
  const Index encoder = layers.encoder.value_or(decodes ? 0 : config.encoder_layers);
  const Index decoder = layers.decoder.value_or(encodes ? 0 : config.decoder_layers);
  if (encoder == 0 && decoder == 0) return Error{"error.no_layers", {}};
  if (encoder > 0 && decoder > 0) return Error{"error.two_stacks_one_sequence", {}};
  config.architecture = encoder > 0 ? Architecture::kEncoder : Architecture::kDecoder;
  (encoder > 0 ? config.encoder_layers : config.decoder_layers) = encoder + decoder;
  return std::nullopt;
}

// --layers alone, with one sequence: for the existing stack, or for an encoder.
std::optional<Error> set_layers_alone(Index layers, Config& config) {
  if (layers == 0) return Error{"error.no_layers", {}};
  if (!config.has_layers()) config.architecture = Architecture::kEncoder;
  (config.has_encoder() ? config.encoder_layers : config.decoder_layers) = layers;
  return std::nullopt;
}

std::optional<Error> set_stacks(const ParsedOptions& given, const Layers& layers, Config& config) {
  if (given.has("--target") || config.has_target()) return set_transformer(layers, config);
  if (layers.none()) return std::nullopt;
  if (given.has("--encoder-layers") || given.has("--decoder-layers")) return set_one_stack(layers, config);
  return set_layers_alone(layers.encoder.value_or(0), config);
}

// Whether the model has what every given option needs.
std::optional<Error> check_needs(const ParsedOptions& given, const Config& config) {
  if (auto bad = check_applies(given, engine::SettingGroup::kLayers, config)) return bad;
  for (const std::string_view option : kOfLayers) {
    if (given.has(option) && !config.has_layers())
      return Error{"error.needs_layers", {{"option", std::string(option)}}};
  }
  return check_applies(given, engine::SettingGroup::kInput, config);
}

// "encoder.0.ffn,2": adds 1 to row 2 of the feed-forward's input.
Result<engine::Nudge> parse_nudge(const std::string& typed) {
  const size_t comma = typed.find(',');
  uint64_t row = 0;
  if (comma != std::string::npos) {
    const char* const end = typed.data() + typed.size();
    const auto read = std::from_chars(typed.data() + comma + 1, end, row);
    const bool whole = read.ec == std::errc() && read.ptr == end;
    if (whole && row < static_cast<uint64_t>(engine::kMaxTokens))
      return engine::Nudge{quotable(typed.substr(0, comma)), static_cast<Index>(row)};
  }
  return Error{"error.nudge_form", {{"value", quotable(typed)}}};
}

std::optional<Error> read_nudge(const ParsedOptions& given, Config& config) {
  const auto typed = given.find("--nudge");
  if (!typed) return std::nullopt;
  auto nudge = parse_nudge(*typed);
  if (!nudge) return nudge.error();
  config.nudge = std::move(nudge).value();
  return std::nullopt;
}

// Adds the addresses that are switched off to those of the session. A residual arrow may be named by its
// sub-layer.
void read_switches(const ParsedOptions& given, Config& config) {
  for (const std::string& address : given.list("--off")) config.off.push_back(quotable(address));
  for (std::string address : given.list("--no-residual")) {
    const bool is_arrow = engine::ends_in(address, "residual") || engine::ends_in(address, "residual.input");
    if (!is_arrow) address += ".residual";
    config.off.push_back(quotable(address));
  }
  std::sort(config.off.begin(), config.off.end());
  config.off.erase(std::unique(config.off.begin(), config.off.end()), config.off.end());
}

}  // namespace

std::optional<Error> read_architecture(const ParsedOptions& given, Config& config) {
  const auto layers = read_counts(given);
  if (!layers) return layers.error();
  if (auto bad = set_stacks(given, *layers, config)) return bad;
  if (config.has_layers() && !given.has("--model")) config.model = engine::ModelKind::kSeeded;
  return std::nullopt;
}

std::optional<Error> read_layers(const ParsedOptions& given, const Config& before, Config& config) {
  if (auto bad = check_needs(given, config)) return bad;
  if (!config.has_layers()) return std::nullopt;
  read_switches(given, config);
  if (auto bad = read_nudge(given, config)) return bad;
  if (config.model == engine::ModelKind::kCheckpoint) return std::nullopt;
  config.d_ff = following_d_ff(before, config);
  return read_settings(given, engine::SettingGroup::kLayers, config);
}

}  // namespace app
