#!/usr/bin/python3
"""GPT-2's backward pass beside PyTorch's, on all cores, in turns, in one run.

    /usr/bin/python3 tests/bench/compare_torch_backward.py build/release/tests/bench/headlight_gpt2_bench
        [--instructions v3]

Needs Debian's python3-torch and libopenblas0-pthread. PyTorch gives the gradients of the input and of all 144 maps,
from a graph that stands, of one logit of the last token; the engine the same. Wall time, medians; below 1 the engine
is faster.
"""
import statistics
import time

import peers

OPTIONS = peers.begin(__doc__)

import torch  # noqa: E402
from torch.nn import functional  # noqa: E402

LAYERS, WIDTH, HEADS, VOCABULARY, LENGTH, ROUNDS = 12, 768, 12, 50257, 128, 5


def layer_weights():
    shapes = [(3 * WIDTH, WIDTH), (WIDTH, WIDTH), (4 * WIDTH, WIDTH), (WIDTH, 4 * WIDTH)]
    return [(0.03 * torch.randn(shape), torch.zeros(shape[0])) for shape in shapes]


def forward(x, layers, mask, table):
    """The logits of every token, and every map."""
    maps = []
    for qkv, out, first, second in layers:
        y = functional.layer_norm(x, (WIDTH,))
        q, k, v = (part.view(LENGTH, HEADS, -1).transpose(0, 1) for part in functional.linear(y, *qkv).chunk(3, 1))
        maps.append((q @ k.transpose(1, 2) / q.shape[-1]**0.5 + mask).softmax(-1))
        x = x + functional.linear((maps[-1] @ v).transpose(0, 1).reshape(LENGTH, WIDTH), *out)
        hidden = functional.gelu(functional.linear(functional.layer_norm(x, (WIDTH,)), *first))
        x = x + functional.linear(hidden, *second)
    return functional.layer_norm(x, (WIDTH,)) @ table.T, maps


def torch_milliseconds(run):
    logits, wanted = run()
    start = time.perf_counter()
    torch.autograd.grad(logits[-1, 0], wanted)
    return (time.perf_counter() - start) * 1e3


def engine_milliseconds():
    made = peers.run_bench(OPTIONS, f"BM_Gpt2(Backward|BackwardMaps)/{LENGTH}/")
    return [benchmark["real_time"] for benchmark in made]


def main():
    layers = [layer_weights() for _ in range(LAYERS)]
    table, mask = 0.03 * torch.randn(VOCABULARY, WIDTH), torch.full((LENGTH, LENGTH), float("-inf")).triu(1)

    def run():
        x = torch.randn(LENGTH, WIDTH, requires_grad=True)
        logits, maps = forward(x, layers, mask, table)
        return logits, [x, *maps]

    with peers.torch_watched(torch, OPTIONS):
        rounds = [(torch_milliseconds(run), *engine_milliseconds()) for _ in range(ROUNDS)]
    peer, engine, with_maps = (statistics.median(column) for column in zip(*rounds))
    print(f"PyTorch {peer:.1f} ms, engine {engine:.1f} ms ({engine / peer:.2f}), with every map's gradient read "
          f"{with_maps:.1f} ms ({with_maps / peer:.2f})")


if __name__ == "__main__":
    main()
