"""Goldens of positions, from PyTorch in float64: the sines of a grid (He et al. 2022), turns of queries and
keys as products of complex numbers (Su et al. 2021), what ALiBi takes away (Press et al. 2022), scores of
distances by one gathered table (Shaw et al. 2018), and the stages of the lab on positions.
"""
import torch

from golden_numbers import exact, packed, drawn


def waves(positions, width, base):
    """One row a position: sin, cos, sin, cos, ..."""
    frequencies = base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    angles = positions[:, None] * frequencies[None]
    return torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(1)[:, :width]


def grid_case(squares, across, width, base, lead):
    places = torch.arange(squares, dtype=torch.float64)
    lines = torch.div(places, across, rounding_mode="floor") if across else torch.zeros(squares)
    columns = places - lines * across
    table = torch.cat((waves(lines, width // 2, base), waves(columns, width // 2, base)), dim=1)
    table = torch.cat((torch.zeros(lead, width), table))
    return {"kind": "sinusoid_grid", "base": base, "across": across, "lead": lead,
            "stages": {"position": packed(table)}}


def rotary_case(length, width, base):
    """Numbers c and c + d/2 are one complex number, which turns."""
    vectors = drawn(length, width)
    pairs = torch.complex(vectors[:, :width // 2], vectors[:, width // 2:])
    frequencies = base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    angles = torch.arange(length, dtype=torch.float64)[:, None] * frequencies[None]
    turned = pairs * torch.polar(torch.ones_like(angles), angles)
    return {"kind": "rotate", "base": base, "inputs": {"q": exact(vectors)},
            "stages": {"rotated": packed(torch.cat((turned.real, turned.imag), dim=1))}}


def alibi_case(length, slope):
    places = torch.arange(length, dtype=torch.float64)
    return {"kind": "alibi", "slope": slope,
            "stages": {"alibi": packed(-slope * (places[:, None] - places[None]).abs())}}


def distances_case(length, width, farthest):
    queries = drawn(length, width)
    table = drawn(2 * farthest + 1, width)
    places = torch.arange(length)
    index = (places[None] - places[:, None]).clamp(-farthest, farthest) + farthest
    scores = torch.einsum("ic,ijc->ij", queries, table[index])
    return {"kind": "relative_scores", "inputs": {"q": exact(queries), "table": exact(table)},
            "stages": {"scores": packed(scores)}}


def lab_case(length, width, base, first, second):
    table = waves(torch.arange(length, dtype=torch.float64), width, base)
    a, b = waves(torch.tensor([first, second], dtype=torch.float64), width, base)
    stages = {"table": table, "products": table @ table.T, "first": a, "second": b, "difference": b - a,
              "product": a.dot(b), "first.unit": torch.nn.functional.normalize(a, dim=0),
              "second.unit": torch.nn.functional.normalize(b, dim=0),
              "cosine": torch.nn.functional.cosine_similarity(a, b, dim=0)}
    return {"kind": "positions_lab", "length": length, "d_model": width, "base": base,
            "first": first, "second": second,
            "stages": {f"lab.positions.{name}": packed(value) for name, value in stages.items()}}


def positions_cases():
    yield "positions_grid", grid_case(7, 3, 12, 10000.0, 0)
    yield "positions_grid_class", grid_case(9, 3, 10, 100.0, 1)
    yield "positions_grid_line", grid_case(6, 0, 8, 10000.0, 0)
    yield "positions_rotary", rotary_case(6, 8, 10000.0)
    yield "positions_alibi", alibi_case(5, 0.25)
    yield "positions_distances", distances_case(6, 4, 2)
    yield "positions_lab", lab_case(6, 8, 10000.0, 1, 2)
    yield "positions_lab_odd", lab_case(4, 7, 50.0, 0, 900)
