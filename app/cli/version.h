// version.h: what this program was built with.
#pragma once

#include <string>
#include <string_view>

namespace app {

// The output of `headlight --version`: version, compiler, build type, the processor's instructions in use,
// and the libraries' versions, one line each; `interface_version` is the window's line.
std::string version_text(std::string_view interface_version);

}  // namespace app
