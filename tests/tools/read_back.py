"""Reads what Headlight wrote of some labels with the programs of others, and prints what differs.

read_back.py FOLDER, which holds rows.csv, rows.json, sheet.svg, sheet.pdf, and what they should say: labels, a line of
hexadecimal UTF-8 each, and drawn, as many lines of 0 or 1: whether a face could draw the label into the PDF.
"""
import csv
import json
import pathlib
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ElementTree


def lines(path):
    return path.read_text().split("\n")[:-1]


def compare(name, expected, found):
    if len(expected) != len(found):
        print(f"{name}: {len(found)} labels instead of {len(expected)}")
    for one, other in zip(expected, found):
        if one != other:
            print(f"{name}: {other!r} instead of {one!r}")


LINES_OF_PAGE = 30


def plain(text):
    """Without spaces and marks of direction, which pdftotext adds."""
    marks = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F])
    return unicodedata.normalize("NFKC", text.translate(marks)).replace(" ", "")


def moves(text):
    return any(unicodedata.bidirectional(letter) in ("R", "AL", "NSM") for letter in text)


def compare_pages(expected, found):
    """Letters in any order on a page where some run from the right or stand on others: pdftotext turns whole pages."""
    for start in range(0, max(len(expected), len(found)), LINES_OF_PAGE):
        page = [plain(text) for text in expected[start : start + LINES_OF_PAGE]]
        lines_found = [plain(text) for text in found[start : start + LINES_OF_PAGE]]
        if any(moves(text) for text in page):
            page, lines_found = ([sorted(text) for text in side] for side in (page, lines_found))
        compare("pdf", page, lines_found)


def main(folder):
    labels = [bytes.fromhex(line).decode("utf-8") for line in lines(folder / "labels")]
    drawn = [line == "1" for line in lines(folder / "drawn")]
    with open(folder / "rows.csv", encoding="utf-8", newline="") as file:
        compare("csv", labels, [row[0] for row in csv.reader(file)][1:])
    compare("json", labels, json.loads((folder / "rows.json").read_text(encoding="utf-8"))["rows"])
    subprocess.run(["xmllint", "--noout", folder / "sheet.svg"], check=True)
    texts = ElementTree.parse(folder / "sheet.svg").iter("{http://www.w3.org/2000/svg}text")
    compare("svg", labels, ["".join(text.itertext()) for text in texts])
    command = ["pdftotext", "-layout", "-enc", "UTF-8", folder / "sheet.pdf", "-"]
    pages = subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8")
    found = [line for line in pages.replace("\f", "\n").split("\n") if line.strip()]
    compare_pages([label for label, is_drawn in zip(labels, drawn) if is_drawn], found)


main(pathlib.Path(sys.argv[1]))
