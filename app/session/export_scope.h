// export_scope.h: what can be written to files, and what was chosen of it.
#pragma once

#include <string>

namespace app {

// kHandoutBlanks: its worked row is to be filled in. kCopy: the stage's picture, to the clipboard.
enum class ExportScope { kStage, kHeads, kAllStages, kHandout, kHandoutBlanks, kFilm, kTrainingFilm, kCopy };

// The choices of the export panel; formats are extensions without a dot.
struct ExportChoice {
  ExportScope scope = ExportScope::kStage;
  std::string figure = "png";
  std::string film = "gif";

  bool operator==(const ExportChoice&) const = default;
};

}  // namespace app
