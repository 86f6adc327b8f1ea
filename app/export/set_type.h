// set_type.h: text set by pango: which fonts, how large, broken where.
#pragma once

#include <pango/pangocairo.h>

#include <memory>
#include <optional>
#include <string>

#include "app/export/sheet.h"
#include "app/text/tr.h"
#include "engine/core/result.h"

namespace exporter {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
template <class T>
using Object = std::unique_ptr<T, Unref>;

Object<PangoContext> make_context(app::Language language);
Object<PangoLayout> make_layout(PangoContext* context, const std::string& text, const Type& type,
                                app::Language language);
TextSize size_of(PangoLayout* layout);
// Error error.no_face (letter, script, package) if a letter is in no face that is installed.
std::optional<engine::Error> missing_face(PangoLayout* layout, const Type& type, app::Language language);

}  // namespace exporter
