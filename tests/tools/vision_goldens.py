#!/usr/bin/python3
"""Goldens of the vision systems, from PyTorch in float64: every stage, with the weights in the box and with drawn ones.

Refresh, after a system was trained again (needs Debian's python3-torch; running the tests does not):

    /usr/bin/python3 tests/tools/vision_goldens.py tests/golden/engine

Of a stage with many rows some are kept, and their numbers named. The Context-Transformer's own part is drawn in
both cases: what ships is its detector.
"""
import json
import pathlib
import struct
import sys

import numpy
import torch
import torch.nn.functional as F

from drawn_numbers import drawn
from golden_numbers import packed

BOX = pathlib.Path(__file__).parents[2] / "assets" / "models"
FOLDERS = {"vit": "shapes"}
TYPES = {"F16": numpy.float16, "F32": numpy.float32}
PALETTE = torch.tensor([[.10, .10, .14], [.90, .15, .15], [.10, .75, .25], [.20, .35, .95], [.95, .85, .15]], dtype=torch.float32)
SIDE, MOST_ROWS = 16, 5
CONTEXT = ("asked", "keys", "values", "gate", "classes")


def picture():
    """A red circle, a blue square and a yellow triangle: numbers of the palette."""
    palette = torch.zeros(SIDE, SIDE, dtype=torch.int64)
    for colour, outline, size, x, y in ((1, "circle", 6, 1, 2), (3, "square", 5, 10, 1), (4, "triangle", 4, 7, 10)):
        rows, columns = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
        across, down = 2 * columns - (size - 1), 2 * rows - (size - 1)
        covers = {"circle": across**2 + down**2 < size**2, "square": across == across, "triangle": across.abs() <= rows + 1}
        palette[y:y + size, x:x + size][covers[outline]] = colour
    return palette


def stored(path):
    """The tensors of a .safetensors file, in float64."""
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, said in json.loads(data[8:8 + length]).items():
        if name == "__metadata__":
            continue
        begin, end = said["data_offsets"]
        numbers = numpy.frombuffer(data[8 + length + begin:8 + length + end], TYPES[said["dtype"]])
        tensors[name] = torch.from_numpy(numbers.astype(numpy.float64)).reshape(said["shape"])
    return tensors


def drawn_like(tensors):
    """Others of their shapes: a variance is above 0, and a norm's weight near 1."""
    made = {}
    for name, tensor in tensors.items():
        rows, columns = (1, *tensor.shape)[-2:]
        numbers = drawn(7, name, rows, columns, 0.3).reshape(tensor.shape)
        made[name] = numbers + 1 if is_near_1(name) else numbers
    return made


def is_near_1(name):
    return name.endswith((".variance", "norm.weight"))


class Net:
    """Parameters by name, and every stage that is made of them."""

    def __init__(self, parameters):
        self.p, self.stages = parameters, {}

    def keep(self, name, rows):
        self.stages[name] = rows
        return rows

    def conv(self, name, x, stride=1, padding=1, side=3, bias=True):
        """x (channels, height, width)."""
        weight = self.p[name + ".weight"]
        weight = weight.reshape(len(weight), -1, side, side)
        y = F.conv2d(x[None], weight, self.p[name + ".bias"].flatten() if bias else None, stride, padding)[0]
        self.keep(name, flat(y))
        return y

    def relu(self, name, x):
        y = x.relu()
        self.keep(name, flat(y) if y.dim() == 3 else y)
        return y

    def norm2d(self, name, x):
        of = [self.p[f"{name}.{part}"].flatten() for part in ("mean", "variance", "weight", "bias")]
        y = F.batch_norm(x[None], *of, training=False, eps=1e-5)[0]
        self.keep(name, flat(y))
        return y

    def linear(self, name, x, layer=None):
        layer = layer or name
        return self.keep(name, F.linear(x, self.p[layer + ".weight"], self.p[layer + ".bias"].flatten()))

    def norm(self, name, x, layer=None):
        layer = layer or name
        return self.keep(name, F.layer_norm(x, x.shape[-1:], self.p[layer + ".weight"].flatten(), self.p[layer + ".bias"].flatten(), 1e-5))

    def rms(self, name, x, layer):
        return self.keep(name, x / (x.pow(2).mean(-1, keepdim=True) + 1e-5).sqrt() * self.p[layer + ".weight"].flatten())

    def attention(self, name, q, k, v, heads=4, sees=None):
        def projected(part, x):
            return F.linear(x, self.p[f"{name}.{part}.weight"], self.p[f"{name}.{part}.bias"].flatten()).chunk(heads, -1)

        outputs = []
        for head, (a, b, c) in enumerate(zip(projected("q", q), projected("k", k), projected("v", v))):
            at = f"{name}.head.{head}."
            for part, x in (("q", a), ("k", b), ("v", c)):
                self.keep(at + part, x)
            scores = self.keep(at + "scores", a @ b.T)
            scaled = self.keep(at + "scaled", scores / a.shape[-1]**.5)
            weights = self.keep(at + "weights", (scaled if sees is None else scaled.masked_fill(~sees, -torch.inf)).softmax(-1))
            outputs.append(self.keep(at + "output", weights @ c))
        joined = self.keep(name + ".concat", torch.cat(outputs, -1))
        return self.keep(name + ".output", F.linear(joined, self.p[name + ".o.weight"], self.p[name + ".o.bias"].flatten()))

    def feed_forward(self, name, x, function):
        hidden = self.keep(name + ".hidden", F.linear(x, self.p[name + ".up.weight"], self.p[name + ".up.bias"].flatten()))
        active = self.keep(name + ".activation", function(hidden))
        return self.keep(name + ".output", F.linear(active, self.p[name + ".down.weight"], self.p[name + ".down.bias"].flatten()))

    def pre_norm_layer(self, name, x, heads=4, sees=None, norm=None, function=F.gelu):
        norm = norm or self.norm
        h = norm(name + ".self.norm", x, name + ".self.norm")
        x = self.keep(name + ".self.residual", x + self.attention(name + ".self", h, h, h, heads, sees))
        h = norm(name + ".ffn.norm", x, name + ".ffn.norm")
        return self.keep(name + ".ffn.residual", x + self.feed_forward(name + ".ffn", h, function))

    def stream(self, front, places, first, side, heads, layers, text=0, sees=None, norm=None, function=F.gelu):
        """A causal transformer over symbols: those in front, and of every place but the last."""
        norm = norm or self.norm
        symbols = torch.tensor(front + [first + place for place in places[:-1]])
        # Behind a text each symbol is told its own place; behind a start symbol that of the next.
        told = torch.arange(len(symbols) - text)
        rows = self.keep("position.rows", self.p["rows.weight"][told // side])
        position = rows + self.keep("position.columns", self.p["columns.weight"][told % side])
        if text:
            position = torch.cat([self.p["text.weight"], self.keep("position.grid", position)])
        x = self.keep("input", self.keep("embedding", self.p["symbols.weight"][symbols]) + self.keep("position", position))
        causal = torch.ones(len(symbols), len(symbols)).tril().bool()
        for layer in range(layers):
            x = self.pre_norm_layer(f"decoder.{layer}", x, heads, causal & sees[layer] if sees else causal, norm, function)
        x = norm("decoder.output", x, "decoder.norm")
        self.keep("probabilities", self.linear("logits", x).softmax(-1))

    def encode(self, x):
        """A picture (3, height, width) as the numbers of its codes."""
        x = self.relu("patches.relu", self.conv("patches", x, 2, 0, 2))
        x = self.relu("patches.more.relu", self.conv("patches.more", x, 1, 0, 1))
        z = flat(self.conv("z", x, 1, 0, 1))
        self.keep("codes", ((z[:, None] - self.p["codebook.weight"][None])**2).sum(-1).argmin(-1, keepdim=True).to(torch.float64))

    def decode(self, codes, side):
        x = self.keep("vectors", self.p["codebook.weight"][torch.tensor(codes)]).T.reshape(-1, side, side)
        x = self.relu("fine.relu", self.conv("fine", x))
        x = F.interpolate(x[None], scale_factor=2)[0]
        self.keep("large", flat(x))
        self.conv("picture", self.relu("coarse.relu", self.conv("coarse", x)))


def flat(x):
    return x.flatten(1).T


def vit(net, x):
    patches = flat(net.conv("patches", x, 4, 0, 4))
    x = net.keep("embedding", torch.cat([net.p["class_token"].reshape(1, -1), patches]))
    x = net.keep("input", x + net.p["positions.weight"])
    for layer in range(3):
        x = net.pre_norm_layer(f"encoder.{layer}", x)
    x = net.keep("class", net.norm("encoder.output", x, "encoder.norm")[:1])
    net.keep("probabilities", net.keep("logits", x @ net.p["output.weight"].T).softmax(-1))


def transunet(net, x):
    def step(name, x, stride=1):
        return net.relu(name + ".relu", net.norm2d(name + ".norm", net.conv(name, x, stride, bias=False)))

    def step_up(name, x, skip):
        larger = F.interpolate(x[None], scale_factor=2, mode="bilinear", align_corners=True)[0]
        net.keep(name + ".larger", flat(larger))
        joined = torch.cat([larger, skip])
        net.keep(name + ".joined", flat(joined))
        return step(name, joined)

    large = step("down.0", x)
    middle = step("down.1", large, 2)
    patches = net.conv("patches", step("down.2", middle, 2), 1, 0, 1)
    x = net.keep("input", flat(patches) + net.p["positions.weight"])
    for layer in range(2):
        x = net.pre_norm_layer(f"encoder.{layer}", x)
    x = net.norm("encoder.output", x, "encoder.norm").T.reshape(-1, 4, 4)
    x = step_up("up.1", step("more", x), middle)
    net.keep("probabilities", flat(net.conv("logits", step_up("up.0", x, large))).softmax(-1))


def detr(net, x):
    for layer, stride in enumerate((1, 2, 2)):
        x = net.relu(f"features.{layer}.relu", net.conv(f"features.{layer}", x, stride))
    x = flat(net.conv("input", x, 1, 0, 1))
    rows, columns = net.p["rows.weight"], net.p["columns.weight"]
    places = net.keep("position", torch.cat([columns.repeat(4, 1), rows.repeat_interleave(4, 0)], -1))
    for name in ("encoder.0", "encoder.1"):
        h = net.norm(name + ".self.norm", x)
        placed = net.keep(name + ".self.placed", h + places)
        x = net.keep(name + ".self.residual", x + net.attention(name + ".self", placed, placed, h))
        x = net.keep(name + ".ffn.residual", x + net.feed_forward(name + ".ffn", net.norm(name + ".ffn.norm", x), F.relu))
    memory = net.norm("encoder.output", x, "encoder.norm")
    queries = net.p["queries.weight"]
    x = torch.zeros_like(queries)
    for name in ("decoder.0", "decoder.1", "decoder.2"):
        h = net.norm(name + ".self.norm", x)
        asking = net.keep(name + ".self.placed", h + queries)
        x = net.keep(name + ".self.residual", x + net.attention(name + ".self", asking, asking, h))
        question = net.keep(name + ".cross.placed", net.norm(name + ".cross.norm", x) + queries)
        keys = net.keep(name + ".cross.keys", memory + places)
        x = net.keep(name + ".cross.residual", x + net.attention(name + ".cross", question, keys, memory))
        x = net.keep(name + ".ffn.residual", x + net.feed_forward(name + ".ffn", net.norm(name + ".ffn.norm", x), F.relu))
        answer = net.norm(name + ".answer", x, "decoder.norm")
        active = net.relu(name + ".box.activation", net.linear(name + ".box.hidden", answer, "box.0"))
        net.keep(name + ".boxes", net.linear(name + ".box.logits", active, "box.1").sigmoid())
        logits = net.linear(name + ".logits", answer, "kind")
    net.keep("probabilities", logits.softmax(-1))


def context_transformer(net, x):
    for layer, stride in enumerate((1, 2, 1, 1)):
        x = net.relu(f"features.{layer}.relu", net.conv(f"features.{layer}", x, stride))
    kinds = net.conv("kinds", x)
    net.conv("offsets", x)
    net.conv("object", x)
    boxes, around = flat(kinds), net.keep("around", flat(F.max_pool2d(kinds[None], 2)[0]))
    theta, phi, g = (net.keep(name, x + net.linear(name + ".turn", x)) for name, x in (("asked", boxes), ("keys", around), ("values", around)))
    affinity = net.keep("affinity", net.keep("affinity.scores", theta @ phi.T).softmax(-1))
    gated = net.keep("gated", net.keep("context", affinity @ g) * net.p["gate"].flatten())
    unit = net.keep("unit", F.normalize(net.keep("enriched", boxes + gated), dim=-1))
    classes = net.keep("classes.unit", F.normalize(net.p["classes.weight"], dim=-1))
    net.keep("probabilities", net.keep("logits", 5 * net.keep("cosines", unit @ classes.T)).softmax(-1))


CODES, WORDS = 128, 15
DRAWN = {
    "taming": {"front": [CODES], "places": [(7 * i + 3) % CODES for i in range(64)]},
    "dalle": {"front": [0, 1, 5, 8, 3, 6], "places": [(5 * i + 1) % CODES for i in range(64)]},  # red circle left of blue square
    "imagegpt": {"front": [5], "places": picture().flatten().tolist()},
    "transgan": {"latent": [*(3 * drawn(7, "latent", 1, 32, 0.5)).flatten().tolist(), *(2.0 * (kind == 5) for kind in range(12))]},
}


def taming(net, x):
    of = DRAWN["taming"]
    net.encode(x)
    net.decode(of["places"], 8)
    net.stream(of["front"], of["places"], 0, 8, 4, 4)


def dalle_mask(kind, text, side):
    """Which symbol sees which: causal; all see the text."""
    count = text + side * side - 1
    sees = torch.zeros(count, count).bool()
    for query in range(count):
        for key in range(query + 1):
            if key < text:
                sees[query, key] = True
                continue
            (y, x), (b, a) = divmod(query - text, side), divmod(key - text, side)
            sees[query, key] = {"row": query - key <= side, "column": x == a, "convolution": y - b <= 1 and abs(x - a) <= 1}[kind]
    return sees


def dalle(net, x):
    of = DRAWN["dalle"]
    net.encode(x)
    net.decode(of["places"], 8)
    net.stream(of["front"], of["places"], WORDS, 8, 4, 4, 6, [dalle_mask(kind, 6, 8) for kind in ("row", "column", "row", "convolution")])


def imagegpt(net, x):
    of = DRAWN["imagegpt"]
    net.stream(of["front"], of["places"], 0, 16, 2, 3, norm=net.rms, function=lambda x: x * (1.702 * x).sigmoid())


def transgan(net, x):
    def shuffled(name, rows, side):
        y = F.pixel_shuffle(rows.T.reshape(1, -1, side, side), 2)[0]
        return net.keep(name, flat(y))

    asked = torch.tensor([DRAWN["transgan"]["latent"]], dtype=torch.float64)
    x = net.keep("folded", net.linear("spread", asked).reshape(16, 96))
    x = net.pre_norm_layer("encoder.0", net.keep("small.input", x + net.p["positions.small.weight"]))
    x = shuffled("shuffled", net.linear("wide", x), 4)
    x = net.keep("middle.input", x + net.p["positions.middle.weight"] + net.linear("again", asked))
    for layer in (1, 2):
        x = net.pre_norm_layer(f"encoder.{layer}", x)
    # Windows of 4 x 4, each by itself.
    order = torch.arange(64).reshape(2, 4, 2, 4).transpose(1, 2).flatten()
    inside = torch.block_diag(*[torch.ones(16, 16)] * 4).bool()
    x = net.pre_norm_layer("encoder.3", net.keep("cut", x[order]), sees=inside)
    x = net.norm("encoder.output", net.keep("joined", x[order.argsort()]), "encoder.norm")
    net.keep("picture", shuffled("spread.pixels", net.linear("colours", x), 8).tanh())


SYSTEMS = {"taming": taming, "dalle": dalle, "imagegpt": imagegpt, "transgan": transgan, "vit": vit, "detr": detr, "transunet": transunet, "context-transformer": context_transformer}


def some(stage):
    rows = torch.linspace(0, len(stage) - 1, min(MOST_ROWS, len(stage))).round().to(torch.int64)
    return {"all": list(stage.shape), "rows": rows.tolist(), **packed(stage[rows], 6)}


def case(system, parameters, kind):
    palette = picture()
    pixels = (2 * PALETTE[palette] - 1).to(torch.float64).permute(2, 0, 1)
    net = Net(parameters)
    SYSTEMS[system](net, pixels)
    return {"kind": "vision", "system": system, "weights": kind, "palette": palette.flatten().tolist(), "drawn": DRAWN.get(system, {}), "stages": {name: some(stage) for name, stage in net.stages.items()}}


def main():
    folder = pathlib.Path(sys.argv[1])
    for system in SYSTEMS:
        box = stored(BOX / FOLDERS.get(system, system) / "model.safetensors")
        others = drawn_like(box)
        trained = {name: others[name] if system == "context-transformer" and name.startswith(CONTEXT) else box[name] for name in box}
        for kind, parameters in (("box", trained), ("drawn", others)):
            name = f"vision_{system.replace('-', '_')}_{kind}.json"
            (folder / name).write_text(json.dumps(case(system, parameters, kind), separators=(",", ":")) + "\n")


main()
