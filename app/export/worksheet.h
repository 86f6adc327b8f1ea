// worksheet.h: a lesson on paper: its questions with space to answer, and from a new page on the answers.
#pragma once

#include <string>

#include "app/lessons/lesson.h"
#include "app/text/tr.h"
#include "engine/core/result.h"

namespace exporter {

// The pages' bytes: A4, PDF. Each question has the words of its step and room for an answer; where a cell is
// asked for, an empty matrix to mark it in. Errors: error.worksheet_empty where the lesson asks nothing,
// error.cannot_draw (detail), and those of make_trace.
engine::Result<std::string> draw_worksheet(const app::Lesson& lesson, const app::Words& words);

}  // namespace exporter
