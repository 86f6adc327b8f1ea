// task_list.h: the tasks, each made once, when it is first asked for.
#pragma once

#include "engine/training/task.h"

namespace engine {

const Task& phrase_task();            // "the big red house" to "la grande maison rouge"
const Task& numbers_task();           // "three hundred five" to 三百零五, and back
const Task& dates_task();             // "May 3, 1987" to 1987-05-03
const Task& copy_task();              // C G B F to C G B F
const Task& reverse_task();           // C G B F to F B G C
const Task& sort_task();              // C G B F to B C F G
const Task& repeat_task();            // a block of letters, repeated
const Task& grammar_task();           // "the girl behind the kings sings"
const Task& measure_words_task();     // three cats are 三隻貓, three books 三本書
const Task& who_task();               // at "it" the noun that is meant
const Task& who_chinese_task();       // at 它 the noun that is meant
const Task& everyday_task();          // "My grandmother was tired, so", and what comes next
const Task& everyday_chinese_task();  // 貓坐在, and what comes next
const Task& shapes_task();            // a picture, and the kind of its largest shape

}  // namespace engine
