// lab_pages.h: how the labs look, not what they compute: one line each.
#pragma once

#include "app/document/labs/depth_page.h"
#include "app/document/labs/positions_page.h"
#include "app/document/labs/relatives_page.h"

namespace app {

struct LabPages {
  PositionsPage positions;
  RelativesPage relatives;
  DepthPage depth;

  bool operator==(const LabPages&) const = default;
};

}  // namespace app
