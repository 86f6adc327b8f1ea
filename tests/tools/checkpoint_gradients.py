#!/usr/bin/python3
"""Gradients of one number through the small checkpoints of checkpoint_goldens.py, by PyTorch's autograd in float64.

Refresh (needs Debian's python3-torch and libopenblas0-pthread):

    /usr/bin/python3 tests/tools/checkpoint_gradients.py tests/golden/checkpoints

Beside each case's stages: gradients.safetensors, the gradient of every stage that the target depends on, by the
stage's address; gradients.json, the target, as `headlight --gradient-of` takes it.
"""
import itertools
import pathlib
import sys

import torch

import checkpoint_numbers
import checkpoint_stages
from checkpoint_bert import bert_cases
from checkpoint_files import write_json, write_safetensors
from checkpoint_gemma import gemma_cases
from checkpoint_gpt2 import gpt2_cases
from checkpoint_gpts import gpt_cases
from checkpoint_llama import llama_cases
from checkpoint_llama_kin import llama_kin_cases
from checkpoint_seq2seq import seq2seq_cases
from checkpoint_t5 import t5_cases
from checkpoint_vit import vit_cases

# Every kind of layer; the other families have the same ones in other files.
FAMILIES = ("gpt2", "bert", "distilbert", "roberta", "vit", "bart", "marian", "t5", "llama", "llama_yarn", "qwen3",
            "gpt_neox", "gemma2")


def target_of(stages):
    """The third number of the last row of the logits, or of what the model ends with."""
    last = "logits" if "logits" in stages else list(stages)[-1]
    return last, len(stages[last]) - 1, 2


def gradients_of(stages):
    address, row, column = target_of(stages)
    asked = {name: stage for name, stage in stages.items() if stage.requires_grad}
    found = torch.autograd.grad(stages[address][row, column], list(asked.values()), allow_unused=True)
    known = {name: gradient for name, gradient in zip(asked, found) if gradient is not None}
    return f"{address}:{row},{column}", known


def main():
    exact = checkpoint_numbers.f32
    checkpoint_numbers.f32 = lambda tensor: exact(tensor).requires_grad_()
    checkpoint_stages.Run.tracked = True
    cases = itertools.chain(gpt2_cases(), bert_cases(), vit_cases(), seq2seq_cases(), t5_cases(), llama_cases(),
                            llama_kin_cases(), gpt_cases(), gemma_cases())
    for name, case in cases:
        if name not in FAMILIES:
            continue
        target, gradients = gradients_of(case["stages"])
        folder = pathlib.Path(sys.argv[1]) / name
        write_safetensors(folder / "gradients.safetensors", gradients, "F64")
        write_json(folder / "gradients.json", {"target": target})


if __name__ == "__main__":
    main()
