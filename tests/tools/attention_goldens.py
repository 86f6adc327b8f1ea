"""Goldens of attention alone: one layer with every stage, the sinusoids, softmax at its extremes.

Where nn.MultiheadAttention can give a stage (the output, and the weights of each head) it is the authority, and
the hand-written stages must agree with it; unequal d_k and d_v are written out by hand.
"""
import math

import torch

from golden_numbers import INF, causal_mask, drawn, exact, packed, softmax_rows


def attention_stages(inputs, heads, mask, scale):
    """Every stage of one layer, in the paper's order, by hand (Vaswani et al. 2017, sec. 3.2)."""
    stages, outputs = {}, []
    parts = {}
    for letter in "qkv":
        joined = inputs[letter] @ inputs["w" + letter].T
        if "b" + letter in inputs:
            joined = joined + inputs["b" + letter]
        parts[letter] = joined.chunk(heads, dim=1)
    for n in range(heads):
        q, k, v = (parts[letter][n] for letter in "qkv")
        scores = q @ k.T
        scaled = scores / math.sqrt(q.shape[1]) if scale else scores
        masked = scaled + mask
        weights = softmax_rows(masked)
        outputs.append(weights @ v)
        for name, value in dict(q=q, k=k, v=v, scores=scores, scaled=scaled, masked=masked, weights=weights,
                                output=outputs[-1]).items():
            stages[f"head.{n}.{name}"] = value
    stages["concat"] = torch.cat(outputs, dim=1)
    stages["output"] = stages["concat"] @ inputs["wo"].T + inputs.get("bo", torch.zeros(()))
    return stages


def check_with_module(inputs, heads, mask, stages):
    """nn.MultiheadAttention is the authority where its widths allow it; its numbers replace ours."""
    width = inputs["wq"].shape[0]
    module = torch.nn.MultiheadAttention(width, heads, bias=True, kdim=inputs["wk"].shape[1],
                                         vdim=inputs["wv"].shape[1], batch_first=True)
    zero = torch.zeros(width)
    with torch.no_grad():
        if module._qkv_same_embed_dim:
            module.in_proj_weight.copy_(torch.cat([inputs["w" + letter] for letter in "qkv"]))
        else:
            for letter in "qkv":
                getattr(module, f"{letter}_proj_weight").copy_(inputs["w" + letter])
        module.in_proj_bias.copy_(torch.cat([inputs.get("b" + letter, zero) for letter in "qkv"]))
        module.out_proj.weight.copy_(inputs["wo"])
        module.out_proj.bias.copy_(inputs.get("bo", zero))
        output, weights = module(inputs["q"][None], inputs["k"][None], inputs["v"][None], attn_mask=mask,
                                 need_weights=True, average_attn_weights=False)
    assert torch.allclose(output[0], stages["output"], atol=1e-12)
    stages["output"] = output[0]
    for n in range(heads):
        assert torch.allclose(weights[0, n], stages[f"head.{n}.weights"], atol=1e-12)
        stages[f"head.{n}.weights"] = weights[0, n]


def layer(name, length, keys, widths, heads, d_k, d_v, d_out, mask=None, bias=False, scale=True, module=True,
          causal=False, padding=()):
    i_q, i_k, i_v = widths
    q = drawn(length, i_q)
    same = keys is None
    keys = keys or length
    inputs = dict(q=q, k=q if same else drawn(keys, i_k), v=q if same else drawn(keys, i_v))
    for letter, width, out in (("q", i_q, d_k), ("k", i_k, d_k), ("v", i_v, d_v)):
        inputs["w" + letter] = (drawn(heads * out, width) / 4).to(torch.float32).to(torch.float64)
        if bias:
            inputs["b" + letter] = drawn(1, heads * out)
    inputs["wo"] = (drawn(d_out, heads * d_v) / 4).to(torch.float32).to(torch.float64)
    if bias:
        inputs["bo"] = drawn(1, d_out)
    full = torch.zeros(length, keys) if mask is None else mask
    if causal:
        full = full + causal_mask(length)
    for key in padding:
        full[:, key] = -INF
    stages = attention_stages(inputs, heads, full, scale)
    if module:
        squeezed = {k: v[0] if k.startswith("b") else v for k, v in inputs.items()}
        check_with_module(squeezed, heads, full, stages)
    stages = {"mask": full, **stages}
    return name, dict(kind="layer", heads=heads, scale=scale, causal=causal,
                      padding=[key in padding for key in range(keys)], additive=mask is not None,
                      inputs={k: exact(v) for k, v in inputs.items()},
                      stages={k: packed(v) for k, v in stages.items()})


def sinusoid(name, length, d, base):
    table = torch.zeros(length, d)
    for position in range(length):
        for column in range(d):
            angle = position / base ** ((column // 2 * 2) / d)
            table[position, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return name, dict(kind="sinusoid", base=base, stages={"position": packed(table)})


def softmax_at_extremes(name):
    rows = torch.tensor([[1e4, -1e4, 0, 9999], [1e4, 1e4, 1e4, 1e4], [-1e4, -1e4, -1e4, -1e4], [0, 0, 0, 0],
                         [-INF, 3, -INF, 3.5], [-INF, -INF, -INF, -INF], [-INF, -1e4, -INF, -INF],
                         [88.7, 88.8, -103.5, 0], [1e-30, -1e-30, 0, 1e-38], [3e38, -3e38, 0, 3e38]])
    rows = rows.to(torch.float32).to(torch.float64)
    return name, dict(kind="softmax", inputs={"masked": exact(rows)},
                      stages={"weights": packed(softmax_rows(rows))})


def attention_cases():
    additive = drawn(5, 8)
    additive[1, 3] = additive[4, 0] = -INF
    yield layer("self", 6, None, (12, 12, 12), 3, 4, 4, 12)
    yield layer("self_biased", 6, None, (12, 12, 12), 3, 4, 4, 12, bias=True)
    yield layer("one_head_scaled_dot_product", 7, 5, (8, 8, 8), 1, 8, 8, 8)
    yield layer("cross", 5, 8, (12, 6, 10), 2, 6, 6, 12, bias=True)
    yield layer("unequal_d_k_d_v", 6, 9, (10, 7, 5), 3, 4, 2, 11, bias=True, module=False)
    yield layer("causal", 9, None, (16, 16, 16), 4, 4, 4, 16, causal=True)
    yield layer("padding", 6, None, (12, 12, 12), 2, 6, 6, 12, padding=(2, 5))
    yield layer("causal_padding_blind", 5, None, (8, 8, 8), 2, 4, 4, 8, causal=True, padding=(0, 1), module=False)
    yield layer("additive", 5, 8, (12, 6, 10), 2, 6, 6, 12, mask=additive)
    yield layer("unscaled", 6, None, (12, 12, 12), 3, 4, 4, 12, scale=False, module=False)
    yield layer("wide", 24, None, (64, 64, 64), 4, 16, 16, 64, causal=True, bias=True)
    yield sinusoid("sinusoid_even", 20, 16, 10000.0)
    yield sinusoid("sinusoid_odd", 20, 7, 10000.0)
    yield sinusoid("sinusoid_base", 50, 10, 12.5)
    yield softmax_at_extremes("softmax_extremes")
