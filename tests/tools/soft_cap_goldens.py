#!/usr/bin/python3
"""Goldens of attention whose scores are capped, from NumPy in float64 (Gemma 2, 2408.00118, sec. 2).

Refresh (needs Debian's python3-numpy; running the tests does not):

    /usr/bin/python3 tests/tools/soft_cap_goldens.py tests/golden/engine

The order: what the distances' vectors add, the division, the cap C tanh(s / C), what positions add, the mask,
the softmax. One case for each kind of mask and of position, in the form that make_goldens.py writes.
"""
import json
import pathlib
import sys

import numpy as np

HEADS, LENGTH, KEYS, WIDTH, D_K, D_V = 2, 6, 6, 8, 4, 3
DRAW = np.random.default_rng(2408)
FINITE = -1e9


def drawn(*shape):
    return DRAW.normal(size=shape).astype(np.float32).astype(np.float64)


def packed(matrix, digits=10):
    rows = np.atleast_2d(matrix)
    numbers = ["-inf" if np.isneginf(value) else float(f"{value:.{digits}g}") for value in rows.flatten()]
    return {"shape": list(rows.shape), "data": numbers}


def softmax(masked):
    """A row that sees nothing becomes zeros."""
    largest = masked.max(axis=1, keepdims=True)
    powers = np.exp(masked - np.where(np.isneginf(largest), 0, largest))
    sums = powers.sum(axis=1, keepdims=True)
    return np.divide(powers, sums, out=np.zeros_like(powers), where=sums > 0)


def turned(vectors, base):
    """Numbers c and c + d/2 are one complex number, which turns (Su et al. 2021)."""
    half = vectors.shape[1] // 2
    angles = np.arange(len(vectors))[:, None] * base ** (-np.arange(half) / half)
    pairs = (vectors[:, :half] + 1j * vectors[:, half:]) * np.exp(1j * angles)
    return np.hstack((pairs.real, pairs.imag))


def offsets(length, keys):
    return np.arange(keys)[None] - np.arange(length)[:, None]


def bucket(offset, buckets, max_distance):
    """Half of the buckets for later keys (Raffel et al. 2020, sec. 2.1, and its code)."""
    half = buckets // 2
    exact = half // 2
    distance = abs(offset)
    if distance >= exact:
        grown = np.log(distance / exact) / np.log(max_distance / exact) * (half - exact)
        distance = min(exact + int(grown), half - 1)
    return distance + (half if offset > 0 else 0)


def hidden_keys(mask, length, keys):
    hidden = np.zeros((length, keys), dtype=bool)
    if mask.get("causal"):
        hidden |= offsets(length, keys) > 0
    if "window" in mask:
        hidden |= np.abs(offsets(length, keys)) >= mask["window"]
    for key in mask.get("padding", []):
        hidden[:, key] = True
    return hidden


def case(mask=None, positions=None, scale=True, temperature=1.0, cap=1.5, cross=False):
    mask, positions = mask or {}, positions or {}
    keys = KEYS + 2 if cross else KEYS
    q = drawn(LENGTH, WIDTH)
    k = drawn(keys, WIDTH) if cross else q
    inputs = {"q": q, "k": k, "v": k}
    for letter, width in (("q", D_K), ("k", D_K), ("v", D_V)):
        inputs["w" + letter] = drawn(HEADS * width, WIDTH)
    inputs["wo"] = drawn(WIDTH, HEADS * D_V)
    number = mask.get("finite", -np.inf)
    added = np.where(hidden_keys(mask, LENGTH, keys), number, 0.0)
    if "additive" in mask:
        inputs["additive"] = added = drawn(LENGTH, keys)
        added[1, 2] = added[3, 0] = -np.inf
    if "vectors" in positions:
        inputs["relative"] = drawn(HEADS * (2 * positions["vectors"] + 1), D_K)
    if "buckets" in positions:
        inputs["table"] = drawn(positions["buckets"], HEADS)
    stages, outputs = {"head.0.mask": added}, []
    for n in range(HEADS):
        head = {letter: (inputs[letter] @ inputs["w" + letter].T)[:, n * width:(n + 1) * width]
                for letter, width in (("q", D_K), ("k", D_K), ("v", D_V))}
        if "base" in positions:
            head["q.rotated"], head["k.rotated"] = (turned(head[c], positions["base"]) for c in "qk")
        queries = head.get("q.rotated", head["q"])
        scores = head["scores"] = queries @ head.get("k.rotated", head["k"]).T
        if "vectors" in positions:
            far = positions["vectors"]
            table = inputs["relative"].reshape(HEADS, -1, D_K)[n]
            index = np.clip(offsets(LENGTH, keys), -far, far) + far
            scores = head["relative.sum"] = scores + np.einsum("ic,ijc->ij", queries, table[index])
        head["scaled"] = scores / ((np.sqrt(D_K) if scale else 1) * temperature)
        last = head["capped"] = cap * np.tanh(head["scaled"] / cap)
        if positions.get("alibi"):
            slope = 2.0 ** (-8 * (n + 1) / HEADS)
            last = head["biased"] = last - slope * np.abs(offsets(LENGTH, keys))
        if "buckets" in positions:
            numbers = [[inputs["table"][bucket(o, positions["buckets"], positions["far"]), n] for o in row]
                       for row in offsets(LENGTH, keys)]
            last = head["biased"] = last + np.array(numbers)
        if mask.get("in_place"):
            head["masked"] = np.where(added <= number, added, last + added)
        else:
            head["masked"] = last + added
        head["weights"] = softmax(head["masked"])
        outputs.append(head["weights"] @ head["v"])
        head["output"] = outputs[-1]
        stages.update({f"head.{n}.{name}": value for name, value in head.items()})
    stages["output"] = np.hstack(outputs) @ inputs["wo"].T
    settings = {"kind": "capped", "heads": HEADS, "cap": cap, "scale": scale, "temperature": temperature,
                "mask": {name: value for name, value in mask.items() if name != "additive"},
                "positions": positions}
    return {**settings, "inputs": {name: packed(value, 9) for name, value in inputs.items()},
            "stages": {name: packed(value) for name, value in stages.items()}}


def cases():
    yield "plain", case()
    yield "loose", case(cap=50.0)
    yield "tight", case(cap=0.05)
    yield "unscaled", case(scale=False, temperature=0.5)
    yield "cross", case(cross=True)
    yield "causal", case({"causal": True})
    yield "padding", case({"padding": [1, 4]})
    yield "blind", case({"causal": True, "padding": [0]})
    yield "window", case({"window": 2})
    yield "finite", case({"causal": True, "finite": FINITE})
    yield "in_place", case({"causal": True, "finite": FINITE, "in_place": True})
    yield "additive", case({"additive": True}, cross=True)
    yield "rotary", case({"causal": True}, {"base": 10000.0})
    yield "alibi", case({"causal": True}, {"alibi": True})
    yield "vectors", case({}, {"vectors": 2})
    yield "buckets", case({"padding": [5]}, {"buckets": 8, "far": 5})


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, content in cases():
        text = json.dumps(content, separators=(",", ":"), allow_nan=False)
        (folder / f"capped_{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
