// settings_words.h: a document's settings as words.
#pragma once

#include <string>
#include <vector>

#include "app/document.h"
#include "app/text/tr.h"

namespace exporter {

// One short phrase a setting, in the order of the settings bar.
std::vector<std::string> settings_words(const app::Words& words, const app::Document& document);

// The document's line so that it survives a shell and a copy from paper: cut after commas into lines that
// hold about `columns` letters, without spaces or apostrophes. Joined or not, it opens the same document; a
// text longer than a line is cut inside and has to be joined.
std::vector<std::string> printed_session(const app::Document& document, size_t columns);

}  // namespace exporter
