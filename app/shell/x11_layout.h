// x11_layout.h: the keyboard's layout in force, by X11.
#pragma once

#include <optional>

#include "app/ui/printed_key.h"

namespace app {

// Which of the user's layouts is in force. Nullopt where the window is not X11's.
std::optional<int> layout_group();

// What a key types in one of the user's layouts. Only where there is a layout_group().
ui::KeyPrint print_of(int scancode, int group);

// Whether this key chooses the characters behind the others, as AltGr does.
bool is_alt_gr(int scancode, int group);

// Whether this layout has the letters A to Z: where it has not, shortcuts go by the keys' places.
bool has_latin_letters(int group);

}  // namespace app
