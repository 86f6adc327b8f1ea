// experiments.h: small experiments on the current sentence, and what they share.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "app/views/stage/small_map.h"

namespace views {

void draw_experiments(const Frame& frame);

// Each draws its controls, pictures and measured values from the cursor on, in the remaining space.
void draw_scale_experiment(const Frame& frame);        // scale_experiment.cpp
void draw_heads_experiment(const Frame& frame);        // heads_experiment.cpp
void draw_temperature_experiment(const Frame& frame);  // temperature_experiment.cpp
void draw_views_experiment(const Frame& frame);        // experiment_views.cpp

// The attention weights of the focused head, or of the nearest; -1 if there are none.
int experiment_weights(const Frame& frame);
// The output of the attention that a head's stage is in, and the model's final values.
std::string attention_output(std::string_view head_address);
std::string last_output(const Frame& frame);

// A run of another document, kept while it is drawn; its trace is null if the run would take too long.
const Derivations::Derived& other_run(const Frame& frame, const std::string& name, app::Document document);

// One scale for the weights of all maps that are compared: shares, from 0 to 1.
look::ColourScale experiment_scale(const Frame& frame);

// On the right of a map: a bar for each row's entropy; the full length is the entropy of a uniform row.
void draw_entropies(const Frame& frame, const ui::MatrixFrame& matrix, int weights);
// The width of these bars, including the gap before them.
float entropies_width(const Frame& frame);

// "entropy 0.42 of 1.39 nats · largest weight 0.87 · variance of scores 2.1", measured on a map.
std::string sharpness_sentence(const Frame& frame, int weights);

// A label in muted type, before a control on the same line.
void control_name(const Frame& frame, std::string_view key);
// A measured result, as a sentence in strong type.
void finding(const Frame& frame, const std::string& sentence, float width);

// Whether a model that was written by hand reads one key in every row with and without the division: its mean
// largest weights are these.
bool is_sharp_either_way(const engine::Config& config, double divided, double plain);

// Beside the maps: what widths do on average, over many draws, with the width shown marked. scale_plots.cpp
void draw_scale_plots(const Frame& frame, ImVec2 at, ImVec2 room);

}  // namespace views
