"""Layers of PyTorch as somebody saves them: module.state_dict(), the constructor's arguments, inputs as arrays.

The modules themselves give the output that the stages written out must reach.
"""
import torch

from checkpoint_checks import close
from checkpoint_numbers import f32, linear_weights, norm_weights, seed
from checkpoint_stages import Form, Layer, Run, norm_of, nothing_hidden
from golden_numbers import INF, causal_mask, drawn, padding_mask


def draw(module):
    """A state dict with names and shapes of the module, and numbers of our own; the module takes them too."""
    weights = {}
    for name, tensor in module.state_dict().items():
        if tensor.dim() == 3:
            weights[name] = f32(drawn(*tensor.shape[1:]))[None]
        elif tensor.dim() == 2:
            weights[name] = linear_weights("_", *tensor.shape, bias=False, spread=1.3)["_.weight"]
        else:
            part = "weight" if "norm" in name and name.endswith("weight") else "bias"
            weights[name] = norm_weights("_", len(tensor))[f"_.{part}"]
    module.load_state_dict(weights)
    return weights


def attention_of(weights, prefix):
    """wq, bq, ... wo, bo of an nn.MultiheadAttention; where keys are of another width the three lie apart."""
    of = lambda name: weights.get(prefix + name)
    joined, bias = of("in_proj_weight"), of("in_proj_bias")
    parts = {"wo": of("out_proj.weight"), "bo": of("out_proj.bias")}
    for number, letter in enumerate("qkv"):
        parts["w" + letter] = of(f"{letter}_proj_weight") if joined is None else joined.chunk(3)[number]
        parts["b" + letter] = None if bias is None else bias.chunk(3)[number]
    return parts


def layer_of(weights, prefix):
    cross = f"{prefix}multihead_attn.in_proj_weight" in weights
    norm = lambda number: norm_of(weights, f"{prefix}norm{number}")
    ffn = {f"{kind}{number}": weights[f"{prefix}linear{number}.{part}"]
           for number in (1, 2) for kind, part in (("w", "weight"), ("b", "bias"))}
    return Layer(attention_of(weights, f"{prefix}self_attn."), norm(1), ffn, norm(3 if cross else 2),
                 attention_of(weights, f"{prefix}multihead_attn.") if cross else None, norm(2) if cross else None)


def layers_of(weights, prefix, count):
    return [layer_of(weights, f"{prefix}layers.{number}.") for number in range(count)]


def final_norm(weights, name):
    return norm_of(weights, name) if f"{name}.weight" in weights else None


def form_of(config):
    return Form(config["nhead"], config.get("activation", "relu"), config.get("norm_first", False),
                config.get("layer_norm_eps", 1e-5))


def case(kind, arguments, weights, run, npy, *notes):
    return {"config": {"architecture": f"torch.nn.{kind}", **arguments}, "weights": weights, "stages": run.stages,
            "npy": npy, "input": {"notes": list(notes)}}


def made(kind, arguments, *before):
    """The module, in evaluation without dropout, and the weights drawn for it; `before`: modules it is built from."""
    module = getattr(torch.nn, kind)(*before, **arguments)
    return module.train(False), draw(module)


def attention_case(name, arguments, lengths, mask=None, padding=None, notes=()):
    """One attention; `lengths`: of query, key and value, or of the one input that is all three."""
    seed(name)
    module, weights = made("MultiheadAttention", arguments)
    widths = (module.embed_dim, module.kdim, module.vdim)
    inputs = [f32(drawn(length, width)) for length, width in zip(lengths, widths)]
    names = ("input",) if len(lengths) == 1 else ("query", "key", "value")
    run, form = Run(), Form(arguments["num_heads"], "relu")
    npy = {key: run.keep(key if key == "input" else f"{key}.input", x) for key, x in zip(names, inputs)}
    inputs = inputs * 3 if len(inputs) == 1 else inputs
    shown = nothing_hidden(len(inputs[0]), len(inputs[1]))
    for key, given in (("mask", mask), ("key_padding", padding)):
        if given is not None:
            npy[key] = given
            shown = shown + (torch.where(given, -INF, 0.0) if given.dtype == torch.bool else given)
    parts = attention_of(weights, "")
    run.keep_slice("encoder.0.self", parts, form)
    run.attention("encoder.0.self", inputs, parts, shown, form)
    with torch.no_grad():
        output, maps = module(*inputs, attn_mask=mask, key_padding_mask=padding, average_attn_weights=False)
    close(output, run.stages["encoder.0.self.output"], name)
    for head in range(form.heads):
        close(maps[head], run.stages[f"encoder.0.self.head.{head}.weights"], name)
    return name, case("MultiheadAttention", arguments, weights, run, npy, *notes)


def attention_cases():
    mask = f32(drawn(6, 6))
    mask[0, 1:4] = mask[5, 0] = -INF
    yield attention_case("torch_mha", dict(embed_dim=16, num_heads=4), (6,), mask,
                         torch.arange(6) == 4, ["mask is added to the scores", "key 4 is padding"])
    hidden = torch.rand(5, 7) < 0.3
    hidden[:, 2] = False
    yield attention_case("torch_mha_cross", dict(embed_dim=12, num_heads=3, kdim=10, vdim=8), (5, 7, 7), hidden, None,
                         ["three projections of their own", "mask is bool: true hides"])
    yield attention_case("torch_mha_nobias", dict(embed_dim=16, num_heads=2, bias=False), (5,))


def added_keys_case(name, **more):
    """A batch of two through an attention that adds keys to those of its input, under a mask and padding."""
    seed(name)
    arguments, length = dict(embed_dim=8, num_heads=2, batch_first=True, **more), 4
    module, weights = made("MultiheadAttention", arguments)
    run, form = Run(), Form(arguments["num_heads"], "relu")
    x = f32(drawn(2 * length, module.embed_dim)).reshape(2, length, module.embed_dim)
    mask = causal_mask(length).repeat(2 * form.heads, 1, 1)
    padding = torch.tensor([[True, False, False, False], [False] * length])
    with torch.no_grad():
        outputs, maps = module(x, x, x, attn_mask=mask, key_padding_mask=padding, average_attn_weights=False)
    for example in range(2):
        address = f"batch.{example}."
        run.keep(address + "input", x[example])
        for head in range(form.heads):
            run.keep(f"{address}encoder.0.self.head.{head}.weights", maps[example, head])
        run.keep(address + "encoder.0.self.output", outputs[example])
    return name, case("MultiheadAttention", arguments, weights, run,
                      {"input": x, "mask": mask, "key_padding": padding},
                      "two examples; the first key of the first is padding, so that its first query sees only what"
                      " the attention adds")


def batch_case(name):
    """A batch of two through one attention, with a mask of its own for each head of each, and padding."""
    seed(name)
    arguments, length = dict(embed_dim=8, num_heads=2, batch_first=True), 4
    module, weights = made("MultiheadAttention", arguments)
    run, form, parts = Run(), Form(arguments["num_heads"], "relu"), attention_of(weights, "")
    x = f32(drawn(2 * length, module.embed_dim)).reshape(2, length, module.embed_dim)
    masks = f32(drawn(2 * form.heads * length, length)).reshape(2 * form.heads, length, length)
    masks[0, 1, 2] = masks[3, 0, :2] = -INF
    padding = torch.tensor([[False, False, False, True], [False] * length])
    with torch.no_grad():
        outputs, maps = module(x, x, x, attn_mask=masks, key_padding_mask=padding, average_attn_weights=False)
    for example in range(2):
        address = f"batch.{example}."
        run.keep(address + "input", x[example])
        for head in range(form.heads):
            number = example * form.heads + head
            at = f"{address}encoder.0.self.head.{head}."
            run.keep(at + "mask", masks[number] + torch.where(padding[example], -INF, 0.0))
            run.keep(at + "weights", maps[example, head])
        run.keep(address + "encoder.0.self.output", outputs[example])
    return name, case("MultiheadAttention", arguments, weights, run,
                      {"input": x, "mask": masks, "key_padding": padding},
                      "two examples; a mask for each head of each; key 3 of the first is padding")


def encoder_case(name, kind, arguments, mask=None, padding=None, notes=()):
    """One encoder layer, or a stack of them with a norm at its end."""
    seed(name)
    stacked = kind == "TransformerEncoder"
    own = {key: value for key, value in arguments.items() if key != "num_layers"}
    if stacked:
        layer = torch.nn.TransformerEncoderLayer(**own)
        norm = torch.nn.LayerNorm(own["d_model"], own.get("layer_norm_eps", 1e-5))
        module, weights = made(kind, dict(num_layers=arguments["num_layers"], norm=norm), layer)
    else:
        module, weights = made(kind, arguments)
    run, form, x = Run(), form_of(own), f32(drawn(6, own["d_model"]))
    npy, shown = {"input": run.keep("input", x)}, nothing_hidden(len(x))
    if mask is not None:
        npy["mask"], shown = mask, shown + mask
    if padding is not None:
        npy["key_padding"], shown = padding, shown + padding_mask(len(x), padding.tolist())
    layers = layers_of(weights, "", arguments["num_layers"]) if stacked else [layer_of(weights, "")]
    run.keep_slice(f"encoder.{len(layers) - 1}.self", layers[-1].self_attention, form)
    run.stack("encoder", x, layers, form, shown, final_norm(weights, "norm"))
    with no_fast_path():
        output = module(x, mask, src_key_padding_mask=padding)
    close(output, run.stages["encoder.output"], name)
    return name, case(kind, arguments, weights, run, npy, *notes)


def no_fast_path():
    """Gradients keep PyTorch from its fused layer, which is another computation."""
    return torch.enable_grad()


def encoder_cases():
    yield encoder_case("torch_encoder_layer", "TransformerEncoderLayer", dict(d_model=16, nhead=2, dim_feedforward=24))
    yield encoder_case("torch_encoder_layer_pre", "TransformerEncoderLayer", dict(
        d_model=16, nhead=4, dim_feedforward=24, activation="gelu", norm_first=True, layer_norm_eps=1e-6),
        notes=["no norm after a lone layer: encoder.output is its last sum"])
    yield encoder_case("torch_encoder", "TransformerEncoder", dict(
        d_model=16, nhead=2, dim_feedforward=24, num_layers=2), causal_mask(6), torch.arange(6) == 5,
        ["norm.weight stands in the file: the stack ends with a norm", "a causal mask; key 5 is padding"])


def decoder_case(name, kind, arguments, mask=None, padding=None, notes=()):
    """One decoder layer, or a stack: `source` is the memory. Not causal unless a mask says so."""
    seed(name)
    stacked = kind == "TransformerDecoder"
    own = {key: value for key, value in arguments.items() if key != "num_layers"}
    if stacked:
        module, weights = made(kind, dict(num_layers=arguments["num_layers"]), torch.nn.TransformerDecoderLayer(**own))
    else:
        module, weights = made(kind, arguments)
    run, form = Run(), form_of(own)
    memory, x = (run.keep(f"{stream}.input", f32(drawn(length, own["d_model"])))
                 for stream, length in (("source", 7), ("target", 5)))
    npy, shown, seen = {"source": memory, "target": x}, nothing_hidden(5), nothing_hidden(5, 7)
    if mask is not None:
        npy["mask"], shown = mask, mask
    if padding is not None:
        npy["key_padding"], seen = padding, padding_mask(5, padding.tolist())
    layers = layers_of(weights, "", arguments["num_layers"]) if stacked else [layer_of(weights, "")]
    run.keep_slice(f"decoder.{len(layers) - 1}.self", layers[-1].self_attention, form)
    run.stack("decoder", x, layers, form, shown, final_norm(weights, "norm"), memory=memory, cross_mask=seen)
    with torch.no_grad():
        output = module(x, memory, tgt_mask=mask, memory_key_padding_mask=padding)
    close(output, run.stages["decoder.output"], name)
    return name, case(kind, arguments, weights, run, npy, *notes)


def decoder_cases():
    yield decoder_case("torch_decoder_layer", "TransformerDecoderLayer", dict(d_model=16, nhead=4, dim_feedforward=24),
                       notes=["no mask: every target row sees every other"])
    yield decoder_case("torch_decoder", "TransformerDecoder", dict(
        d_model=16, nhead=2, dim_feedforward=24, activation="gelu", norm_first=True, num_layers=2), causal_mask(5),
        torch.arange(7) == 0, ["no norm.weight: the stack ends without a norm", "key 0 of the source is padding"])


def transformer_case(name="torch_transformer"):
    seed(name)
    arguments = dict(d_model=16, nhead=2, num_encoder_layers=2, num_decoder_layers=1, dim_feedforward=24)
    module, weights = made("Transformer", arguments)
    run, form, padding = Run(), form_of(arguments), torch.arange(6) > 4
    x, y = (run.keep(f"{stream}.input", f32(drawn(length, 16))) for stream, length in (("source", 6), ("target", 4)))
    mask, hidden = causal_mask(4), padding.tolist()
    run.keep_slice("decoder.0.self", layer_of(weights, "decoder.layers.0.").self_attention, form)
    memory = run.stack("encoder", x, layers_of(weights, "encoder.", 2), form, padding_mask(6, hidden),
                       norm_of(weights, "encoder.norm"))
    run.stack("decoder", y, layers_of(weights, "decoder.", 1), form, mask, norm_of(weights, "decoder.norm"),
              memory=memory, cross_mask=padding_mask(4, hidden))
    with no_fast_path():
        output = module(x, y, tgt_mask=mask, src_key_padding_mask=padding, memory_key_padding_mask=padding)
    close(output, run.stages["decoder.output"], name)
    return name, case("Transformer", arguments, weights, run, {"source": x, "target": y, "mask": mask,
                                                               "key_padding": padding},
                      "a causal tgt_mask", "key 5 of the source is padding, for the encoder and the decoder",
                      "Post-LN, and both stacks end with a norm")


def torch_layer_cases():
    seed("torch")
    yield from attention_cases()
    yield from encoder_cases()
    yield from decoder_cases()
    yield transformer_case()
    yield batch_case("torch_mha_batch")
    yield added_keys_case("torch_mha_bias_kv", add_bias_kv=True)
    yield added_keys_case("torch_mha_zero_attn", add_zero_attn=True)
    yield added_keys_case("torch_mha_added", add_bias_kv=True, add_zero_attn=True, bias=False)
