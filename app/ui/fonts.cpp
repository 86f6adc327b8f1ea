// fonts.cpp: finds each face by its family through fontconfig and merges them into one font per role.
#include "app/ui/fonts.h"

#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <tuple>
#include <vector>
#include FT_FREETYPE_H
#include <imgui_freetype.h>

#include "app/text/plain_text.h"
#include "embedded/fonts.h"

namespace ui {
namespace {

constexpr ImWchar kEmptyBox = 0x25A1;  // □

// Each font's first source stores Dear ImGui's size for 15 px type: line_height() reads it there.
constexpr float kReferenceSize = 15;

// A source is named by its family and style, "Inter:semibold".
constexpr char kNameSeparator = ':';

struct FaceRow {
  std::string role, family, style, language;
  float scale = 1;  // of the em
  float raise = 0;  // in em, upwards
};

std::vector<FaceRow> read_rows(std::string_view text) {
  std::vector<FaceRow> rows;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::array<std::string, 6> cells;
    std::istringstream fields(line);
    for (std::string& cell : cells) {
      std::getline(fields, cell, '|');
      cell = std::string(app::trimmed(cell));
    }
    rows.push_back({cells[0], cells[1], cells[2], cells[3], std::stof(cells[4]), std::stof(cells[5])});
  }
  return rows;
}

// The rows of one role in one language.
std::vector<FaceRow> rows_of(std::string_view role, app::Language language) {
  static const std::vector<FaceRow> kRows = read_rows(fonts::file("fonts.txt"));
  const std::string_view wanted = language == app::Language::kSimplifiedChinese ? "zh-Hans" : "zh-Hant";
  std::vector<FaceRow> rows;
  for (const FaceRow& row : kRows) {
    if (row.role == role && (row.language == "all" || row.language == wanted)) rows.push_back(row);
  }
  return rows;
}

// A memory-mapped font file. It stays mapped while the program runs: Dear ImGui reads glyphs from it on first
// use.
struct FontFile {
  void* bytes = nullptr;
  int size = 0;
};

std::optional<FontFile> map_file(const std::string& path) {
  static std::map<std::string, FontFile> mapped;
  if (const auto found = mapped.find(path); found != mapped.end()) return found->second;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  struct stat status {};
  void* bytes = MAP_FAILED;
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
    bytes = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  close(descriptor);
  if (bytes == MAP_FAILED) return std::nullopt;
  return mapped[path] = {bytes, static_cast<int>(status.st_size)};
}

struct Face {
  FontFile file;
  unsigned index = 0;
  float line = 1;  // height of a line in em: ascender - descender
};

// Height of a line in em, from the face's own metrics.
float line_in_em(const FontFile& file, unsigned index) {
  FT_Library library = nullptr;
  FT_Init_FreeType(&library);
  FT_Face face = nullptr;
  float line = 0;
  if (FT_New_Memory_Face(library, static_cast<const FT_Byte*>(file.bytes), file.size,
                         static_cast<FT_Long>(index), &face) == 0) {
    line = static_cast<float>(face->ascender - face->descender) / static_cast<float>(face->units_per_EM);
    FT_Done_Face(face);
  }
  FT_Done_FreeType(library);
  return line;
}

int weight_of(std::string_view style) {
  if (style.starts_with("semibold")) return FC_WEIGHT_SEMIBOLD;
  return style.starts_with("bold") ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR;
}

struct PatternDeleter {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

// fontconfig returns its nearest face: only the exact family counts.
bool has_family(FcPattern* pattern, const std::string& family) {
  FcChar8* name = nullptr;
  for (int i = 0; FcPatternGetString(pattern, FC_FAMILY, i, &name) == FcResultMatch; ++i) {
    if (family == reinterpret_cast<const char*>(name)) return true;
  }
  return false;
}

std::optional<Face> look_for_face(const FaceRow& row) {
  const Pattern wanted(FcPatternCreate());
  FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(row.family.c_str()));
  FcPatternAddInteger(wanted.get(), FC_WEIGHT, weight_of(row.style));
  const bool italic = row.style.ends_with("italic");
  FcPatternAddInteger(wanted.get(), FC_SLANT, italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
  FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  const Pattern match(FcFontMatch(nullptr, wanted.get(), &result));
  FcChar8* path = nullptr;
  int index = 0;
  if (!match || !has_family(match.get(), row.family)) return std::nullopt;
  if (FcPatternGetString(match.get(), FC_FILE, 0, &path) != FcResultMatch) return std::nullopt;
  FcPatternGetInteger(match.get(), FC_INDEX, 0, &index);
  const auto file = map_file(reinterpret_cast<const char*>(path));
  if (!file) return std::nullopt;
  const float line = line_in_em(*file, static_cast<unsigned>(index));
  if (line <= 0) return std::nullopt;
  return Face{*file, static_cast<unsigned>(index), line};
}

// fontconfig takes long over each, and is asked for the same faces whenever the language changes.
std::optional<Face> find_face(const FaceRow& row) {
  static std::map<std::tuple<const FcConfig*, std::string, std::string>, Face> known;
  const std::tuple key(FcConfigGetCurrent(), row.family, row.style);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const auto face = look_for_face(row);
  if (face) known.emplace(key, *face);
  return face;
}

// One role's rows and the faces found for them.
struct FoundRole {
  std::vector<FaceRow> rows;
  std::vector<Face> faces;
};

engine::Result<FoundRole> find_role(std::string_view role, app::Language language) {
  FoundRole found{rows_of(role, language), {}};
  for (const FaceRow& row : found.rows) {
    const auto face = find_face(row);
    if (!face) return engine::Error{"error.no_font", {{"family", row.family}}};
    found.faces.push_back(*face);
  }
  return found;
}

ImFont* add_role(ImFontAtlas& atlas, const FoundRole& role) {
  ImFont* font = nullptr;
  for (size_t i = 0; i < role.rows.size(); ++i) {
    const FaceRow& row = role.rows[i];
    ImFontConfig config;
    config.MergeMode = i > 0;
    config.FontNo = role.faces[i].index;
    config.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
    config.GlyphOffset.y = -row.raise * kReferenceSize;
    const std::string name = row.family + kNameSeparator + row.style;
    name.copy(config.Name, sizeof(config.Name) - 1);
    const FontFile& file = role.faces[i].file;
    font = atlas.AddFontFromMemoryTTF(file.bytes, file.size, kReferenceSize * role.faces[i].line * row.scale,
                                      &config);
    // An atlas that owns its data does not copy it, and one that does not own it does not free it: mapped
    // files need both.
    atlas.Sources.back().FontDataOwnedByAtlas = false;
    // Where Dear ImGui itself draws text, in the active text field, a character that no face has is an empty
    // box: a question mark would look as if the text were damaged.
    font->FallbackChar = kEmptyBox;
  }
  return font;
}

}  // namespace

engine::Result<Fonts> load_fonts(ImFontAtlas& atlas, app::Language language) {
  constexpr std::array<std::pair<std::string_view, ImFont * Fonts::*>, 5> kRoles = {
      {{"regular", &Fonts::regular},
       {"semibold", &Fonts::semibold},
       {"serif", &Fonts::serif},
       {"serif_italic", &Fonts::serif_italic},
       {"serif_bold_italic", &Fonts::serif_bold_italic}}};
  std::vector<FoundRole> roles;
  for (const auto& [role, member] : kRoles) {
    auto found = find_role(role, language);
    if (!found) return found.error();
    roles.push_back(std::move(found).value());
  }
  const std::vector<ImFont*> before(atlas.Fonts.begin(), atlas.Fonts.end());
  Fonts fonts;
  for (size_t i = 0; i < roles.size(); ++i) fonts.*kRoles.at(i).second = add_role(atlas, roles[i]);
  for (ImFont* old : before) atlas.RemoveFont(old);
  return fonts;
}

float line_height(const ImFont* font, float size) {
  return std::max(1.0f, std::round(size * font->LegacySize / kReferenceSize));
}

float type_size(const ImFont* font, float height) {
  return height * kReferenceSize / font->LegacySize;
}

float baseline(ImFont* font, float size) {
  return font->GetFontBaked(line_height(font, size))->Ascent;
}

void push_font(ImFont* font, float size) {
  ImGui::PushFont(font, line_height(font, size));
}

std::string pango_name(const ImFont* font) {
  std::string families;
  for (const ImFontConfig* source : font->Sources) {
    const std::string_view name = source->Name;
    families += std::string(name.substr(0, name.find(kNameSeparator))) + ",";
  }
  const std::string_view first = font->Sources[0]->Name;
  const std::string_view style = first.substr(first.find(kNameSeparator) + 1);
  if (style.starts_with("semibold")) families += " Semi-Bold";
  if (style.starts_with("bold")) families += " Bold";
  return families + (style.ends_with("italic") ? " Italic" : "");
}

}  // namespace ui
