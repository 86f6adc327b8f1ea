"""Qwen2 (Yang et al. 2024), Mistral (Jiang et al. 2023) and Qwen3 (Yang et al. 2025): Llama's layers with biases of
queries, keys and values, a window that slides, or norms of each head's queries and keys."""
import dataclasses

import torch

from checkpoint_checks import close
from checkpoint_llama import BASE, D_FF, D_MODEL, EPS, HEADS, KV_HEADS, LAYERS, NAMES, TEXT, config, layer_of, turned
from checkpoint_numbers import linear_weights, norm_weights, seed, table_weights
from checkpoint_stages import Form, Run, norm_of, usual_turns
from checkpoint_tokenizers import bpe_pieces, llama_tokenizer, merges_of, WORDS
from golden_numbers import causal_mask

WINDOW = 3
WIDE = 8  # width of a head of Qwen3, which is no share of the model's


def draw(vocabulary, width, biased=(), normed=False, tied=False):
    own, shared = HEADS * width, KV_HEADS * width
    widths = dict(wq=(own, D_MODEL), wk=(shared, D_MODEL), wv=(shared, D_MODEL), wo=(D_MODEL, own),
                  wg=(D_FF, D_MODEL), w1=(D_FF, D_MODEL), w2=(D_MODEL, D_FF))
    weights = table_weights("model.embed_tokens", vocabulary, D_MODEL)
    for number in range(LAYERS):
        h = f"model.layers.{number}"
        for short, name in NAMES.items():
            weights |= linear_weights(f"{h}.{name}", *widths[short], bias=short in biased, spread=1.3)
        for name in ("input_layernorm", "post_attention_layernorm"):
            weights |= norm_weights(f"{h}.{name}", D_MODEL, bias=False)
        for name in ("q_norm", "k_norm") if normed else ():
            weights |= norm_weights(f"{h}.self_attn.{name}", width, bias=False)
    weights |= norm_weights("model.norm", D_MODEL, bias=False)
    return weights if tied else weights | linear_weights("lm_head", vocabulary, D_MODEL, bias=False)


def read_layer(weights, h, window):
    layer = dataclasses.replace(layer_of(weights, h), window=window)
    norms = {name: weights[f"{h}.self_attn.{name}.weight"] for name in ("q_norm", "k_norm")
             if f"{h}.self_attn.{name}.weight" in weights}
    return dataclasses.replace(layer, self_attention=layer.self_attention | norms)


def check_attention(run, address, parts, turns, window, width):
    """A layer's attention again, all heads at once, with a mask of booleans."""
    read = run.stages[f"{address}.norm"]
    heads = lambda y: y.reshape(len(y), -1, width).permute(1, 0, 2)
    q, k, v = (heads(torch.nn.functional.linear(read, parts["w" + c], parts.get("b" + c))) for c in "qkv")
    if "q_norm" in parts:
        q, k = (y * torch.rsqrt(y.square().mean(2, keepdim=True) + EPS) * parts[name]
                for y, name in ((q, "q_norm"), (k, "k_norm")))
    k, v = (y.repeat_interleave(HEADS // KV_HEADS, 0) for y in (k, v))
    place = torch.arange(len(read))
    seen = place <= place[:, None]
    if window:
        seen &= place > place[:, None] - window
    scores = torch.einsum("hqd,hkd->hqk", turned(q, turns), turned(k, turns)) / width ** 0.5
    mixed = torch.einsum("hqk,hkd->qhd", scores.masked_fill(~seen, -torch.inf).softmax(2), v).flatten(1)
    close(torch.nn.functional.linear(mixed, parts["wo"]), run.stages[f"{address}.output"], address)


def forward(weights, ids, width, windows):
    turns = usual_turns(BASE, width)
    run, form = Run(), Form(HEADS, "silu", pre=True, eps=EPS, kv_heads=KV_HEADS, rotary=turns)
    layers = [read_layer(weights, f"model.layers.{number}", window) for number, window in enumerate(windows)]
    table = weights["model.embed_tokens.weight"]
    x = run.keep("input", run.embed("", ids, table))
    run.keep_slice("decoder.1.self", layers[1].self_attention, form)
    output = run.stack("decoder", x, layers, form, causal_mask(len(ids)), norm_of(weights, "model.norm"))
    run.predict(output, weights.get("lm_head.weight", table))
    for number, layer in enumerate(layers):
        check_attention(run, f"decoder.{number}.self", layer.self_attention, turns, layer.window, width)
    return run.stages


def llama_kin_cases():
    seed("llama kin")
    vocabulary, tokenizer = llama_tokenizer()
    merges = merges_of(["▁" + word for word in WORDS])
    ids = [1, *(vocabulary[piece] for word in TEXT.split(" ") for piece in bpe_pieces("▁" + word, merges))]
    narrow, size = D_MODEL // HEADS, len(vocabulary)
    common = {name: value for name, value in config(size).items()
              if name not in ("attention_bias", "mlp_bias", "pretraining_tp")}
    for name, kind, width, windows, drawn, fields, note in (
            ("qwen2", "Qwen2", narrow, (0, WINDOW), dict(biased=("wq", "wk", "wv"), tied=True),
             {"max_window_layers": 1, "sliding_window": WINDOW, "tie_word_embeddings": True,
              "use_sliding_window": True}, "biases of q, k and v; layer 1 has a window"),
            ("mistral", "Mistral", narrow, (WINDOW, WINDOW), {}, {"sliding_window": WINDOW},
             "every layer has the same window"),
            ("qwen3", "Qwen3", WIDE, (0, 0), dict(normed=True),
             {"attention_bias": False, "head_dim": WIDE, "sliding_window": None, "use_sliding_window": False},
             "RMS norms of queries and keys; heads wider than their share")):
        weights = draw(size, width, **drawn)
        yield name, {"config": common | {"architectures": [f"{kind}ForCausalLM"], "model_type": name} | fields,
                     "files": {"tokenizer.json": tokenizer}, "weights": weights,
                     "stages": forward(weights, ids, width, windows),
                     "input": {"text": TEXT, "ids": ids, "notes": [note]}}
