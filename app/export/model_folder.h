// model_folder.h: a trained model as a folder in the usual layout.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/core/result.h"
#include "engine/training/record.h"
#include "engine/training/run.h"

namespace exporter {

// Writes config.json, model.safetensors, tokenizer.json, training.json and model.py, which reads them in
// plain PyTorch; of a model of pictures one picture instead of the tokenizer. Where one of them cannot be
// written, what the folder held stays as it was. `in_half`: numbers of 16 bits. Errors: those of write_files
// and make_folder.
std::optional<engine::Error> save_model(const std::filesystem::path& folder,
                                        const engine::TrainedModel& model, const engine::Task& task,
                                        const engine::TrainingRecord& record, bool in_half);

// Writes training.json and training.safetensors, from which a run goes on; and removes the latter.
std::optional<engine::Error> save_state(const std::filesystem::path& folder, const engine::TrainingRun& run,
                                        const engine::TrainingRecord& record);
void remove_state(const std::filesystem::path& folder);
std::filesystem::path state_file(const std::filesystem::path& folder);

}  // namespace exporter
