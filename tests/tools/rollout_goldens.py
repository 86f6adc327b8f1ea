"""Goldens of attention over layers (Abnar & Zuidema 2020), from NumPy in float64: averages over heads, the
half identity, rollout, and the maximum flow by plain augmenting paths (Edmonds & Karp 1972) on one matrix of
all places: nothing is shared with the engine's way.
"""
from collections import deque

import numpy as np
import torch

from golden_numbers import exact, packed


def drawn_weights(rng, tokens, causal, blind):
    """Softmax of normal scores; rows in `blind` see nothing."""
    scores = rng.normal(scale=2, size=(tokens, tokens))
    if causal:
        scores[np.triu_indices(tokens, 1)] = -np.inf
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    weights[blind] = 0
    return weights.astype(np.float32).astype(np.float64)


def augmenting_path(room, source, sink):
    """The way from source to sink with the fewest steps along which something can still flow, or None."""
    before = {source: source}
    queue = deque([source])
    while queue:
        place = queue.popleft()
        for other in np.flatnonzero(room[place] > 1e-13):
            if other in before:
                continue
            before[other] = place
            queue.append(other)
    if sink not in before:
        return None
    path = [sink]
    while path[-1] != source:
        path.append(before[path[-1]])
    return path[::-1]


def max_flow(capacity, source, sink):
    room = capacity.copy()
    total = 0.0
    while (path := augmenting_path(room, source, sink)) is not None:
        steps = list(zip(path, path[1:]))
        least = min(room[a, b] for a, b in steps)
        for a, b in steps:
            room[a, b] -= least
            room[b, a] += least
        total += least
    return total


def all_flows(mixed):
    layers, tokens = len(mixed), len(mixed[0])
    capacity = np.zeros(((layers + 1) * tokens,) * 2)
    for layer, weights in enumerate(mixed):
        above, below = (layer + 1) * tokens, layer * tokens
        capacity[above:above + tokens, below:below + tokens] = weights
    return np.array([[max_flow(capacity, layers * tokens + i, j) for j in range(tokens)]
                     for i in range(tokens)])


def rollout_case(rng, tokens, heads, layers, causal=False, blind=()):
    inputs, stages, mixed = {}, {}, []
    for layer in range(layers):
        maps = [drawn_weights(rng, tokens, causal, list(blind)) for _ in range(heads)]
        for head, weights in enumerate(maps):
            inputs[f"{layer}.head.{head}"] = exact(torch.from_numpy(weights))
        mean = np.mean(maps, axis=0)
        both = 0.5 * mean + 0.5 * np.eye(tokens)
        mixed.append(both / both.sum(axis=1, keepdims=True))
        stages[f"rollout.{layer}.mean"] = mean
        stages[f"rollout.{layer}.mixed"] = mixed[-1]
        stages[f"rollout.{layer}"] = np.linalg.multi_dot(mixed[::-1]) if layer else mixed[0]
    stages["flow"] = all_flows(mixed)
    return {"kind": "rollout", "layers": layers, "heads": heads, "inputs": inputs,
            "stages": {name: packed(torch.from_numpy(value)) for name, value in stages.items()}}


def rollout_cases():
    rng = np.random.default_rng(4)
    yield "rollout", rollout_case(rng, tokens=7, heads=3, layers=4)
    yield "rollout_causal", rollout_case(rng, tokens=8, heads=2, layers=3, causal=True)
    yield "rollout_blind_row", rollout_case(rng, tokens=5, heads=2, layers=3, blind=(3,))
    yield "rollout_one_layer", rollout_case(rng, tokens=4, heads=1, layers=1)
