// text_options.cpp: reads the texts, and the marks on their tokens.
#include "app/cli/text_options.h"

#include <numeric>

#include "app/document/document_limits.h"
#include "app/export/file.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Result;

}  // namespace

std::optional<Error> read_text(const ParsedOptions& given, Document& document) {
  for (const auto& [first, second] : {std::pair{"--text", "--text-file"}, std::pair{"--text", "--source"},
                                      std::pair{"--source", "--text-file"}}) {
    if (auto bad = exclusive(given, first, second)) return bad;
  }
  if (const auto path = given.find("--text-file")) {
    auto text = read_text_file(*path);
    if (!text) return text.error();
    document.text = std::move(text).value();
  }
  document.text = given.get("--text", given.get("--source", document.text));
  document.target = given.get("--target", document.target);
  if (auto bad = check_text(document.text)) return bad;
  return check_text(document.target);
}

std::optional<Error> read_batch(const ParsedOptions& given, Document& document) {
  if (given.has("--batch") && !document.is_batch) {
    document.is_batch = true;
    document.config.mask_padding = true;
  }
  if (!document.is_batch) {
    return given.has("--batch-length") ? std::optional(without("--batch-length", "--batch")) : std::nullopt;
  }
  if (given.has("--padding"))
    return Error{"error.options_together", {{"first", "--padding"}, {"second", "--batch"}}};
  const auto length = whole_number(given, "--batch-length", 1, static_cast<uint64_t>(engine::kMaxTokens),
                                   static_cast<uint64_t>(document.batch_length));
  if (!length) return length.error();
  document.batch_length = static_cast<Index>(*length);
  return std::nullopt;
}

std::optional<Error> read_padding(const ParsedOptions& given, size_t count, Document& document) {
  if (!given.has("--padding")) return std::nullopt;
  const auto padding = whole_number(given, "--padding", 0, count, 0);
  if (!padding) {
    return Error{"error.padding",
                 {{"value", quotable(given.get("--padding", ""))}, {"count", std::to_string(count)}}};
  }
  document.padded.resize(*padding);
  std::iota(document.padded.begin(), document.padded.end(), static_cast<Index>(count - *padding));
  document.config.mask_padding = *padding > 0;
  return std::nullopt;
}

Result<std::string> read_text_file(const std::string& path) {
  const Error too_long{"error.text_file_too_long",
                       {{"path", path}, {"largest", std::to_string(kMostCharacters)}}};
  auto bytes = exporter::read_file(path, kMostTextBytes);
  if (!bytes) return bytes.error().key == "error.file_too_large" ? too_long : bytes.error();
  std::string text = std::move(bytes).value();
  if (check_text(text)) return too_long;
  return text;
}

}  // namespace app
