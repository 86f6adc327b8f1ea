// file_purpose.cpp: the table of purposes, one row each.
#include "app/session/file_purpose.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "app/session/own_lessons.h"

namespace app {
namespace {

constexpr std::array<std::string_view, 2> kSessions = {".headlight", ".json"};

constexpr std::array<std::string_view, 2> kMasks = {".csv", ".png"};

constexpr std::array<std::string_view, 3> kModelEndings = {".safetensors", ".safetensors.index.json",
                                                           "config.json"};

constexpr std::array<std::string_view, 2> kTrainingData = {".txt", ".tsv"};

constexpr std::array<std::string_view, 1> kNumbers = {".npy"};

constexpr std::array<std::string_view, 4> kPictures = {".png", ".jpg", ".jpeg", ".ppm"};

constexpr std::array<std::string_view, 1> kLessons = {kLessonEnding};

constexpr std::array<std::string_view, 1> kTables = {".csv"};

constexpr std::array<std::string_view, 1> kPages = {".pdf"};

// If two rows accept a dropped file's ending, the first one gets it.
constexpr std::array<FilePurpose, 16> kPurposes = {
    {{.name = "model",
      .endings = kModelEndings,
      .lists_recent = true,
      .takes_drops = true,
      .takes_folders = true},
     {.name = "picture", .endings = kPictures},
     {.name = "scene", .endings = kPictures},
     {.name = "array", .endings = kNumbers},
     {.name = "open", .endings = kSessions, .lists_recent = true, .takes_drops = true},
     {.name = "save", .endings = kSessions, .writes = true, .lists_recent = true},
     {.name = "mask_open", .endings = kMasks, .takes_drops = true},
     {.name = "mask_save", .endings = kMasks, .writes = true},
     {.name = "training_data", .endings = kTrainingData, .takes_drops = true},
     {.name = "model_save", .endings = kModelEndings, .writes = true, .writes_folder = true},
     {.name = "homework", .endings = kNumbers, .takes_drops = true},
     {.name = "lesson", .endings = kLessons, .takes_drops = true, .is_of_lessons = true},
     {.name = "lessons_folder", .endings = kLessons, .takes_folders = true, .is_of_lessons = true},
     {.name = "lesson_new",
      .endings = kLessons,
      .writes = true,
      .fresh = "files.fresh.lesson_new",
      .is_of_lessons = true},
     {.name = "class_sheet", .endings = kTables, .writes = true, .fresh = "files.fresh.class_sheet"},
     {.name = "worksheet", .endings = kPages, .writes = true, .fresh = "files.fresh.worksheet"}}};

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool ends_in(std::string_view path, std::string_view ending) {
  if (path.size() < ending.size()) return false;
  return std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](char wanted, char found) { return wanted == lower(found); });
}

}  // namespace

std::span<const FilePurpose> file_purposes() {
  return kPurposes;
}

const FilePurpose& file_purpose(std::string_view name) {
  const auto found = std::find_if(kPurposes.begin(), kPurposes.end(),
                                  [&](const FilePurpose& purpose) { return purpose.name == name; });
  assert(found != kPurposes.end());
  return *found;
}

const FilePurpose* purpose_of_drop(const std::string& path) {
  for (const FilePurpose& purpose : kPurposes) {
    if (purpose.takes_drops && has_ending(path, purpose.endings)) return &purpose;
  }
  return nullptr;
}

bool has_ending(std::string_view path, std::span<const std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return ends_in(path, ending); });
}

std::string droppable_endings() {
  std::string all;
  for (const FilePurpose& purpose : kPurposes) {
    if (!purpose.takes_drops) continue;
    for (const std::string_view ending : purpose.endings) {
      if (!all.empty()) all += ", ";
      all += ending;
    }
  }
  return all;
}

}  // namespace app
