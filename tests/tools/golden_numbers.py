"""Numbers of the goldens: how they are drawn, and how a matrix is written.

A matrix is {"shape": [rows, columns], "data": [...]}; -inf is the string "-inf".
"""
import torch

torch.set_default_dtype(torch.float64)
INF = float("inf")


def drawn(*shape):
    """Normal numbers that a float32 holds exactly."""
    return torch.randn(*shape).to(torch.float32).to(torch.float64)


def packed(matrix, digits=10):
    def number(value):
        return "-inf" if value == -INF else float(f"{value:.{digits}g}")

    rows = matrix if matrix.dim() == 2 else matrix.reshape(1, -1)
    return {"shape": list(rows.shape), "data": [number(v) for v in rows.flatten().tolist()]}


def exact(matrix):
    """An input: nine digits name one float32."""
    return packed(matrix, digits=9)


def short(matrix):
    """The same numbers at three decimals, as a float32 holds them: as good as any draw, and short to write."""
    return matrix.mul(1000).round().div(1000).to(torch.float32).to(torch.float64)


def written(matrix):
    """A short() matrix: the decimals that name its float32s."""
    decimals = packed(matrix.mul(1000).round().div(1000))
    assert torch.equal(torch.tensor(decimals["data"]).to(torch.float32).to(torch.float64), matrix.flatten())
    return decimals


def causal_mask(length):
    return torch.full((length, length), -INF).triu(1)


def padding_mask(queries, padding):
    """`padding`: for each key, whether it is hidden."""
    return torch.where(torch.tensor(padding), torch.tensor(-INF), torch.tensor(0.0)).expand(queries, -1)


def softmax_rows(masked):
    """As the engine does: a row that sees nothing becomes zeros, where PyTorch gives NaN."""
    return torch.nan_to_num(masked.softmax(-1), nan=0.0)
