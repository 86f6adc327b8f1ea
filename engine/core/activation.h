// activation.h: the functions between the two products of a feed-forward layer.
#pragma once

namespace engine {

// SiLU is x times its sigmoid (Elfwing et al. 2018); the quick GELU x times the sigmoid of 1.702 x (Hendrycks
// & Gimpel 2016, sec. 2).
enum class Activation { kRelu, kGelu, kGeluTanh, kSilu, kQuickGelu };

}  // namespace engine
