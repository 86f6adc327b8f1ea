// lesson_files.h: reads lessons from the user's own files, and writes them new ones.
#pragma once

#include <string>

#include "app/document/document.h"
#include "app/session/own_lessons.h"
#include "app/text/tr.h"
#include "engine/core/result.h"

namespace app {

// The lesson of a file, with what is wrong with it: faults of read_lesson, otherwise those of check_lesson.
// Ends early, without a meaning, where engine::stop_requested(). Errors: error.not_a_file, and those of
// exporter::read_file.
engine::Result<OwnLesson> read_lesson_file(const std::string& path);

// The lessons of a folder, by name; those that `earlier` has of unchanged files are not read again. Ends
// early where engine::stop_requested(). The error is that of read_folder.
LessonFolder read_lesson_folder(const std::string& path, const LessonFolder* earlier);

// A lesson of one step, for its author to go on with: the session as it stands, and where to write.
std::string new_lesson(const Document& document, const std::string& path, const Words& words);

}  // namespace app
