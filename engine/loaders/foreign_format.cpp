// foreign_format.cpp: compares first bytes and file names with those of the formats that people have.
#include "engine/loaders/foreign_format.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/core/quotable.h"

namespace loaders {
namespace {

using engine::Error;
namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr const char* kPickled = "error.safetensors_pickled";
constexpr const char* kZip = "error.format_zip";
constexpr const char* kGguf = "error.format_gguf";
constexpr const char* kHdf5 = "error.format_hdf5";
constexpr const char* kWeb = "error.format_web";
constexpr const char* kOther = "error.format_other";

struct Mark {
  std::string_view text;
  const char* key;
};

// A pickle begins with its protocol, 2 to 5.
constexpr std::array kBeginnings = {Mark{"GGUF"sv, kGguf},
                                    Mark{"PK\x03\x04"sv, kZip},
                                    Mark{"\x80\x02"sv, kPickled},
                                    Mark{"\x80\x03"sv, kPickled},
                                    Mark{"\x80\x04"sv, kPickled},
                                    Mark{"\x80\x05"sv, kPickled},
                                    Mark{"\x89HDF\r\n\x1A\n"sv, kHdf5},
                                    Mark{"version https://git-lfs"sv, "error.format_lfs"},
                                    Mark{"<!DOCTYPE"sv, kWeb},
                                    Mark{"<!doctype"sv, kWeb},
                                    Mark{"<html"sv, kWeb}};

constexpr std::array kEndings = {Mark{".bin"sv, kPickled},   Mark{".bin.index.json"sv, kPickled},
                                 Mark{".pt"sv, kPickled},    Mark{".pth"sv, kPickled},
                                 Mark{".ckpt"sv, kPickled},  Mark{".gguf"sv, kGguf},
                                 Mark{".h5"sv, kHdf5},       Mark{".keras"sv, kOther},
                                 Mark{".msgpack"sv, kOther}, Mark{".onnx"sv, kOther}};

Error named(const char* key, const fs::path& path) {
  return {key, {{"path", engine::quotable(path.string(), engine::kLongestPath)}}};
}

}  // namespace

std::optional<Error> foreign_format(std::span<const std::byte> bytes, const fs::path& path) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto* const found = std::find_if(kBeginnings.begin(), kBeginnings.end(),
                                         [&](const Mark& mark) { return text.starts_with(mark.text); });
  return found == kBeginnings.end() ? std::nullopt : std::optional(named(found->key, path));
}

std::optional<Error> foreign_weights_in(const fs::path& folder) {
  constexpr int kMostEntries = 2000;
  std::vector<std::pair<fs::path, const char*>> found;
  std::error_code failed;
  int entries = 0;
  for (auto entry = fs::directory_iterator(folder, failed);
       !failed && entry != fs::directory_iterator() && entries < kMostEntries;
       entry.increment(failed), ++entries) {
    const std::string name = entry->path().filename().string();
    for (const Mark& mark : kEndings) {
      if (name.ends_with(mark.text)) found.emplace_back(entry->path(), mark.key);
    }
  }
  if (found.empty()) return std::nullopt;
  const auto first = std::min_element(found.begin(), found.end());
  return named(first->second, first->first);
}

}  // namespace loaders
