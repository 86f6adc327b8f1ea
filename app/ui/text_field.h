// text_field.h: what holds for every field that is typed in.
#pragma once

namespace ui {

// Whether a field takes what is typed now.
bool is_typed_in();

}  // namespace ui
