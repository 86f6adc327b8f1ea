// document.h: what the user creates in Headlight: text, settings, and where they look. It serialises to one
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

// Where the user looks: a stage by its address, the cell pinned in it, and the view that shows it.
struct Focus {
  std::string view = "stage";
  std::string stage = "encoder.0.self.head.0.scores";
  std::optional<std::pair<engine::Index, engine::Index>> pinned;  // row, column
  std::optional<engine::Index> token;  // one token followed as a vector: shows only its row

  bool operator==(const Focus&) const = default;
};

// The token that pads a sentence of a batch to the common length.
inline constexpr std::string_view kPadToken = "[PAD]";

inline constexpr size_t kMostBookmarks = 200;
inline constexpr size_t kMostTrainings = 4;

// An input array for a layer without an embedding, or a mask: its role, and the NPY file.
struct FedArray {
  std::string role;  // one of fed_roles()
  std::string path;

  bool operator==(const FedArray&) const = default;
};

struct Document {
  std::string text = "the cat sat down";  // the source, if there is a target
  std::string target;                     // read by a Transformer's decoder
  bool own_target = false;                // the target is what the model itself makes of the source
  std::string pair;                       // a second text after the first, for a model that reads two
  std::vector<engine::Index> ids;         // token ids to use instead of the text; empty: the text
  // Token ids that the decoder of a trained model reads, its first token among them; empty: the target.
  std::vector<engine::Index> target_ids;
  // Which text each token belongs to, counted from 0; empty: what the tokens between texts say.
  std::vector<engine::Index> segments;
  std::string image;          // path of the picture for a vision model
  std::vector<FedArray> fed;  // ascending by role, without duplicates; see feed()
  text::TokenizerKind tokenizer = text::TokenizerKind::kWords;
  bool is_batch = false;              // each line of the text (and of the target) is a separate sentence
  engine::Index batch_length = 0;     // sentences are padded or truncated to this; 0: padded to the longest
  std::vector<engine::Index> padded;  // source tokens switched off as padding, in the text's order, ascending
  // Which token of the text is at each position, if they were moved; empty, or of a different length than the
  // text: the original order.
  std::vector<engine::Index> order;
  std::vector<std::string> generated;        // tokens that the decoder added to the typed text
  std::vector<engine::Index> generated_ids;  // their ids, if the model has its own vocabulary
  engine::Sampling sampling;                 // how the next one is chosen
  engine::Config config;
  std::optional<engine::GradientRequest> gradient;  // the number that is asked what moves it
  LabPages labs;  // which of their pages are open; what they compute with is of the config
  Focus focus;
  std::vector<Focus> bookmarks;         // saved places, in stepping order
  EfficientLab efficient;               // settings of the efficient attention lab
  std::vector<std::string> trainings;   // names of the runs of training that stand side by side
  std::optional<std::string> baseline;  // the line of the document to compare this one with

  bool operator==(const Document&) const = default;
};

// The possible roles of input arrays: input; query, key, value; source, target; mask, key_padding. Ascending.
std::span<const std::string_view> fed_roles();

// Sets the input array of a role; an empty path removes it.
// Padding keys are hidden.
void feed(Document& document, std::string_view role, const std::string& path);

// The path of a role's array; empty if it has none.
std::string fed_from(const Document& document, std::string_view role);

// The text's own tokens with their padding marks, as one sequence in the document's order; ignores positions
// beyond the end. Error error.invalid_utf8.
engine::Result<engine::Sequence> sequence_of(const Document& document);

// The text's own tokens in their original order; empty if it cannot be tokenized.
std::vector<std::string> text_tokens(const Document& document);

// Whether two documents have the same trace: ignores where the user looks and what is stored alongside.
bool same_run(const Document& one, const Document& other);

// The position in the text of the token at `place` of that sequence.
engine::Index place_in_text(const Document& document, engine::Index place);

// The complete input: the text; text and target; or a batch of lines, padded to one length. Errors
// error.invalid_utf8, error.batch_pairs (sources, targets), and for a batch error.batch_size and
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
