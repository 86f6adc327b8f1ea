#!/usr/bin/env python3
"""Draws poems and counts: how many have the form, how many lines stand in the training text, how often even lines rhyme.

    tests/tools/poem_figures.py HEADLIGHT MODEL TEXTS [POEMS]

HEADLIGHT is the program, MODEL its model's folder, TEXTS where `scripts/train-models.sh poem` keeps poem.txt and
poem.poems.txt. Poems (500) are drawn at temperature 0.8 from the 40 likeliest characters. Two lines rhyme where the
finals of their last characters in Tang times are the same, by kTang of Debian's unicode-data; a poem counts where all of
its even lines' characters are in that table.
"""
import bz2
import pathlib
import re
import subprocess
import sys

READINGS = pathlib.Path("/usr/share/unicode/Unihan_Readings.txt.bz2")
VOWELS = "aeiouyɑəæɛɔɪʊăĕĭŏŭàáèéìíòóùú"
FORM = re.compile("(?:[^，。]{5}，[^，。]{5}。){2}(?:(?:[^，。]{5}，[^，。]{5}。){2})?")


def final_of(reading: str) -> str:
    """A syllable without its initial and medial."""
    rest = re.sub(f"^[^{VOWELS}]*", "", reading.strip("*").lower())
    return re.sub(f"^[iuyɪʊ]+(?=[{VOWELS}])", "", rest)


def finals() -> dict[str, set[str]]:
    table = {}
    for line in bz2.open(READINGS, "rt"):
        parts = line.rstrip("\n").split("\t")
        if len(parts) == 3 and parts[1] == "kTang":
            table[chr(int(parts[0][2:], 16))] = {final_of(reading) for reading in parts[2].split()}
    return table


def lines_of(poem: str) -> list[str]:
    return [line for line in re.split("[，。]", poem) if line]


def rhyming(poems: list[str], table: dict[str, set[str]]) -> tuple[int, int]:
    """How many rhyme throughout, of those that the table covers."""
    rhymed = counted = 0
    for poem in poems:
        ends = [table.get(line[-1]) for line in lines_of(poem)[1::2]]
        if all(ends):
            counted += 1
            rhymed += bool(set.intersection(*ends))
    return rhymed, counted


def drawn(program: str, model: str, seed: int) -> str:
    told = subprocess.run([program, "generate", "--model", model, "--text", "", "--tokens", "48", "--sample-temperature", "0.8",
                           "--top-k", "40", "--sample-seed", str(seed)], capture_output=True, text=True, check=True).stdout
    return told.rstrip("\n").split("\n")[-1]


def main() -> None:
    if not 4 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    program, model, texts = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    learned = (texts / "poem.txt").read_text().splitlines()
    held_out = (texts / "poem.poems.txt").read_text().splitlines()
    known = {line for poem in learned + held_out for line in lines_of(poem)}
    poems = [drawn(program, model, seed) for seed in range(int(sys.argv[4]) if len(sys.argv) > 4 else 500)]
    formed = [poem for poem in poems if FORM.fullmatch(poem)]
    lines = [line for poem in poems for line in lines_of(poem)]
    copied = sum(line in known for line in lines)
    print(f"form: {len(formed)} of {len(poems)}")
    print(f"lines that stand in the texts: {copied} of {len(lines)}")
    table = finals()
    for name, those in ("drawn", formed), ("held out", held_out):
        rhymed, counted = rhyming(those, table)
        print(f"even lines rhyme throughout, {name}: {rhymed} of {counted}, {rhymed / counted:.3f}")
    for poem in poems:
        if not FORM.fullmatch(poem):
            print("not the form:", poem)


if __name__ == "__main__":
    main()
