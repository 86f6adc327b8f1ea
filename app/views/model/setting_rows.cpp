// setting_rows.cpp: the position encoding, and the names of architectures.
#include "app/views/model/setting_rows.h"

#include <array>

namespace views {

// A trained model's positions are fixed.
void positions_rows(Fields& fields) {
  for (const engine::Setting& row : engine::settings()) {
    if (row.group != engine::SettingGroup::kInput) continue;
    if (row.name == "positions" && fields.is_checkpoint()) {
      const auto value = engine::info_of(fields.config().positions).words;
      return fields.of_checkpoint("setting.positions", fields.frame().tr(value));
    }
    fields.setting(row);
  }
}

std::string architecture_name(const Frame& frame) {
  constexpr std::array<std::string_view, 4> kKeys = {
      "setting.architecture.attention", "setting.architecture.encoder", "setting.architecture.decoder",
      "setting.architecture.transformer"};
  const engine::Config& config = frame.session.document().config;
  const std::string name = frame.tr(kKeys.at(static_cast<size_t>(config.architecture)));
  return config.has_layers() ? frame.tr("model.named", {{"name", name}, {"remark", weights_remark(frame)}})
                             : name;
}

std::string weights_remark(const Frame& frame) {
  const engine::ModelKind kind = frame.session.document().config.model;
  if (kind == engine::ModelKind::kCheckpoint) return "";
  return frame.tr(kind == engine::ModelKind::kCrafted ? "model.crafted.remark" : "model.seeded.remark");
}

}  // namespace views
