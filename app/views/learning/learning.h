// learning.h: a model that learns before the class: press play, and every other view shows it too.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_learning(const Frame& frame);

// For the keys: plays, or stops; takes one step; to the neighbouring snapshot.
void toggle_training(const Frame& frame);
void take_training_step(const Frame& frame);
void go_to_snapshot(const Frame& frame, int by);
bool can_train(const Frame& frame);

}  // namespace views
