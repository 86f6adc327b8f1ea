// class_roles.cpp: one row a class.
#include "engine/loaders/class_roles.h"

#include <algorithm>
#include <array>

namespace loaders {
namespace {

struct ClassRow {
  std::string_view kind;
  ClassRoles roles;
};

constexpr std::array kClasses = {
    ClassRow{"gpt2", {.begin = 50256, .end = 50256}},
    ClassRow{"gpt_neo", {.begin = 50256, .end = 50256}},
    ClassRow{"gpt_neox", {.begin = 0, .end = 2}},
    ClassRow{"opt", {.begin = 2, .end = 2, .padding = 1}},
    ClassRow{"bert", {.padding = 0}},
    ClassRow{"distilbert", {.padding = 0}},
    ClassRow{"roberta", {.begin = 0, .end = 2, .padding = 1}},
    ClassRow{"xlm-roberta", {.begin = 0, .end = 2, .padding = 1}},
    ClassRow{"camembert", {.begin = 0, .end = 2, .padding = 1}},
    ClassRow{"marian", {.end = 0, .padding = 58100, .forced_end = 0}},
    ClassRow{"bart", {.begin = 0, .end = 2, .padding = 1, .forced_end = 2}},
    ClassRow{"mbart", {.begin = 0, .end = 2, .padding = 1, .forced_end = 2}},
    ClassRow{"pegasus", {.end = 1, .padding = 0, .forced_end = 1}},
    ClassRow{"t5", {.end = 1, .padding = 0}},
    ClassRow{"mt5", {.end = 1, .padding = 0}},
    ClassRow{"llama", {.begin = 1, .end = 2}},
    ClassRow{"mistral", {.begin = 1, .end = 2}},
    ClassRow{"gemma", {.begin = 2, .end = 1, .padding = 0}},
    ClassRow{"gemma2", {.begin = 2, .end = 1, .padding = 0}},
};

}  // namespace

ClassRoles class_roles(std::string_view kind) {
  const auto* const row = std::ranges::find(kClasses, kind, &ClassRow::kind);
  return row == kClasses.end() ? ClassRoles{} : row->roles;
}

}  // namespace loaders
