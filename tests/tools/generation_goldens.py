"""Goldens of what a model's files ask of the next token (Hugging Face's generate()), from NumPy in float64: token
by token, from the text that it would end, where the engine forbids token after token in a row of logits.
"""
import numpy as np

CASES = 120
VOCABULARY = 8


def runs(ids, size):
    return [ids[first:first + size] for first in range(len(ids) - size + 1)]


def penalised(logit, penalty):
    return logit * penalty if logit < 0 else logit / penalty


def ends_with_word(text, word, ends):
    if word in [[end] for end in ends]:
        return False
    return text[-len(word):] == word and (len(word) == 1 or len(word) < len(text))


def ruled_logit(case, token):
    """The logit of one token after all rules, in the order in which generate() applies them."""
    rules, ids, prompt = case["rules"], case["ids"], case["prompt"]
    source = case["source"] or ids[:prompt]
    text = ids + [token]
    logit = case["logits"][token]
    if token in source:
        logit = penalised(logit, 1 / rules.get("encoder_repetition_penalty", 1))
    if token in ids:
        logit = penalised(logit, rules.get("repetition_penalty", 1))
    for field, history in (("no_repeat_ngram_size", ids), ("encoder_no_repeat_ngram_size", source)):
        size = rules.get(field, 0)
        if size and len(text) >= size and text[-size:] in runs(history, size):
            logit = -np.inf
    if any(ends_with_word(text, word, rules["ends"]) for word in rules.get("bad_words_ids", [])):
        logit = -np.inf
    least = prompt + rules["min_new_tokens"] if "min_new_tokens" in rules else rules.get("min_length", 0)
    if token in rules["ends"] and len(ids) < least:
        logit = -np.inf
    forced_first = rules.get("forced_bos_token_id")
    if forced_first is not None and len(ids) == 1:
        logit = 0 if token == forced_first else -np.inf
    forced_last = rules.get("forced_eos_token_id", [])
    if forced_last and case["longest"] == len(text):
        logit = 0 if token in forced_last else -np.inf
    if token in rules.get("suppress_tokens", []):
        logit = -np.inf
    first = prompt + (forced_first is not None and prompt == 1)
    if token in rules.get("begin_suppress_tokens", []) and len(ids) == first:
        logit = -np.inf
    return logit


def drawn_rules(rng):
    def tokens(most):
        return rng.integers(VOCABULARY, size=rng.integers(1, most + 1)).tolist()

    drawn = {
        "repetition_penalty": float(np.float32(rng.uniform(0.5, 2))),
        "encoder_repetition_penalty": float(np.float32(rng.uniform(0.5, 2))),
        "no_repeat_ngram_size": int(rng.integers(1, 4)),
        "encoder_no_repeat_ngram_size": int(rng.integers(1, 4)),
        "bad_words_ids": [tokens(3) for _ in range(4)],
        "min_length": int(rng.integers(1, 8)),
        "min_new_tokens": int(rng.integers(0, 4)),
        "forced_bos_token_id": int(rng.integers(VOCABULARY)),
        "forced_eos_token_id": tokens(2),
        "suppress_tokens": tokens(2),
        "begin_suppress_tokens": tokens(2),
    }
    kept = {name: value for name, value in drawn.items() if rng.uniform() < 0.3}
    return kept | {"ends": tokens(2)}


def drawn_case(rng):
    prompt = int(rng.integers(1, 4))
    length = prompt + int(rng.integers(0, 4))
    # Few different tokens: runs repeat.
    ids = rng.integers(4, size=length).tolist()
    case = {
        "rules": drawn_rules(rng),
        "logits": rng.normal(size=VOCABULARY).astype(np.float32).astype(np.float64).tolist(),
        "ids": ids,
        "prompt": prompt,
        "source": rng.integers(4, size=5).tolist() if rng.uniform() < 0.5 else [],
        "longest": length + int(rng.integers(1, 3)),
    }
    ruled = [ruled_logit(case, token) for token in range(VOCABULARY)]
    return case | {"ruled": ["-inf" if logit == -np.inf else float(logit) for logit in ruled]}


def generation_cases():
    rng = np.random.default_rng(72)
    yield "generation", {"kind": "generation", "cases": [drawn_case(rng) for _ in range(CASES)]}
