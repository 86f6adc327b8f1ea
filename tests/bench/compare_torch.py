#!/usr/bin/python3
"""The engine beside PyTorch, every stage kept on both sides, on one core, in one run.

    taskset -c 0 /usr/bin/python3 tests/bench/compare_torch.py build/release/tests/bench/headlight_bench
        [--instructions v3]

Needs Debian's python3-torch and libopenblas0-pthread. Both sides are measured in processor time, in turns, so
that other programs on the machine disturb both alike; the ratio is of the medians. Below 1 the engine is faster.
"""
import statistics
import time

import peers

OPTIONS = peers.begin(__doc__, threads=1)

import torch  # noqa: E402
from torch.nn import functional  # noqa: E402

SIZES = [(12, 64, 4), (64, 256, 8), (128, 512, 8)]  # L, d_model, heads: those of engine_bench.cpp
ROUNDS = 5
LAYERS, LENGTH, WIDTH, HEADS, D_FF, VOCABULARY = 6, 64, 512, 8, 2048, 50  # of BM_Transformer


def attention_weights(d_model):
    return [torch.randn(d_model, d_model) / d_model**0.5 for _ in range(4)]


def attention(x, memory, weights, heads, mask):
    """Every stage of one attention; the last is its output."""
    length, d_model = x.shape
    d_head = d_model // heads
    q, k, v = ((y @ w.T).view(len(y), heads, d_head).transpose(0, 1)
               for y, w in zip((x, memory, memory), weights))
    scores = q @ k.transpose(1, 2)
    scaled = scores / d_head**0.5
    masked = scaled + mask
    maps = masked.softmax(-1)
    outputs = maps @ v
    concat = outputs.transpose(0, 1).reshape(length, d_model)
    return [q, k, v, scores, scaled, masked, maps, outputs, concat, concat @ weights[3].T]


def one_layer(length, d_model, heads):
    x, weights = torch.randn(length, d_model), attention_weights(d_model)
    mask = torch.full((length, length), float("-inf")).triu(1)
    return lambda: attention(x, x, weights, heads, mask)


def norm_weights():
    return torch.ones(WIDTH), torch.zeros(WIDTH)


def layer_weights(is_decoder):
    feed_forward = (torch.randn(D_FF, WIDTH) / WIDTH**0.5, torch.zeros(D_FF), torch.randn(WIDTH, D_FF) / D_FF**0.5,
                    torch.zeros(WIDTH))
    return [attention_weights(WIDTH) for _ in range(2 if is_decoder else 1)], feed_forward, norm_weights()


def add_and_norm(stages, x, output, norm):
    residual = x + output
    stages += [residual, functional.layer_norm(residual, (WIDTH,), *norm)]
    return stages[-1]


def run_layer(x, memory, weights, masks):
    """Every stage of one layer, Post-LN, ReLU."""
    stages = []
    attentions, (w1, b1, w2, b2), norm = weights
    for source, parts, mask in zip((None, memory), attentions, masks):
        stages += attention(x, x if source is None else source, parts, HEADS, mask)
        x = add_and_norm(stages, x, stages[-1], norm)
    hidden = functional.linear(x, w1, b1)
    active = functional.relu(hidden)
    output = functional.linear(active, w2, b2)
    stages += [hidden, active, output]
    add_and_norm(stages, x, output, norm)
    return stages


def transformer():
    encoder = [layer_weights(False) for _ in range(LAYERS)]
    decoder = [layer_weights(True) for _ in range(LAYERS)]
    table, positions = torch.randn(VOCABULARY, WIDTH), torch.randn(LENGTH, WIDTH)
    ids = torch.arange(LENGTH) % VOCABULARY
    visible, causal = torch.zeros(LENGTH, LENGTH), torch.full((LENGTH, LENGTH), float("-inf")).triu(1)

    def run():
        embedding = table[ids] * WIDTH**0.5
        x = embedding + positions
        stages = [embedding, x]
        for weights in encoder:
            stages += run_layer(stages[-1], None, weights, (visible,))
        memory = stages[-1]
        target = table[ids] * WIDTH**0.5
        stages += [target, target + positions]
        for weights in decoder:
            stages += run_layer(stages[-1], memory, weights, (causal, visible))
        logits = stages[-1] @ table.T
        return stages + [logits, logits.softmax(-1)]

    return run


def torch_microseconds(run, seconds=0.3):
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 3:
        start = time.process_time_ns()
        run()
        times.append((time.process_time_ns() - start) / 1e3)
    return statistics.median(times)


def engine_microseconds(names):
    """Median times of two benchmarks: the engine's, and of its products alone."""
    made = peers.run_bench(OPTIONS, f"BM_({names})$", "--benchmark_min_time=0.05", "--benchmark_repetitions=5")
    unit = {"ns": 1e-3, "us": 1, "ms": 1e3}
    medians = [b["cpu_time"] * unit[b["time_unit"]] for b in made if b.get("aggregate_name") == "median"]
    return medians[0], medians[1]


def compare(label, run, names):
    rounds = [(torch_microseconds(run), *engine_microseconds(names)) for _ in range(ROUNDS)]
    peer, engine, floor = (statistics.median(column) for column in zip(*rounds))
    print(f"{label:32} {peer:10.1f} {engine:10.1f} {floor:20.1f}   {engine / peer:16.2f}", flush=True)


def main():
    torch.set_num_threads(1)
    with peers.torch_watched(torch, OPTIONS), torch.no_grad():
        print(f"{'':32} PyTorch us  engine us  products alone us   engine / PyTorch")
        for index, size in enumerate(SIZES):
            label = "attention, L {} d {} h {}".format(*size)
            compare(label, one_layer(*size), f"(Layer|ProductsAlone)/{index}")
        compare("6+6 layers, 64 + 64 tokens", transformer(), "Transformer|TransformerProductsAlone")


if __name__ == "__main__":
    main()
