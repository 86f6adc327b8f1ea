"""Records what Pillow makes of pictures for tests/engine/image_fit_test.cpp: resized by each filter, and brought to a
model's size as a preprocessor_config.json says.

    /usr/bin/python3 tests/tools/make_fits.py tests/golden/images/fits.json

Needs python3-pil and python3-numpy. The pictures are noise that the test draws, too. Crops and sizes follow
image_transforms.py of Hugging Face's library.
"""
import json
import math
import random
import sys
from pathlib import Path

import numpy as np
from PIL import Image

SIZE = 8
FILTERS = range(6)
WIDTH, HEIGHT = 37, 23
NAMES = ("ImageProcessor", "ImageProcessorFast", "FeatureExtractor")


def noise(width, height):
    state, values = width * 65536 + height, bytearray()
    for _ in range(width * height * 3):
        state = (state * 1664525 + 1013904223) % 2**32
        values.append(state >> 24)
    return Image.frombytes("RGB", (width, height), bytes(values))


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def resized():
    draw = random.Random(72)
    sizes = [(1, 1), (WIDTH, HEIGHT), (WIDTH, 5), (3, HEIGHT), (2 * WIDTH, 2 * HEIGHT), (300, 2), (2, 300)]
    sizes += [(draw.randint(1, 90), draw.randint(1, 90)) for _ in range(25)]
    for number in FILTERS:
        for width, height in sizes:
            picture = noise(WIDTH, HEIGHT).resize((width, height), number)
            yield {"filter": number, "width": width, "height": height, "hash": fnv(picture.tobytes())}


def by_edges(picture, shortest, longest):
    """(width, height): get_resize_output_image_size, and get_size_with_aspect_ratio with a longest edge."""
    width, height = picture.size
    exact = shortest
    if longest and max(width, height) / min(width, height) * shortest > longest:
        exact = longest * min(width, height) / max(width, height)
        shortest = round(exact)
    if longest and min(width, height) == shortest:
        return width, height
    if width <= height:
        return shortest, int(exact * height / width)
    return int(exact * width / height), shortest


def crop(picture, width, height):
    """The middle, on black: center_crop."""
    pixels = np.asarray(picture)
    paper = np.zeros((max(height, pixels.shape[0]), max(width, pixels.shape[1]), 3), np.uint8)
    top = math.ceil((paper.shape[0] - pixels.shape[0]) / 2)
    left = math.ceil((paper.shape[1] - pixels.shape[1]) / 2)
    paper[top:top + pixels.shape[0], left:left + pixels.shape[1]] = pixels
    top += (pixels.shape[0] - height) // 2
    left += (pixels.shape[1] - width) // 2
    return Image.fromarray(np.ascontiguousarray(paper[top:top + height, left:left + width]))


def fit(said, picture):
    kind = said.get("image_processor_type", said.get("feature_extractor_type", "ViTImageProcessor"))
    for name in NAMES:
        kind = kind.removesuffix(name)
    size = said.get("size", {"ViT": SIZE, "DeiT": 256, "CLIP": 224, "Bit": 224, "ConvNext": 384}[kind])
    size = {"height": size[0], "width": size[1]} if isinstance(size, list) else size
    if not isinstance(size, dict):
        size = {"height": size, "width": size} if kind in ("ViT", "DeiT") else {"shortest_edge": size}
    resample = said.get("resample", 2 if kind == "ViT" else 3)
    crops = said.get("do_center_crop", kind not in ("ViT", "ConvNext"))
    cut = said.get("crop_size", 224)
    cut = cut if isinstance(cut, dict) else {"height": cut, "width": cut}
    if kind == "ConvNext":
        side = size["shortest_edge"]
        crops, cut = side < 384, {"height": side, "width": side}
        size = {"shortest_edge": int(side / said.get("crop_pct", 0.875))} if crops else cut
    if said.get("do_resize", True):
        edges = ((size["width"], size["height"]) if "width" in size
                 else by_edges(picture, size["shortest_edge"], size.get("longest_edge")))
        picture = picture.resize(edges, resample)
    return crop(picture, cut["width"], cut["height"]) if crops else picture


def fits():
    square, small = {"height": SIZE, "width": SIZE}, {"do_center_crop": True, "crop_size": SIZE}
    for said, sizes in (
            ({}, [(WIDTH, HEIGHT), (SIZE, SIZE), (3, 5)]),
            *(({"size": square, "resample": number}, [(WIDTH, HEIGHT), (5, 4)]) for number in FILTERS),
            ({"size": [SIZE, SIZE], "resample": 1}, [(WIDTH, HEIGHT)]),
            ({"size": SIZE, "image_processor_type": "ViTImageProcessorFast"}, [(WIDTH, HEIGHT)]),
            ({"do_resize": False}, [(SIZE, SIZE), (9, SIZE)]),
            ({"do_resize": False, **small}, [(13, 9), (14, 8), (5, 9), (5, 3), (6, 4), (12, 3)]),
            ({"do_resize": False, "do_center_crop": True, "crop_size": {"height": 7, "width": SIZE}}, [(9, 9)]),
            ({"size": {"height": 11, "width": 10}, **small}, [(WIDTH, HEIGHT)]),
            ({"size": {"height": 9, "width": SIZE}}, [(WIDTH, HEIGHT)]),
            ({"size": {"shortest_edge": SIZE}}, [(20, 20), (20, 21), (30, 20)]),
            ({"size": {"shortest_edge": 9}, **small}, [(WIDTH, HEIGHT), (HEIGHT, WIDTH), (7, 7), (100, 7)]),
            ({"size": {"shortest_edge": 9, "longest_edge": 12}, **small},
             [(WIDTH, HEIGHT), (12, 9), (40, 19), (90, 17), (17, 90), (24, 5), (7, 24)]),
            ({"size": SIZE, "resample": 3, "crop_size": square, "image_processor_type": "CLIPImageProcessor"},
             [(WIDTH, HEIGHT), (HEIGHT, WIDTH)]),
            ({"size": 10, "crop_size": SIZE, "feature_extractor_type": "DeiTFeatureExtractor"}, [(WIDTH, HEIGHT)]),
            ({"crop_size": SIZE, "feature_extractor_type": "DeiTFeatureExtractor"}, [(WIDTH, HEIGHT)]),
            ({"size": {"shortest_edge": 9}, "do_center_crop": False, "image_processor_type": "BitImageProcessor"},
             [(WIDTH, HEIGHT)]),
            ({"size": SIZE, "feature_extractor_type": "ConvNextFeatureExtractor"}, [(WIDTH, HEIGHT)]),
            ({"size": {"shortest_edge": SIZE}, "crop_pct": 0.7, "resample": 2,
              "image_processor_type": "ConvNextImageProcessor"}, [(WIDTH, HEIGHT), (HEIGHT, WIDTH)]),
            ({"image_processor_type": "ConvNextImageProcessor"}, [(WIDTH, HEIGHT)])):
        for width, height in sizes:
            picture = fit(said, noise(width, height))
            case = {"preprocessor": said, "width": width, "height": height, "becomes": picture.size}
            if picture.size == (SIZE, SIZE):
                case["square"] = picture.tobytes().hex()
            yield case


def main():
    lines = {"resized": list(resized()), "fits": list(fits())}
    parts = [f' "{name}": [\n' + ",\n".join("  " + json.dumps(case) for case in cases) + "\n ]"
             for name, cases in lines.items()]
    Path(sys.argv[1]).write_text("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    main()
