// autoencoder.h: pictures as codes, and codes as pictures. Van den Oord et al. 2017 (1711.00937), Esser et
// al. 2021 (2012.09841), sec. 3.1: without the losses of a second network, and each code sees the four pixels
// that it stands for.
#pragma once

#include <vector>

#include "engine/vision/network.h"

namespace engine {

inline constexpr Index kCodes = 128;
inline constexpr Index kCodeWidth = 8;
inline constexpr Index kCodeSide = 2;  // pixels along each side of what a code stands for
inline constexpr Grid kCodeGrid = {8, 8};

// patches, patches.relu, patches.more and patches.more.relu (codes, 32); z (codes, 8): of a picture's pixels.
PictureMap add_encoder(Network& network, const PictureMap& picture);
// The table of codes (128, 8).
int add_codebook(Network& network);
// codes (codes, 1): the number of the nearest one.
int add_codes(Network& network, const PictureMap& z);
// fine, fine.relu (codes, 32); large (pixels, 32), coarse and coarse.relu; picture (pixels, 3): of the codes'
// vectors.
PictureMap add_decoder(Network& network, const PictureMap& vectors);
// vectors (codes, 8) of a stage of numbers, then add_decoder().
PictureMap add_picture_of(Network& network, int codes, const Grid& grid);

// (grid.pixels() · 4, 3) -> the codes of the grid; and back. `source` gives the parameters.
std::vector<int> codes_of(const Network::Source& source, const Matrix& pixels, const Grid& grid);
Matrix pixels_of_codes(const Network::Source& source, const std::vector<int>& codes, const Grid& grid);

// Numbers one below the other, as a stage holds them.
Matrix column_of(const std::vector<int>& numbers);

}  // namespace engine
