"""Makes the pictures that tests/engine/image_test.cpp reads, and beside each Pillow's pixels as PPM.

    /usr/bin/python3 tests/tools/make_images.py tests/golden/images

Needs python3-pil. PNGs are written here byte by byte, since Pillow writes only some kinds.
"""
import struct
import sys
import zlib
from pathlib import Path

from PIL import Image, ImageOps

WIDTH, HEIGHT = 9, 6
RGB = [((x * 31) % 256, (y * 47) % 256, (x * 19 + y * 83) % 256) for y in range(HEIGHT) for x in range(WIDTH)]
ALPHA = [(x * 32 + y * 5) % 256 for y in range(HEIGHT) for x in range(WIDTH)]
GREY = [(x * 29 + y * 41) % 256 for y in range(HEIGHT) for x in range(WIDTH)]
PALETTE = [(0, 0, 0), (255, 0, 0), (10, 200, 30), (40, 50, 250)]
PALETTE_ALPHA = [0, 128, 255, 255]
INDEX = [(x + y) % 4 for y in range(HEIGHT) for x in range(WIDTH)]
GREY_KIND, RGB_KIND, PALETTE_KIND, GREY_ALPHA_KIND, RGB_ALPHA_KIND = 0, 2, 3, 4, 6
# First column, first row, column step, row step of each of Adam7's passes (PNG, sec. 8.2).
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(kind, bits, pixels, extra=b"", interlaced=False, size=(WIDTH, HEIGHT)):
    """pixels: WIDTH * HEIGHT bytes objects, or numbers below 2**bits where bits < 8."""
    def scan(columns, rows):
        data = b""
        for y in rows:
            row = [pixels[y * WIDTH + x] for x in columns]
            if bits >= 8:
                data += b"\0" + b"".join(row)
                continue
            text = "".join(format(value, f"0{bits}b") for value in row)
            text += "0" * (-len(text) % 8)
            data += b"\0" + int(text, 2).to_bytes(len(text) // 8, "big")
        return data

    if interlaced:
        data = b"".join(scan(range(x, WIDTH, dx), range(y, HEIGHT, dy)) for x, y, dx, dy in ADAM7 if x < WIDTH)
    else:
        data = scan(range(WIDTH), range(HEIGHT))
    header = struct.pack(">IIBBBBB", *size, bits, kind, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(data))
            + chunk(b"IEND", b""))


def ppm(pixels, size=(WIDTH, HEIGHT)):
    return b"P6\n%d %d\n255\n" % size + b"".join(bytes(pixel) for pixel in pixels)


def on_white(pixel, alpha):
    return tuple((colour * alpha + 255 * (255 - alpha) + 127) // 255 for colour in pixel)


def deep(values):
    """16 bits each, whose lower 8 are not the upper ones again."""
    return struct.pack(f">{len(values)}H", *((256 * value + 255 - value) for value in values))


def pngs():
    """Name -> file."""
    rgb_bytes = [bytes(pixel) for pixel in RGB]
    plte = chunk(b"PLTE", b"".join(bytes(colour) for colour in PALETTE))
    exif = Image.Exif()
    exif[0x0112] = 6
    return {
        "rgb": png(RGB_KIND, 8, rgb_bytes),
        "interlaced": png(RGB_KIND, 8, rgb_bytes, interlaced=True),
        "rgb_alpha": png(RGB_ALPHA_KIND, 8, [bytes((*p, a)) for p, a in zip(RGB, ALPHA)]),
        "rgb_key": png(RGB_KIND, 8, rgb_bytes, chunk(b"tRNS", struct.pack(">3H", *RGB[4]))),
        "rgb_gamma": png(RGB_KIND, 8, rgb_bytes, chunk(b"gAMA", struct.pack(">I", 100_000))),
        "rgb_turned": png(RGB_KIND, 8, rgb_bytes, chunk(b"eXIf", exif.tobytes()[6:])),
        "grey": png(GREY_KIND, 8, [bytes((g,)) for g in GREY]),
        "grey_alpha": png(GREY_ALPHA_KIND, 8, [bytes((g, a)) for g, a in zip(GREY, ALPHA)]),
        "one_bit": png(GREY_KIND, 1, [i % 2 for i in INDEX]),
        "two_bits": png(GREY_KIND, 2, INDEX),
        "four_bits": png(GREY_KIND, 4, [5 * i for i in INDEX]),
        "palette": png(PALETTE_KIND, 2, INDEX, plte),
        "palette_alpha": png(PALETTE_KIND, 2, INDEX, plte + chunk(b"tRNS", bytes(PALETTE_ALPHA))),
        "sixteen_bits": png(RGB_KIND, 16, [deep(p) for p in RGB]),
        "sixteen_bits_alpha": png(RGB_ALPHA_KIND, 16, [deep((*p, a)) for p, a in zip(RGB, ALPHA)]),
        "sixteen_bits_grey_alpha": png(GREY_ALPHA_KIND, 16, [deep((g, a)) for g, a in zip(GREY, ALPHA)]),
        "sixteen_bits_grey": png(GREY_KIND, 16, [deep((g,)) for g in GREY]),
    }


def on_whites():
    """Name -> pixels where what is transparent is laid on white."""
    return {"rgb_alpha": [on_white(p, a) for p, a in zip(RGB, ALPHA)],
            "rgb_key": [(255,) * 3 if p == RGB[4] else p for p in RGB],
            "grey_alpha": [on_white((g,) * 3, a) for g, a in zip(GREY, ALPHA)],
            "palette_alpha": [on_white(PALETTE[i], PALETTE_ALPHA[i]) for i in INDEX],
            "rgb": RGB}


def pixels_of(path):
    """As load_image() of Hugging Face's library."""
    picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    return ppm(picture.getdata(), picture.size)


def jpegs(folder):
    smooth = Image.new("RGB", (WIDTH, HEIGHT))
    smooth.putdata([(40 + 20 * x, 60 + 20 * y, 90) for y in range(HEIGHT) for x in range(WIDTH)])
    smooth.save(folder / "rgb.jpg", quality=90, subsampling=0)
    smooth.save(folder / "progressive.jpg", quality=90, progressive=True)
    smooth.convert("L").save(folder / "grey.jpg", quality=90)
    smooth.convert("CMYK").save(folder / "cmyk.jpg", quality=90)
    for orientation in range(2, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        smooth.save(folder / f"turned{orientation}.jpg", quality=90, subsampling=0, exif=exif)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, file in pngs().items():
        (folder / f"{name}.png").write_bytes(file)
    jpegs(folder)
    for path in sorted([*folder.glob("*.png"), *folder.glob("*.jpg")]):
        # Pillow cuts 16 bits of grey at 255: refused.
        if path.stem not in ("bomb", "line", "sixteen_bits_grey"):
            (folder / f"{path.name}.ppm").write_bytes(pixels_of(path))
    for name, pixels in on_whites().items():
        (folder / f"{name}.png.white.ppm").write_bytes(ppm(pixels))
    rgb_bytes = [bytes(pixel) for pixel in RGB]
    # What their headers claim is far more than they hold.
    (folder / "bomb.png").write_bytes(png(RGB_KIND, 8, rgb_bytes, size=(60_000, 60_000)))
    (folder / "line.png").write_bytes(png(RGB_KIND, 8, rgb_bytes, size=(100_000, 1)))


if __name__ == "__main__":
    main()
