// tokenizer_text.h: the tokenizer of a task, as a file that anyone's library reads.
#pragma once

#include <string>

#include "engine/training/task.h"

namespace engine {

// A tokenizer.json (https://huggingface.co/docs/tokenizers): a vocabulary of whole words, or of subwords that
// are merged, cut in this way.
// <eos> stands behind what an encoder reads, <bos> before anything else.
std::string tokenizer_text(const TaskVocabulary& vocabulary, const Cutting& cutting, bool is_translation);

// The one that cuts a typed text into the task's tokens: by Task::cutting(), or else by its words. Letters
// may be capital or small, Chinese characters simplified or traditional, and spaces between characters left
// out: known words are cut longest first. What no word fits, up to a space or the next known word, is one
// <unk>. Not for a task of pictures.
std::string tokenizer_text(const Task& task);

}  // namespace engine
