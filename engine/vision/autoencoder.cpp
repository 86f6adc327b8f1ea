// autoencoder.cpp: convolutions down to 8 numbers for four pixels, the nearest code, convolutions up.
#include "engine/vision/autoencoder.h"

#include <utility>

#include "engine/ops/drawing.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

constexpr Index kHiddenChannels = 32;
constexpr Patch kCodePatch = {.side = kCodeSide, .stride = kCodeSide, .padding = 0};
constexpr const char* kNote = "note.trained";

PictureMap step(Network& network, const std::string& name, const PictureMap& x, const Patch& patch) {
  return network.relu(name + ".relu", network.convolution(name, x, kHiddenChannels, patch));
}

// What a few stages make of given numbers.
template <class Lay>
Matrix result_of(const Network::Source& source, Lay lay) {
  TraceBuilder builder({}, {});
  Network network(builder, "", source, kNote);
  const int wanted = lay(network);
  const auto trace = std::move(builder).build();
  const Stage& stage = trace->stage(wanted);
  return trace->read(wanted, 0, 0, stage.rows, stage.columns);
}

}  // namespace

PictureMap add_encoder(Network& network, const PictureMap& picture) {
  const PictureMap patches = step(network, "patches", picture, kCodePatch);
  return network.convolution("z", step(network, "patches.more", patches, kPixel), kCodeWidth, kPixel);
}

int add_codebook(Network& network) {
  return network.table("codebook", R"(codebook.weight)", kCodes, kCodeWidth, network.numbered("e", kCodes),
                       ParameterRole::kEmbedding);
}

int add_codes(Network& network, const PictureMap& z) {
  return network.apply_like("codes", nearest_code(), {z.stage, add_codebook(network)}, z.stage, 1);
}

PictureMap add_decoder(Network& network, const PictureMap& vectors) {
  const PictureMap fine = step(network, "fine", vectors, {});
  const PictureMap coarse = step(network, "coarse", network.enlarge("large", fine), {});
  return network.convolution("picture", coarse, 3, {});
}

PictureMap add_picture_of(Network& network, int codes, const Grid& grid) {
  return add_decoder(network, {network.lookup("vectors", codes, add_codebook(network)), grid});
}

std::vector<int> codes_of(const Network::Source& source, const Matrix& pixels, const Grid& grid) {
  const Grid picture{kCodeSide * grid.height, kCodeSide * grid.width};
  const Matrix codes = result_of(source, [&](Network& network) {
    const int stage = network.given_pixels("pixels", pixels, network.pixels_of(picture));
    return add_codes(network, add_encoder(network, {stage, picture}));
  });
  return {codes.data(), codes.data() + codes.size()};
}

Matrix pixels_of_codes(const Network::Source& source, const std::vector<int>& codes, const Grid& grid) {
  return result_of(source, [&](Network& network) {
    const int stage = network.given_pixels("drawn", column_of(codes), network.pixels_of(grid));
    return add_picture_of(network, stage, grid).stage;
  });
}

Matrix column_of(const std::vector<int>& numbers) {
  Matrix column(static_cast<Index>(numbers.size()), 1);
  for (Index i = 0; i < column.rows(); ++i)
    column(i, 0) = static_cast<float>(numbers[static_cast<size_t>(i)]);
  return column;
}

}  // namespace engine
