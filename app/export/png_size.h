// png_size.h: how large a PNG is on paper.
#pragma once

#include <string>

namespace exporter {

// Adds the pixels an inch to a PNG that does not have them: word processors take its size from there.
void set_dots_per_inch(std::string& png, double dots);

}  // namespace exporter
