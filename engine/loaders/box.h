// box.h: the models that Headlight trained itself and brings along: folders in `models` beside the program.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace loaders {

// The names of those whose folders are there, in the order in which they are offered.
std::span<const std::string_view> box_models();

// The folder of the model of that name; nullopt if there is none of that name, or its folder is missing.
std::optional<std::filesystem::path> box_folder(std::string_view name);

// The folder of a vision system's parameters; nullopt if there is none.
std::optional<std::filesystem::path> system_folder(std::string_view name);

}  // namespace loaders
