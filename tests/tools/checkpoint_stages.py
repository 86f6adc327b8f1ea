"""A forward pass written out: every stage by its address, in float64.

A family's own file says which of its tensors is which part of a layer; here stands what a layer does with them.
Weights are (out, in), as PyTorch has them.
"""
import dataclasses
import math

import torch

from golden_numbers import softmax_rows
from transformer_goldens import activation, layer_norm

NAMES = {"gelu_new": "gelu-tanh", "gelu": "gelu", "relu": "relu"}


@dataclasses.dataclass
class Form:
    """What is the same for every layer of a stack."""
    heads: int
    activation: str  # Hugging Face's name
    pre: bool = False  # normalise before each sub-layer, rather than after it
    eps: float = 1e-5
    scale: bool = True  # scores divided by sqrt(d_k)
    kv_heads: int = 0  # 0: as many as heads
    rotary: float = 0.0  # base of the rotary angles; 0: none


@dataclasses.dataclass
class Layer:
    """Parts of one layer by short name: attention wq, bq, ... wo, bo; feed-forward w1, b1, w2, b2, wg; a norm is
    (weight, bias), and without a bias it is RMS."""
    self_attention: dict
    self_norm: tuple
    ffn: dict
    ffn_norm: tuple
    cross: dict = None
    cross_norm: tuple = None


def linear(x, weight, bias=None):
    return x @ weight.T + (0 if bias is None else bias)


def activated(name, x):
    """gelu_new is the tanh form; silu (swish) is x * sigmoid(x)."""
    return x / (1 + torch.exp(-x)) if name in ("silu", "swish") else activation(NAMES[name], x)


def normalized(x, norm, eps):
    """Layer norm (Ba et al. 2016), or RMS norm (Zhang & Sennrich 2019): no mean, no bias."""
    weight, bias = norm
    if bias is None:
        return x / (x.square().mean(1, keepdim=True) + eps).sqrt() * weight
    return layer_norm(x, weight, bias, eps)


def rotated(x, base):
    """Turns the pairs (i, i + d/2) of row p by p * base^(-2i/d). Su et al. 2021, in Llama's order of pairs."""
    length, width = x.shape
    half = width // 2
    angles = torch.arange(length)[:, None] * base ** (-2.0 * torch.arange(half) / width)
    first, second = x[:, :half], x[:, half:]
    return torch.cat([first * angles.cos() - second * angles.sin(), second * angles.cos() + first * angles.sin()], 1)


def parameters(weights, **names):
    """Parts by short name from tensors: wq="attn.query" gives wq, and bq where there is a bias."""
    parts = {}
    for short, name in names.items():
        parts[short] = weights[f"{name}.weight"]
        if f"{name}.bias" in weights:
            parts["b" + short[1:]] = weights[f"{name}.bias"]
    return parts


def norm_of(weights, name):
    return weights[f"{name}.weight"], weights.get(f"{name}.bias")


class Run:
    """One pass: every method keeps its stages and returns the last."""
    tracked = False  # whether a gradient can go back through what is kept

    def __init__(self):
        self.stages = {}

    def keep(self, address, value):
        assert address not in self.stages, address
        self.stages[address] = value if Run.tracked else value.detach()
        return self.stages[address]

    def embed(self, stream, ids, table, factor=1.0):
        self.keep(f"{stream}tokens", torch.tensor(ids)[:, None].to(torch.float64))
        return self.keep(f"{stream}embedding", factor * table[torch.tensor(ids)])

    def norm(self, address, x, norm, eps):
        return self.keep(address, normalized(x, norm, eps))

    def head(self, address, q, k, v, mask, form, relative):
        """One head of (L, d_k), (T, d_k), (T, d_v) -> (L, d_v)."""
        # Heads may share keys and values; each has stages of its own.
        q, k, v = (self.keep(f"{address}.{name}", value.clone()) for name, value in dict(q=q, k=k, v=v).items())
        if form.rotary:
            q = self.keep(f"{address}.q.rotated", rotated(q, form.rotary))
            k = self.keep(f"{address}.k.rotated", rotated(k, form.rotary))
        scores = self.keep(f"{address}.scores", q @ k.T)
        logits = self.keep(f"{address}.scaled", scores / math.sqrt(q.shape[1]) if form.scale else scores)
        if relative is not None:
            self.keep(f"{address}.relative", relative)
            logits = self.keep(f"{address}.biased", logits + relative)
        self.keep(f"{address}.mask", mask)
        weights = self.keep(f"{address}.weights", softmax_rows(self.keep(f"{address}.masked", logits + mask)))
        return self.keep(f"{address}.output", weights @ v)

    def attention(self, address, inputs, parts, mask, form, relative=None):
        """`inputs`: what queries, keys and values are made of; `relative` (heads, L, T)."""
        kv_heads = form.kv_heads or form.heads
        joined = [linear(x, parts["w" + letter], parts.get("b" + letter)) for letter, x in zip("qkv", inputs)]
        q, k, v = (x.chunk(count, 1) for x, count in zip(joined, (form.heads, kv_heads, kv_heads)))
        outputs = []
        for n in range(form.heads):
            group = n * kv_heads // form.heads
            outputs.append(self.head(f"{address}.head.{n}", q[n], k[group], v[group], mask, form,
                                     None if relative is None else relative[n]))
        concat = self.keep(f"{address}.concat", torch.cat(outputs, 1))
        return self.keep(f"{address}.output", linear(concat, parts["wo"], parts.get("bo")))

    def ffn(self, address, x, parts, form):
        """Two products, or three where a gate opens and closes the hidden numbers (Shazeer 2020)."""
        if "wg" in parts:
            gate = self.keep(f"{address}.gate", linear(x, parts["wg"]))
            active = self.keep(f"{address}.activation", activated(form.activation, gate))
            hidden = self.keep(f"{address}.hidden", linear(x, parts["w1"]))
            active = self.keep(f"{address}.gated", active * hidden)
        else:
            hidden = self.keep(f"{address}.hidden", linear(x, parts["w1"], parts.get("b1")))
            active = self.keep(f"{address}.activation", activated(form.activation, hidden))
        return self.keep(f"{address}.output", linear(active, parts["w2"], parts.get("b2")))

    def sublayer(self, address, x, norm, form, work):
        if form.pre:
            return self.keep(f"{address}.residual", x + work(self.norm(f"{address}.norm", x, norm, form.eps)))
        return self.norm(f"{address}.norm", self.keep(f"{address}.residual", x + work(x)), norm, form.eps)

    def layer(self, address, x, layer, form, mask, memory=None, cross_mask=None, relative=None):
        own, cross = f"{address}.self", f"{address}.cross"
        x = self.sublayer(own, x, layer.self_norm, form, lambda y: self.attention(
            own, (y, y, y), layer.self_attention, mask, form, relative))
        if layer.cross is not None:
            x = self.sublayer(cross, x, layer.cross_norm, form, lambda y: self.attention(
                cross, (y, memory, memory), layer.cross, cross_mask, form))
        return self.sublayer(f"{address}.ffn", x, layer.ffn_norm, form,
                             lambda y: self.ffn(f"{address}.ffn", y, layer.ffn, form))

    def stack(self, name, x, layers, form, mask, norm=None, **others):
        """The layers in turn, then the stack's own norm where it has one: encoder.output or decoder.output."""
        for number, layer in enumerate(layers):
            x = self.layer(f"{name}.{number}", x, layer, form, mask, **others)
        return self.keep(f"{name}.output", x if norm is None else normalized(x, norm, form.eps))

    def predict(self, x, table, bias=None):
        return self.keep("probabilities", self.keep("logits", linear(x, table, bias)).softmax(1))

    def keep_slice(self, address, parts, form):
        """Head 1's rows of the query weights, as a check of how heads are cut."""
        self.keep(f"{address}.head.1.wq", parts["wq"].chunk(form.heads, 0)[1])


def nothing_hidden(queries, keys=None):
    return torch.zeros(queries, keys or queries)
