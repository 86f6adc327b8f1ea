// document_gradient.cpp: the target as it is typed on the command line, and what its loss asks for.
#include "app/document/document_gradient.h"

namespace app {
namespace {

constexpr size_t kMostMasked = 1000;

}  // namespace

void write_gradient(const Document& document, nlohmann::ordered_json& line) {
  if (!document.gradient) return;
  line["gradient_of"] = to_text(document.gradient->target);
  if (document.gradient->label) line["gradient_label"] = *document.gradient->label;
  for (const engine::MaskedToken& masked : document.gradient->masked)
    line["gradient_masked"].push_back(to_text(masked));
}

void read_gradient(Reader& reader, Document& document) {
  std::string typed;
  reader.read("gradient_of", typed);
  if (typed.empty()) return;
  const auto target = engine::parse_target(typed);
  if (!target) return reader.mark("gradient_of");
  engine::GradientRequest request{.target = *target};
  engine::Index label = -1;
  reader.read("gradient_label", label);
  if (label >= 0) request.label = label;
  std::vector<std::string> masked;
  reader.read("gradient_masked", masked, kMostMasked);
  for (const std::string& text : masked) {
    const auto token = engine::parse_masked(text);
    if (!token) return reader.mark("gradient_masked");
    request.masked.push_back(*token);
  }
  document.gradient = std::move(request);
}

}  // namespace app
