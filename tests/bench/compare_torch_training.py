#!/usr/bin/python3
"""A step of training beside PyTorch's, one thread each, in turns, in one run.

    /usr/bin/python3 tests/bench/compare_torch_training.py build/release/tests/bench/headlight_training_bench
        [--instructions v3]

Needs Debian's python3-torch and libopenblas0-pthread. A step is forward, backward, clipping and AdamW, of decoders of
training_bench.cpp's two sizes, on noise. Least of many steps; beside it the products alone, which no step can be
faster than, and ours on all cores. Above 1 the engine is faster. Wall time, and the processor's time of one thread,
which says more where others share the processor.
"""
import math
import time

import peers

# Threads are read when OpenBLAS is loaded: set_num_threads() alone leaves it its own.
OPTIONS = peers.begin(__doc__, threads=1)

import torch  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

SIZES, HEADS, BATCH, VOCABULARY, ROUNDS, SECONDS = [(2, 64, 32), (4, 128, 64)], 4, 32, 64, 5, 2


class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x, mask):
        batch, tokens, width = x.shape
        parts = self.qkv(self.norms[0](x)).chunk(3, -1)
        q, k, v = (part.view(batch, tokens, HEADS, -1).transpose(1, 2) for part in parts)
        weights = (q @ k.transpose(-1, -2) / math.sqrt(width // HEADS)).masked_fill(mask, -math.inf).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(batch, tokens, width))
        return x + self.down(functional.gelu(self.up(self.norms[1](x))))


class Decoder(nn.Module):
    """Pre-norm, learned positions, GELU, an output of its own."""

    def __init__(self, layers, width, tokens):
        super().__init__()
        self.words, self.places = nn.Embedding(VOCABULARY, width), nn.Embedding(tokens, width)
        self.layers = nn.ModuleList(Layer(width) for _ in range(layers))
        self.norm, self.out = nn.LayerNorm(width), nn.Linear(width, VOCABULARY, bias=False)
        self.register_buffer("mask", torch.ones(tokens, tokens, dtype=torch.bool).triu(1))

    def forward(self, ids):
        x = self.words(ids) + self.places.weight
        for layer in self.layers:
            x = layer(x, self.mask)
        return self.out(self.norm(x))


def stepper(layers, width, tokens):
    model = Decoder(layers, width, tokens)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)
    ids, labels = torch.randint(0, VOCABULARY, (2, BATCH, tokens))

    def step():
        optimiser.zero_grad()
        functional.cross_entropy(model(ids).flatten(0, 1), labels.flatten()).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()

    return step


def torch_milliseconds(step):
    """Least wall and processor time of a step."""
    wall = processor = math.inf
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start, start_processor = time.perf_counter(), time.process_time()
        step()
        wall = min(wall, time.perf_counter() - start)
        processor = min(processor, time.process_time() - start_processor)
    return 1e3 * wall, 1e3 * processor


def engine_milliseconds(name):
    made = peers.run_bench(OPTIONS, f"^{name}$", "--benchmark_min_time=0.02", "--benchmark_repetitions=20")
    runs = [run for run in made if run["run_type"] == "iteration"]
    return min(run["real_time"] for run in runs), min(run["cpu_time"] for run in runs)


def compare(number, layers, width, tokens):
    step = stepper(layers, width, tokens)
    ways = [lambda: torch_milliseconds(step)]
    for name in (f"BM_TrainingStepOneCore/{number}", f"BM_TrainingProducts/{number}",
                 f"BM_TrainingStep/{number}/real_time"):
        ways.append(lambda name=name: engine_milliseconds(name))
    rounds = [[way() for way in ways] for _ in range(ROUNDS)]
    least = [[min(times) for times in zip(*way)] for way in zip(*rounds)]
    print(f"{layers} layers, d {width}, {tokens} tokens, batch {BATCH}:")
    for kind, (peer, engine, products, together) in zip(("wall", "processor"), zip(*least)):
        line = (f"  {kind}: PyTorch {peer:.2f} ms, engine {engine:.2f} ms ({peer / engine:.2f}), "
                f"products alone {products:.2f} ms ({peer / products:.2f})")
        print(line + (f", on all cores {together:.2f} ms ({engine / together:.2f} of one)" if kind == "wall" else ""),
              flush=True)


def main():
    torch.set_num_threads(1)
    with peers.torch_watched(torch, OPTIONS):
        for number, size in enumerate(SIZES):
            compare(number, *size)


if __name__ == "__main__":
    main()
