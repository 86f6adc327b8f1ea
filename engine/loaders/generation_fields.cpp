// generation_fields.cpp: what each field of generation_config.json does here.
// https://github.com/huggingface/transformers, generation/configuration_utils.py and generation/utils.py.
#include <array>

#include "engine/loaders/generation_config.h"

namespace loaders {
namespace {

using enum FieldEffect;

constexpr std::array kGenerationFields = {
    // The tokens' roles, and the rules of engine/model/generation_rules.h.
    GenerationField{"eos_token_id", kFollowed},
    GenerationField{"bos_token_id", kFollowed},
    GenerationField{"pad_token_id", kFollowed},
    GenerationField{"decoder_start_token_id", kFollowed},
    GenerationField{"forced_bos_token_id", kFollowed},
    GenerationField{"forced_eos_token_id", kFollowed},
    GenerationField{"suppress_tokens", kFollowed},
    GenerationField{"begin_suppress_tokens", kFollowed},
    GenerationField{"bad_words_ids", kFollowed},
    GenerationField{"repetition_penalty", kFollowed, "1"},
    GenerationField{"encoder_repetition_penalty", kFollowed, "1"},
    GenerationField{"no_repeat_ngram_size", kFollowed, "0"},
    GenerationField{"encoder_no_repeat_ngram_size", kFollowed, "0"},
    GenerationField{"min_new_tokens", kFollowed, "0"},
    GenerationField{"min_length", kFollowed, "0"},
    GenerationField{"max_new_tokens", kFollowed},
    GenerationField{"max_length", kFollowed},
    GenerationField{"do_sample", kFollowed, "false"},
    GenerationField{"temperature", kFollowed, "1"},
    GenerationField{"top_k", kFollowed, "0"},
    GenerationField{"top_p", kFollowed, "1"},
    // Other ways to cut the distribution that is drawn from.
    GenerationField{"min_p", kIfSampling, "0"},
    GenerationField{"typical_p", kIfSampling, "1"},
    GenerationField{"epsilon_cutoff", kIfSampling, "0"},
    GenerationField{"eta_cutoff", kIfSampling, "0"},
    // What chooses between several continuations.
    GenerationField{"length_penalty", kIfBeams, "1"},
    GenerationField{"early_stopping", kIfBeams, "false"},
    GenerationField{"diversity_penalty", kIfBeams, "0"},
    GenerationField{"num_beams", kNotFollowed, "1"},
    GenerationField{"num_beam_groups", kNotFollowed, "1"},
    GenerationField{"num_return_sequences", kNotFollowed, "1"},
    GenerationField{"penalty_alpha", kNotFollowed, "0"},
    GenerationField{"constraints", kNotFollowed},
    GenerationField{"force_words_ids", kNotFollowed},
    GenerationField{"forced_decoder_ids", kNotFollowed},
    GenerationField{"exponential_decay_length_penalty", kNotFollowed},
    GenerationField{"sequence_bias", kNotFollowed},
    GenerationField{"guidance_scale", kNotFollowed, "1"},
    GenerationField{"watermarking_config", kNotFollowed},
    GenerationField{"dola_layers", kNotFollowed},
    GenerationField{"token_healing", kNotFollowed, "false"},
    GenerationField{"stop_strings", kNotFollowed},
    GenerationField{"max_time", kNotFollowed},
    // Logits are finite, and softmax normalises them.
    GenerationField{"remove_invalid_values"},
    GenerationField{"renormalize_logits"},
    // Memory, speed, and what is returned: the tokens are the same. Drafted tokens are checked by the model.
    GenerationField{"use_cache"},
    GenerationField{"cache_implementation"},
    GenerationField{"cache_config"},
    GenerationField{"return_legacy_cache"},
    GenerationField{"prefill_chunk_size"},
    GenerationField{"low_memory"},
    GenerationField{"compile_config"},
    GenerationField{"disable_compile"},
    GenerationField{"prompt_lookup_num_tokens"},
    GenerationField{"max_matching_ngram_size"},
    GenerationField{"num_assistant_tokens"},
    GenerationField{"num_assistant_tokens_schedule"},
    GenerationField{"assistant_confidence_threshold"},
    GenerationField{"assistant_early_exit"},
    GenerationField{"assistant_lookbehind"},
    GenerationField{"target_lookbehind"},
    GenerationField{"is_assistant"},
    GenerationField{"output_attentions"},
    GenerationField{"output_hidden_states"},
    GenerationField{"output_scores"},
    GenerationField{"output_logits"},
    GenerationField{"return_dict_in_generate"},
    GenerationField{"trust_remote_code"},
    GenerationField{"_from_model_config"},
    GenerationField{"_commit_hash"},
    GenerationField{"transformers_version"},
};

}  // namespace

std::span<const GenerationField> generation_fields() {
  return kGenerationFields;
}

}  // namespace loaders
