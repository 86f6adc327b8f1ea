// folder_fields.h: what each field of a checkpoint's files does here, so that none is passed over in silence.
#pragma once

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/loaders/config_json.h"
#include "engine/text/model_tokenizer.h"

namespace loaders {

enum class FieldUse {
  kFollowed,  // read: followed, or refused but for one value
  kNoEffect,  // changes no number and no token: IdleField says where the reference passes it over
  kUnknown,
};

// A field that changes nothing of what is shown.
struct IdleField {
  std::string_view file, field;
  std::string_view where;  // the place in Hugging Face's transformers that shows it
};
std::span<const IdleField> idle_fields();

struct FolderField {
  std::string file, field;
  FieldUse use = FieldUse::kUnknown;
  std::string where;  // of kNoEffect

  bool operator==(const FolderField&) const = default;
};

using FieldNames = std::set<std::string, std::less<>>;

// Every field of a file, ascending. `also_read`: those that were asked for elsewhere. Null says nothing.
std::vector<FolderField> fields_of(std::string_view file, const ConfigFields& fields,
                                   const FieldNames& also_read = {});
// Those of a folder's tokenizer_config.json, if it has one that can be read.
std::vector<FolderField> fields_of_tokenizer(const std::filesystem::path& folder,
                                             const text::ModelTokenizer& tokenizer);

// notice.fields_unknown (path, count, names) for each file that has fields which nothing here knows.
std::vector<engine::Error> unknown_fields(const std::string& path, std::span<const FolderField> fields);

}  // namespace loaders
