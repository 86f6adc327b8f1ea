// activation_kind.h: the functions between the two products of a feed-forward layer.
#pragma once

namespace engine {

// SiLU is x times its sigmoid (Elfwing et al. 2018).
enum class Activation { kRelu, kGelu, kGeluTanh, kSilu };

}  // namespace engine
