#!/usr/bin/python3
"""Goldens of the models in the box: the script that stands in every folder that Headlight writes, run in float64.

Refresh, after a model was trained again (needs Debian's python3-torch and libopenblas0-pthread; running the tests
needs neither):

    /usr/bin/python3 tests/tools/box_goldens.py tests/golden/engine

A case names a model, what it reads, its logits and the weights of every attention.
"""
import json
import pathlib
import sys

import torch

from drawn_numbers import uniforms
from golden_numbers import packed

BOX = pathlib.Path(__file__).parents[2] / "assets" / "models"
sys.path.insert(0, str(BOX))
import model as headlight  # noqa: E402

LENGTHS = dict(source=9, target=7)


def ids(name, stream, words, places):
    """Words that are not padding, and no more than the model has places for."""
    count = min(LENGTHS[stream], places)
    return [1 + int(u * (words - 1)) for u in uniforms(0, f"{name}.{stream}", range(count))]


def patches(name, config):
    """Squares of a picture, as float32 holds them."""
    squares = (config["image_size"] // config["patch_size"]) ** 2
    values = config["num_channels"] * config["patch_size"] ** 2
    return (2 * uniforms(0, f"{name}.patches", range(squares * values)) - 1).reshape(squares, values)


def read(name, config):
    if "patch_size" in config:
        return dict(patches=patches(name, config))
    places = config["context"] if config["positions"] == "learned" else max(LENGTHS.values())
    streams = ("source", "target") if config["architecture"] == "transformer" else ("source",)
    return {stream: ids(name, stream, config["vocabulary"], places) for stream in streams}


def maps(net):
    """The weights of every head, by address."""
    found = {}
    for name, module in net.named_modules():
        if isinstance(module, headlight.Attention):
            for head, weights in enumerate(module.weights[0]):
                found[f"{name}.head.{head}.weights"] = packed(weights, 8)
    return found


def case(folder):
    net = headlight.load(folder).double()
    given = read(folder.name, net.c)
    with torch.no_grad():
        logits = net(*(torch.as_tensor(one)[None] for one in given.values()))[0]
    if "patches" in given:
        given["patches"] = packed(given["patches"], 9)
    return dict(kind="box", model=folder.name, reads=given, stages=dict(maps(net), logits=packed(logits, 8)))


def main():
    torch.set_default_dtype(torch.float64)
    for config in sorted(BOX.glob("*/config.json")):
        golden = case(config.parent)
        path = pathlib.Path(sys.argv[1]) / f"box_{config.parent.name}.json"
        path.write_text(json.dumps(golden, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
