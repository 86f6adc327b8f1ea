// spelled_out.h: what no text may hold, as its bytes.
#pragma once

#include <string>
#include <string_view>

namespace text {

// Well-formed UTF-8 that every format can hold, XML included, and every picture shows: bytes that are no
// letter, control characters but line ends and tabs, characters that reorder others or that nobody sees,
// noncharacters, private and unassigned ones become their bytes, a stretch of them between one pair of
// brackets: "⟨E6 88⟩". Joiners between letters and variation selectors after one stay.
std::string spelled_out(std::string_view text);

}  // namespace text
