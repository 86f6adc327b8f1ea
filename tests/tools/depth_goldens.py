#!/usr/bin/python3
"""Goldens of `headlight depth`: gradients and outputs of each layer at the start of training, in float64.

Refresh (needs Debian's python3-torch and libopenblas0-pthread; running the tests needs neither):

    /usr/bin/python3 tests/tools/depth_goldens.py tests/golden/engine

Weights and texts are drawn here as the engine draws them, so that a case names its settings alone. The stacks are
those that transformer_goldens.py holds against PyTorch's own modules; the gradients are autograd's.
"""
import json
import math
import pathlib
import sys

import torch

from depth_lab_goldens import xavier
from drawn_numbers import drawn, uniforms
from golden_numbers import causal_mask
from transformer_goldens import Stacks, layer_norm

WIDTH, HEADS, FFN, LENGTH, WORDS = 64, 4, 256, 16, 32
LAYERS, DRAWS = 3, 2


class DrawnWeights(dict):
    """A seeded model's: each is drawn when it is first asked for."""

    def __init__(self, seed):
        super().__init__()
        self.seed = seed

    def __missing__(self, address):
        self[address] = self.first(address).requires_grad_()
        return self[address]

    def first(self, address):
        owner, name = address.rsplit(".", 1)
        if "norm" in address or "output" in address:
            return torch.ones(1, WIDTH) if name == "weight" else torch.zeros(1, WIDTH)
        if name.startswith("b"):
            return torch.zeros(1, FFN if name == "b1" else WIDTH)
        if name in ("wq", "wk", "wv"):
            size = WIDTH // HEADS
            return torch.cat([drawn(self.seed, f"{owner}.head.{head}.{name}", size, WIDTH, xavier(WIDTH, WIDTH))
                              for head in range(HEADS)])
        rows, columns = {"wo": (WIDTH, WIDTH), "w1": (FFN, WIDTH), "w2": (WIDTH, FFN)}[name]
        return drawn(self.seed, address, rows, columns, xavier(rows, columns))


def table(seed, name):
    return torch.cat([drawn(seed, f"{name}.w{word}", 1, WIDTH, math.sqrt(3 / WIDTH)) for word in range(WORDS)])


def text(seed, name):
    return torch.tensor([int(u * WORDS) for u in uniforms(seed, name, range(LENGTH))])


def embedded(seed, words, order):
    angles = torch.arange(LENGTH)[:, None] * 10000.0 ** (-2.0 * torch.arange(WIDTH // 2) / WIDTH)
    x = math.sqrt(WIDTH) * table(seed, "embedding")[words] + torch.stack([angles.sin(), angles.cos()], 2).reshape(
        LENGTH, WIDTH)
    return x if order == "pre" else layer_norm(x, 1, 0)


def layer_numbers(run, found, stack, order, number):
    """Of one layer: W2's gradient, its output's, the output itself by row, and what leaves each attention."""
    last = "residual" if order == "pre" else "norm"
    length = lambda address: found[address].norm().item() if address in found else 0.0
    prefix = f"{stack}.{number}"
    return [found[f"{prefix}.ffn.w2"].norm().item(), length(f"{prefix}.ffn.{last}"),
            run.stages[f"{prefix}.ffn.{last}"].norm().item() / math.sqrt(LENGTH), length(f"{prefix}.self.{last}"),
            length(f"{prefix}.cross.{last}")]


def draw(order, stack, seed):
    config = dict(heads=HEADS, norm=order, off=[], activation="relu", final_norm=False, encoder_layers=LAYERS,
                  decoder_layers=LAYERS)
    run = Stacks(config, DrawnWeights(seed))
    read = text(seed, "a text to read")
    open_mask, causal = torch.zeros(LENGTH, LENGTH), causal_mask(LENGTH)
    if stack == "decoder":
        asked, output = read, run.stack("decoder", embedded(seed, read, order), causal)
    else:
        output = run.stack("encoder", embedded(seed, read, order), open_mask)
    if stack == "encoder":
        asked = text(seed, "words asked for")
    elif stack == "encoder-decoder":
        asked = text(seed, "a text to write")
        output = run.stack("decoder", embedded(seed, asked, order), causal, output, open_mask)
    logits = output @ table(seed, "unembedding").T
    follows = stack != "encoder"
    loss = torch.nn.functional.cross_entropy(logits[:-1] if follows else logits, asked[1:] if follows else asked)
    wanted = {k: v for k, v in (run.stages | run.weights).items() if v.requires_grad}
    gradients = torch.autograd.grad(loss, list(wanted.values()), allow_unused=True)
    found = {k: v for k, v in zip(wanted, gradients) if v is not None}
    name = "encoder" if stack == "encoder" else "decoder"
    return [layer_numbers(run, found, name, order, number) for number in range(LAYERS)]


def main():
    cases = [dict(norm=order, stack=stack, draw=seed, layers=draw(order, stack, seed))
             for order in ("post", "pre", "b2t") for stack in ("encoder", "decoder", "encoder-decoder")
             for seed in range(DRAWS)]
    golden = dict(kind="depth", cases=cases)
    (pathlib.Path(sys.argv[1]) / "depth.json").write_text(json.dumps(golden, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
