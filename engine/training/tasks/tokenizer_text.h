// tokenizer_text.h: the tokenizer of a task, as a file that anyone's library reads.
#pragma once

#include <string>

#include "engine/training/task.h"

namespace engine {

// The tokenizer.json (https://huggingface.co/docs/tokenizers) that cuts a typed text into the task's words.
// Letters may be capital or small, Chinese characters simplified or traditional, and spaces between
// characters left out: known words are cut longest first. What no word fits, up to a space or the next known
// word, is one <unk>. Not for a task of pictures.
std::string tokenizer_text(const Task& task);

}  // namespace engine
