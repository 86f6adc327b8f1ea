#!/usr/bin/env python3
"""The model in this folder, in plain PyTorch: the same numbers as in Headlight.

usage: model.py SOURCE_ID... [/ TARGET_ID...]
       prints, for each row of the logits, the token with the largest one and its logit

From another program: `from model import load; logits = load(folder)(source)` with a batch of ids
(examples, length), or of squares (examples, squares, values) for a model of pictures; a second batch of ids is
what a decoder reads beside an encoder. Tokens with id 0 are padding where config.json has "mask_padding".
"""
import json
import math
import os
import struct
import sys

import torch
import torch.nn.functional as F
from torch import nn

ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu-tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
}


def turned(x, base):
    """Queries or keys (..., tokens, d_k), each pair (c, c + d_k/2) turned by its token's position (Su et al. 2021)."""
    length, d = x.shape[-2:]
    pairs = torch.arange(d // 2, dtype=torch.float64)
    angle = torch.arange(length, dtype=torch.float64)[:, None] / base ** (2 * pairs / d)
    sine, cosine = angle.sin().to(x.dtype), angle.cos().to(x.dtype)
    first, second = x[..., : d // 2], x[..., d // 2 :]
    return torch.cat([first * cosine - second * sine, second * cosine + first * sine], -1)


def slopes(heads):
    """How much each head's scores fall per step of distance (Press et al. 2022)."""
    power = 2 ** int(math.log2(heads))
    rows = [2 ** (-8 * (i + 1) / power) for i in range(power)]
    return torch.tensor(rows + [2 ** (-4 * (2 * i + 1) / power) for i in range(heads - power)])


class Attention(nn.Module):
    def __init__(self, c, crosses=False):
        super().__init__()
        d, heads, kv = c["d_model"], c["heads"], c["kv_heads"] or c["heads"]
        self.heads, self.kv, self.d_k, self.d_v = heads, kv, c["d_k"], c["d_v"]
        self.positions, self.base = None if crosses else c["positions"], c["base"]
        self.q = nn.Linear(d, heads * self.d_k)
        self.k = nn.Linear(d, kv * self.d_k)
        self.v = nn.Linear(d, kv * self.d_v)
        self.o = nn.Linear(heads * self.d_v, d)
        self.norm = nn.LayerNorm(d)
        self.weights = None  # of the newest call: (examples, heads, queries, keys)

    def forward(self, x, memory, visible):
        split = lambda y, heads: y.view(*y.shape[:2], heads, -1).transpose(1, 2)
        q, k, v = split(self.q(x), self.heads), split(self.k(memory), self.kv), split(self.v(memory), self.kv)
        if self.positions == "rotary":
            q, k = turned(q, self.base), turned(k, self.base)
        k, v = (y.repeat_interleave(self.heads // self.kv, dim=1) for y in (k, v))
        scores = q @ k.transpose(-1, -2) / math.sqrt(self.d_k)
        if self.positions == "alibi":
            at = torch.arange(x.shape[1])
            scores = scores - slopes(self.heads)[:, None, None] * (at[:, None] - at).abs()
        self.weights = scores.masked_fill(~visible, -math.inf).softmax(-1).nan_to_num()
        return self.o((self.weights @ v).transpose(1, 2).flatten(2))


class FeedForward(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.up, self.down = nn.Linear(c["d_model"], c["d_ff"]), nn.Linear(c["d_ff"], c["d_model"])
        self.gate = nn.Linear(c["d_model"], c["d_ff"], bias=False) if c["gated"] else None
        self.norm = nn.LayerNorm(c["d_model"])
        self.activation = ACTIVATIONS[c["activation"]]

    def forward(self, x):
        hidden = self.up(x)
        return self.down(self.activation(hidden) if self.gate is None else self.activation(self.gate(x)) * hidden)


class Layer(nn.Module):
    def __init__(self, c, crosses):
        super().__init__()
        self.order = c["norm"]
        self.add_module("self", Attention(c))
        self.cross = Attention(c, True) if crosses else None
        self.ffn = FeedForward(c) if c["d_ff"] else None

    def sublayer(self, part, x, work, again=None):
        if self.order == "pre":
            return x + work(part.norm(x))
        y = x + work(x)
        return part.norm(y if again is None else y + again)

    def forward(self, x, visible, memory=None, memory_visible=None):
        attention = getattr(self, "self")
        y = self.sublayer(attention, x, lambda z: attention(z, z, visible))
        if self.cross is not None:
            y = self.sublayer(self.cross, y, lambda z: self.cross(z, memory, memory_visible))
        if self.ffn is None:
            return y
        return self.sublayer(self.ffn, y, self.ffn, x if self.order == "b2t" else None)


class Stack(nn.Module):
    def __init__(self, c, count, crosses):
        super().__init__()
        self.count = count
        for i in range(count):
            self.add_module(str(i), Layer(c, crosses))
        self.norm = nn.LayerNorm(c["d_model"]) if c["norm"] == "pre" or c["final_norm"] else nn.Identity()

    def forward(self, x, *masks):
        for i in range(self.count):
            x = getattr(self, str(i))(x, *masks)
        return self.norm(x)


class Model(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        d, both = c["d_model"], c["architecture"] == "transformer"
        if "patch_size" in c:
            self.patches = nn.Linear(c["num_channels"] * c["patch_size"] ** 2, d)
            self.class_token = nn.Parameter(torch.zeros(1, d))
        else:
            self.embedding = nn.Embedding(c["vocabulary"], d)
        if c["positions"] == "learned":
            names = ["source_positions", "target_positions"] if both else ["positions"]
            for name in names:
                self.add_module(name, nn.Embedding(c["context"], d))
        elif c["positions"] not in ("sinusoidal", "rotary", "alibi", "none"):
            raise SystemExit(f"positions {c['positions']}: this script does not know them")
        if c["architecture"] != "decoder":
            self.encoder = Stack(c, c["encoder_layers"], False)
        if c["architecture"] != "encoder":
            self.decoder = Stack(c, c["decoder_layers"], both)
        if not c["tied_output"]:
            self.output = nn.Linear(d, c["vocabulary"], bias=False)

    def place(self, x, table):
        length, d = x.shape[1], self.c["d_model"]
        if self.c["positions"] == "learned":
            return x + getattr(self, table).weight[:length]
        if self.c["positions"] != "sinusoidal":
            return x
        at = torch.arange(length, dtype=x.dtype)[:, None]
        angle = at / self.c["base"] ** (torch.arange(0, d, 2, dtype=x.dtype) / d)
        waves = torch.zeros(length, d, dtype=x.dtype)
        waves[:, 0::2], waves[:, 1::2] = angle.sin(), angle.cos()
        return x + waves

    def embed(self, ids, table):
        if ids.is_floating_point():
            squares = self.patches(ids)
            return self.place(torch.cat([self.class_token.expand(len(ids), 1, -1), squares], 1), table)
        factor = math.sqrt(self.c["d_model"]) if self.c["embedding_scale"] else 1.0
        return self.place(self.embedding(ids) * factor, table)

    def visible(self, ids, length, causal):
        sees = torch.ones(length, ids.shape[1], dtype=torch.bool)
        if causal:
            sees = sees.tril()
        if self.c["mask_padding"] and not ids.is_floating_point():
            return sees & (ids != 0)[:, None, None, :]
        return sees[None, None]

    def forward(self, source, target=None):
        c = self.c
        if c["architecture"] == "decoder":
            y = self.decoder(self.embed(source, "positions"),
                             self.visible(source, source.shape[1], c["decoder_causal"]))
        else:
            x = self.embed(source, "positions" if target is None else "source_positions")
            y = self.encoder(x, self.visible(x if source.is_floating_point() else source, x.shape[1], c["causal"]))
            if target is not None:
                y = self.decoder(self.embed(target, "target_positions"),
                                 self.visible(target, target.shape[1], c["decoder_causal"]), y,
                                 self.visible(source, target.shape[1], False))
        if c["predicts"] == "class":
            y = y[:, :1]
        if c["output_scale"]:
            y = y / math.sqrt(c["d_model"])
        return F.linear(y, self.embedding.weight if c["tied_output"] else self.output.weight)


def tensors(path):
    """The tensors of a .safetensors file: 8 bytes that say how long its JSON header is, the header, the numbers."""
    kinds = {"F32": torch.float32, "F16": torch.float16}
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = bytearray(file.read())
    header.pop("__metadata__", None)
    found = {}
    for name, info in header.items():
        numbers = torch.frombuffer(data, dtype=kinds[info["dtype"]], offset=info["data_offsets"][0],
                                   count=math.prod(info["shape"]))
        found[name] = numbers.reshape(info["shape"]).float()
    return found


def load(folder):
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        model = Model(json.load(file))
    model.load_state_dict(tensors(os.path.join(folder, "model.safetensors")))
    return model.eval()


def main():
    typed = sys.argv[1:]
    if not typed:
        raise SystemExit(__doc__)
    parts = " ".join(typed).split("/")
    batches = [torch.tensor([[int(number) for number in part.split()]]) for part in parts]
    with torch.no_grad():
        logits = load(os.path.dirname(os.path.abspath(__file__)))(*batches)[0]
    for row in logits:
        print(int(row.argmax()), float(row.max()))


if __name__ == "__main__":
    main()
