// sentencepiece_file.cpp: walks the fields of a protocol buffer: a number and a wire type, then the value.
// https://protobuf.dev/programming-guides/encoding
#include "engine/text/sentencepiece_file.h"

#include <cmath>
#include <cstring>
#include <optional>

#include "engine/core/utf8.h"
#include "engine/text/precompiled.h"
#include "engine/text/vocabulary.h"

namespace text {
namespace {

using engine::Error;
using engine::Result;

// More fields than any settings need: the library's object for each takes far more memory than its bytes.
constexpr size_t kMostFields = 100'000;

enum class WireType { kVarint = 0, kEightBytes = 1, kBytes = 2, kFourBytes = 5 };

struct ProtoField {
  uint64_t number = 0;
  WireType type = WireType::kVarint;
  uint64_t value = 0;      // a varint, or the four or eight bytes, little-endian
  std::string_view bytes;  // of a text or message; of a number none, where it begins
};

// The fields of one message. Stops at the first that is none.
class ProtoReader {
 public:
  explicit ProtoReader(std::string_view message) : message_(message) {}

  std::optional<ProtoField> next() {
    if (at_ == message_.size()) return std::nullopt;
    ProtoField field;
    const auto tag = varint();
    if (!tag) return std::nullopt;
    constexpr uint64_t kLargestNumber = (1U << 29U) - 1;
    field.number = *tag >> 3U;
    field.type = static_cast<WireType>(*tag & 7U);
    field.bytes = message_.substr(at_, 0);
    if (field.number == 0 || field.number > kLargestNumber || !read_value(field)) return fail();
    return field;
  }

  bool is_broken() const { return is_broken_; }
  size_t at() const { return at_; }

 private:
  std::optional<ProtoField> fail() {
    is_broken_ = true;
    return std::nullopt;
  }

  std::optional<uint64_t> varint() {
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64 && at_ < message_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(message_[at_++]);
      value |= static_cast<uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80U) return value;
    }
    is_broken_ = true;
    return std::nullopt;
  }

  bool take_bytes(uint64_t size, std::string_view& bytes) {
    if (size > message_.size() - at_) return false;
    bytes = message_.substr(at_, size);
    at_ += size;
    return true;
  }

  bool read_value(ProtoField& field) {
    if (field.type == WireType::kVarint || field.type == WireType::kBytes) {
      const auto value = varint();
      if (!value) return false;
      field.value = *value;
      return field.type == WireType::kVarint || take_bytes(*value, field.bytes);
    }
    if (field.type != WireType::kEightBytes && field.type != WireType::kFourBytes) return false;
    std::string_view fixed;
    if (!take_bytes(field.type == WireType::kFourBytes ? 4 : 8, fixed)) return false;
    for (size_t i = fixed.size(); i > 0; --i)
      field.value = (field.value << 8U) | static_cast<unsigned char>(fixed[i - 1]);
    return true;
  }

  std::string_view message_;
  size_t at_ = 0;
  bool is_broken_ = false;
};

class SentencePieceReader {
 public:
  explicit SentencePieceReader(std::string_view bytes) : bytes_(bytes) {}

  Result<SentencePieceFile> read() {
    ProtoReader reader(bytes_);
    while (const auto field = reader.next()) {
      if (auto bad = read_part(*field)) return *std::move(bad);
    }
    if (reader.is_broken()) return broken_at(bytes_.substr(reader.at()));
    if (file_.pieces.empty()) return Error{"error.tokenizer_empty", {}};
    return std::move(file_);
  }

 private:
  Error broken_at(std::string_view rest) const {
    return {"error.tokenizer_proto", {{"byte", std::to_string(rest.data() - bytes_.data())}}};
  }

  // Calls `read` with each field of a message inside the file.
  template <class Read>
  std::optional<Error> each_field(std::string_view message, Read read) const {
    ProtoReader reader(message);
    while (const auto field = reader.next()) {
      if (auto bad = read(*field)) return bad;
    }
    if (reader.is_broken()) return broken_at(message.substr(reader.at()));
    return std::nullopt;
  }

  std::optional<Error> read_part(const ProtoField& field) {
    constexpr uint64_t kPieces = 1;
    constexpr uint64_t kTrainer = 2;
    constexpr uint64_t kNormalizer = 3;
    constexpr uint64_t kTests = 4;
    constexpr uint64_t kDenormalizer = 5;
    switch (field.number) {
      case kPieces:
        return read_piece(field.bytes);
      case kTrainer:
      case kNormalizer:
      case kTests:
      case kDenormalizer:
        return each_field(field.bytes, [this, &field](const ProtoField& each) {
          if (++settings_ > kMostFields) return std::optional(broken_at(field.bytes));
          if (field.number == kTrainer) return read_trainer(each);
          return field.number == kTests ? std::optional<Error>() : read_letters(each);
        });
      default:
        return std::nullopt;
    }
  }

  std::optional<Error> read_piece(std::string_view message) {
    if (file_.pieces.size() == kMostPieces)
      return Error{"error.tokenizer_many_pieces", {{"count", std::to_string(kMostPieces)}}};
    SentencePieceEntry& piece = file_.pieces.emplace_back();
    if (auto bad = each_field(message, [&piece](const ProtoField& field) {
          // What has another type the library passes over, and so does it with a kind that it does not know.
          const auto number = static_cast<uint32_t>(field.value);
          if (field.number == 1 && field.type == WireType::kBytes) piece.name = field.bytes;
          if (field.number == 2 && field.type == WireType::kFourBytes)
            std::memcpy(&piece.score, &number, sizeof(number));
          const bool is_kind = field.number == 3 && field.type == WireType::kVarint;
          if (is_kind && number >= 1 && number <= 6) piece.kind = static_cast<SentencePieceKind>(number);
          return std::optional<Error>();
        }))
      return bad;
    name_bytes_ += piece.name.size();
    if (name_bytes_ > kMostPieceBytes)
      return Error{"error.tokenizer_pieces", {{"megabytes", std::to_string(kMostPieceBytes >> 20U)}}};
    const bool is_sound =
        !piece.name.empty() && !engine::first_invalid_byte(piece.name) && std::isfinite(piece.score);
    return is_sound ? std::nullopt : std::optional(broken_at(message));
  }

  std::optional<Error> read_trainer(const ProtoField& field) {
    constexpr uint64_t kModelType = 3;
    constexpr uint64_t kByteFallback = 35;
    if (field.type != WireType::kVarint) return std::nullopt;
    if (field.number == kByteFallback) file_.byte_fallback = field.value != 0;
    if (field.number != kModelType) return std::nullopt;
    if (field.value != 1 && field.value != 2)
      return Error{"error.tokenizer_step", {{"step", "model type " + std::to_string(field.value)}}};
    file_.algorithm = static_cast<SentencePieceAlgorithm>(field.value);
    return std::nullopt;
  }

  static std::optional<Error> read_letters(const ProtoField& field) {
    constexpr uint64_t kCharacterMap = 2;
    if (field.number != kCharacterMap || field.bytes.empty()) return std::nullopt;
    const auto map = CharacterMap::of(field.bytes);
    if (!map || !map->is_closed()) return Error{"error.tokenizer_letters", {}};
    return std::nullopt;
  }

  std::string_view bytes_;
  SentencePieceFile file_;
  size_t settings_ = 0;
  size_t name_bytes_ = 0;
};

}  // namespace

Result<SentencePieceFile> read_sentencepiece_file(std::string_view bytes) {
  if (bytes.size() > kLargestSentencePiece)
    return Error{"error.tokenizer_large", {{"megabytes", std::to_string(kLargestSentencePiece >> 20U)}}};
  if (bytes.starts_with("version https://git-lfs")) return Error{"error.tokenizer_lfs", {}};
  return SentencePieceReader(bytes).read();
}

}  // namespace text
