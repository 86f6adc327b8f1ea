// lab_option_rows.h: each lab's options: their names, and how they are read into its settings.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "app/cli/options.h"
#include "engine/core/result.h"
#include "engine/model/config.h"

namespace app {

inline constexpr std::array<std::string_view, 4> kPositionsLabOptions = {"--lab-width", "--lab-base",
                                                                         "--lab-length", "--lab-at"};
// Errors: error.option_whole, error.option_number, error.at_form.
std::optional<engine::Error> read_positions_options(const ParsedOptions& given, engine::Config& config);

inline constexpr std::array<std::string_view, 11> kRelativesLabOptions = {
    "--kernel",     "--dilation",       "--dilation-fixed",   "--depth",    "--stride",  "--pooling",
    "--both-sides", "--recurrent-gain", "--recurrent-linear", "--lab-head", "--lab-seed"};
// Errors: error.option_whole, error.option_number, error.option_choice.
std::optional<engine::Error> read_relatives_options(const ParsedOptions& given, engine::Config& config);

inline constexpr std::array<std::string_view, 6> kDepthLabOptions = {
    "--depth-layers", "--depth-heads", "--depth-window", "--value-gain", "--score-gain", "--depth-seed"};
// Errors: error.option_whole, error.option_number.
std::optional<engine::Error> read_depth_lab_options(const ParsedOptions& given, engine::Config& config);

inline constexpr std::array<std::string_view, 11> kGalleryLabOptions = {
    "--gallery",       "--scene",        "--scene-seed",      "--untrained",    "--part-off",
    "--gallery-shots", "--gallery-draw", "--gallery-caption", "--gallery-seed", "--gallery-temperature",
    "--gallery-kept"};
// Errors: those of read_scene(), read_shots(), read_drawing() and engine::check().
std::optional<engine::Error> read_gallery_options(const ParsedOptions& given, engine::Config& config);

}  // namespace app
