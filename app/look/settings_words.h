// settings_words.h: a document's settings in words.
#pragma once

#include <string>
#include <vector>

#include "app/document/document.h"
#include "app/text/tr.h"

namespace look {

// One short phrase per setting, in the order of the settings bar.
std::vector<std::string> settings_words(const app::Words& words, const app::Document& document);

// The differences between two documents, in words: "scores divided by √d_k → scores not divided".
std::vector<std::string> settings_changes(const app::Words& words, const app::Document& before,
                                          const app::Document& after);

// The command that opens the document, safe for a shell and for copying from paper: the document's line in
// apostrophes and without any inside, cut after commas into lines of about `columns` bytes. It opens the same
// document with or without the line ends; only a text longer than a line is cut inside and has to be joined.
std::vector<std::string> session_command(const app::Document& document, size_t columns);

}  // namespace look
