// version.cpp: asks each library for its version.
#include "app/cli/version.h"

#include <cairo.h>
#include <pango/pango.h>

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "engine/kernels/instructions.h"

namespace app {
namespace {

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

}  // namespace

std::string version_text(std::string_view interface_version) {
  std::string text = "headlight " HEADLIGHT_VERSION "\n";
#ifdef __clang__
  text += "compiler Clang " __clang_version__ "\n";
#else
  text += "compiler GCC " __VERSION__ "\n";
#endif
  text += "build " HEADLIGHT_BUILD_TYPE "\n";
  text.append("instructions ").append(engine::name_of(engine::instructions()));
  text += " (this processor has " + engine::available_instructions() + ")\n";
  text += "Eigen " + dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION) + "\n";
  text.append(interface_version).append("\n");
  text += "CLI11 " CLI11_VERSION "\n";
  text += "nlohmann-json " +
          dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH) +
          "\n";
  text += std::string("cairo ") + cairo_version_string() + "\n";
  text += std::string("pango ") + pango_version_string() + "\n";
  return text;
}

}  // namespace app
