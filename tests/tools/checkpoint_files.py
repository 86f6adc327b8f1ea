"""Files of a checkpoint, written by hand: safetensors, shards with their index, NPY, PNG, JSON.

safetensors: eight bytes that give the header's length, a JSON header padded with spaces to a multiple of eight,
then the numbers, little endian. https://github.com/huggingface/safetensors#format
"""
import json
import pathlib
import struct
import zlib

import numpy
import torch

TYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64}


def tensor_bytes(tensor):
    """Little-endian bytes; NumPy has no bfloat16, so that one passes as 16-bit integers."""
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.view(torch.int16)
    return tensor.contiguous().numpy().tobytes()


def stored(tensor, dtype):
    """The tensor in the type that the file has; whole numbers stay what they are."""
    kind = dtype if tensor.is_floating_point() else "I64"
    return kind, tensor.detach().to(TYPES[kind])


def rounded(weights, dtype):
    """The same weights as a file of `dtype` holds them, in float64."""
    return {name: stored(tensor, dtype)[1].to(tensor.dtype) for name, tensor in weights.items()}


def write_safetensors(path, tensors, dtype="F32"):
    """Wide types first, so that every tensor starts at a multiple of its own width."""
    held = {name: stored(tensor, dtype) for name, tensor in tensors.items()}
    order = sorted(held, key=lambda name: (-held[name][1].element_size(), name))
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name in order:
        kind, tensor = held[name]
        part = tensor_bytes(tensor)
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(part)]}
        data += part
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_shards(folder, tensors, count):
    """model-00001-of-0000N.safetensors ... and model.safetensors.index.json, as Hugging Face splits a large model."""
    names = list(tensors)
    index, total = {}, 0
    for number in range(count):
        part = names[number * len(names) // count:(number + 1) * len(names) // count]
        file = f"model-{number + 1:05}-of-{count:05}.safetensors"
        write_safetensors(folder / file, {name: tensors[name] for name in part})
        index |= {name: file for name in part}
        total += sum(4 * tensors[name].numel() for name in part)
    write_json(folder / "model.safetensors.index.json",
               {"metadata": {"total_size": total}, "weight_map": dict(sorted(index.items()))})


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write_npy(path, tensor):
    """float32, or bool where the tensor is one."""
    kept = tensor if tensor.dtype == torch.bool else tensor.to(torch.float32)
    numpy.save(path, kept.numpy())


def write_png(path, pixels):
    """`pixels` (height, width, 3), whole numbers of 0 to 255: 8-bit RGB, no filter. W3C PNG, sec. 5 and 11."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + bytes(row.flatten().tolist()) for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9))
                     + chunk(b"IEND", b""))


def write_case(root, name, case):
    """One folder: `case` has config, weights, input (case.json), stages; and may have dtype, shards, files, npy,
    image. `files` are further ones by name: text as it is, else JSON."""
    folder = pathlib.Path(root) / name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    write_json(folder / "config.json", case["config"])
    if "shards" in case:
        write_shards(folder, case["weights"], case["shards"])
    else:
        write_safetensors(folder / "model.safetensors", case["weights"], case.get("dtype", "F32"))
    for file, content in case.get("files", {}).items():
        if isinstance(content, str):
            (folder / file).write_text(content, encoding="utf-8")
        else:
            write_json(folder / file, content)
    given = dict(case["input"])
    if "npy" in case:
        given["npy"] = {key: f"{key}.npy" for key in case["npy"]}
        for key, tensor in case["npy"].items():
            write_npy(folder / f"{key}.npy", tensor)
    if "image" in case:
        given["image"] = "image.png"
        write_png(folder / "image.png", case["image"])
    (folder / "case.json").write_text(json.dumps(given, ensure_ascii=False) + "\n", encoding="utf-8")
    assert all(stage.dim() == 2 and not stage.isnan().any() for stage in case["stages"].values()), name
    write_safetensors(folder / "stages.safetensors", case["stages"], "F64")
