// figures.h: a multi-head attention of the model, opened into the paper's two figures, drawn live.
// Vaswani et al. 2017, fig. 2.
#pragma once

#include "app/views/model/diagram.h"

namespace views {

// Whether an attention of this model is open.
bool has_open_attention(const DiagramScene& scene);
void draw_figures(const DiagramScene& scene);

}  // namespace views
