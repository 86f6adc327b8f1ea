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
    divisor: float = 0.0  # and by this in its place; 0: by the root
    kv_heads: int = 0  # 0: as many as heads
    cap: float = 0.0  # scaled scores are bent to stay below it; 0: they are not (Gemma 2, 2408.00118)
    parallel: bool = False  # the feed-forward reads what attention reads (Wang & Komatsuzaki 2021)
    rotary: object = None  # frequencies of the pairs that are turned, and what multiplies them; None: none


@dataclasses.dataclass
class Layer:
    """Parts of one layer by short name: attention wq, bq, ... wo, bo; feed-forward w1, b1, w2, b2, wg; a norm is
    (weight, bias), and without a bias it is RMS. Attention may have q_norm and k_norm, the weights of RMS norms of
    each head's queries and keys."""
    self_attention: dict
    self_norm: tuple
    ffn: dict
    ffn_norm: tuple
    cross: dict = None
    cross_norm: tuple = None
    window: int = 0  # self-attention sees only keys less far back; 0: all
    self_after: tuple = None  # norms of what a sub-layer adds
    ffn_after: tuple = None


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


def usual_turns(base, width):
    """base^(-2i/width), multiplied by 1. Su et al. 2021."""
    return base ** (-2.0 * torch.arange(width // 2) / width), 1.0


def rotated(x, turns):
    """Turns the pairs (i, i + w/2) of row p by p times their frequency, in Llama's order of pairs; what stands behind
    the first w stays."""
    frequencies, strength = turns
    half = len(frequencies)
    angles = torch.arange(len(x))[:, None] * frequencies
    first, second = x[:, :half], x[:, half:2 * half]
    cosine, sine = strength * angles.cos(), strength * angles.sin()
    return torch.cat([first * cosine - second * sine, second * cosine + first * sine, x[:, 2 * half:]], 1)


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

    def head(self, address, q, k, v, mask, form, relative, norms):
        """One head of (L, d_k), (T, d_k), (T, d_v) -> (L, d_v)."""
        # Heads may share keys and values; each has stages of its own.
        q, k, v = (self.keep(f"{address}.{name}", value.clone()) for name, value in dict(q=q, k=k, v=v).items())
        if norms is not None:
            q = self.norm(f"{address}.q.normed", q, (norms[0], None), form.eps)
            k = self.norm(f"{address}.k.normed", k, (norms[1], None), form.eps)
        if form.rotary is not None:
            q = self.keep(f"{address}.q.rotated", rotated(q, form.rotary))
            k = self.keep(f"{address}.k.rotated", rotated(k, form.rotary))
        scores = self.keep(f"{address}.scores", q @ k.T)
        divisor = (form.divisor or math.sqrt(q.shape[1])) if form.scale else 1
        logits = self.keep(f"{address}.scaled", scores / divisor)
        if form.cap:
            logits = self.keep(f"{address}.capped", form.cap * (logits / form.cap).tanh())
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
        norms = (parts["q_norm"], parts["k_norm"]) if "q_norm" in parts else None
        outputs = []
        for n in range(form.heads):
            group = n * kv_heads // form.heads
            outputs.append(self.head(f"{address}.head.{n}", q[n], k[group], v[group], mask, form,
                                     None if relative is None else relative[n], norms))
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

    def sublayer(self, address, x, norm, form, work, after=None, reads=None):
        """`after`: the norm of what is added; `reads`: what is normalised instead of x, where it is another."""
        if form.pre:
            made = work(self.norm(f"{address}.norm", x if reads is None else reads, norm, form.eps))
            if after is not None:
                made = self.norm(f"{address}.output.normed", made, after, form.eps)
            return self.keep(f"{address}.residual", x + made)
        return self.norm(f"{address}.norm", self.keep(f"{address}.residual", x + work(x)), norm, form.eps)

    def layer(self, address, x, layer, form, mask, memory=None, cross_mask=None, relative=None):
        own, cross, read = f"{address}.self", f"{address}.cross", x
        if layer.window:
            mask = mask + window_mask(len(x), layer.window)
        x = self.sublayer(own, x, layer.self_norm, form, lambda y: self.attention(
            own, (y, y, y), layer.self_attention, mask, form, relative), layer.self_after)
        if layer.cross is not None:
            x = self.sublayer(cross, x, layer.cross_norm, form, lambda y: self.attention(
                cross, (y, memory, memory), layer.cross, cross_mask, dataclasses.replace(form, rotary=None)))
        return self.sublayer(f"{address}.ffn", x, layer.ffn_norm, form,
                             lambda y: self.ffn(f"{address}.ffn", y, layer.ffn, form), layer.ffn_after,
                             read if form.parallel else None)

    def stack(self, name, x, layers, form, mask, norm=None, **others):
        """The layers in turn, then the stack's own norm where it has one: encoder.output or decoder.output."""
        for number, layer in enumerate(layers):
            x = self.layer(f"{name}.{number}", x, layer, form, mask, **others)
        return self.keep(f"{name}.output", x if norm is None else normalized(x, norm, form.eps))

    def predict(self, x, table, bias=None, cap=0.0):
        """`cap`: of the logits, as of scores."""
        logits = linear(x, table, bias)
        if cap:
            logits = cap * (self.keep("predict.logits", logits) / cap).tanh()
        return self.keep("probabilities", self.keep("logits", logits).softmax(1))

    def keep_slice(self, address, parts, form):
        """Head 1's rows of the query weights, as a check of how heads are cut."""
        self.keep(f"{address}.head.1.wq", parts["wq"].chunk(form.heads, 0)[1])


def nothing_hidden(queries, keys=None):
    return torch.zeros(queries, keys or queries)


def window_mask(length, window):
    """Hides keys that lie `window` or more before the query."""
    place = torch.arange(length)
    return torch.zeros(length, length).masked_fill(place[:, None] - place >= window, -math.inf)
