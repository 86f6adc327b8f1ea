"""Numbers drawn as the engine draws them: SplitMix64's mixing function over (seed, name, counter)."""
import torch

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mixed(bits):
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & WORD
    return bits ^ (bits >> 31)


def hashed(name):
    state = 0xCBF29CE484222325
    for byte in name.encode():
        state = (state ^ byte) * 0x100000001B3 & WORD
    return state


def uniforms(seed, name, counters):
    """Those of these counters, in [0, 1): multiples of 2^-24."""
    key = mixed(mixed(seed + GAMMA & WORD) ^ hashed(name))
    numbers = [mixed(key + (i + 1) * GAMMA & WORD) >> 40 for i in counters]
    return torch.tensor(numbers, dtype=torch.float64) * 2.0**-24


def drawn(seed, name, rows, columns, bound):
    """Uniform in [-bound, bound), as float32 holds it."""
    bound = torch.tensor(bound, dtype=torch.float32)
    uniform = uniforms(seed, name, range(rows * columns)).to(torch.float32)
    return (bound * (2 * uniform - 1)).to(torch.float64).reshape(rows, columns)


def drawn_normal(seed, name, rows, columns, size):
    """Sums of twelve uniform numbers less 6, added as float32 adds them."""
    uniform = uniforms(seed, name, range(12 * rows * columns)).to(torch.float32).reshape(-1, 12)
    total = torch.full((rows * columns,), -6.0, dtype=torch.float32)
    for term in range(12):
        total += uniform[:, term]
    return (torch.tensor(size, dtype=torch.float32) * total).to(torch.float64).reshape(rows, columns)
