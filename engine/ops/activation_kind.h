// activation_kind.h: the functions between a feed-forward's two products.
#pragma once

namespace engine {

// Silu is x times its sigmoid (Elfwing et al. 2018).
enum class Activation { kRelu, kGelu, kGeluTanh, kSilu };

}  // namespace engine
