#!/usr/bin/python3
"""Goldens of the depth lab: its five stacks and its paths, in float64.

Refresh (needs Debian's python3-torch and libopenblas0-pthread; running the tests needs neither):

    /usr/bin/python3 tests/tools/depth_lab_goldens.py tests/golden/engine

The weights are drawn here as the engine draws them, so that a case names its settings alone: SplitMix64's mixing
function over (seed, name, counter). The norm is that of Dong et al. 2021 (2103.03404), sec. 2.
"""
import json
import math
import pathlib
import sys

import torch

from drawn_numbers import drawn
from golden_numbers import packed

WIDTH = 32
TEXT = "the cat sat on the mat because it was tired"
MODES = {"pure": (0, 0, 0), "skip": (1, 0, 0), "mlp": (0, 1, 0), "both": (1, 1, 0), "model": (1, 1, 1)}
CASES = {"depth_lab": dict(layers=3, heads=4, seed=0, window=0, value_gain=1.0, score_gain=1.0),
         "depth_lab_window": dict(layers=2, heads=2, seed=5, window=3, value_gain=1.5, score_gain=2.0)}


def xavier(fan_in, fan_out):
    return math.sqrt(6 / (fan_in + fan_out))


class Lab:
    """One setting's weights, and what becomes of the text."""

    def __init__(self, layers, heads, seed, window, value_gain, score_gain):
        self.layers, self.heads, self.seed = layers, heads, seed
        self.gains = {"wq": score_gain, "wv": value_gain}
        self.width = WIDTH // heads
        tokens = TEXT.split()
        self.input = self.embedded(tokens) + self.positions(len(tokens))
        apart = (torch.arange(len(tokens))[:, None] - torch.arange(len(tokens))).abs()
        self.mask = torch.where((apart >= window) & (window > 0), -math.inf, 0.0)

    def embedded(self, tokens):
        rows = [drawn(self.seed, f"embedding.{token}", 1, WIDTH, math.sqrt(3 / WIDTH)) for token in tokens]
        return math.sqrt(WIDTH) * torch.cat(rows)

    @staticmethod
    def positions(length):
        angles = torch.arange(length)[:, None] * 10000.0 ** (-2.0 * torch.arange(WIDTH // 2) / WIDTH)
        return torch.stack([angles.sin(), angles.cos()], 2).reshape(length, WIDTH)

    def head(self, layer, head, name):
        address = f"encoder.{layer}.self.head.{head}.{name}"
        return self.gains.get(name, 1) * drawn(self.seed, address, self.width, WIDTH,
                                               xavier(WIDTH, self.heads * self.width))

    def attended(self, layer, x, maps=None):
        """Attention's output, and its maps; with `maps`, those are taken instead of its own."""
        made, outputs = [], []
        for head in range(self.heads):
            q, k = x @ self.head(layer, head, "wq").T, x @ self.head(layer, head, "wk").T
            own = (q @ k.T / math.sqrt(self.width) + self.mask).softmax(1) if maps is None else maps[head]
            made.append(own)
            outputs.append(own @ (x @ self.head(layer, head, "wv").T))
        joined = self.heads * self.width
        wo = drawn(self.seed, f"encoder.{layer}.self.wo", WIDTH, joined, xavier(joined, WIDTH))
        return torch.cat(outputs, 1) @ wo.T, made

    def fed_forward(self, layer, x):
        bound = xavier(WIDTH, 4 * WIDTH)
        w1 = drawn(self.seed, f"encoder.{layer}.ffn.w1", 4 * WIDTH, WIDTH, bound)
        w2 = drawn(self.seed, f"encoder.{layer}.ffn.w2", WIDTH, 4 * WIDTH, bound)
        return (x @ w1.T).relu() @ w2.T

    def run(self, skip, feed_forward, norm):
        """X after each number of layers, and the maps of each layer."""
        x, stack, maps = self.input, [self.input], []
        ends = lambda y: torch.nn.functional.layer_norm(y, (WIDTH,), eps=1e-5) if norm else y
        for layer in range(self.layers):
            output, own = self.attended(layer, x)
            maps.append(own)
            x = ends(x + output if skip else output)
            if feed_forward:
                output = self.fed_forward(layer, x)
                x = x + output if skip else output
            x = ends(x)
            stack.append(x)
        return stack, maps

    def paths(self, maps):
        """By length: the sum of all paths, from every choice of layers one by one."""
        sums = [torch.zeros_like(self.input) for _ in range(self.layers + 1)]
        for choice in range(1 << self.layers):
            x = self.input
            for layer in range(self.layers):
                if choice >> layer & 1:
                    x = self.attended(layer, x, maps[layer])[0]
            sums[bin(choice).count("1")] += x
        return sums


def norm(a):
    return (a.abs().sum(0).max() * a.abs().sum(1).max()).sqrt()


def measured(name, outputs):
    stages = {}
    for number, x in enumerate(outputs):
        residual = x - x.mean(0)
        unit = x / x.norm(dim=1, keepdim=True)
        stages |= {f"{name}.{number}.output": x, f"{name}.{number}.cosines": unit @ unit.T}
        # What rounding leaves of rows that have grown equal is nothing to compare.
        if norm(residual) > 1e-3 * norm(x):
            stages |= {f"{name}.{number}.residual": residual, f"{name}.{number}.size": norm(residual) / norm(x)}
    return stages


def depth_case(setting):
    lab = Lab(**setting)
    stages = {"input": lab.input}
    for mode, parts in MODES.items():
        outputs, maps = lab.run(*parts)
        stages |= measured(mode, outputs)
        if mode == "skip":
            stages |= {k: v for k, v in measured("paths", lab.paths(maps)).items() if not k.endswith("cosines")}
    return dict(kind="depth lab", text=TEXT, setting=setting,
                stages={f"lab.depth.{k}": packed(v.reshape(1, 1) if v.dim() == 0 else v, digits=7)
                        for k, v in stages.items()})


def main():
    for name, setting in CASES.items():
        path = pathlib.Path(sys.argv[1]) / f"{name}.json"
        path.write_text(json.dumps(depth_case(setting), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
