// version.h: what this program was built with.
#pragma once

#include <string>

namespace app {

// What `headlight --version` prints: version, compiler, build type, and the libraries' versions, a line each.
std::string version_text();

}  // namespace app
