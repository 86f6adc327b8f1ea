#!/usr/bin/python3
"""Small random checkpoints in the files that people have, and every stage of a pass through each, in float64.

Refresh (needs Debian's python3-torch and libopenblas0-pthread; running the tests needs neither):

    /usr/bin/python3 tests/tools/checkpoint_goldens.py tests/golden/checkpoints

Each case is one folder; tests/golden/checkpoints/README.md says what lies in it.
"""
import itertools
import sys

from checkpoint_bert import bert_cases
from checkpoint_files import write_case
from checkpoint_gemma import gemma_cases
from checkpoint_gpt2 import gpt2_cases
from checkpoint_gpts import gpt_cases
from checkpoint_llama import llama_cases
from checkpoint_llama_kin import llama_kin_cases
from checkpoint_seq2seq import seq2seq_cases
from checkpoint_t5 import t5_cases
from checkpoint_torch_layers import torch_layer_cases
from checkpoint_vit import vit_cases


def main():
    families = (gpt2_cases(), bert_cases(), vit_cases(), seq2seq_cases(), t5_cases(), llama_cases(),
                llama_kin_cases(), gpt_cases(), gemma_cases(), torch_layer_cases())
    for name, case in itertools.chain(*families):
        write_case(sys.argv[1], name, case)


if __name__ == "__main__":
    main()
