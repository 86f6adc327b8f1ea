#!/usr/bin/python3
"""A model of GPT-2 small's shape beside ONNX Runtime, all 144 maps returned on both sides, on all cores, in one run.

    /usr/bin/python3 tests/bench/compare_onnx.py build/release/tests/bench/headlight_gpt2_bench NODE_MODULES [LENGTH ...]
        [--instructions v3]

Needs Debian's python3-torch, and Node.js with onnxruntime-node (npm install --ignore-scripts onnxruntime-node) in the
folder NODE_MODULES. The two run in turns on a quiet machine; the ratio is of the medians: below 1 the engine is
faster. The floor is that of the products alone at the processor's rate, as measured in the same minute. ONNX Runtime
has no switch for its instructions: hold_to_avx2.so, which is built beside the benchmark, holds it to --instructions.
"""
import json
import os
import statistics
import subprocess
import tempfile

import peers

OPTIONS = peers.begin(__doc__, ("modules", {"metavar": "NODE_MODULES"}),
                      ("lengths", {"metavar": "LENGTH", "nargs": "*", "type": int}))

import torch  # noqa: E402

ROUNDS = 5
LENGTHS = OPTIONS.lengths or [32, 128, 512, 1024]
LAYERS, WIDTH, HEADS, VOCABULARY = 12, 768, 12, 50257
PEER = """
const [path, length] = process.argv.slice(1);
const L = Number(length), runtime = require('onnxruntime-node');
(async () => {
  const session = await runtime.InferenceSession.create(path, { intraOpNumThreads: THREADS, interOpNumThreads: 1 });
  const x = Float32Array.from({ length: L * WIDTH }, () => Math.random() - 0.5), mask = new Float32Array(L * L);
  for (let i = 0; i < L; i++) mask.fill(-1e9, i * L + i + 1, i * L + L);
  const fed = { x: new runtime.Tensor('float32', x, [L, WIDTH]), mask: new runtime.Tensor('float32', mask, [L, L]) };
  const times = [], first = performance.now();
  for (const end = first + 2000; performance.now() < end || times.length < 5;) {
    const start = performance.now();
    await session.run(fed);
    times.push(performance.now() - start);
  }
  const worked = performance.now() - first, fs = require('fs'), status = '/proc/self/arch_status';
  const wide = fs.existsSync(status) ? Number(fs.readFileSync(status, 'utf8').split(/\\s+/)[1]) : null;
  console.log(JSON.stringify({ milliseconds: times.sort((a, b) => a - b)[times.length >> 1], worked, wide }));
})();
""".replace("WIDTH", str(WIDTH)).replace("THREADS", str(os.cpu_count()))


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(WIDTH) for _ in range(2))
        self.projections, self.output = torch.nn.Linear(WIDTH, 3 * WIDTH), torch.nn.Linear(WIDTH, WIDTH)
        self.widen, self.narrow = torch.nn.Linear(WIDTH, 4 * WIDTH), torch.nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x, mask):
        heads = self.projections(self.norms[0](x)).reshape(-1, 3, HEADS, WIDTH // HEADS).permute(1, 2, 0, 3)
        q, k, v = heads.unbind(0)
        maps = (q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5 + mask).softmax(-1)
        x = x + self.output((maps @ v).transpose(0, 1).reshape(-1, WIDTH))
        hidden = self.widen(self.norms[1](x))
        active = 0.5 * hidden * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (hidden + 0.044715 * hidden ** 3)))
        return x + self.narrow(active), maps


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(Layer() for _ in range(LAYERS))
        self.logits = torch.nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, x, mask):
        maps = []
        for layer in self.layers:
            x, of_layer = layer(x, mask)
            maps.append(of_layer)
        return (self.logits(x[-1]), *maps)


def export(path):
    names = ["logits"] + [f"maps{layer}" for layer in range(LAYERS)]
    axes = {"x": {0: "L"}, "mask": {0: "L", 1: "L"}} | {name: {1: "L", 2: "L"} for name in names[1:]}
    torch.onnx.export(Model().eval(), (torch.randn(16, WIDTH), torch.zeros(16, 16)), path,
                      input_names=["x", "mask"], output_names=names, dynamic_axes=axes, opset_version=17)


def run_peer(path, length, environment):
    """Median milliseconds, and a sentence on its instructions."""
    made = subprocess.run(["node", "-e", PEER, path, str(length)], env=environment | {"NODE_PATH": OPTIONS.modules},
                          capture_output=True, check=True, text=True)
    said = json.loads(made.stdout)
    return said["milliseconds"], peers.peer_sentence("ONNX Runtime", OPTIONS.instructions, said["wide"], said["worked"])


def run_bench(name, seconds):
    return peers.run_bench(OPTIONS, f"{name}/", f"--benchmark_min_time={seconds}")[0]


def engine_milliseconds(length):
    return run_bench(f"BM_Gpt2/{length}", 2)["real_time"]


def floor_milliseconds(length):
    """The products' multiply-adds at the rate that the processor's registers allow."""
    products = LAYERS * (12 * WIDTH * WIDTH * length + 2 * length * length * WIDTH) + VOCABULARY * WIDTH
    return products / run_bench("BM_Peak", 0.5)["multiply_adds"] * 1e3


def main():
    environment, refused = peers.held_environment(OPTIONS)
    if refused:
        print(f"ONNX Runtime cannot be held here ({refused}): these rows do not count for {OPTIONS.instructions}")
    said = set()
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        path = os.path.join(folder, "model.onnx")
        export(path)
        print(f"{'tokens':>8} {'ONNX Runtime ms':>16} {'engine ms':>10} {'floor ms':>9} {'engine / ONNX Runtime':>22}")
        for length in LENGTHS:
            rounds = []
            for _ in range(ROUNDS):
                peer, sentence = run_peer(path, length, environment)
                said.add(sentence)
                rounds.append((peer, engine_milliseconds(length), floor_milliseconds(length)))
            peer, engine, floor = (statistics.median(column) for column in zip(*rounds))
            print(f"{length:8} {peer:16.1f} {engine:10.1f} {floor:9.1f} {engine / peer:22.2f}", flush=True)
    print("\n".join([peers.engine_sentence(OPTIONS), *sorted(said)]))


if __name__ == "__main__":
    main()
