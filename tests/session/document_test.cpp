// A document and its line are the same thing.
#include "app/document/document.h"

#include <gtest/gtest.h>

#include "app/document/document_json.h"
#include "app/document/document_line.h"
#include "app/text/quotable.h"

namespace app {
namespace {

TEST(Document, WritesAndReadsTheSameBytes) {
  Document document;
  document.text = "我，不想延畢 👩‍👩‍👧 \"quoted\"\n";
  document.tokenizer = text::TokenizerKind::kCharacters;
  document.padded = {1, 3};
  document.config.model = engine::ModelKind::kSeeded;
  document.config.seed = 18446744073709551615ULL;
  document.config.base = 123.5;
  document.config.causal = true;
  document.focus = {"heads", "encoder.0.self.concat", {{2, 7}}};
  const std::string line = to_line(document);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = from_line(line);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, document);
  EXPECT_EQ(to_line(*read), line);
}

// One with every setting of a model with layers that is not as usual.
Document layered() {
  Document document;
  document.text = "the cat\nthe dog sat";
  document.target = "le chat\nle chien 坐";
  document.is_batch = true;
  document.batch_length = 5;
  document.generated = {"chat", "\t", "坐"};
  document.sampling = {.greedy = false, .temperature = 0.7, .top_k = 5, .top_p = 0.9, .seed = ~0ULL};
  document.focus.token = 2;
  engine::Config& config = document.config;
  config.model = engine::ModelKind::kSeeded;
  config.architecture = engine::Architecture::kTransformer;
  config.encoder_layers = 3;
  config.decoder_layers = 1;
  config.d_ff = 100;
  config.activation = engine::Activation::kGeluTanh;
  config.norm = engine::NormOrder::kB2T;
  config.final_norm = true;
  config.tied_output = false;
  config.positions = engine::PositionKind::kLearned;
  config.context = 77;
  config.off = {"decoder.0.cross.norm", "encoder.2.ffn.residual.input"};
  config.nudge = engine::Nudge{"decoder.0.cross", 1};
  return document;
}

TEST(Document, KeepsEveryFieldOfAModelWithLayers) {
  const Document document = layered();
  const std::string line = to_line(document);
  const auto read = from_line(line);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read, document);
  EXPECT_EQ(to_line(*read), line);
}

TEST(Document, NamesEveryKindAsItReadsIt) {
  for (const auto architecture : {engine::Architecture::kAttention, engine::Architecture::kEncoder,
                                  engine::Architecture::kDecoder, engine::Architecture::kTransformer}) {
    for (const auto norm : {engine::NormOrder::kPost, engine::NormOrder::kPre, engine::NormOrder::kB2T}) {
      for (const auto activation :
           {engine::Activation::kRelu, engine::Activation::kGelu, engine::Activation::kGeluTanh}) {
        Document document;
        document.config.model = engine::ModelKind::kSeeded;
        document.config.architecture = architecture;
        document.config.norm = norm;
        document.config.activation = activation;
        EXPECT_EQ(from_line(to_line(document)).value(), document);
      }
    }
  }
}

TEST(Document, AttentionAloneSaysNothingOfLayers) {
  const std::string line = to_line({});
  for (const char* field : {"architecture", "layers", "d_ff", "norm", "target", "batch", "generated", "off"})
    EXPECT_EQ(line.find(std::string("\"") + field + "\":"), std::string::npos) << field;
}

TEST(Document, RefusesLayersThatMakeNoSense) {
  const std::string start = R"({"headlight":1,"model":"seeded","architecture":"transformer",)";
  for (const auto& [fields, key] : {std::pair{R"("encoder_layers":0)", "error.size"},
                                    {R"("decoder_layers":129)", "error.size"},
                                    {R"("decoder_layers":-1)", "error.session_field"},
                                    {R"("d_ff":70000)", "error.size"},
                                    {R"("d_ff":18446744073709551615)", "error.session_field"},
                                    {R"("context":0)", "error.size"},
                                    {R"("norm":"rms")", "error.session_field"},
                                    {R"("activation":3)", "error.session_field"},
                                    {R"("off":["logits"])", "error.unknown_switch"},
                                    {R"("off":"encoder.0.self.norm")", "error.session_field"},
                                    {R"("nudge":"encoder.0")", "error.unknown_sublayer"},
                                    {R"("generated":[1])", "error.session_field"},
                                    {R"("batch":1)", "error.session_field"},
                                    {R"("token":-1)", "error.session_field"},
                                    {R"("sample_temperature":0)", "error.sample_temperature"},
                                    {R"("top_p":0)", "error.top_p"}}) {
    const auto read = from_line(start + fields + "}");
    ASSERT_FALSE(read.ok()) << fields;
    EXPECT_EQ(read.error().key, key) << fields;
  }
}

TEST(Document, RefusesLayersOfTheCraftedModel) {
  const auto read = from_line(R"({"headlight":1,"model":"crafted","architecture":"transformer"})");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().key, "error.crafted_layers");
}

TEST(Document, KeepsGeneratedBytesThatAreNoLetters) {
  Document document;
  document.tokenizer = text::TokenizerKind::kBytes;
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kDecoder;
  document.generated = {"\xE6", "\x88", "a", "\xFF", "坐"};
  const auto read = from_line(to_line(document));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->generated, document.generated);
  for (const char* bad : {"[127]", "[256]", "[-1]", "[2.5]", "[[1]]"})
    EXPECT_FALSE(from_line(std::string(R"({"headlight":1,"generated":)") + bad + "}").ok()) << bad;
}

TEST(Document, GeneratedTokensStandBehindWhatTheDecoderReads) {
  Document document = layered();
  document.is_batch = false;
  const auto input = input_of(document);
  ASSERT_TRUE(input.ok());
  EXPECT_EQ(input->examples.front().target->tokens.back(), "坐");
  EXPECT_EQ(input->examples.front().target->tokens.size(), input->examples.front().target->padding.size());
  EXPECT_EQ(input->examples.front().source.tokens.size(), 5U);
}

TEST(Document, ABatchIsPaddedOrClippedToOneLength) {
  Document document = layered();
  const auto lengths = [&] {
    std::vector<size_t> all;
    const engine::Input input = input_of(document).value();
    for (const engine::Example& example : input.examples) {
      all.push_back(example.source.tokens.size());
      all.push_back(example.target->tokens.size());
    }
    return all;
  };
  EXPECT_EQ(lengths(), (std::vector<size_t>{5, 5, 5, 5}));
  document.batch_length = 1;
  EXPECT_EQ(lengths(), (std::vector<size_t>{1, 1, 1, 1}));
  document.batch_length = 0;
  EXPECT_EQ(lengths(), (std::vector<size_t>{3, 3, 3, 3}));
  const auto input = input_of(document).value();
  EXPECT_EQ(input.examples[0].source.padding, (std::vector<bool>{false, false, true}));
  EXPECT_EQ(input.examples[0].source.tokens.back(), kPadToken);
}

TEST(Document, ABatchTooLargeIsRefusedBeforeItIsPadded) {
  Document document;
  document.is_batch = true;
  document.text = "a\nb";
  document.batch_length = 1'000'000'000;
  EXPECT_EQ(input_of(document).error().key, "error.too_many_tokens");
  EXPECT_EQ(from_line(to_line(document)).error().key, "error.session_field");
  document.batch_length = engine::kMaxTokens;
  EXPECT_EQ(input_of(document).value().examples.back().source.tokens.size(),
            static_cast<size_t>(engine::kMaxTokens));
  EXPECT_TRUE(from_line(to_line(document)).ok());
  document.batch_length = 0;
  for (engine::Index i = 0; i <= engine::kMaxTokens; ++i) document.text += " word";
  EXPECT_EQ(input_of(document).error().key, "error.too_many_tokens");
  document.text.clear();
  for (engine::Index i = 0; i <= engine::kMaxBatch; ++i) document.text += "a\n";
  EXPECT_EQ(input_of(document).error().key, "error.batch_size");
}

TEST(Document, ALineOfABatchEndsBeforeItsReturnAndSaysSomething) {
  Document document;
  document.is_batch = true;
  document.text = "ab\r\n\u3000\r\n \t\r\n我\r\n";
  for (const auto kind : {text::TokenizerKind::kWords, text::TokenizerKind::kCharacters}) {
    document.tokenizer = kind;
    const engine::Input input = input_of(document).value();
    ASSERT_EQ(input.examples.size(), 2U);
    const bool words = kind == text::TokenizerKind::kWords;
    EXPECT_EQ(input.examples[0].source.tokens,
              words ? std::vector<std::string>{"ab"} : std::vector<std::string>({"a", "b"}));
    EXPECT_EQ(input.examples[1].source.tokens.front(), "我");
  }
}

TEST(Document, NamesTheFirstFieldThatIsWrong) {
  for (const char* later :
       {R"("padded":[-1])", R"("off":[1])", R"("generated":[1])", R"("batch_length":-1)", R"("causal":1)"}) {
    const auto read = from_line(std::string(R"({"headlight":1,"tokenizer":5,)") + later + "}");
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().arguments.front().second, "tokenizer") << later;
  }
}

TEST(Document, NamesAFieldThatItDoesNotKnow) {
  for (const auto& [fields, unknown] : {std::pair{R"("temprature":2)", "temprature"},
                                        {R"("text":"a","Text":"b")", "Text"},
                                        {R"("lab_depth":{"page":"rank","pages":1})", "lab_depth.pages"}}) {
    const auto read = from_line(std::string(R"({"headlight":1,)") + fields + "}");
    ASSERT_FALSE(read.ok()) << fields;
    EXPECT_EQ(read.error().key, "error.session_unknown") << fields;
    EXPECT_EQ(read.error().arguments.front().second, unknown);
  }
}

TEST(Document, RefusesWhatIsNoSession) {
  const std::string nested(10'000, '[');
  for (const std::string& bad :
       {std::string("hello"), std::string("{}"), std::string("[1]"), nested, std::string("{\"headlight\":2}"),
        std::string("{\"headlight\":1,\"heads\":\"four\"}"), std::string("{\"headlight\":1,\"heads\":0}"),
        std::string("{\"headlight\":1,\"heads\":-4}"), std::string("{\"headlight\":1,\"padded\":[1,\"a\"]}"),
        std::string("{\"headlight\":1,\"tokenizer\":\"syllables\"}"),
        std::string("{\"headlight\":1,\"pinned\":[1]}"), std::string("{\"headlight\":1,\"text\":\"the c")}) {
    const auto read = from_line(bad);
    ASSERT_FALSE(read.ok()) << bad.substr(0, 60);
    EXPECT_EQ(read.error().key.substr(0, 6), "error.");
  }
}

TEST(Document, RefusesNumbersThatDoNotFit) {
  const std::string huge = "18446744073709551615";
  for (const std::string& field :
       {"\"pinned\":[" + huge + ",0]", std::string("\"pinned\":[0,2147483648]"), "\"padded\":[" + huge + "]",
        std::string("\"padded\":[16384]"), "\"d_model\":" + huge, "\"heads\":" + huge}) {
    const auto read = from_line("{\"headlight\":1," + field + "}");
    ASSERT_FALSE(read.ok()) << field;
    EXPECT_EQ(read.error().key, "error.session_field") << field;
  }
}

std::string reason(const std::string& text) {
  const auto read = from_line(text);
  return read ? "" : read.error().key;
}

TEST(Document, SaysWhatIsWrongWithAHostileText) {
  const auto nested = [](size_t depth) {
    return "{\"headlight\":1,\"padded\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_EQ(reason(nested(10'000)), "error.session_deep");
  EXPECT_EQ(reason(nested(5'000'000)), "error.session_deep");
  EXPECT_EQ(reason(nested(4)), "error.session_field");
  EXPECT_EQ(reason("{\"headlight\":1,\"text\":\"" + std::string(kLargestSession, 'a') + "\"}"),
            "error.session_large");
  EXPECT_EQ(reason(R"({"headlight":1,"seed":1,"seed":2})"), "error.session_twice");
  EXPECT_EQ(reason(R"({"headlight":1,"x":{"y":1,"y":2}})"), "error.session_twice");
  EXPECT_EQ(reason(R"({"headlight":1,"base":1e999})"), "error.session_number");
  EXPECT_EQ(reason(R"({"headlight":1,"base":-Infinity})"), "error.session_broken");
  EXPECT_EQ(reason("{\"headlight\":1,\"text\":\"\xC0\x80\"}"), "error.session_utf8");
  EXPECT_EQ(reason(" \n"), "error.session_empty");
  EXPECT_EQ(reason("[1]"), "error.session_json");
  EXPECT_EQ(reason(R"({"headlight":1} {"headlight":1})"), "error.session_broken");
  EXPECT_EQ(reason(R"({"headlight":-1})"), "error.session_field");
  EXPECT_EQ(reason(R"({"headlight":1.5})"), "error.session_field");
}

TEST(Document, ATextThatBreaksOffAnywhereIsSaidToBreakOff) {
  for (const std::string& whole : {to_line(layered()), to_lines(layered())}) {
    const size_t end = whole.find_last_of('}');
    for (size_t length = 1; length <= end; ++length) {
      const std::string key = reason(whole.substr(0, length));
      // Only inside a letter of many bytes it is no text at all.
      if (key != "error.session_utf8") {
        EXPECT_EQ(key, "error.session_cut") << whole.substr(0, length);
      }
    }
  }
}

TEST(Document, ABrokenPlaceIsNamedByItsLine) {
  const auto read = from_line("{\n  \"headlight\": 1,\n  \"heads\" 4\n}");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().arguments.front().second, "3");
}

TEST(Document, AModelTooLargeForHereOpensAndSaysSo) {
  Document document;
  document.config.model = engine::ModelKind::kSeeded;
  document.config.d_model = document.config.d_k = document.config.d_v = engine::kMaxWidth;
  document.config.n_heads = engine::kMaxHeads;
  ASSERT_EQ(make_trace(document).error().key, "error.too_large");
  EXPECT_EQ(from_line(to_line(document)).value(), document);
}

TEST(Document, InLinesEachFieldHasItsOwn) {
  const std::string lines = to_lines(layered());
  EXPECT_NE(lines.find("\n  \"heads\": 4,\n"), std::string::npos) << lines;
  EXPECT_NE(lines.find("\n  \"off\": [\"decoder.0.cross.norm\",\"encoder.2.ffn.residual.input\"],\n"),
            std::string::npos)
      << lines;
  EXPECT_TRUE(lines.ends_with("\n}\n"));
}

TEST(Document, AnErrorQuotesWholeLetters) {
  for (size_t ascii = 0; ascii < 4; ++ascii) {
    std::string line(ascii, 'x');
    for (int i = 0; i < 80; ++i) line += "漢";
    const auto read = from_line(line);
    ASSERT_FALSE(read.ok());
    const std::string& quoted = read.error().arguments.front().second;
    EXPECT_TRUE(text::tokenize(quoted, text::TokenizerKind::kBytes).ok()) << quoted;
  }
}

TEST(Document, AnErrorQuotesBytesThatAreNoLettersAsReplacementCharacters) {
  // A surrogate, a letter written too long, and one that ends early.
  EXPECT_EQ(quotable("a\xED\xA0\x80"
                     "b\xE0\x80\x80"
                     "c\xE6\x88"),
            "a\uFFFD\uFFFD\uFFFD"
            "b\uFFFD\uFFFD\uFFFD"
            "c\uFFFD\uFFFD");
  EXPECT_EQ(quotable("two\nlines"), "two lines");
  EXPECT_EQ(quotable("a\u202Eb\u2066c\u200Fd\u2028e"), "a b c d e") << "what would turn the letters after it";
  EXPECT_EQ(quotable("a\x1b[31m b\u009B31m\x7F"), "a [31m b 31m ") << "what a terminal would obey";
}

TEST(Document, AFieldLeftOutKeepsItsDefault) {
  const auto read = from_line("{\"headlight\":1,\"text\":\"hi\"}");
  ASSERT_TRUE(read.ok());
  Document expected;
  expected.text = "hi";
  EXPECT_EQ(*read, expected);
}

TEST(Document, PaddingBeyondTheEndIsLeftOut) {
  Document document;
  document.text = "one two";
  document.padded = {1, 9};
  const auto sequence = sequence_of(document);
  ASSERT_TRUE(sequence.ok());
  EXPECT_EQ(sequence->padding, (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace app
