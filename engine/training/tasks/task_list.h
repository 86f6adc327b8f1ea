// task_list.h: the tasks, each made once, when it is first asked for.
#pragma once

#include "engine/training/task.h"

namespace engine {

const Task& phrase_task();   // "the big red house" to "la grande maison rouge"
const Task& numbers_task();  // "three hundred five" to 三百零五, and back
const Task& reverse_task();  // C G B F to F B G C
const Task& repeat_task();   // a block of letters, repeated

}  // namespace engine
