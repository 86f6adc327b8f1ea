"""peers.py: what the comparisons beside PyTorch and ONNX Runtime share: on which instructions each side runs, and what
was seen of it.

Libraries choose their instructions when they are loaded, from variables and from the processor: begin() comes before
any of them is imported, and starts the script again with the variables set. Without --instructions each side has the
processor's widest, whatever the environment presets; with it, both sides are held to those.
"""
import argparse
import contextlib
import ctypes
import json
import os
import pathlib
import subprocess
import sys
import time

# The parts of AVX-512 that this version of OpenBLAS asks for, as /proc/cpuinfo names them.
WIDE = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
# What holds a peer to instructions, each library by its own switch, the C library too.
HELD = {
    "v3": {
        "ATEN_CPU_CAPABILITY": "avx2",
        "OPENBLAS_CORETYPE": "Haswell",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
        "DNNL_MAX_CPU_ISA": "AVX2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD",
    },
}
PRESET = {"OPENBLAS_L2_SIZE", "HEADLIGHT_INSTRUCTIONS", "HOLD_TO"}.union(*HELD.values())
STARTED = "HEADLIGHT_COMPARISON"


def processor():
    """What /proc/cpuinfo says that the processor has."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return set(next((line for line in lines if line.startswith("flags")), "").split())


def widest_kernel(flags):
    """OpenBLAS's widest kernel for a processor: its own choice falls back to SSE3 on one newer than itself."""
    if WIDE <= flags:
        return {"OPENBLAS_CORETYPE": "SkylakeX"}
    return {"OPENBLAS_CORETYPE": "Haswell"} if {"avx2", "fma"} <= flags else {}


def peer_environment(before, instructions, flags, threads=None):
    """The environment of a peer: nothing that was preset, what holds it, on so many threads."""
    kept = {name: value for name, value in before.items() if name not in PRESET}
    chosen = HELD[instructions] if instructions else widest_kernel(flags)
    counts = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS") if threads else ()
    return kept | chosen | {name: str(threads) for name in counts}


def engine_environment(before, instructions):
    kept = {name: value for name, value in before.items() if name not in PRESET}
    return kept | ({"HEADLIGHT_INSTRUCTIONS": instructions} if instructions else {})


def begin(description, *positionals, threads=None):
    """The script's arguments. positionals are (name, settings of argparse) after `bench`, the engine's benchmark."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", help="the engine's benchmark")
    for name, settings in positionals:
        parser.add_argument(name, **settings)
    parser.add_argument("--instructions", choices=sorted(HELD), help="hold both sides to these")
    options = parser.parse_args()
    if STARTED not in os.environ:
        environment = peer_environment(os.environ, options.instructions, processor(), threads) | {STARTED: "1"}
        os.execve(sys.executable, [sys.executable, *sys.argv], environment)
    return options


def run_bench(options, pattern, *more):
    """The report of the engine's benchmarks of that name; ends the script where they ran on other instructions."""
    command = [options.bench, f"--benchmark_filter={pattern}", "--benchmark_format=json", *more]
    report = json.loads(subprocess.run(command, env=engine_environment(os.environ, options.instructions),
                                       stdout=subprocess.PIPE, check=True, text=True).stdout)
    options.ran_on = report["context"].get("instructions")
    if options.instructions and options.ran_on not in (options.instructions, None):
        sys.exit(f"The engine ran on {options.ran_on}, not on {options.instructions}: build {options.bench} anew.")
    return report["benchmarks"]


def engine_sentence(options):
    if options.ran_on:
        return f"The engine ran on {options.ran_on}."
    refused = f": these rows do not count for {options.instructions}" if options.instructions else ""
    return f"The engine did not say on which instructions it ran{refused}."


def milliseconds_without_wide():
    """Since Linux last saw AVX-512's registers in use by this process, -1 for never; None where it does not say."""
    try:
        return int(pathlib.Path("/proc/self/arch_status").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return None


def peer_sentence(peer, instructions, without_wide, worked):
    """On a peer that worked for so many milliseconds, the last of them without AVX-512."""
    if without_wide is None:
        return f"Linux does not say whether {peer} used AVX-512."
    if without_wide == -1 or without_wide >= worked:
        return f"{peer} used no AVX-512 while it was measured."
    refused = f": these rows do not count for {instructions}" if instructions else ""
    return f"{peer} used AVX-512{refused}."


def openblas_kernel():
    """The name of the kernel of the OpenBLAS that this process has loaded."""
    mapped = pathlib.Path("/proc/self/maps").read_text().splitlines()
    for path in sorted({line.split()[-1] for line in mapped if "openblas" in line}):
        name = ctypes.CDLL(path).openblas_get_corename
        name.restype = ctypes.c_char_p
        return name().decode()
    return None


def greet_torch(torch):
    """Says on which instructions PyTorch runs; ends the script where its products are wrong (old kernels of OpenBLAS
    on processors newer than themselves)."""
    capability = [line.split(": ")[1] for line in torch.__config__.show().splitlines() if "CPU capability" in line]
    kernel = openblas_kernel()
    print(f"PyTorch {torch.__version__}: {' '.join(capability)}, " +
          (f"OpenBLAS's kernel for {kernel}" if kernel else "no OpenBLAS"), flush=True)
    for rows, inner, columns in [(1, 7, 3), (31, 64, 17), (128, 768, 129), (300, 257, 1000)]:
        a, b = torch.randn(rows, inner), torch.randn(columns, inner).T
        wrong = ((a @ b).double() - a.double() @ b.double()).abs().max().item()
        if not wrong < 1e-5 * inner**0.5:
            sys.exit(f"PyTorch's product of {rows} x {inner} by {columns} is off by {wrong:g}: try another OpenBLAS.")


@contextlib.contextmanager
def torch_watched(torch, options):
    """Says before what PyTorch has chosen, and after what both sides were seen to run on."""
    greet_torch(torch)
    start = time.monotonic()
    yield
    worked = (time.monotonic() - start) * 1e3
    print(engine_sentence(options))
    print(peer_sentence("PyTorch", options.instructions, milliseconds_without_wide(), worked))


def held_environment(options):
    """The environment of a peer that has no switch of its own, and a sentence where it can't be held. By
    hold_to_avx2.so, which is built beside the engine's benchmarks."""
    library = pathlib.Path(options.bench).resolve().parent / "hold_to_avx2.so"
    if not options.instructions or not WIDE & processor():
        return dict(os.environ), None
    held = dict(os.environ) | {"LD_PRELOAD": str(library), "HOLD_TO": options.instructions}
    tried = subprocess.run(["true"], env=held, capture_output=True, text=True)
    held_by_it = tried.returncode == 0 and not tried.stderr  # the loader only complains of a library that is not there
    return (held, None) if held_by_it else (dict(os.environ), tried.stderr.strip())
