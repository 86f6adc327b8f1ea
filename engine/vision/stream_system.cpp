// stream_system.cpp: what stands, what is drawn behind it, and the stages that say why.
#include "engine/vision/stream_system.h"

#include <cmath>
#include <utility>

#include "engine/vision/autoencoder.h"
#include "engine/world/checker.h"

namespace engine {

double stream_table_size(const ParameterName& table) {
  return table.role == ParameterRole::kPosition ? 0.2 : 0.05;
}

std::vector<std::optional<int>> standing(const std::vector<int>& symbols, int kept,
                                         const std::vector<Overruled>& overruled) {
  std::vector<std::optional<int>> fixed(symbols.size());
  for (size_t place = 0; place < symbols.size() && std::cmp_less(place, kept); ++place)
    fixed[place] = symbols[place];
  for (const Overruled& other : overruled) fixed.at(static_cast<size_t>(other.place)) = other.symbol;
  return fixed;
}

DrawnPicture draw_one(const TokenStream& stream, const Network::Source& source, std::vector<int> front,
                      std::vector<std::optional<int>> fixed, const DrawingChoice& choice) {
  const StreamDrawing drawing{.front = std::move(front),
                              .fixed = std::move(fixed),
                              .temperature = choice.temperature,
                              .seed = choice.seed};
  DrawnPicture drawn;
  drawn.places = draw_streams(stream, source, {&drawing, 1}).front();
  drawn.front = drawing.front;
  return drawn;
}

void add_drawn_stream(Network& network, const TokenStream& stream, const DrawnPicture& drawn,
                      std::vector<std::string> names) {
  for (Index place = 0; std::cmp_less(names.size(), stream.inputs()); ++place)
    names.push_back(std::to_string(place / stream.grid.width + 1)
                        .append(",")
                        .append(std::to_string(place % stream.grid.width + 1)));
  const int symbols =
      network.given_numbers("symbols", "note.stream_symbols",
                            column_of(read_symbols(stream, drawn.front, drawn.places)), network.named(names));
  add_stream(network, stream, symbols);
}

int add_drawn(Network& network, const std::vector<int>& places, const Grid& grid) {
  return network.given_numbers("drawn", "note.drawn_symbols", column_of(places), network.pixels_of(grid));
}

SystemAnswer answer_of_codes(const SystemTrace& trace) {
  SystemAnswer said;
  const Matrix pixels = trace.values("picture");
  const auto side = std::lround(std::sqrt(static_cast<double>(pixels.rows())));
  said.drawing = world::nearest_palette(pixels, static_cast<int>(side));
  const Matrix codes = trace.values("drawn");
  said.codes.assign(codes.data(), codes.data() + codes.size());
  return said;
}

}  // namespace engine
