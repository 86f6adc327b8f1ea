"""GPT-2 (Radford et al. 2019): decoder only, Pre-LN, learned positions, tanh GELU, output tied to the embedding.

Its linear layers are OpenAI's Conv1D: weights lie (in, out), and c_attn holds query, key and value side by side.
"""
import torch

from checkpoint_checks import check_stack
from checkpoint_files import rounded
from checkpoint_numbers import linear_weights, norm_weights, seed, table_weights
from checkpoint_stages import Form, Layer, Run, norm_of
from checkpoint_tokenizers import byte_level, byte_level_files, byte_level_ids
from golden_numbers import causal_mask

LAYERS, HEADS, D_MODEL, CONTEXT, EPS = 2, 3, 24, 16, 1e-5
TEXT = "the cat sat on the mats"


def config(vocabulary):
    end = vocabulary["<|endoftext|>"]
    return {"activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "attn_pdrop": 0.1,
            "bos_token_id": end, "embd_pdrop": 0.1, "eos_token_id": end, "initializer_range": 0.02,
            "layer_norm_epsilon": EPS, "model_type": "gpt2", "n_ctx": CONTEXT, "n_embd": D_MODEL, "n_head": HEADS,
            "n_layer": LAYERS, "n_positions": CONTEXT, "resid_pdrop": 0.1, "summary_activation": None,
            "summary_first_dropout": 0.1, "summary_proj_to_labels": True, "summary_type": "cls_index",
            "summary_use_proj": True,
            "task_specific_params": {"text-generation": {"do_sample": True, "max_length": 50}},
            "vocab_size": len(vocabulary)}


def conv1d(name, out, width, spread=1.0):
    """Conv1D's weight lies (in, out)."""
    made = linear_weights(name, out, width, spread=spread)
    return made | {f"{name}.weight": made[f"{name}.weight"].T.contiguous()}


def draw(vocabulary):
    weights = table_weights("transformer.wte", len(vocabulary), D_MODEL)
    weights |= table_weights("transformer.wpe", CONTEXT, D_MODEL, 0.4)
    for number in range(LAYERS):
        h = f"transformer.h.{number}"
        weights |= norm_weights(f"{h}.ln_1", D_MODEL) | conv1d(f"{h}.attn.c_attn", 3 * D_MODEL, D_MODEL, spread=1.3)
        weights |= conv1d(f"{h}.attn.c_proj", D_MODEL, D_MODEL) | norm_weights(f"{h}.ln_2", D_MODEL)
        weights |= conv1d(f"{h}.mlp.c_fc", 4 * D_MODEL, D_MODEL) | conv1d(f"{h}.mlp.c_proj", D_MODEL, 4 * D_MODEL)
    return weights | norm_weights("transformer.ln_f", D_MODEL)


def layer_of(weights, h):
    of = lambda name: weights[f"{h}.{name}"]
    attention = {"wo": of("attn.c_proj.weight").T, "bo": of("attn.c_proj.bias")}
    for letter, weight, bias in zip("qkv", of("attn.c_attn.weight").T.chunk(3), of("attn.c_attn.bias").chunk(3)):
        attention |= {"w" + letter: weight, "b" + letter: bias}
    ffn = {"w1": of("mlp.c_fc.weight").T, "b1": of("mlp.c_fc.bias"),
           "w2": of("mlp.c_proj.weight").T, "b2": of("mlp.c_proj.bias")}
    return Layer(attention, norm_of(weights, f"{h}.ln_1"), ffn, norm_of(weights, f"{h}.ln_2"))


def forward(weights, ids):
    run, form = Run(), Form(HEADS, "gelu_new", pre=True, eps=EPS)
    layers = [layer_of(weights, f"transformer.h.{number}") for number in range(LAYERS)]
    table, mask = weights["transformer.wte.weight"], causal_mask(len(ids))
    embedding = run.embed("", ids, table)
    position = run.keep("position", weights["transformer.wpe.weight"][:len(ids)])
    x = run.keep("input", embedding + position)
    run.keep_slice("decoder.1.self", layers[1].self_attention, form)
    output = run.stack("decoder", x, layers, form, mask, norm_of(weights, "transformer.ln_f"))
    run.predict(output, table)
    check_stack(run, "decoder", x, layers, form, mask)
    return run.stages


def mask_buffers(prefix):
    """What older files carry beside the weights: the causal mask, and the number that hid a score."""
    made = {}
    for number in range(LAYERS):
        made[f"{prefix}h.{number}.attn.bias"] = torch.ones(1, 1, CONTEXT, CONTEXT).tril()
        made[f"{prefix}h.{number}.attn.masked_bias"] = torch.tensor(-1e4)
    return made


def gpt2_cases():
    seed("gpt2")
    vocabulary, merges = byte_level([], ["<|endoftext|>"])
    ids, weights = byte_level_ids(TEXT, vocabulary, merges), draw(vocabulary)
    common = {"config": config(vocabulary), "files": byte_level_files(vocabulary, merges)}
    given = lambda *notes: {"text": TEXT, "ids": ids, "notes": ["Conv1D: weights lie (in, out)", *notes]}
    stages = forward(weights, ids)
    yield "gpt2", {**common, "weights": weights | mask_buffers("transformer."), "stages": stages,
                   "input": given("attn.bias and attn.masked_bias are masks, not parameters")}
    bare = {name.removeprefix("transformer."): tensor for name, tensor in weights.items()}
    yield "gpt2_bare", {**common, "weights": bare | mask_buffers(""), "stages": stages, "shards": 2,
                        "input": given("the weights of gpt2, named without transformer., in two shards")}
    for dtype, torch_name in (("F16", "float16"), ("BF16", "bfloat16")):
        half = rounded(weights, dtype)
        yield f"gpt2_{dtype.lower()}", {
            **common, "config": common["config"] | {"torch_dtype": torch_name}, "weights": half, "dtype": dtype,
            "stages": forward(half, ids), "input": given(f"the weights of gpt2 as {dtype} holds them")}
