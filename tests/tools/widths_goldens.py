"""Goldens of attention alone with inputs of their own widths: embeddings, positions, and every stage after them.

Where the output and the queries' vectors are as wide as all heads together, nn.MultiheadAttention with kdim and
vdim is the authority; other widths are written out by hand.
"""
import math

import torch

from attention_goldens import attention_stages, check_with_module
from golden_numbers import drawn, exact, packed


def waves(length, d):
    table = torch.zeros(length, d)
    for position in range(length):
        for column in range(d):
            angle = position / 10000 ** ((column // 2 * 2) / d)
            table[position, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return table


def widths_case(name, length, widths, heads, d_k, d_v, d_out, module):
    """`widths`: i_q, i_k, i_v. Inputs of one width share their vectors."""
    names = dict(zip("qkv", ("query", "key", "value")))
    tables, inputs, stages = {}, {}, {}
    for letter, width in zip("qkv", widths):
        if width not in tables:
            tables[width] = (letter, drawn(length, width))
        first, table = tables[width]
        inputs[letter] = math.sqrt(width) * table + waves(length, width)
        stream = "" if len(set(widths)) == 1 else names[first] + "."
        stages[stream + "position"] = waves(length, width)
        stages[stream + "input"] = inputs[letter]
    weights = {}
    for letter, width, out in zip("qkv", widths, (d_k, d_k, d_v)):
        weights["w" + letter] = (drawn(heads * out, width) / 4).to(torch.float32).to(torch.float64)
    weights["wo"] = (drawn(d_out, heads * d_v) / 4).to(torch.float32).to(torch.float64)
    inputs.update(weights)
    of_layer = attention_stages(inputs, heads, torch.zeros(length, length), True)
    if module:
        check_with_module(inputs, heads, torch.zeros(length, length), of_layer)
    stages.update({"encoder.0.self." + key: value for key, value in of_layer.items()})
    given = {f"table.{letter}": table for letter, table in tables.values()} | weights
    return name, dict(kind="widths", heads=heads, d_k=d_k, d_v=d_v, widths=list(widths), d_o=d_out,
                      inputs={k: exact(v) for k, v in given.items()},
                      stages={k: packed(v) for k, v in stages.items()})


def widths_cases():
    yield widths_case("widths_three", 5, (12, 7, 10), 3, 4, 4, 12, True)
    yield widths_case("widths_two", 4, (8, 6, 6), 2, 4, 3, 5, False)
    yield widths_case("widths_one", 4, (6, 6, 6), 2, 3, 3, 6, True)
