// transgan.h: the two halves of TransGAN: one draws, the other judges.
#pragma once

#include "engine/vision/system.h"
#include "engine/world/scene.h"

namespace engine {

inline constexpr Index kLatentNumbers = 32;
inline constexpr Index kAskedNumbers = kLatentNumbers + world::kKinds;

// The latent numbers of a seed (1, 32), nearly normal with a standard deviation of 1.
Matrix latent_of(uint64_t seed);
// Those behind them that ask for a kind: (1, 44).
Matrix asked_of(const Matrix& latent, int kind);

// The picture (256, 3), from -1 to 1, that a stage of 44 numbers is drawn as. The stages are named in
// transgan.cpp.
PictureMap add_generator(Network& network, int asked);
// What the judge says of a picture: (1, 12), how real it would be as one of each kind.
int add_judge(Network& network, const PictureMap& picture);

// Whether a parameter is the judge's, which is not needed to draw.
bool is_of_judge(std::string_view name);

}  // namespace engine
