// measure_words.cpp: the keys of the table's words.
#include "app/look/measure_words.h"

#include "engine/core/formula.h"

namespace look {

std::string measure_key(const engine::MeasureRow& row) {
  return "grid.order." + std::string(row.word);
}

std::string measure_formula_words(const app::Words& tr, const engine::MeasureRow& row) {
  return engine::plain_formula(engine::measure_formula(row, tr.counts_from()));
}

}  // namespace look
