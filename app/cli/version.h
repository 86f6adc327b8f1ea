// version.h: what this program was built with.
#pragma once

#include <string>
#include <string_view>

namespace app {

// What `headlight --version` prints: version, compiler, build type, and the libraries' versions, a line each;
// `interface_version` is the line of the window's.
std::string version_text(std::string_view interface_version);

}  // namespace app
