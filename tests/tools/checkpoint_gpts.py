"""Decoders after GPT-2: GPT-Neo (Black et al. 2021), GPT-NeoX (Black et al. 2022; Pythia) and OPT (Zhang et al. 2022)."""
import torch

from checkpoint_checks import check_stack, close
from checkpoint_numbers import linear_weights, norm_weights, seed, table_weights
from checkpoint_stages import Form, Layer, Run, norm_of, parameters, usual_turns, window_mask
from checkpoint_tokenizers import byte_level, byte_level_files, byte_level_ids
from golden_numbers import causal_mask

LAYERS, HEADS, D_MODEL, D_FF, CONTEXT, EPS, WINDOW = 2, 3, 24, 40, 16, 1e-5, 3
TEXT = "the cat sat on the mats"

NEO = dict(wq="attn.attention.q_proj", wk="attn.attention.k_proj", wv="attn.attention.v_proj",
           wo="attn.attention.out_proj", w1="mlp.c_fc", w2="mlp.c_proj", self_norm="ln_1", ffn_norm="ln_2")
OPT = dict(wq="self_attn.q_proj", wk="self_attn.k_proj", wv="self_attn.v_proj", wo="self_attn.out_proj", w1="fc1",
           w2="fc2", self_norm="self_attn_layer_norm", ffn_norm="final_layer_norm")
NEOX = dict(wqkv="attention.query_key_value", wo="attention.dense", w1="mlp.dense_h_to_4h", w2="mlp.dense_4h_to_h",
            self_norm="input_layernorm", ffn_norm="post_attention_layernorm")
WIDTHS = dict(w1=(D_FF, D_MODEL), w2=(D_MODEL, D_FF), wqkv=(3 * D_MODEL, D_MODEL))


def draw_layer(h, names, unbiased=()):
    weights = {}
    for short, name in names.items():
        if short.endswith("norm"):
            weights |= norm_weights(f"{h}.{name}", D_MODEL)
        else:
            weights |= linear_weights(f"{h}.{name}", *WIDTHS.get(short, (D_MODEL, D_MODEL)),
                                      bias=short not in unbiased, spread=1.3)
    return weights


def layer_of(weights, h, names, window=0):
    part = lambda *shorts: parameters(weights, **{short: f"{h}.{names[short]}" for short in shorts})
    attention = part("wo") | split_heads(weights, f"{h}.{names['wqkv']}") if "wqkv" in names else \
        part("wq", "wk", "wv", "wo")
    return Layer(attention, norm_of(weights, f"{h}.{names['self_norm']}"), part("w1", "w2"),
                 norm_of(weights, f"{h}.{names['ffn_norm']}"), window=window)


def split_heads(weights, name):
    """Head by head, a third each of queries, keys and values."""
    width, parts = D_MODEL // HEADS, {}
    for place, letter in enumerate("qkv"):
        rows = [row for head in range(HEADS) for row in range((3 * head + place) * width, (3 * head + place + 1) * width)]
        parts |= {"w" + letter: weights[f"{name}.weight"][rows], "b" + letter: weights[f"{name}.bias"][rows]}
    return parts


def run_layers(run, x, layers, form, norm, table):
    mask = causal_mask(len(x))
    run.keep_slice("decoder.1.self", layers[1].self_attention, form)
    run.predict(run.stack("decoder", x, layers, form, mask, norm), table)
    return run.stages


def given(ids, *notes):
    return {"text": TEXT, "ids": ids, "notes": list(notes)}


def gpt_neo_case(vocabulary, merges, ids):
    size = len(vocabulary)
    weights = table_weights("transformer.wte", size, D_MODEL)
    weights |= table_weights("transformer.wpe", CONTEXT, D_MODEL, 0.4) | norm_weights("transformer.ln_f", D_MODEL)
    for number in range(LAYERS):
        weights |= draw_layer(f"transformer.h.{number}", NEO, ("wq", "wk", "wv"))
    layers = [layer_of(weights, f"transformer.h.{number}", NEO, number * WINDOW) for number in range(LAYERS)]
    run, form = Run(), Form(HEADS, "gelu_new", pre=True, eps=EPS, scale=False)
    table = weights["transformer.wte.weight"]
    position = run.keep("position", weights["transformer.wpe.weight"][:len(ids)])
    x = run.keep("input", run.embed("", ids, table) + position)
    stages = run_layers(run, x, layers, form, norm_of(weights, "transformer.ln_f"), table)
    for number, layer in enumerate(layers):
        check_unscaled(run, f"decoder.{number}.self", layer)
    buffers = {f"transformer.h.{number}.attn.attention.bias": torch.ones(1, 1, CONTEXT, CONTEXT).tril()
               for number in range(LAYERS)}
    config = {"activation_function": "gelu_new", "architectures": ["GPTNeoForCausalLM"], "attention_dropout": 0,
              "attention_layers": ["global", "local"], "attention_types": [[["global", "local"], 1]],
              "hidden_size": D_MODEL, "intermediate_size": D_FF, "layer_norm_epsilon": EPS,
              "max_position_embeddings": CONTEXT, "model_type": "gpt_neo", "num_heads": HEADS, "num_layers": LAYERS,
              "vocab_size": size, "window_size": WINDOW}
    return "gpt_neo", {"config": config, "files": byte_level_files(vocabulary, merges), "weights": weights | buffers,
                       "stages": stages, "input": given(ids, "scores are not divided", "layer 1 sees a window")}


def check_unscaled(run, address, layer):
    """nn.MultiheadAttention, which divides by sqrt(d_k): its queries are as much longer."""
    parts, longer = layer.self_attention, (D_MODEL // HEADS) ** 0.5
    module = torch.nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True)
    module.load_state_dict({"in_proj_weight": torch.cat([parts["wq"] * longer, parts["wk"], parts["wv"]]),
                            "in_proj_bias": torch.zeros(3 * D_MODEL), "out_proj.weight": parts["wo"],
                            "out_proj.bias": parts["bo"]})
    read = run.stages[f"{address}.norm"][None]
    mask = causal_mask(read.shape[1]) + (window_mask(read.shape[1], layer.window) if layer.window else 0)
    with torch.no_grad():
        made = module(read, read, read, attn_mask=mask, need_weights=False)[0][0]
    close(made, run.stages[f"{address}.output"], address)


def opt_case(vocabulary, merges, ids):
    size, body = len(vocabulary), "model.decoder"
    weights = table_weights(f"{body}.embed_tokens", size, D_MODEL)
    weights |= table_weights(f"{body}.embed_positions", CONTEXT + 2, D_MODEL, 0.4)
    weights |= norm_weights(f"{body}.final_layer_norm", D_MODEL)
    for number in range(LAYERS):
        weights |= draw_layer(f"{body}.layers.{number}", OPT)
    layers = [layer_of(weights, f"{body}.layers.{number}", OPT) for number in range(LAYERS)]
    run, form, table = Run(), Form(HEADS, "relu", pre=True, eps=EPS), weights[f"{body}.embed_tokens.weight"]
    position = run.keep("position", weights[f"{body}.embed_positions.weight"][2:2 + len(ids)])
    x = run.keep("input", run.embed("", ids, table) + position)
    stages = run_layers(run, x, layers, form, norm_of(weights, f"{body}.final_layer_norm"), table)
    check_stack(run, "decoder", x, layers, form, causal_mask(len(ids)))
    config = {"activation_function": "relu", "architectures": ["OPTForCausalLM"], "do_layer_norm_before": True,
              "_remove_final_layer_norm": False, "ffn_dim": D_FF, "hidden_size": D_MODEL,
              "max_position_embeddings": CONTEXT, "model_type": "opt", "num_attention_heads": HEADS,
              "num_hidden_layers": LAYERS, "vocab_size": size, "word_embed_proj_dim": D_MODEL}
    return "opt", {"config": config, "files": byte_level_files(vocabulary, merges),
                   "weights": weights | {"lm_head.weight": table}, "stages": stages,
                   "input": given(ids, "the first position's row is 2", "lm_head is tied")}


def neox_cases(vocabulary, merges, ids):
    size, body, turned = len(vocabulary), "gpt_neox", 4
    weights = table_weights(f"{body}.embed_in", size, D_MODEL) | norm_weights(f"{body}.final_layer_norm", D_MODEL)
    for number in range(LAYERS):
        weights |= draw_layer(f"{body}.layers.{number}", NEOX)
    weights |= linear_weights("embed_out", size, D_MODEL, bias=False)
    layers = [layer_of(weights, f"{body}.layers.{number}", NEOX) for number in range(LAYERS)]
    for name, parallel in (("gpt_neox", True), ("gpt_neox_in_turn", False)):
        run = Run()
        form = Form(HEADS, "gelu", pre=True, eps=EPS, rotary=usual_turns(10000.0, turned), parallel=parallel)
        x = run.keep("input", run.embed("", ids, weights[f"{body}.embed_in.weight"]))
        stages = run_layers(run, x, layers, form, norm_of(weights, f"{body}.final_layer_norm"),
                            weights["embed_out.weight"])
        check_neox(run, x, layers, parallel, weights)
        config = {"architectures": ["GPTNeoXForCausalLM"], "hidden_act": "gelu", "hidden_size": D_MODEL,
                  "intermediate_size": D_FF, "layer_norm_eps": EPS, "max_position_embeddings": CONTEXT,
                  "model_type": "gpt_neox", "num_attention_heads": HEADS, "num_hidden_layers": LAYERS,
                  "rotary_emb_base": 10000, "rotary_pct": turned / (D_MODEL // HEADS), "tie_word_embeddings": False,
                  "use_parallel_residual": parallel, "vocab_size": size}
        buffers = {f"{body}.layers.{number}.attention.rotary_emb.inv_freq": form.rotary[0] for number in range(LAYERS)}
        yield name, {"config": config, "files": byte_level_files(vocabulary, merges), "weights": weights | buffers,
                     "stages": stages, "input": given(
                         ids, "query_key_value goes head by head", "half of each head is turned",
                         "both sub-layers read the layer's input" if parallel else "one sub-layer after the other")}


def check_neox(run, x, layers, parallel, weights):
    """Every layer again: all heads at once from the fused product, rotary as complex numbers."""
    norm = lambda y, pair: torch.nn.functional.layer_norm(y, (D_MODEL,), *pair, EPS)
    width, half = D_MODEL // HEADS, 2
    angles = torch.outer(torch.arange(len(x)).to(torch.float64), 10000.0 ** (-torch.arange(half) / half))

    def turn(y):
        number = torch.complex(y[..., :half], y[..., half:2 * half]) * torch.polar(torch.ones_like(angles), angles)
        return torch.cat([number.real, number.imag, y[..., 2 * half:]], 2)

    for number, layer in enumerate(layers):
        fused = torch.nn.functional.linear(norm(x, layer.self_norm), *(
            weights[f"gpt_neox.layers.{number}.attention.query_key_value.{part}"] for part in ("weight", "bias")))
        q, k, v = fused.reshape(len(x), HEADS, 3 * width).permute(1, 0, 2).split(width, 2)
        scores = turn(q) @ turn(k).transpose(1, 2) / width ** 0.5 + causal_mask(len(x))
        parts, ffn = layer.self_attention, layer.ffn
        made = torch.nn.functional.linear((scores.softmax(2) @ v).permute(1, 0, 2).flatten(1), parts["wo"], parts["bo"])
        read = x if parallel else x + made
        hidden = torch.nn.functional.gelu(torch.nn.functional.linear(norm(read, layer.ffn_norm), ffn["w1"], ffn["b1"]))
        x = x + made + torch.nn.functional.linear(hidden, ffn["w2"], ffn["b2"])
        close(x, run.stages[f"decoder.{number}.ffn.residual"], f"layer {number}")


def gpt_cases():
    seed("gpts")
    vocabulary, merges = byte_level([], ["<|endoftext|>"])
    ids = byte_level_ids(TEXT, vocabulary, merges)
    yield gpt_neo_case(vocabulary, merges, ids)
    yield opt_case(vocabulary, merges, ids)
    yield from neox_cases(vocabulary, merges, ids)
