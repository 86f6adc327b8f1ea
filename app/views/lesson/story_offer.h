// story_offer.h: the first start offers the story of one minute, and never forces it.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Lessons that are no chapter of the course: the story, and a walk through the window.
inline constexpr std::string_view kStoryLesson = "first-minute";
inline constexpr std::string_view kTourLesson = "window";

// "See attention at work, in one minute", while the desk's panel is "story"; it blocks nothing.
void draw_story_offer(const Frame& frame);

// Opens a lesson of Headlight's own at its first step; notes that the offer was seen.
void open_lesson_named(const Frame& frame, std::string_view id);

}  // namespace views
