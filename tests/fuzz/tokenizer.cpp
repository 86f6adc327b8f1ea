// tokenizer.cpp: any bytes are cut into tokens that join to the text again, or refused with a position
// inside.
#include "engine/text/tokenizer.h"

#include "tests/fuzz/fuzz.h"

std::vector<std::string> seeds() {
  return {"",
          "the cat sat down",
          "我，不想延畢",
          "The animal didn't cross the street because it was too tired.",
          "👩‍👩‍👧 👍🏽 🇹🇼🇯🇵 e\u0301 ﷽\r\n\t\u3000",
          "\xFF\xFE",
          std::string("a\0b", 3)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  using text::TokenizerKind;
  for (const auto kind : {TokenizerKind::kWords, TokenizerKind::kCharacters, TokenizerKind::kBytes}) {
    const auto tokens = text::tokenize(input, kind);
    if (!tokens) {
      require(std::stoul(tokens.error().arguments.at(0).second) < size, "the bad byte lies in the text");
      continue;
    }
    std::string joined;
    for (const std::string& token : *tokens) {
      require(!token.empty(), "no token is empty");
      require(!text::visible_token(token).empty(), "every token can be seen");
      joined += token;
    }
    require(kind == TokenizerKind::kWords || joined == input, "tokens join to the text");
    require(text::token_labels(*tokens, 1).size() == tokens->size(), "every token has a label");
  }
  return 0;
}
