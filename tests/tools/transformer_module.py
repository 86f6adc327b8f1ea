"""PyTorch's own Transformer with given weights: the authority for every stage that it can give.

Its modules are watched while they run. What PyTorch has no module for, B2T and parts that are switched off, are
its layers with another forward().
"""
import types

import torch

from golden_numbers import causal_mask

ACTIVATIONS = {
    "relu": torch.nn.functional.relu,
    "gelu": torch.nn.functional.gelu,
    "gelu-tanh": lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
}
ATTENTION = {"self": "self_attn", "cross": "multihead_attn"}


def copy_attention(module, weights, prefix):
    module.in_proj_weight.copy_(torch.cat([weights[f"{prefix}.w{letter}"] for letter in "qkv"]))
    module.in_proj_bias.copy_(torch.cat([weights[f"{prefix}.b{letter}"][0] for letter in "qkv"]))
    module.out_proj.weight.copy_(weights[f"{prefix}.wo"])
    module.out_proj.bias.copy_(weights[f"{prefix}.bo"][0])


def copy_norm(module, weights, prefix):
    module.weight.copy_(weights[f"{prefix}.weight"][0])
    module.bias.copy_(weights[f"{prefix}.bias"][0])


def copy_layer(layer, weights, prefix, sub_layers):
    for number, sub_layer in enumerate(sub_layers, start=1):
        copy_norm(getattr(layer, f"norm{number}"), weights, f"{prefix}.{sub_layer}.norm")
        if sub_layer in ATTENTION:
            copy_attention(getattr(layer, ATTENTION[sub_layer]), weights, f"{prefix}.{sub_layer}")
    for number, linear in enumerate((layer.linear1, layer.linear2), start=1):
        linear.weight.copy_(weights[f"{prefix}.ffn.w{number}"])
        linear.bias.copy_(weights[f"{prefix}.ffn.b{number}"][0])


def switch_off(layer, off, prefix, sub_layers):
    """Takes out the norms that are off; says for each sub-layer whether its residual, and its output, count."""
    for number, sub_layer in enumerate(sub_layers, start=1):
        if f"{prefix}.{sub_layer}.norm" in off:
            setattr(layer, f"norm{number}", torch.nn.Identity())
    return [(f"{prefix}.{part}.residual" not in off, f"{prefix}.{part}.output" not in off) for part in sub_layers]


def joined_layer(layer, config, prefix, parts, src):
    """PyTorch's layer, written out so that an arrow can be left out or, in B2T, the input added again."""
    again = src if config["norm"] == "b2t" and f"{prefix}.ffn.residual.input" not in config["off"] else 0
    x = src
    for number, ((keep, use), part) in enumerate(zip(layer.arrows, parts), start=1):
        norm, last = getattr(layer, f"norm{number}"), number == len(parts)
        if config["norm"] == "pre":
            x = keep * x + use * part(norm(x))
        else:
            x = norm(keep * x + use * part(x) + (again if last else 0))
    return x


def open_encoder_layer(layer, config, prefix):
    layer.arrows = switch_off(layer, config["off"], prefix, ("self", "ffn"))

    def forward(self, src, src_mask=None, src_key_padding_mask=None, **_):
        attend = lambda x: self._sa_block(x, src_mask, src_key_padding_mask)
        return joined_layer(self, config, prefix, (attend, self._ff_block), src)

    layer.forward = types.MethodType(forward, layer)


def open_decoder_layer(layer, config, prefix):
    layer.arrows = switch_off(layer, config["off"], prefix, ("self", "cross", "ffn"))

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, **_):
        attend = lambda x: self._sa_block(x, tgt_mask, tgt_key_padding_mask)
        read = lambda x: self._mha_block(x, memory, memory_mask, memory_key_padding_mask)
        return joined_layer(self, config, prefix, (attend, read, self._ff_block), tgt)

    layer.forward = types.MethodType(forward, layer)


def make_module(config):
    """nn.Transformer as it comes where the settings allow it: it ends both stacks with a norm, in either order."""
    d_model = config["d_model"]
    settings = dict(nhead=config["heads"], dim_feedforward=config["d_ff"], dropout=0.0,
                    activation=ACTIVATIONS[config["activation"]], batch_first=True,
                    norm_first=config["norm"] == "pre")
    if not config["encoder_layers"]:  # decoder only: an encoder whose self-attention is causal
        encoder = torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(d_model, **settings),
                                              config["decoder_layers"], torch.nn.LayerNorm(d_model))
        return types.SimpleNamespace(encoder=None, decoder=encoder)
    module = torch.nn.Transformer(d_model, num_encoder_layers=config["encoder_layers"],
                                  num_decoder_layers=config["decoder_layers"], **settings)
    if config["norm"] != "pre" and not config["final_norm"]:
        module.encoder.norm = module.decoder.norm = None
    return module


def prepare(stack, weights, config, name, cross):
    """Copies the weights, and opens the layers that PyTorch does not have."""
    sub_layers = ("self", "cross", "ffn") if cross else ("self", "ffn")
    for number, layer in enumerate(stack.layers):
        copy_layer(layer, weights, f"{name}.{number}", sub_layers)
        if config["norm"] == "b2t" or config["off"]:
            (open_decoder_layer if cross else open_encoder_layer)(layer, config, f"{name}.{number}")
    if stack.norm is not None:
        copy_norm(stack.norm, weights, f"{name}.output")


def watch_layer(layer, prefix, sub_layers, pre, seen, reads):
    """Hooks that note what each part of a layer gives: seen[address], and what an attention reads."""

    def note(module, given=None, taken=None):
        def hook(_, inputs, output):
            if given:
                seen[given] = (output[0] if isinstance(output, tuple) else output)[0]
            if taken:
                seen[taken] = inputs[0][0]
            if isinstance(module, torch.nn.MultiheadAttention):
                reads[given] = (module, inputs)

        return module.register_forward_hook(hook)

    handles = []
    for number, sub_layer in enumerate(sub_layers, start=1):
        address = f"{prefix}.{sub_layer}"
        before = f"{prefix}.{sub_layers[number - 2]}.residual" if number > 1 else None
        taken = before if pre else f"{address}.residual"
        handles.append(note(getattr(layer, f"norm{number}"), f"{address}.norm", taken))
        if sub_layer in ATTENTION:
            handles.append(note(getattr(layer, ATTENTION[sub_layer]), f"{address}.output"))
    handles.append(note(layer.linear1, f"{prefix}.ffn.hidden"))
    handles.append(note(layer.linear2, f"{prefix}.ffn.output", f"{prefix}.ffn.activation"))
    handles.append(note(layer, f"{prefix}.ffn.{'residual' if pre else 'norm'}"))
    return handles


def note_head_weights(reads, masks, seen):
    """The weights of each head: the same attention asked again, this time for its maps."""
    for address, (module, inputs) in reads.items():
        prefix = address.removesuffix(".output")
        mask = masks["encoder" if prefix.startswith("encoder") else prefix.split(".")[-1]]
        weights = module(*inputs, attn_mask=mask, need_weights=True, average_attn_weights=False)[1]
        for head in range(module.num_heads):
            seen[f"{prefix}.head.{head}.weights"] = weights[0, head]


def run_module(module, config, inputs, padding):
    hidden = torch.tensor([padding]) if any(padding) else None
    if module.encoder is None:
        seen = module.decoder(inputs["input"][None], mask=causal_mask(len(inputs["input"])))
        return {"decoder.output": seen[0]}
    memory = module.encoder(inputs["source.input"][None], src_key_padding_mask=hidden)
    seen = {"encoder.output": memory[0]}
    if config["decoder_layers"]:
        target = inputs["target.input"]
        output = module.decoder(target[None], memory, tgt_mask=causal_mask(len(target)),
                                memory_key_padding_mask=hidden)
        seen["decoder.output"] = output[0]
    return seen


def module_stages(config, weights, inputs, padding, masks):
    """The stages that PyTorch gives, by address. `masks`: of the encoder, and the decoder's self and cross."""
    module, seen, reads, handles = make_module(config), {}, {}, []
    with torch.no_grad():
        for name, stack in (("encoder", module.encoder), ("decoder", module.decoder)):
            if not config[f"{name}_layers"]:
                continue
            cross = name == "decoder" and module.encoder is not None
            prepare(stack, weights, config, name, cross)
            sub_layers = ("self", "cross", "ffn") if cross else ("self", "ffn")
            for number, layer in enumerate(stack.layers):
                handles += watch_layer(layer, f"{name}.{number}", sub_layers, config["norm"] == "pre", seen, reads)
        ends = run_module(module, config, inputs, padding)
        for handle in handles:
            handle.remove()
        note_head_weights(reads, masks, seen)
    return {**seen, **ends}
