// stream_system.h: what systems that draw symbol by symbol have in common.
#pragma once

#include <optional>
#include <vector>

#include "engine/vision/system.h"
#include "engine/vision/token_decoder.h"

namespace engine {

// The standard deviation of a stream's tables before training.
double stream_table_size(const ParameterName& table);

// What stands before anything is drawn: the first `kept` of a picture's symbols, and what was overruled.
std::vector<std::optional<int>> standing(const std::vector<int>& symbols, int kept,
                                         const std::vector<Overruled>& overruled);

// One drawing: what is asked, behind what stands in front.
DrawnPicture draw_one(const TokenStream& stream, const Network::Source& source, std::vector<int> front,
                      std::vector<std::optional<int>> fixed, const DrawingChoice& choice);

// symbols (n, 1), those in front and of all places but the last; then add_stream(). `names`: of those in
// front.
void add_drawn_stream(Network& network, const TokenStream& stream, const DrawnPicture& drawn,
                      std::vector<std::string> names);

// The stage `drawn`: the symbol of each place (places, 1).
int add_drawn(Network& network, const std::vector<int>& places, const Grid& grid);

// The drawing of a system whose stages have a decoded `picture` (pixels, 3) and its codes, `drawn`.
SystemAnswer answer_of_codes(const SystemTrace& trace);

}  // namespace engine
