#!/usr/bin/python3
"""The engine beside PyTorch: one attention layer with every stage kept, on one core, in one run.

    taskset -c 0 /usr/bin/python3 tests/bench/compare_torch.py build/release/tests/bench/headlight_bench

Needs Debian's python3-torch and libopenblas0-pthread. Both sides are measured in processor time, in turns, so
that other programs on the machine disturb both alike; the ratio is of the medians. Below 1 the engine is faster.
"""
import json
import statistics
import subprocess
import sys
import time

import torch

SIZES = [(12, 64, 4), (64, 256, 8), (128, 512, 8)]  # L, d_model, heads: those of engine_bench.cpp
ROUNDS = 5


def staged(length, d_model, heads):
    """A function that makes every stage of a causal layer, and keeps them."""
    d_head = d_model // heads
    x = torch.randn(length, d_model)
    weights = [torch.randn(d_model, d_model) / d_model**0.5 for _ in range(4)]
    mask = torch.full((length, length), float("-inf")).triu(1)

    def run():
        q, k, v = ((x @ w.T).view(length, heads, d_head).transpose(0, 1) for w in weights[:3])
        scores = q @ k.transpose(1, 2)
        scaled = scores / d_head**0.5
        masked = scaled + mask
        maps = masked.softmax(-1)
        outputs = maps @ v
        concat = outputs.transpose(0, 1).reshape(length, d_model)
        return q, k, v, scores, scaled, masked, maps, outputs, concat, concat @ weights[3].T

    return run


def torch_microseconds(run, seconds=0.3):
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.process_time_ns()
        run()
        times.append((time.process_time_ns() - start) / 1e3)
    return statistics.median(times)


def engine_microseconds(bench, index):
    """Median times of the layer and of its products alone."""
    command = [bench, f"--benchmark_filter=BM_(Layer|ProductsAlone)/{index}$", "--benchmark_min_time=0.05",
               "--benchmark_repetitions=5", "--benchmark_format=json"]
    report = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    medians = [b["cpu_time"] / 1e3 for b in report["benchmarks"] if b.get("aggregate_name") == "median"]
    return medians[0], medians[1]


def main():
    torch.set_num_threads(1)
    print("  L d_model heads   PyTorch us  engine us  Eigen's products us   engine / PyTorch")
    with torch.no_grad():
        for index, size in enumerate(SIZES):
            run = staged(*size)
            rounds = [(torch_microseconds(run), *engine_microseconds(sys.argv[1], index)) for _ in range(ROUNDS)]
            peer, engine, floor = (statistics.median(column) for column in zip(*rounds))
            print(f"{size[0]:3} {size[1]:7} {size[2]:5}   {peer:10.1f} {engine:10.1f} {floor:20.1f}   "
                  f"{engine / peer:16.2f}")


if __name__ == "__main__":
    main()
