"""PyTorch's own layers beside the forward passes written out: where it has a module, the two must agree."""
import torch

from checkpoint_stages import activated


def close(a, b, what):
    assert torch.allclose(a, b, rtol=1e-12, atol=1e-12), (what, (a - b).abs().max().item())


def attention_state(prefix, parts):
    """A layer's attention under the names of PyTorch's state dict; absent biases are zeros."""
    of = lambda name, like: parts.get(name, torch.zeros(parts[like].shape[0]))
    return {f"{prefix}.in_proj_weight": torch.cat([parts["w" + letter] for letter in "qkv"]),
            f"{prefix}.in_proj_bias": torch.cat([of("b" + letter, "w" + letter) for letter in "qkv"]),
            f"{prefix}.out_proj.weight": parts["wo"], f"{prefix}.out_proj.bias": of("bo", "wo")}


def module_of(layer, form):
    """nn.TransformerEncoderLayer or DecoderLayer with this layer's weights."""
    kind = torch.nn.TransformerEncoderLayer if layer.cross is None else torch.nn.TransformerDecoderLayer
    d_ff, d_model = layer.ffn["w1"].shape
    module = kind(d_model, form.heads, d_ff, 0.0, lambda x: activated(form.activation, x), form.eps, True, form.pre)
    state = attention_state("self_attn", layer.self_attention)
    norms = [layer.self_norm, layer.ffn_norm]
    if layer.cross is not None:
        state |= attention_state("multihead_attn", layer.cross)
        norms.insert(1, layer.cross_norm)
    for number in (1, 2):
        state |= {f"linear{number}.weight": layer.ffn[f"w{number}"], f"linear{number}.bias": layer.ffn[f"b{number}"]}
    for number, (weight, bias) in enumerate(norms, start=1):
        state |= {f"norm{number}.weight": weight, f"norm{number}.bias": bias}
    module.load_state_dict(state)
    return module


def check_stack(run, name, x, layers, form, mask, memory=None):
    """Every layer's end, each module reading what the module before it gave."""
    with torch.no_grad():
        x = x[None]
        for number, layer in enumerate(layers):
            module = module_of(layer, form)
            x = module(x, mask) if memory is None else module(x, memory[None], mask)
            end = f"{name}.{number}.ffn.{'residual' if form.pre else 'norm'}"
            close(x[0], run.stages[end], end)
