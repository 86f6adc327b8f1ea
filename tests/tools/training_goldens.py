#!/usr/bin/python3
"""Goldens of training: a model's parameters after 1, 10 and 100 steps of PyTorch's AdamW, in float64.

Refresh (needs Debian's python3-torch and libopenblas0-pthread; running the tests needs neither):

    /usr/bin/python3 tests/tools/training_goldens.py tests/golden/engine

First values and examples are drawn here as the engine and its test draw them, so that a case names its settings
alone. The model is the script that stands in every folder that Headlight writes.
"""
import json
import math
import pathlib
import sys

import torch
import torch.nn.functional as F
from torch import nn

from drawn_numbers import drawn, drawn_normal, uniforms
from golden_numbers import packed

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "assets" / "models"))
import model as headlight  # noqa: E402

WORDS, WIDTH, BATCH, STEPS = 11, 8, 6, 100
SOURCE, TARGET = 6, 5  # places
OPTIMISER = dict(rate=4e-3, warmup=5, final_share=0.1, beta1=0.9, beta2=0.98, epsilon=1e-8, decay=0.1, clip=0.8)
PLAIN = dict(architecture="transformer", vocabulary=WORDS, d_model=WIDTH, heads=2, kv_heads=0, d_k=4, d_v=4, d_ff=12,
             encoder_layers=1, decoder_layers=1, positions="sinusoidal", base=10000.0, context=SOURCE,
             activation="gelu", gated=False, norm="pre", final_norm=False, tied_output=False, embedding_scale=True,
             output_scale=False, predicts="next-token", causal=False, decoder_causal=True, mask_padding=True)
# Slopes without a jump: where one jumps, rounding may decide on which side of it a number lies.
CASES = {
    "training_pre": {},
    "training_post": dict(norm="post", activation="gelu-tanh"),
    "training_b2t": dict(norm="b2t", activation="silu"),
    "training_tied": dict(architecture="decoder", decoder_layers=2, tied_output=True),
    "training_learned": dict(architecture="decoder", decoder_layers=2, positions="learned", embedding_scale=False,
                             d_ff=0),
    "training_encoder": dict(architecture="encoder", encoder_layers=2, predicts="tokens", positions="learned",
                             embedding_scale=False),
}
EMBEDDING, POSITION, SEED = 0.35, 0.5, 3


def first_value(name, shape):
    kind = name.split(".")[-1]
    rows, columns = shape if len(shape) == 2 else (1, shape[0])
    if name == "embedding.weight":
        return drawn_normal(SEED, name, rows, columns, EMBEDDING)
    if name.endswith("positions.weight"):
        return drawn_normal(SEED, name, rows, columns, POSITION)
    if "norm" in name:
        return torch.full(shape, 1.0 if kind == "weight" else 0.0)
    if kind == "bias":
        return torch.zeros(shape)
    variance = 6.0 / (rows + columns)
    if name == "output.weight":
        variance = min(variance, 1.5 / columns)
    bound = torch.tensor(variance, dtype=torch.float32).sqrt()
    return drawn(SEED, name, rows, columns, float(bound))


def ids(number, first, count):
    """Words of an example, none of them padding."""
    return [1 + int(u * (WORDS - 1)) for u in uniforms(SEED, "examples", range(100 * number + first,
                                                                               100 * number + first + count))]


def batch(c, step):
    """Ids of both sequences, padded with 0, and labels, -100 where nothing is asked."""
    sources, targets, labels = [], [], []
    for i in range(BATCH):
        number = BATCH * step + i
        source = ids(number, 0, 3 + number % 4)
        target = ids(number, 20, 2 + number % 3)
        asked = target if c["architecture"] == "transformer" else source
        label = ids(number, 40, len(asked))
        if c["architecture"] == "encoder":
            label = [word if row % 2 == 0 else -100 for row, word in enumerate(label)]
        places = TARGET if c["architecture"] == "transformer" else SOURCE
        sources.append(source + [0] * (SOURCE - len(source)))
        targets.append(target + [0] * (TARGET - len(target)))
        labels.append(label + [-100] * (places - len(label)))
    return tuple(torch.tensor(rows) for rows in (sources, targets, labels))


def rate(step):
    o = OPTIMISER
    if step < o["warmup"]:
        return o["rate"] * (step + 1) / o["warmup"]
    height = (1 + math.cos(math.pi * (step - o["warmup"]) / (STEPS - o["warmup"]))) / 2
    return o["rate"] * (o["final_share"] + (1 - o["final_share"]) * height)


def trained(c):
    net = headlight.Model(c)
    with torch.no_grad():
        for name, parameter in net.named_parameters():
            parameter.copy_(first_value(name, tuple(parameter.shape)).reshape(parameter.shape))
    matrices = [p for n, p in net.named_parameters() if p.dim() == 2 and "embedding" not in n and "positions" not in n]
    rest = [p for p in net.parameters() if not any(p is m for m in matrices)]
    adam = torch.optim.AdamW([dict(params=matrices, weight_decay=OPTIMISER["decay"]), dict(params=rest, weight_decay=0.0)],
                             lr=1.0, betas=(OPTIMISER["beta1"], OPTIMISER["beta2"]), eps=OPTIMISER["epsilon"])
    made = {}
    for step in range(STEPS):
        source, target, labels = batch(c, step)
        logits = net(source, target) if c["architecture"] == "transformer" else net(source)
        loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100)
        adam.zero_grad()
        loss.backward()
        length = nn.utils.clip_grad_norm_(net.parameters(), OPTIMISER["clip"])
        for group in adam.param_groups:
            group["lr"] = rate(step)
        adam.step()
        if step + 1 in (1, 10, 100):
            made[str(step + 1)] = {"loss": loss.item(), "length": length.item(), "parameters": {
                name: packed(p.detach(), 8) for name, p in net.named_parameters()}}
    return made


def main():
    torch.set_default_dtype(torch.float64)
    folder = pathlib.Path(sys.argv[1])
    for name, changes in CASES.items():
        c = dict(PLAIN, **changes)
        golden = {"kind": "training", "config": c, "optimiser": OPTIMISER, "steps": trained(c)}
        (folder / f"{name}.json").write_text(json.dumps(golden, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
