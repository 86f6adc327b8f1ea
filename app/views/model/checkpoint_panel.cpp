// checkpoint_panel.cpp: describes a trained model in lines of label and value, from its files.
#include "app/views/model/checkpoint_panel.h"

#include <algorithm>
#include <filesystem>

#include "app/document/checkpoints.h"
#include "app/document/document.h"
#include "app/look/labels.h"
#include "app/session/presets.h"
#include "app/text/quotable.h"
#include "app/ui/widgets.h"
#include "app/views/files/files.h"
#include "app/views/model/box_cards.h"
#include "app/views/model/setting_rows.h"
#include "engine/loaders/checkpoint.h"

namespace views {
namespace {

constexpr size_t kListed = 5;  // tensor names at once; more of them scroll

// "124 M", "41,024": a count.
std::string amount(const Frame& frame, double count) {
  constexpr double kMillion = 1e6;
  if (count < kMillion)
    return frame.tr("checkpoint.weights_count",
                    {{"count", look::whole_number(static_cast<engine::Index>(count))}});
  if (count < 1e3 * kMillion)
    return frame.tr("checkpoint.millions",
                    {{"count", ui::fixed_number(count / kMillion, count < 10 * kMillion ? 1 : 0)}});
  return frame.tr("checkpoint.billions", {{"count", ui::fixed_number(count / 1e9, 1)}});
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string all;
  for (const std::string& word : words) all.append(all.empty() ? "" : between).append(word);
  return all;
}

// A label, and its value on the right.
void line(const Frame& frame, float width, const char* key, const std::string& value) {
  const auto& style = frame.style;
  const float start = style.px(150);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, {at.x, at.y + style.px(2)},
                ui::ellipsise(frame.tr(key), start - style.px(8), style.small()), style.small());
  const float height = ui::draw_paragraph(list, {at.x + start, at.y}, width - start, value, style.text());
  ImGui::InvisibleButton(key, {width, height});
  ui::tip(style, frame.tr(std::string(key) + ".tip"));
}

// "12 layers × 12 heads · 768 wide".
std::string sizes(const Frame& frame, const engine::Config& config) {
  std::string layers = std::to_string(config.has_encoder() ? config.encoder_layers : config.decoder_layers);
  if (config.has_target()) layers += " + " + std::to_string(config.decoder_layers);
  if (!config.has_layers()) layers = "1";
  return frame.tr("checkpoint.sizes", {{"layers", layers},
                                       {"heads", std::to_string(config.n_heads)},
                                       {"width", std::to_string(config.d_model)}});
}

std::string shown_parts(const Frame& frame, const loaders::Description& description) {
  if (description.not_shown.empty()) return frame.tr("checkpoint.all_shown");
  std::string sentences = frame.tr("checkpoint.others_shown");
  for (const std::string& key : description.not_shown) sentences.append(" ").append(frame.tr(key));
  return sentences;
}

// The result of checking every weight, or that it is still in progress.
std::string weights(const Frame& frame, const std::string& path) {
  const app::WeightCheck& check = frame.session.desk().weight_check;
  if (check.path != path || !check.is_done) return frame.tr("checkpoint.weights_read");
  if (check.count == 0) return frame.tr("checkpoint.weights_fine");
  return frame.tr("checkpoint.weights_bad",
                  {{"count", look::whole_number(static_cast<engine::Index>(check.count))},
                   {"first", app::quotable(check.first)}});
}

// The memory of the current run, if kept whole and as it is kept.
std::string memory(const Frame& frame) {
  const app::Document& document = frame.session.trace_document();
  const auto input = app::input_of(document);
  if (!input) return frame.tr(input.error());
  return frame.tr("checkpoint.memory_of",
                  {{"lean", look::byte_size(engine::estimate_recomputing_bytes(document.config, *input))},
                   {"full", look::byte_size(engine::estimate_full_bytes(document.config, *input))}});
}

// Unused tensors, one per line.
void extra_tensors(const Frame& frame, const std::vector<std::string>& names, float width) {
  if (names.empty()) return;
  const auto& style = frame.style;
  ui::label(frame.tr("checkpoint.extra", {{"count", std::to_string(names.size())}}), style.small_strong());
  const float each = ui::text_size("A", style.small()).y + style.px(2);
  const float height = each * static_cast<float>(std::min(names.size(), kListed));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, style.px(2)));
  if (ImGui::BeginChild("extra tensors", {width, height}, 0, ImGuiWindowFlags_NoBackground)) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(names.size()), each);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        ui::label(
            ui::ellipsise(app::quotable(names[static_cast<size_t>(i)]), width - style.px(16), style.small()),
            style.small());
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

// The same architecture as its preset draws it at random.
void untrained_button(const Frame& frame) {
  const engine::Config& config = frame.session.document().config;
  if (!config.has_layers()) return;
  const app::Preset& preset = app::preset_of(config.architecture);
  if (ui::button(frame.style, (frame.tr("model.untrained") + "##untrained").c_str(),
                 ui::ButtonKind::kOutline))
    frame.requests.edit("", [&preset](app::State& state) { app::set_preset(state, preset); });
  ui::tip(frame.style, frame.tr(std::string(preset.key) + ".what") + ". " + frame.tr("checkpoint.back.tip"));
  ImGui::SameLine(0, frame.style.px(8));
}

void buttons(const Frame& frame) {
  const auto& style = frame.style;
  open_model_button(frame);
  ImGui::SameLine(0, style.px(8));
  untrained_button(frame);
  if (ui::button(style, (frame.tr("checkpoint.back") + "##back to crafted").c_str(),
                 ui::ButtonKind::kOutline)) {
    frame.requests.edit("", [](app::State& state) { app::leave_checkpoint(state); });
    ImGui::CloseCurrentPopup();
  }
  ui::tip(style, frame.tr("checkpoint.back.tip"));
}

}  // namespace

std::string checkpoint_name(const Frame& frame) {
  const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
  const std::string& path = frame.session.document().config.checkpoint;
  // A model of one's own is known by its folder.
  std::string folder = app::checkpoints::short_name(path);
  if (checkpoint == nullptr || checkpoint->path != path) return folder;
  const std::string name = checkpoint->is_own && !folder.empty() ? folder : checkpoint->description.family;
  return name + " · " + amount(frame, checkpoint->description.parameters);
}

std::string model_name(const Frame& frame) {
  const engine::Config& config = frame.session.document().config;
  if (config.model == engine::ModelKind::kCheckpoint) {
    const std::string folder = app::checkpoints::short_name(config.checkpoint);
    return folder.empty() ? checkpoint_name(frame) : folder;
  }
  const std::string name = architecture_name(frame);
  return config.has_layers() ? name
                             : frame.tr("model.named", {{"name", name}, {"remark", weights_remark(frame)}});
}

void open_model_button(const Frame& frame) {
  if (ui::button(frame.style, (frame.tr("menu.open_model") + "##open model").c_str(),
                 ui::ButtonKind::kOutline)) {
    browse(frame, "model");
    ImGui::CloseCurrentPopup();
  }
  ui::tip(frame.style, frame.tr("action.open_model.tip"));
}

void draw_checkpoint(const Frame& frame, float width) {
  const auto& style = frame.style;
  const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
  if (checkpoint == nullptr) {
    ui::label(checkpoint_name(frame), style.strong());
    ui::paragraph(frame.session.error() ? frame.tr(*frame.session.error()) : frame.tr("checkpoint.no_run"),
                  width, style.text());
    return buttons(frame);
  }
  const loaders::Description& description = checkpoint->description;
  const std::string precisions = joined(description.precisions, ", ");
  ui::label(checkpoint_name(frame), style.title());
  ui::paragraph(sizes(frame, checkpoint->config) + " · " + precisions, width, style.quiet());
  if (const std::string known = box_sentence(frame, checkpoint->path); !known.empty())
    ui::paragraph(known, width, style.text());
  ImGui::Separator();
  if (!description.architecture.empty())
    line(frame, width, "checkpoint.architecture", description.architecture);
  line(frame, width, "checkpoint.path", app::quotable(checkpoint->path, app::kLongestPath));
  line(frame, width, "checkpoint.numbers",
       frame.tr("checkpoint.numbers_are",
                {{"count", look::whole_number(static_cast<engine::Index>(description.parameters))},
                 {"bytes", look::byte_size(static_cast<double>(description.bytes))},
                 {"precisions", precisions}}));
  line(frame, width, "checkpoint.shown", shown_parts(frame, description));
  line(frame, width, "checkpoint.weights", weights(frame, checkpoint->path));
  line(frame, width, "checkpoint.memory", memory(frame));
  if (checkpoint->tokenizer_error)
    line(frame, width, "checkpoint.tokenizer", frame.tr(*checkpoint->tokenizer_error));
  for (const engine::Error& note : description.notes) line(frame, width, "checkpoint.note", frame.tr(note));
  extra_tensors(frame, description.extra, width);
  ui::paragraph(frame.tr("checkpoint.fixed.tip"), width, style.small());
  buttons(frame);
}

}  // namespace views
