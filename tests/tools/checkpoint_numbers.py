"""Random weights of checkpoints by their tensors' names: wide enough that every head looks somewhere."""
import math
import zlib

import torch

from golden_numbers import drawn


def f32(tensor):
    """The nearest numbers that a float32 holds."""
    return tensor.to(torch.float32).to(torch.float64)


def seed(name):
    """Each family has numbers of its own, whatever else is made before it."""
    torch.manual_seed(zlib.crc32(name.encode()))


def linear_weights(name, out, width, bias=True, spread=1.0):
    made = {f"{name}.weight": f32(drawn(out, width) * spread / math.sqrt(width))}
    return made | ({f"{name}.bias": f32(0.2 * drawn(out))} if bias else {})


def norm_weights(name, width, bias=True):
    made = {f"{name}.weight": f32(1 + 0.2 * drawn(width))}
    return made | ({f"{name}.bias": f32(0.2 * drawn(width))} if bias else {})


def table_weights(name, rows, width, spread=0.7):
    return {f"{name}.weight": f32(spread * drawn(rows, width))}
