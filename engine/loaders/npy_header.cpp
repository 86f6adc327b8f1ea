// npy_header.cpp: a strict parser of one dictionary with three keys.
#include "engine/loaders/npy_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/core/quotable.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Result;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMostNumpyDimensions = 32;  // NumPy's own limit
// NumPy itself rejects longer ones; an array of numbers takes about 100 bytes.
constexpr size_t kLongestNpyHeader = 10'000;

// Reads one token of a Python literal after the other; nullopt if it is not the expected one.
class Literal {
 public:
  explicit Literal(std::string_view text) : text_(text) {}

  size_t position() const { return at_; }

  bool take(char letter) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != letter) return false;
    ++at_;
    return true;
  }

  // Between ' or ", without escapes: none of the values uses any.
  std::optional<std::string_view> string() {
    skip_spaces();
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return std::nullopt;
    const size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view content = text_.substr(at_ + 1, end - at_ - 1);
    if (content.find('\\') != std::string_view::npos) return std::nullopt;
    at_ = end + 1;
    return content;
  }

  std::optional<bool> boolean() {
    skip_spaces();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return value;
    }
    return std::nullopt;
  }

  // (), (3,) or (3, 4); no negative numbers, and none above 63 bits.
  std::optional<std::vector<int64_t>> tuple() {
    std::vector<int64_t> numbers;
    if (!take('(')) return std::nullopt;
    while (!take(')')) {
      const auto value = number();
      if (!value || numbers.size() == kMostNumpyDimensions) return std::nullopt;
      numbers.push_back(*value);
      const bool more = take(',');
      if (!more && numbers.size() == 1) return std::nullopt;  // (3) is a number, not a tuple
      if (!more) return take(')') ? std::optional(numbers) : std::nullopt;
    }
    return numbers;
  }

  bool at_end() {
    skip_spaces();
    return at_ == text_.size();
  }

 private:
  void skip_spaces() {
    constexpr std::string_view kSpaces = " \t\r\n";
    while (at_ < text_.size() && kSpaces.find(text_[at_]) != std::string_view::npos) ++at_;
  }

  std::optional<int64_t> number() {
    skip_spaces();
    int64_t value = 0;
    const auto [end, failed] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (failed != std::errc() || value < 0) return std::nullopt;
    at_ = static_cast<size_t>(end - text_.data());
    return value;
  }

  std::string_view text_;
  size_t at_ = 0;
};

// Reads one value into the header; false if it is not valid for the key, or the key is unknown.
bool read_value(Literal& literal, std::string_view key, NpyHeader& header) {
  if (key == "descr") {
    const auto dtype = literal.string();
    if (dtype) header.dtype = *dtype;
    return dtype.has_value();
  }
  if (key == "fortran_order") {
    const auto value = literal.boolean();
    if (value) header.fortran_order = *value;
    return value.has_value();
  }
  auto shape = key == "shape" ? literal.tuple() : std::nullopt;
  if (!shape) return false;
  header.shape = *std::move(shape);
  return true;
}

// The dictionary; false if parsing fails at literal.position().
bool read_dictionary(Literal& literal, NpyHeader& header) {
  std::vector<std::string_view> seen;
  if (!literal.take('{')) return false;
  while (!literal.take('}')) {
    const auto key = literal.string();
    if (!key || std::find(seen.begin(), seen.end(), *key) != seen.end()) return false;
    seen.push_back(*key);
    if (!literal.take(':') || !read_value(literal, *key, header)) return false;
    if (literal.take(',')) continue;
    if (!literal.take('}')) return false;
    break;
  }
  return seen.size() == 3 && literal.at_end();
}

// Parses a dtype such as "<f4" or "|u1"; false if it is not supported.
bool read_dtype(NpyHeader& header) {
  constexpr std::array<std::string_view, 12> kRead = {"f2", "f4", "f8", "i1", "i2", "i4",
                                                      "i8", "u1", "u2", "u4", "u8", "b1"};
  if (header.dtype.size() != 3) return false;
  const std::string_view type = std::string_view(header.dtype).substr(1);
  if (std::find(kRead.begin(), kRead.end(), type) == kRead.end()) return false;
  const char order = header.dtype[0];
  header.kind = type[0];
  header.width = static_cast<size_t>(type[1] - '0');
  header.big_endian = order == '>';
  return order == '<' || order == '>' || (order == '|' && header.width == 1);
}

}  // namespace

Result<NpyHeader> read_npy_header(std::span<const std::byte> bytes, const std::string& path) {
  const auto fail = [&](const char* key, const char* name = nullptr, const std::string& value = "") {
    Error error{key, {{"path", engine::quotable(path, engine::kLongestPath)}}};
    if (name != nullptr) error.arguments.emplace_back(name, value);
    return error;
  };
  const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!file.starts_with(kMagic) || file.size() < 10) return fail("error.npy_magic");
  const auto byte = [&](size_t at) { return std::to_integer<size_t>(bytes[at]); };
  const size_t version = byte(6);
  if (version < 1 || version > 3 || byte(7) != 0) {
    return fail("error.npy_version", "version", std::to_string(version) + "." + std::to_string(byte(7)));
  }
  const size_t begin = version == 1 ? 10 : 12;
  if (file.size() < begin) return fail("error.npy_header", "byte", std::to_string(file.size()));
  size_t length = byte(8) | byte(9) << 8U;
  if (version > 1) length |= byte(10) << 16U | byte(11) << 24U;
  if (length > file.size() - begin || length > kLongestNpyHeader)
    return fail("error.npy_header", "byte", "8");
  NpyHeader header;
  Literal literal(file.substr(begin, length));
  if (!read_dictionary(literal, header)) {
    return fail("error.npy_header", "byte", std::to_string(begin + literal.position()));
  }
  header.data = bytes.subspan(begin + length);
  if (header.dtype == "|O") return fail("error.npy_pickled");
  if (!read_dtype(header)) return fail("error.npy_dtype", "dtype", engine::quotable(header.dtype));
  return header;
}

}  // namespace loaders
