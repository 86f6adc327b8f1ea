"""Goldens of the whole Transformer: encoder and decoder stacks, layer normalization, activations.

A stack's stages are written by hand, in the order of the computation (Vaswani et al. 2017, sec. 3; B2T: arXiv
2206.00330), and those that PyTorch's modules can give must agree with them and replace them.
"""
import math
import zlib

import torch

from attention_goldens import attention_stages
from golden_numbers import causal_mask, exact, packed, padding_mask, short, written
from transformer_module import ACTIVATIONS, module_stages

EPS = 1e-5


def layer_norm(x, weight, bias, eps=EPS):
    mean = x.mean(1, keepdim=True)
    variance = (x - mean).square().mean(1, keepdim=True)
    return (x - mean) / (variance + eps).sqrt() * weight + bias


class Stacks:
    """One run, by hand: every method adds its stages in order and returns the last."""

    def __init__(self, config, weights):
        self.config, self.weights, self.stages = config, weights, {}

    def keep(self, address, value):
        self.stages[address] = value
        return value

    def norm(self, address, x):
        if address in self.config["off"]:
            return self.keep(address, x)
        return self.keep(address, layer_norm(x, self.weights[f"{address}.weight"], self.weights[f"{address}.bias"]))

    def attention(self, address, queries, memory, mask):
        inputs = dict(q=queries, k=memory, v=memory)
        for letter in "qkvo":
            for kind in "wb":
                inputs[kind + letter] = self.weights[f"{address}.{kind}{letter}"]
        for name, value in attention_stages(inputs, self.config["heads"], mask, True).items():
            if name.endswith(".masked"):
                self.keep(f"{address}.{name.removesuffix('ed')}", mask)
            self.keep(f"{address}.{name}", value)
        return self.stages[f"{address}.output"]

    def ffn(self, address, x):
        of = lambda name: self.weights[f"{address}.{name}"]
        hidden = self.keep(f"{address}.hidden", x @ of("w1").T + of("b1"))
        active = self.keep(f"{address}.activation", activation(self.config["activation"], hidden))
        return self.keep(f"{address}.output", active @ of("w2").T + of("b2"))

    def residual(self, address, skipped, output, again):
        """The sum of the arrows that are on: past the sub-layer, through it, and B2T's from the layer's input."""
        total = torch.zeros_like(output)
        for arrow, value in ((f"{address}.output", output), (f"{address}.residual", skipped),
                             (f"{address}.residual.input", again)):
            if value is not None and arrow not in self.config["off"]:
                total = total + value
        return self.keep(f"{address}.residual", total)

    def add_and_norm(self, address, x, sub_layer, again=None):
        """`again` is the layer's input, which B2T adds once more after its feed-forward network."""
        if self.config["norm"] == "pre":
            return self.residual(address, x, sub_layer(self.norm(f"{address}.norm", x)), again)
        return self.norm(f"{address}.norm", self.residual(address, x, sub_layer(x), again))

    def layer(self, address, x, self_mask, memory=None, cross_mask=None):
        h = self.add_and_norm(f"{address}.self", x,
                              lambda y: self.attention(f"{address}.self", y, y, self_mask))
        if memory is not None:
            h = self.add_and_norm(f"{address}.cross", h,
                                  lambda y: self.attention(f"{address}.cross", y, memory, cross_mask))
        again = x if self.config["norm"] == "b2t" else None
        return self.add_and_norm(f"{address}.ffn", h, lambda y: self.ffn(f"{address}.ffn", y), again)

    def stack(self, name, x, self_mask, memory=None, cross_mask=None):
        for number in range(self.config[f"{name}_layers"]):
            x = self.layer(f"{name}.{number}", x, self_mask, memory, cross_mask)
        if ends_with_norm(self.config):
            return self.norm(f"{name}.output", x)
        return self.keep(f"{name}.output", x)

    def predict(self, x, table):
        logits = self.keep("logits", x @ table.T)
        return self.keep("probabilities", torch.softmax(logits, 1))


def ends_with_norm(config):
    return config["norm"] == "pre" or config["final_norm"]


def activation(name, x):
    """The three formulas by hand; PyTorch's must agree."""
    if name == "relu":
        made = torch.where(x > 0, x, torch.zeros(()))
    elif name == "gelu":
        made = x * 0.5 * torch.erfc(-x / math.sqrt(2))
    else:
        made = 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))
    assert torch.allclose(made, ACTIVATIONS[name](x), rtol=1e-12, atol=1e-12)
    return made


def run_by_hand(config, weights, inputs, masks):
    """The vocabulary is every row of the inputs, source first: its table makes the logits too."""
    run = Stacks(config, weights)
    memory = cross = None
    if config["encoder_layers"]:
        memory, cross = run.stack("encoder", inputs["source.input"], masks["encoder"]), masks["cross"]
    if config["decoder_layers"]:
        target = inputs["target.input" if config["encoder_layers"] else "input"]
        output = run.stack("decoder", target, masks["self"], memory, cross)
        run.predict(output, torch.cat(list(inputs.values())))
    return run.stages


def norm_weights(address, d_model):
    return {f"{address}.weight": short(1 + 0.2 * torch.randn(1, d_model)),
            f"{address}.bias": short(0.2 * torch.randn(1, d_model))}


def draw_weights(config, cross):
    d_model, d_ff, weights = config["d_model"], config["d_ff"], {}
    for name in ("encoder", "decoder"):
        count = config[f"{name}_layers"]
        for number in range(count):
            for sub_layer in ("self", "cross") if cross and name == "decoder" else ("self",):
                address = f"{name}.{number}.{sub_layer}"
                for letter in "qkvo":
                    weights[f"{address}.w{letter}"] = short(0.35 * torch.randn(d_model, d_model))
                    weights[f"{address}.b{letter}"] = short(0.3 * torch.randn(1, d_model))
                weights |= norm_weights(f"{address}.norm", d_model)
            address = f"{name}.{number}.ffn"
            weights |= {f"{address}.w1": short(0.3 * torch.randn(d_ff, d_model)),
                        f"{address}.b1": short(0.3 * torch.randn(1, d_ff)),
                        f"{address}.w2": short(0.25 * torch.randn(d_model, d_ff)),
                        f"{address}.b2": short(0.3 * torch.randn(1, d_model))}
            weights |= norm_weights(f"{address}.norm", d_model)
        if count and ends_with_norm(config):
            weights |= norm_weights(f"{name}.output", d_model)
    return weights


def stack_masks(source, target, padding):
    """`source`, `target`: lengths. Padding hides keys of the source only; the decoder's own map is causal."""
    return {"encoder": padding_mask(source, padding), "self": causal_mask(target),
            "cross": padding_mask(target, padding)}


def stack(name, encoder_layers, decoder_layers, norm, activation_name, source=7, target=5, padding=(),
          final_norm=False, off=(), heads=3, d_model=12, d_ff=20):
    torch.manual_seed(zlib.crc32(name.encode()))  # its own numbers, whatever other cases there are
    config = dict(encoder_layers=encoder_layers, decoder_layers=decoder_layers, heads=heads, d_model=d_model,
                  d_ff=d_ff, norm=norm, activation=activation_name, final_norm=final_norm, off=sorted(off))
    inputs = {}
    if encoder_layers:
        inputs["source.input"] = short(torch.randn(source, d_model))
    if decoder_layers:
        inputs["target.input" if encoder_layers else "input"] = short(torch.randn(target, d_model))
    weights = draw_weights(config, cross=encoder_layers > 0)
    hidden = [key in padding for key in range(source if encoder_layers else target)]
    masks = stack_masks(source, target, hidden)
    stages = run_by_hand(config, weights, inputs, masks)
    for address, given in module_stages(config, weights, inputs, hidden, masks).items():
        assert torch.allclose(given, stages[address], rtol=1e-12, atol=1e-12), (name, address)
        stages[address] = given
    return name, dict(kind="stack", config=config, source_padding=hidden,
                      weights={k: written(v) for k, v in weights.items()},
                      inputs={k: written(v) for k, v in inputs.items()},
                      stages={k: packed(v, digits=8) for k, v in stages.items()})


def stack_cases():
    for norm in ("post", "pre"):
        for name in ("relu", "gelu"):
            yield stack(f"encoder_layer_{norm}_{name}", 1, 0, norm, name)
            yield stack(f"decoder_layer_{norm}_{name}", 1, 1, norm, name)
        yield stack(f"transformer_{norm}", 2, 2, norm, "relu", padding=(2, 6), final_norm=True)
    yield stack("long_target_one_head", 1, 1, "post", "relu", source=3, target=9, heads=1, d_model=8, d_ff=6)
    yield stack("b2t", 2, 1, "b2t", "gelu-tanh", padding=(6,))
    yield stack("b2t_decoder", 1, 2, "b2t", "relu")
    yield stack("residual_off_post", 1, 1, "post", "relu", off=["encoder.0.self.residual"])
    yield stack("residual_off_pre", 1, 1, "pre", "gelu", off=["encoder.0.ffn.residual", "decoder.0.cross.residual"])
    yield stack("residual_off_b2t", 1, 1, "b2t", "relu",
                off=["encoder.0.ffn.residual.input", "decoder.0.ffn.residual"])
    yield stack("sublayers_off_post", 1, 1, "post", "gelu",
                off=["encoder.0.ffn.output", "encoder.0.self.norm", "decoder.0.cross.output"])
    yield stack("sublayers_off_pre", 2, 0, "pre", "relu",
                off=["encoder.0.self.output", "encoder.1.ffn.norm", "encoder.1.self.residual"])
    yield stack("decoder_only", 0, 2, "pre", "gelu-tanh", target=6)


def layer_norm_rows(width):
    """Rows that a careless variance loses: almost constant ones far from zero, constant ones, and ordinary ones."""
    noise = torch.randn(4, width)
    return {"ordinary": noise * 2 + 1, "tiny_variance": 1000 + 1e-3 * noise,
            "negative_tiny_variance": -3e4 + 1e-1 * noise,
            "constant": torch.tensor([[0.0], [0.1], [-1000.3], [1e6]]).expand(4, width),
            "tiny": 1e-6 * noise, "large": 1e6 * noise}


def layer_norm_case(name, eps, width=16):
    torch.manual_seed(zlib.crc32(name.encode()))
    inputs = {k: v.to(torch.float32).to(torch.float64) for k, v in layer_norm_rows(width).items()}
    weights = norm_weights("norm", width)
    module = torch.nn.LayerNorm(width, eps=eps)
    stages = {}
    with torch.no_grad():
        module.weight.copy_(weights["norm.weight"][0])
        module.bias.copy_(weights["norm.bias"][0])
        for rows, x in inputs.items():
            stages[rows] = layer_norm(x, weights["norm.weight"], weights["norm.bias"], eps)
            # PyTorch subtracts mean / deviation, not the mean: far from zero it keeps fewer digits than ours.
            lost = x.abs().max() / (x.var(1, unbiased=False).min() + eps).sqrt() * 1e-15
            assert torch.allclose(module(x), stages[rows], rtol=1e-12, atol=max(1e-12, lost)), (name, rows)
    return name, dict(kind="layer_norm", eps=eps, weights={k: written(v) for k, v in weights.items()},
                      inputs={k: exact(v) for k, v in inputs.items()},
                      stages={k: packed(v) for k, v in stages.items()})


def activation_case(name):
    ordinary = torch.cat([torch.linspace(-6, 6, 25), torch.tensor([-1e-20, -1e-6, -1e-3, 1e-3, 1e-6, 1e-20, -0.0])])
    tiny = torch.tensor([-1e-3, -1e-4, -1e-8, -1e-30, 0.0, 1e-30, 1e-8, 1e-4, 1e-3])
    large = torch.tensor([-1e3, -100, -20, 20, 100, 1e3])
    huge = torch.tensor([-3e38, -1e30, -1e15, 1e15, 1e30, 3e38])
    inputs = {k: v.to(torch.float32).to(torch.float64).reshape(1, -1)
              for k, v in dict(ordinary=ordinary, tiny=tiny, large=large, huge=huge).items()}
    return f"activation_{name.replace('-', '_')}", dict(
        kind="activation", activation=name, inputs={k: exact(v) for k, v in inputs.items()},
        stages={k: packed(activation(name, v)) for k, v in inputs.items()})


def transformer_cases():
    yield layer_norm_case("layer_norm", 1e-5)
    yield layer_norm_case("layer_norm_bert", 1e-12)
    for name in ACTIVATIONS:
        yield activation_case(name)
    yield from stack_cases()
