// setting_rows.cpp: the position encoding, where the weights come from, and the names of architectures.
#include "app/views/model/setting_rows.h"

#include <array>

#include "app/session/parameters.h"

namespace views {
namespace {

// How much of the seeded model is typed: as the document has it, once its trace is there.
app::TypedParameters typed(const Frame& frame) {
  const auto& trace = frame.session.trace();
  if (!trace) return app::TypedParameters::kNone;
  return frame.facts.derived().get<app::TypedParameters>({"typed parameters", 0, ""}, [&] {
    return app::typed_parameters(*trace, frame.session.trace_document().config);
  });
}

const char* seeded_remark(const Frame& frame) {
  switch (typed(frame)) {
    case app::TypedParameters::kAll:
      return "model.typed.remark";
    case app::TypedParameters::kSome:
      return "model.partly_typed.remark";
    case app::TypedParameters::kNone:
      break;
  }
  return "model.seeded.remark";
}

}  // namespace

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
  return frame.tr(kind == engine::ModelKind::kCrafted ? "model.crafted.remark" : seeded_remark(frame));
}

void model_row(Fields& fields) {
  constexpr const char* kKey = "setting.model";
  const std::array<Choice, 2> choices = {
      Choice{"model.crafted", [](app::State& s) { app::set_model(s, engine::ModelKind::kCrafted); }},
      Choice{"model.seeded", [](app::State& s) { app::set_model(s, engine::ModelKind::kSeeded); }}};
  if (fields.config().model == engine::ModelKind::kCrafted) {
    fields.choice(kKey, "model.crafted", choices);
    return fields.remark("model.crafted.remark");
  }
  if (typed(fields.frame()) == app::TypedParameters::kAll) return fields.choice(kKey, "model.typed", choices);
  fields.choice(kKey, "model.seeded", choices);
  fields.remark(seeded_remark(fields.frame()));
}

}  // namespace views
