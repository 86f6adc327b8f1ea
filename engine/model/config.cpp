// config.cpp: names of a configuration's parts, and what fits into it.
#include "engine/model/config.h"

#include <algorithm>
#include <string_view>

#include "engine/core/address.h"

namespace engine {
namespace {

std::vector<std::string> sublayers_of(const Config& config, bool with_switches) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& sublayer) {
    if (!with_switches) {
      names.push_back(sublayer);
      return;
    }
    for (const char* part : {".output", ".residual", ".norm"}) names.push_back(sublayer + part);
  };
  const auto add_layer = [&](const std::string& layer, bool crosses) {
    add(layer + ".self");
    if (crosses) add(layer + ".cross");
    if (config.d_ff == 0) return;
    add(layer + ".ffn");
    if (with_switches && config.norm == NormOrder::kB2T) names.push_back(layer + ".ffn.residual.input");
  };
  for (Index i = 0; config.has_encoder() && i < config.encoder_layers; ++i)
    add_layer("encoder." + std::to_string(i), false);
  for (Index i = 0; config.has_decoder() && i < config.decoder_layers; ++i)
    add_layer("decoder." + std::to_string(i), config.has_target());
  return names;
}

}  // namespace

InputWidths Config::input_widths() const {
  const auto or_usual = [this](Index width) { return has_layers() || width == 0 ? d_model : width; };
  return {or_usual(i_q), or_usual(i_k), or_usual(i_v)};
}

bool Config::is_off(std::string_view address) const {
  return std::binary_search(off.begin(), off.end(), address);
}

std::vector<std::string> switches(const Config& config) {
  return sublayers_of(config, true);
}

std::vector<std::string> head_switches(const Config& config) {
  std::vector<std::string> attentions = {"encoder.0.self"};
  if (config.has_layers()) {
    attentions = sublayers_of(config, false);
    std::erase_if(attentions, [](const std::string& sublayer) {
      return parse_part(sublayer).sublayer == Sublayer::kFeedForward;
    });
  }
  std::vector<std::string> names;
  for (const std::string& attention : attentions) {
    for (Index head = 0; head < config.n_heads; ++head) {
      for (const char* part : {".weights", ".output"}) {
        std::string& name = names.emplace_back(attention);
        name.append(".head.").append(std::to_string(head)).append(part);
      }
    }
  }
  return names;
}

std::vector<std::string> sublayers(const Config& config) {
  return sublayers_of(config, false);
}

bool has_room(const Config& config, Index length) {
  return length <
         (config.positions == PositionKind::kLearned ? std::min(config.context, kMaxTokens) : kMaxTokens);
}

}  // namespace engine
