#!/usr/bin/python3
"""Golden numbers for the engine, from PyTorch and NumPy in float64.

Refresh (needs Debian's python3-torch and libopenblas0-pthread; running the tests needs neither):

    /usr/bin/python3 tests/tools/make_goldens.py tests/golden/engine

Each case is one JSON file: its inputs, rounded to float32 first so that both sides start from the same
numbers, its settings, and every stage. A matrix is {"shape": [rows, columns], "data": [...]}; -inf is the
string "-inf".
"""
import itertools
import json
import pathlib
import sys

import torch

from attention_goldens import attention_cases
from generation_goldens import generation_cases
from gradient_goldens import gradient_cases
from positions_goldens import positions_cases
from principal_components_goldens import principal_components_cases
from rollout_goldens import rollout_cases
from transformer_goldens import transformer_cases
from widths_goldens import widths_cases


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(20)
    cases = (attention_cases(), transformer_cases(), rollout_cases(), principal_components_cases(),
             positions_cases(), gradient_cases(), widths_cases(), generation_cases())
    for name, case in itertools.chain(*cases):
        (folder / f"{name}.json").write_text(json.dumps(case, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
