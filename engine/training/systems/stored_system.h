// stored_system.h: a vision system's parameters in a folder: model.safetensors and training.json.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/core/result.h"
#include "engine/training/systems/system_training.h"

namespace engine {

// Errors: those of TensorSet::open and TensorReader.
Result<std::shared_ptr<const SystemParameters>> read_system(const VisionSystem& system,
                                                            const std::filesystem::path& folder);

// That of the box. Error error.system_missing (system) where its folder is not there; else as above.
Result<std::shared_ptr<const SystemParameters>> system_of_box(const VisionSystem& system);

// What was measured of it when it was trained, of training.json; empty where that says nothing.
std::vector<SystemFigure> figures_of_box(const VisionSystem& system);

// How its training went, of training.json: for a system that draws; empty where that says nothing.
std::vector<CourseMark> course_of_box(const VisionSystem& system);

// The bytes of model.safetensors, in 16 bits; and the text of training.json: the recipe of each part, seconds
// and figures; and of a system that draws its course.
std::string system_bytes(const SystemParameters& parameters);
std::string system_record(const VisionSystem& system, const TrainedSystem& trained);

}  // namespace engine
