"""Makes the pictures that tests/engine/image_test.cpp reads, and beside each its pixels as PPM.

    /usr/bin/python3 tests/tools/make_images.py tests/golden/images

Needs python3-pil, for the JPEGs. PNGs are written here byte by byte, since Pillow writes only some kinds.
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


def greys(values):
    return [(value,) * 3 for value in values]


def pngs():
    """Name -> (file, its pixels)."""
    rgb_bytes = [bytes(pixel) for pixel in RGB]
    plte = chunk(b"PLTE", b"".join(bytes(colour) for colour in PALETTE))
    palette_alpha = [0, 128, 255, 255]
    return {
        "rgb": (png(RGB_KIND, 8, rgb_bytes), RGB),
        "interlaced": (png(RGB_KIND, 8, rgb_bytes, interlaced=True), RGB),
        "rgb_alpha": (png(RGB_ALPHA_KIND, 8, [bytes((*p, a)) for p, a in zip(RGB, ALPHA)]),
                      [on_white(p, a) for p, a in zip(RGB, ALPHA)]),
        "grey": (png(GREY_KIND, 8, [bytes((g,)) for g in GREY]), greys(GREY)),
        "grey_alpha": (png(GREY_ALPHA_KIND, 8, [bytes((g, a)) for g, a in zip(GREY, ALPHA)]),
                       [on_white((g,) * 3, a) for g, a in zip(GREY, ALPHA)]),
        "one_bit": (png(GREY_KIND, 1, [i % 2 for i in INDEX]), greys([255 * (i % 2) for i in INDEX])),
        "palette": (png(PALETTE_KIND, 2, INDEX, plte), [PALETTE[i] for i in INDEX]),
        "palette_alpha": (png(PALETTE_KIND, 2, INDEX, plte + chunk(b"tRNS", bytes(palette_alpha))),
                          [on_white(PALETTE[i], palette_alpha[i]) for i in INDEX]),
        # 257 * v in 16 bits is exactly v in 8.
        "sixteen_bits": (png(RGB_KIND, 16, [struct.pack(">3H", *(257 * c for c in p)) for p in RGB]), RGB),
        "sixteen_bits_grey": (png(GREY_KIND, 16, [struct.pack(">H", 257 * g) for g in GREY]), greys(GREY)),
    }


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
        path = folder / f"turned{orientation}.jpg"
        smooth.save(path, quality=90, subsampling=0, exif=exif)
        turned = ImageOps.exif_transpose(Image.open(path))
        (folder / f"{path.name}.ppm").write_bytes(ppm(turned.getdata(), turned.size))
    for name in ("rgb", "progressive", "grey"):
        pixels = Image.open(folder / f"{name}.jpg").convert("RGB").getdata()
        (folder / f"{name}.jpg.ppm").write_bytes(ppm(pixels))


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (file, pixels) in pngs().items():
        (folder / f"{name}.png").write_bytes(file)
        (folder / f"{name}.png.ppm").write_bytes(ppm(pixels))
    rgb_bytes = [bytes(pixel) for pixel in RGB]
    # What their headers claim is far more than they hold.
    (folder / "bomb.png").write_bytes(png(RGB_KIND, 8, rgb_bytes, size=(60_000, 60_000)))
    (folder / "line.png").write_bytes(png(RGB_KIND, 8, rgb_bytes, size=(100_000, 1)))
    jpegs(folder)


if __name__ == "__main__":
    main()
