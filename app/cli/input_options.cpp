// input_options.cpp: the table of INPUT.
#include "app/cli/input_options.h"

#include <array>
#include <vector>

#include "app/cli/setting_options.h"

namespace app {
namespace {

constexpr std::array kFedIn = {
    Option{"--text", "TEXT", "help.text"},
    Option{"--text-file", "FILE", "help.text_file"},
    Option{"--source", "TEXT", "help.source"},
    Option{"--target", "TEXT", "help.target"},
    Option{"--pair", "TEXT", "help.pair"},
    Option{"--ids", "N,N,...", "help.ids"},
    Option{"--target-ids", "N,N,...", "help.target_ids"},
    Option{"--segments", "N,N,...", "help.segments"},
    Option{"--image", "FILE", "help.image"},
    Option{"--input-npy", "FILE|ROLE=FILE,...", "help.input_npy"},
    Option{"--mask-npy", "FILE", "help.mask_npy"},
    Option{"--key-padding-npy", "FILE", "help.key_padding_npy"},
    Option{"--batch", "", "help.batch"},
    Option{"--batch-length", "N", "help.batch_length"},
    Option{"--session", "LINE|FILE", "help.session"},
    Option{"--against", "LINE|FILE", "help.against"},
    Option{"--tokenizer", "words|characters|bytes", "help.tokenizer"},
    Option{"--model", "crafted|seeded|PATH", "help.model"},
};
constexpr std::array kRules = {
    Option{"--mask", "none|causal", "help.mask"},
    Option{"--padding", "N", "help.padding"},
};
constexpr std::array kPainted = {
    Option{"--mask-file", "FILE.csv|png", "help.mask_file"},
    Option{"--mask-attention", "ADDRESS", "help.mask_attention"},
    Option{"--mask-head", "N", "help.mask_head"},
};
constexpr std::array kStacks = {
    Option{"--layers", "N", "help.layers"},
};
constexpr std::array kBreaksAndLabs = {
    Option{"--no-residual", "ADDRESS", "help.no_residual"},
    Option{"--off", "ADDRESS", "help.off"},
    Option{"--nudge", "SUBLAYER,ROW", "help.nudge"},
    Option{"--head-off", "ADDRESS", "help.head_off"},
    Option{"--head-even", "ADDRESS", "help.head_even"},
    Option{"--set", "ADDRESS:ROW,COLUMN=VALUE", "help.set"},
    Option{"--order", "N,N,...", "help.order"},
    Option{"--gradient-of", "TARGET", "help.gradient_of"},
    Option{"--label", "N", "help.label"},
    Option{"--masked", "POSITION=TOKEN", "help.masked"},
    Option{"--lab", "NAME,...", "help.lab"},
    Option{"--lab-width", "N", "help.lab_width"},
    Option{"--lab-base", "NUMBER", "help.lab_base"},
    Option{"--lab-length", "N", "help.lab_length"},
    Option{"--lab-at", "P,Q", "help.lab_at"},
    Option{"--kernel", "N", "help.kernel"},
    Option{"--dilation", "N", "help.dilation"},
    Option{"--dilation-fixed", "", "help.dilation_fixed"},
    Option{"--depth", "N", "help.depth"},
    Option{"--stride", "N", "help.stride"},
    Option{"--pooling", "none|max|mean", "help.pooling"},
    Option{"--both-sides", "", "help.both_sides"},
    Option{"--recurrent-gain", "NUMBER", "help.recurrent_gain"},
    Option{"--recurrent-linear", "", "help.recurrent_linear"},
    Option{"--lab-head", "N", "help.lab_head"},
    Option{"--lab-seed", "N", "help.lab_seed"},
    Option{"--depth-layers", "N", "help.lab_depth_layers"},
    Option{"--depth-heads", "N", "help.lab_depth_heads"},
    Option{"--depth-window", "N", "help.lab_depth_window"},
    Option{"--value-gain", "NUMBER", "help.value_gain"},
    Option{"--score-gain", "NUMBER", "help.score_gain"},
    Option{"--depth-seed", "N", "help.lab_depth_seed"},
    Option{"--gallery", "NAME", "help.lab_gallery"},
    Option{"--scene", "TEXT", "help.scene"},
    Option{"--scene-seed", "N", "help.scene_seed"},
    Option{"--untrained", "", "help.lab_untrained"},
    Option{"--part-off", "PART,...", "help.lab_part_off"},
    Option{"--gallery-shots", "1|5|20", "help.gallery_shots"},
    Option{"--gallery-draw", "N", "help.gallery_draw"},
    Option{"--gallery-caption", "TEXT", "help.gallery_caption"},
    Option{"--gallery-seed", "N", "help.gallery_sample_seed"},
    Option{"--gallery-temperature", "T", "help.gallery_temperature"},
    Option{"--gallery-kept", "N", "help.gallery_kept"},
    Option{"--lang", "en|zh-Hant|zh-Hans", "help.lang"},
};

// In the order of the help; the table's settings come in between.
std::vector<Option> all_input_options() {
  using engine::SettingGroup;
  std::vector<Option> all;
  const auto add = [&](std::span<const Option> rows) { all.insert(all.end(), rows.begin(), rows.end()); };
  const auto add_settings = [&](std::initializer_list<SettingGroup> groups) {
    for (const SettingGroup group : groups) add(options_of(group));
  };
  add(kFedIn);
  add_settings({SettingGroup::kSizes, SettingGroup::kWidths, SettingGroup::kSeed, SettingGroup::kInput});
  add(kRules);
  add_settings({SettingGroup::kPattern, SettingGroup::kHiding});
  add(kPainted);
  add_settings({SettingGroup::kScores, SettingGroup::kMethod});
  add(kStacks);
  add_settings({SettingGroup::kStacks, SettingGroup::kLayers});
  add(kBreaksAndLabs);
  return all;
}

}  // namespace

std::span<const Option> input_options() {
  static const std::vector<Option> kAll = all_input_options();
  return kAll;
}

}  // namespace app
