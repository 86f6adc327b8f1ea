// term_links.h: finds the glossary's terms in a text, so that a reader can point at them.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "app/lessons/prose.h"
#include "app/text/tr.h"

namespace app {

// Links the first place of each term: "term:ID". The longest name wins; in Latin letters a name is found as
// whole words, in the plural too. Headings, formulas, code, what is emphasised and what leads somewhere else
// are left alone.
void link_terms(std::vector<ProseBlock>& blocks, Language language);

// Markdown, with or without its terms linked, kept for the texts that were asked for last.
std::shared_ptr<const std::vector<ProseBlock>> kept_prose(std::string_view markdown, Language language,
                                                          bool links = true);

}  // namespace app
