// document.h: what a person makes in Headlight: text, settings, and where they look. It serialises to one
// line, so a saved session, an undo entry and a line pasted into a chat are the same thing.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/labs/efficient_page.h"
#include "app/document/labs/lab_pages.h"
#include "engine/attention/multi_head.h"
#include "engine/core/result.h"
#include "engine/core/trace.h"
#include "engine/gradients/target.h"
#include "engine/model/config.h"
#include "engine/model/sampling.h"
#include "engine/text/tokenizer.h"

namespace app {

// Where one looks: a stage by its address, the cell that is pinned in it, and the view that shows it.
struct Focus {
  std::string view = "stage";
  std::string stage = "encoder.0.self.head.0.scores";
  std::optional<std::pair<engine::Index, engine::Index>> pinned;  // row, column
  std::optional<engine::Index> token;  // one token followed as a vector: only its row is shown

  bool operator==(const Focus&) const = default;
};

// The token that fills a sentence of a batch up to the common length.
inline constexpr std::string_view kPadToken = "[PAD]";

inline constexpr size_t kMostBookmarks = 200;

// An array that a layer without an embedding is fed with, or a mask: what it is for, and the NPY file.
struct FedArray {
  std::string role;  // one of fed_roles()
  std::string path;

  bool operator==(const FedArray&) const = default;
};

struct Document {
  std::string text = "the cat sat down";  // the source, where there is a target
  std::string target;                     // read by a Transformer's decoder
  std::string pair;                       // a second text behind the first, for a model that reads two
  std::vector<engine::Index> ids;         // numbers of tokens, fed in the place of the text; empty: the text
  std::string image;                      // path of the picture that a vision model looks at
  std::vector<FedArray> fed;              // ascending by role, each role once; see feed()
  text::TokenizerKind tokenizer = text::TokenizerKind::kWords;
  bool is_batch = false;              // each line of the text (and of the target) is a sentence of its own
  engine::Index batch_length = 0;     // sentences are padded or clipped to this; 0: padded to the longest
  std::vector<engine::Index> padded;  // source tokens switched off as padding, in the text's order, ascending
  // Which token of the text stands at each place, where they were moved; empty, or of another length than the
  // text: each in its own.
  std::vector<engine::Index> order;
  std::vector<std::string> generated;        // tokens that the decoder added behind what was typed
  std::vector<engine::Index> generated_ids;  // their numbers, where the model has a vocabulary of its own
  engine::Sampling sampling;                 // how it chooses the next
  engine::Config config;
  std::optional<engine::GradientRequest> gradient;  // the number that is asked what moves it
  LabPages labs;  // which of their pages are open; what they compute with is of the config
  Focus focus;
  std::vector<Focus> bookmarks;         // places to come back to, in the order that they are stepped through
  EfficientLab efficient;               // how the lab of attention at lower cost is set
  std::optional<std::string> baseline;  // the line of the document that this one is compared with

  bool operator==(const Document&) const = default;
};

// What a document may be fed with: input; query, key, value; source, target; mask, key_padding. Ascending.
std::span<const std::string_view> fed_roles();

// Feeds an array in for a role, in the place of what it was fed with; an empty path takes it away.
// Keys that are padding are hidden.
void feed(Document& document, std::string_view role, const std::string& path);

// The path that a role is fed from; empty where it is not.
std::string fed_from(const Document& document, std::string_view role);

// The text's own tokens with their padding marks, as one sequence in the document's order; positions beyond
// the end are left out. Error error.invalid_utf8.
engine::Result<engine::Sequence> sequence_of(const Document& document);

// The text's own tokens as they were typed, whatever their order is; none where it cannot be cut.
std::vector<std::string> text_tokens(const Document& document);

// Whether two documents make the same trace: all but where one looks and what is kept beside it.
bool same_run(const Document& one, const Document& other);

// Where the token at `place` of that sequence stands in the text.
engine::Index place_in_text(const Document& document, engine::Index place);

// Everything that is fed in: the text; text and target; or a batch of lines, padded to one length. Errors
// error.invalid_utf8, error.batch_pairs (sources, targets), and of a batch error.batch_size and
// error.too_many_tokens as in engine::check.
engine::Result<engine::Input> input_of(const Document& document);

// The whole run, on the calling thread. Errors: those of input_of, engine::check and engine::add_target.
engine::Result<std::shared_ptr<const engine::Trace>> make_trace(const Document& document);

// The trace with the gradients that the document asks for: as it is where it asks for none, and null where
// `stop` was requested. Errors: those of engine::add_target.
engine::Result<std::shared_ptr<const engine::Trace>> add_gradients(std::shared_ptr<const engine::Trace> trace,
                                                                   const Document& document,
                                                                   const std::stop_token& stop = {});

}  // namespace app
