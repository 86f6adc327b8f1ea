"""Goldens of gradients: PyTorch's autograd through the stacks of transformer_goldens.py, in float64.

A case names the stack whose weights and inputs it has, and the target; its stages are the gradients of every stage
and weight that the target depends on, from the target back.
"""
import torch

from golden_numbers import packed
from transformer_goldens import run_by_hand, stack_cases, stack_masks

TARGETS = [
    ("transformer_post", "loss"), ("transformer_pre", "loss"), ("b2t", "loss"), ("decoder_only", "loss"),
    ("residual_off_pre", "loss"), ("sublayers_off_post", "loss"),
    ("transformer_post", "decoder.1.cross.head.1.scores:2,3"), ("encoder_layer_post_gelu", "encoder.output:2,3"),
    ("transformer_pre", "logits:1,8"),
]
HEADS_OWN = ("wq", "wk", "wv", "bq", "bk", "bv")


def unpacked(matrix):
    numbers = torch.tensor(matrix["data"]).reshape(matrix["shape"])
    return numbers.to(torch.float32).to(torch.float64).requires_grad_()


def loss_of(stages, sources):
    """Row i of the decoder is asked for token i + 1; the vocabulary is every input row, source first."""
    logits = stages["logits"]
    labels = torch.arange(1, len(logits)) + sources
    return torch.nn.functional.cross_entropy(logits[:-1], labels)


def target_number(target, stages, sources):
    if target == "loss":
        return loss_of(stages, sources)
    address, cell = target.split(":")
    row, column = map(int, cell.split(","))
    return stages[address][row, column]


def head_weights(config, address, gradient):
    """A head's own rows of a projection, at the head's address, for the heads that the target depends on."""
    attention, name = address.rsplit(".", 1)
    if name not in HEADS_OWN or attention.endswith("ffn"):
        return {address: gradient}
    parts = gradient.chunk(config["heads"], dim=1 if name.startswith("b") else 0)
    return {f"{attention}.head.{head}.{name}": part for head, part in enumerate(parts) if part.any()}


def gradient_case(name, case, target):
    config = case["config"]
    weights = {k: unpacked(v) for k, v in case["weights"].items()}
    inputs = {k: unpacked(v) for k, v in case["inputs"].items()}
    rows = {k: len(v) for k, v in inputs.items()}
    sources = rows.get("source.input", 0) if config["decoder_layers"] else 0
    masks = stack_masks(rows.get("source.input", rows.get("input", 0)), rows.get("target.input", rows.get("input", 0)),
                        case["source_padding"])
    stages = run_by_hand(config, weights, inputs, masks)
    asked = {k: v for k, v in reversed(stages.items()) if v.requires_grad} | weights | inputs
    found = torch.autograd.grad(target_number(target, stages, sources), list(asked.values()), allow_unused=True)
    known = {k: v for k, v in zip(asked, found) if v is not None}
    gradients = {k: v for k, v in known.items() if k in stages}
    for address, gradient in known.items():
        if address in weights:
            gradients |= head_weights(config, address, gradient)
    if "logits" in gradients:
        gradients["embedding.table"] = torch.cat([known[k] for k in inputs])
    # A bias of the keys has gradient 0, which rounding makes about 1e-17: nothing to compare with.
    return dict(kind="gradients", stack=name, target=target,
                stages={f"gradient.{k}": packed(v, digits=7) for k, v in gradients.items()
                        if not k.endswith(".bk")})


def gradient_cases():
    stacks = dict(stack_cases())
    for name, target in TARGETS:
        kind = target.split(":")[0].replace(".", "_")
        yield f"gradients_{name}_{kind}", gradient_case(name, stacks[name], target)
