"""Gemma (Gemma Team 2024, 2403.08295) and Gemma 2 (2408.00118): Llama's layers with norms by 1 + weight, embeddings
multiplied by sqrt(d_model) and a GELU in the gate; Gemma 2 also normalises what a sub-layer adds, caps scores and logits,
and gives every other layer a window."""
import math

import torch

from checkpoint_checks import close
from checkpoint_llama import BASE, HEADS, KV_HEADS, LAYERS, NAMES, TEXT, turned
from checkpoint_numbers import f32, linear_weights, seed, table_weights
from checkpoint_stages import Form, Layer, Run, parameters, usual_turns
from checkpoint_tokenizers import bpe_pieces, llama_tokenizer, merges_of, WORDS
from golden_numbers import causal_mask, drawn

D_MODEL, D_FF, WIDTH, EPS, WINDOW, SCORE_CAP, LOGIT_CAP = 20, 32, 8, 1e-6, 3, 5.0, 3.0
# Gemma 2 divides scores by the root of this number: in its largest model, 27B, not the width of a head.
SCALAR = 12


def draw(vocabulary, more):
    own, shared = HEADS * WIDTH, KV_HEADS * WIDTH
    widths = dict(wq=(own, D_MODEL), wk=(shared, D_MODEL), wv=(shared, D_MODEL), wo=(D_MODEL, own),
                  wg=(D_FF, D_MODEL), w1=(D_FF, D_MODEL), w2=(D_MODEL, D_FF))
    norms = ["input_layernorm", "post_attention_layernorm", *more]
    weights = table_weights("model.embed_tokens", vocabulary, D_MODEL, 0.3)
    for number in range(LAYERS):
        h = f"model.layers.{number}"
        for short, name in NAMES.items():
            weights |= linear_weights(f"{h}.{name}", *widths[short], bias=False, spread=1.3)
        weights |= {f"{h}.{name}.weight": f32(0.2 * drawn(D_MODEL)) for name in norms}
    return weights | {"model.norm.weight": f32(0.2 * drawn(D_MODEL))}


def norm_of(weights, name):
    """Stored is how far the scale is from 1."""
    return 1 + weights[f"{name}.weight"], None


def layer_of(weights, h, second, window):
    part = lambda *shorts: parameters(weights, **{short: f"{h}.{NAMES[short]}" for short in shorts})
    norm = lambda name: norm_of(weights, f"{h}.{name}")
    attention, ffn = part("wq", "wk", "wv", "wo"), part("wg", "w1", "w2")
    if not second:
        return Layer(attention, norm("input_layernorm"), ffn, norm("post_attention_layernorm"))
    return Layer(attention, norm("input_layernorm"), ffn, norm("pre_feedforward_layernorm"), window=window,
                 self_after=norm("post_attention_layernorm"), ffn_after=norm("post_feedforward_layernorm"))


def check_layer(run, x, number, layer, turns, cap, divided):
    """One whole layer again, all heads at once."""
    rms = lambda y, norm: y if norm is None else y * torch.rsqrt(y.square().mean(1, keepdim=True) + EPS) * norm[0]
    parts, ffn = layer.self_attention, layer.ffn
    heads = lambda y: y.reshape(len(y), -1, WIDTH).permute(1, 0, 2)
    q, k, v = (heads(rms(x, layer.self_norm) @ parts["w" + letter].T) for letter in "qkv")
    k, v = (y.repeat_interleave(HEADS // KV_HEADS, 0) for y in (k, v))
    scores = turned(q, turns) @ turned(k, turns).transpose(1, 2) * divided ** -0.5
    if cap:
        scores = torch.tanh(scores / cap) * cap
    place = torch.arange(len(x))
    seen = (place <= place[:, None]) & (place > place[:, None] - (layer.window or len(x)))
    mixed = (scores.masked_fill(~seen, -torch.inf).softmax(2) @ v).permute(1, 0, 2).flatten(1)
    x = x + rms(mixed @ parts["wo"].T, layer.self_after)
    read = rms(x, layer.ffn_norm)
    gate = torch.nn.functional.gelu(read @ ffn["wg"].T, approximate="tanh")
    x = x + rms((gate * (read @ ffn["w1"].T)) @ ffn["w2"].T, layer.ffn_after)
    close(x, run.stages[f"decoder.{number}.ffn.residual"], f"layer {number}")
    return x


def forward(weights, ids, second):
    turns, cap = usual_turns(BASE, WIDTH), SCORE_CAP if second else 0.0
    divided = SCALAR if second else WIDTH
    run, form = Run(), Form(HEADS, "gelu_new", pre=True, eps=EPS, kv_heads=KV_HEADS, rotary=turns, cap=cap,
                            divisor=math.sqrt(divided))
    layers = [layer_of(weights, f"model.layers.{number}", second, (1 - number % 2) * WINDOW)
              for number in range(LAYERS)]
    table = weights["model.embed_tokens.weight"]
    x = run.keep("input", run.embed("", ids, table, math.sqrt(D_MODEL)))
    run.keep_slice("decoder.1.self", layers[1].self_attention, form)
    output = run.stack("decoder", x, layers, form, causal_mask(len(ids)), norm_of(weights, "model.norm"))
    run.predict(output, table, cap=LOGIT_CAP if second else 0.0)
    for number, layer in enumerate(layers):
        x = check_layer(run, x, number, layer, turns, cap, divided)
    return run.stages


def gemma_cases():
    seed("gemma")
    vocabulary, tokenizer = llama_tokenizer()
    merges = merges_of(["▁" + word for word in WORDS])
    ids = [1, *(vocabulary[piece] for word in TEXT.split(" ") for piece in bpe_pieces("▁" + word, merges))]
    common = {"attention_bias": False, "attention_dropout": 0.0, "head_dim": WIDTH, "hidden_size": D_MODEL,
              "intermediate_size": D_FF, "max_position_embeddings": 64, "num_attention_heads": HEADS,
              "num_hidden_layers": LAYERS, "num_key_value_heads": KV_HEADS, "rms_norm_eps": EPS, "rope_theta": BASE,
              "vocab_size": len(vocabulary)}
    for name, kind, second, fields, note in (
            ("gemma", "Gemma", False, {"hidden_act": "gelu_pytorch_tanh", "hidden_activation": None},
             "norms multiply by 1 + weight"),
            ("gemma2", "Gemma2", True,
             {"attn_logit_softcapping": SCORE_CAP, "final_logit_softcapping": LOGIT_CAP,
              "hidden_act": "gelu_pytorch_tanh", "hidden_activation": "gelu_pytorch_tanh",
              "query_pre_attn_scalar": SCALAR, "sliding_window": WINDOW},
             f"layer 0 has a window; scores are divided by sqrt({SCALAR}), not by sqrt({WIDTH})")):
        weights = draw(len(vocabulary), ("pre_feedforward_layernorm", "post_feedforward_layernorm") if second else ())
        yield name, {"config": common | {"architectures": [f"{kind}ForCausalLM"], "model_type": name} | fields,
                     "files": {"tokenizer.json": tokenizer}, "weights": weights,
                     "stages": forward(weights, ids, second), "input": {"text": TEXT, "ids": ids, "notes": [
                         note, "embeddings are multiplied by sqrt(d_model)", "no lm_head: tied"]}}
