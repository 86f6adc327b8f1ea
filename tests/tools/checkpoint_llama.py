"""Llama (Touvron et al. 2023): decoder only, Pre-LN with RMS norms, rotary positions, SwiGLU, no biases; several heads
of queries share one of keys and values (Ainslie et al. 2023)."""
import math

import torch

from checkpoint_checks import close
from checkpoint_numbers import linear_weights, norm_weights, seed, table_weights
from checkpoint_stages import Form, Layer, Run, norm_of, parameters, usual_turns
from checkpoint_tokenizers import bpe_pieces, llama_tokenizer, merges_of, WORDS
from golden_numbers import causal_mask

LAYERS, HEADS, KV_HEADS, D_MODEL, D_FF, EPS, BASE = 2, 4, 2, 24, 40, 1e-5, 10000.0
TEXT = "the cat sat on the dog"
NAMES = dict(wq="self_attn.q_proj", wk="self_attn.k_proj", wv="self_attn.v_proj", wo="self_attn.o_proj",
             wg="mlp.gate_proj", w1="mlp.up_proj", w2="mlp.down_proj")


def config(vocabulary):
    return {"architectures": ["LlamaForCausalLM"], "attention_bias": False, "attention_dropout": 0.0,
            "bos_token_id": 1, "eos_token_id": 2, "hidden_act": "silu", "hidden_size": D_MODEL,
            "initializer_range": 0.02, "intermediate_size": D_FF, "max_position_embeddings": 64, "mlp_bias": False,
            "model_type": "llama", "num_attention_heads": HEADS, "num_hidden_layers": LAYERS,
            "num_key_value_heads": KV_HEADS, "pretraining_tp": 1, "rms_norm_eps": EPS, "rope_scaling": None,
            "rope_theta": BASE, "tie_word_embeddings": False, "torch_dtype": "float32",
            "transformers_version": "4.42.0.dev0", "use_cache": True, "vocab_size": vocabulary}


def draw(vocabulary):
    kv = D_MODEL * KV_HEADS // HEADS
    widths = dict(wq=(D_MODEL, D_MODEL), wk=(kv, D_MODEL), wv=(kv, D_MODEL), wo=(D_MODEL, D_MODEL),
                  wg=(D_FF, D_MODEL), w1=(D_FF, D_MODEL), w2=(D_MODEL, D_FF))
    weights = table_weights("model.embed_tokens", vocabulary, D_MODEL)
    for number in range(LAYERS):
        h = f"model.layers.{number}"
        for short, name in NAMES.items():
            weights |= linear_weights(f"{h}.{name}", *widths[short], bias=False, spread=1.3)
        for name in ("input_layernorm", "post_attention_layernorm"):
            weights |= norm_weights(f"{h}.{name}", D_MODEL, bias=False)
    weights |= norm_weights("model.norm", D_MODEL, bias=False)
    return weights | linear_weights("lm_head", vocabulary, D_MODEL, bias=False)


def layer_of(weights, h):
    part = lambda *shorts: parameters(weights, **{short: f"{h}.{NAMES[short]}" for short in shorts})
    return Layer(part("wq", "wk", "wv", "wo"), norm_of(weights, f"{h}.input_layernorm"), part("wg", "w1", "w2"),
                 norm_of(weights, f"{h}.post_attention_layernorm"))


def turned(x, turns):
    """Rotary once more, as a product of complex numbers: x (heads, n, d), pair i is the number x_i + x_(i+d/2) j."""
    frequencies, strength = turns
    half = x.shape[2] // 2
    angles = torch.outer(torch.arange(x.shape[1]).to(torch.float64), frequencies)
    number = torch.complex(x[..., :half], x[..., half:]) * torch.polar(torch.full_like(angles, strength), angles)
    return torch.cat([number.real, number.imag], 2)


def check_layer(run, address, x, layer, turns):
    """One whole layer again, all heads at once."""
    rms = lambda y, norm: y * torch.rsqrt((y ** 2).mean(1, keepdim=True) + EPS) * norm[0]
    parts, ffn = layer.self_attention, layer.ffn
    heads = lambda y: y.reshape(len(y), -1, D_MODEL // HEADS).permute(1, 0, 2)
    read = rms(x, layer.self_norm)
    q, k, v = (heads(torch.nn.functional.linear(read, parts["w" + letter])) for letter in "qkv")
    k, v = (y.repeat_interleave(HEADS // KV_HEADS, 0) for y in (k, v))
    scores = torch.einsum("hqd,hkd->hqk", turned(q, turns), turned(k, turns)) / math.sqrt(D_MODEL // HEADS)
    hidden = torch.ones(len(x), len(x)).triu(1).bool()
    seen = torch.einsum("hqk,hkd->qhd", scores.masked_fill(hidden, -torch.inf).softmax(2), v).flatten(1)
    x = x + torch.nn.functional.linear(seen, parts["wo"])
    read = rms(x, layer.ffn_norm)
    gated = torch.nn.functional.silu(read @ ffn["wg"].T) * (read @ ffn["w1"].T)
    close(x + gated @ ffn["w2"].T, run.stages[f"{address}.ffn.residual"], address)


def forward(weights, ids, turns):
    run, form = Run(), Form(HEADS, "silu", pre=True, eps=EPS, kv_heads=KV_HEADS, rotary=turns)
    layers = [layer_of(weights, f"model.layers.{number}") for number in range(LAYERS)]
    x = run.keep("input", run.embed("", ids, weights["model.embed_tokens.weight"]))
    run.keep_slice("decoder.1.self", layers[1].self_attention, form)
    output = run.stack("decoder", x, layers, form, causal_mask(len(ids)), norm_of(weights, "model.norm"))
    run.predict(output, weights["lm_head.weight"])
    for number, layer in enumerate(layers):
        before = run.stages[f"decoder.{number - 1}.ffn.residual"] if number else x
        check_layer(run, f"decoder.{number}", before, layer, turns)
    return run.stages


def linear_turns(scaling, width):
    """Every angle as if the positions lay closer together. Chen et al. 2023 (2306.15595)."""
    frequencies, _ = usual_turns(BASE, width)
    return frequencies / scaling["factor"], 1.0


def llama3_turns(scaling, width):
    """Long waves are stretched, short ones kept, those between mixed by how often they fit into the old length."""
    frequencies, _ = usual_turns(BASE, width)
    low, high, factor = scaling["low_freq_factor"], scaling["high_freq_factor"], scaling["factor"]
    found = []
    for frequency in frequencies.tolist():
        fits = scaling["original_max_position_embeddings"] / (2 * math.pi / frequency)
        kept = 0.0 if fits < low else 1.0 if fits > high else (fits - low) / (high - low)
        found.append(kept * frequency + (1 - kept) * frequency / factor)
    return torch.tensor(found), 1.0


def yarn_turns(scaling, width):
    """The same by the pair's number, and all numbers a little larger. Peng et al. 2023 (2309.00071), sec. 3."""
    frequencies, _ = usual_turns(BASE, width)
    length, factor = scaling["original_max_position_embeddings"], scaling["factor"]
    pair = lambda turns: width * math.log(length / (turns * 2 * math.pi)) / (2 * math.log(BASE))
    first = max(math.floor(pair(scaling.get("beta_fast", 32))), 0)
    last = min(math.ceil(pair(scaling.get("beta_slow", 1))), width - 1)
    stretched = ((torch.arange(width // 2) - first) / (last - first if last > first else 0.001)).clamp(0, 1)
    strength = scaling.get("attention_factor", 0.1 * math.log(factor) + 1)
    return frequencies * (1 - stretched) + frequencies / factor * stretched, strength


def scaled_cases(vocabulary, tokenizer, weights, ids):
    """The weights of llama, with the angles of longer texts."""
    usual = {name: tensor for name, tensor in config(vocabulary).items() if name not in ("rope_scaling", "rope_theta")}
    llama3 = {"factor": 8.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0, "original_max_position_embeddings": 64,
              "rope_type": "llama3"}
    yarn = {"beta_fast": 8.0, "beta_slow": 1.0, "factor": 4.0, "original_max_position_embeddings": 64, "type": "yarn"}
    for name, turns, fields, note in (
            ("llama_linear", linear_turns({"factor": 4.0}, D_MODEL // HEADS),
             {"rope_scaling": {"type": "linear", "factor": 4.0}, "rope_theta": BASE}, "every angle a quarter"),
            ("llama_llama3", llama3_turns(llama3, D_MODEL // HEADS), {"rope_scaling": llama3, "rope_theta": BASE},
             "as Llama 3.1: long waves stretched by 8"),
            ("llama_yarn", yarn_turns(yarn, D_MODEL // HEADS),
             {"rope_parameters": {**yarn, "rope_theta": BASE}}, "YaRN, in the fields of newer files")):
        yield name, {"config": usual | fields, "files": {"tokenizer.json": tokenizer}, "weights": weights,
                     "stages": forward(weights, ids, turns), "input": {"text": TEXT, "ids": ids, "notes": [
                         "the weights of llama", note]}}


def llama_cases():
    seed("llama")
    vocabulary, tokenizer = llama_tokenizer()
    merges = merges_of(["▁" + word for word in WORDS])
    ids = [1, *(vocabulary[piece] for word in TEXT.split(" ") for piece in bpe_pieces("▁" + word, merges))]
    weights = draw(len(vocabulary))
    half = D_MODEL // HEADS // 2
    angles = {f"model.layers.{number}.self_attn.rotary_emb.inv_freq": BASE ** (-torch.arange(half) / half)
              for number in range(LAYERS)}
    yield "llama", {"config": config(len(vocabulary)), "files": {"tokenizer.json": tokenizer},
                    "weights": weights | angles, "stages": forward(weights, ids, usual_turns(BASE, D_MODEL // HEADS)),
                    "input": {"text": TEXT, "ids": ids, "notes": [
                        "two heads of keys and values for four of queries", "rotary_emb.inv_freq is no parameter"]}}
    yield from scaled_cases(len(vocabulary), tokenizer, weights, ids)
