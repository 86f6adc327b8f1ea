#!/usr/bin/env python3
"""texts.py: the texts that the language models in the box learn from, out of packages, and what is held out of them.

usage: texts.py prose NOVELS.rdb WORDNET EVERYDAY.txt OUT [SAMPLE]
       texts.py prose-zh TRADITIONAL.txt SIMPLIFIED.txt OUT [SAMPLE]
       texts.py poem CHINESE_POETRY OUT [SAMPLE]
       texts.py simplified TOKENIZER.json STCharacters.txt STPhrases.txt

NOVELS.rdb is janeaustenr.rdb of Debian's r-cran-janeaustenr (Jane Austen's six novels, public domain; the package is
MIT), WORDNET the folder of Debian's wordnet-base (its example sentences; the WordNet licence), CHINESE_POETRY the folder
dist of npm's chinese-poetry (MIT). EVERYDAY.txt, TRADITIONAL.txt and SIMPLIFIED.txt are what `headlight tasks --text`
writes.

The last one teaches the tokenizer of `poem` to read simplified characters, by OpenCC's tables as text: a phrase of two
by its own row, any other character by the one of its readings that the poems have most often. A character that the poems
have is left as it is, unless they have it rarely and its reading often.

Writes OUT/NAME.txt, to learn from, and OUT/NAME.KIND.txt, held out: of prose every 18th run of 20 paragraphs or
sentences; of poems every 20th, by the sum of its characters, and what shares a line with one of those is learned by
nobody. SAMPLE is a folder for the first lines of each, which the tests read.
"""
import collections
import json
import pathlib
import random
import re
import struct
import sys
import zlib

HAN = r"[\u4e00-\u9fff]"
RUN = 20
COMMONEST = 3500  # characters of the poems
EVERYDAY_BYTES = 3_150_000  # of sentences of our own, in each script
# Of the texts, in a sample.
SAMPLE_BYTES = {"novels": 60_000, "examples": 40_000, "everyday": 40_000, "poems": 100_000, "everyday-zh": 40_000}
# What no class has to read: example sentences with one of these are left out.
UNFIT = re.compile(r"\b(abort|abuse|adulter|arous|assassin|bastard|behead|bitch|bloody|bomb|bra\b|breast|brothel|cocaine|"
                   r"corpse|cripple|damn|drug|drunk|eroti|execut|fag|fuck|genital|gay\b|gyps|hang(ed)? (him|her|them)sel|heroin|"
                   r"hell\b|homosexual|idiot|intercourse|jap|jew|kill|lesbian|lust|lynch|marijuana|massacre|moron|murder|"
                   r"naked|nazi|negr|nigg|nude|nymph|orgasm|penis|porn|pregnan|prostitut|rape|raping|rapist|retard|savage|"
                   r"seduc|sex|shit|slave|slut|stab|strangl|suicid|terroris|tortur|vagina|virgin|whore)", re.IGNORECASE)


def blocks_of(archive: bytes):
    """The blocks of an .rdb: each 4 bytes, its length once unpacked, and a zlib stream."""
    at = 0
    while at + 4 < len(archive):
        length = struct.unpack(">I", archive[at:at + 4])[0]
        unpacking = zlib.decompressobj()
        try:
            block = unpacking.decompress(archive[at + 4:])
        except zlib.error:
            at += 1
            continue
        if len(block) != length:
            at += 1
            continue
        yield block
        at = len(archive) - len(unpacking.unused_data)


def strings_of(block: bytes):
    """The long character vectors of R's serialization: 16, a count, and for each string 9, its length, its bytes."""
    at = 0
    while at + 8 <= len(block):
        flags, count = struct.unpack(">Ii", block[at:at + 8])
        if flags & 0xFF != 16 or not 100 < count < 1_000_000:
            at += 1
            continue
        strings, next_at = [], at + 8
        while len(strings) < count and next_at + 8 <= len(block):
            flags, length = struct.unpack(">Ii", block[next_at:next_at + 8])
            if flags & 0xFF != 9 or length < -1:
                break
            next_at += 8
            strings.append(block[next_at:next_at + max(length, 0)].decode("utf-8", "replace"))
            next_at += max(length, 0)
        if len(strings) == count:
            yield strings
            at = next_at
        else:
            at += 1


def paragraphs_of(lines: list[str]):
    """Without the title, headings and the closing line."""
    heading = re.compile(r"^(chapter|volume|the end|finis|by jane austen|\[?[ivxlc0-9]+\.?\]?$)", re.IGNORECASE)
    together: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            together.append(line.strip())
            continue
        text, together = " ".join(together), []
        if len(text) < 12 or heading.match(text) or text.isupper():
            continue
        text = text.replace("--", " – ").replace("_", "").replace("``", '"').replace("''", '"')
        yield re.sub(r"\s+", " ", text).strip()


def novels_in(path: pathlib.Path) -> list[list[str]]:
    found = []
    for block in blocks_of(path.read_bytes()):
        for lines in strings_of(block):
            title = next((line.strip() for line in lines if line.strip()), "")
            found.append((title.lower(), list(paragraphs_of(lines))))
    if len(found) != 6:
        sys.exit(f"texts.py: {path} holds {len(found)} novels, not 6: is it janeaustenr.rdb?")
    return [paragraphs for _, paragraphs in sorted(found)]


def examples_in(folder: pathlib.Path) -> list[str]:
    """Example sentences: what stands in quotation marks behind a definition."""
    kept: dict[str, None] = {}
    for name in ("verb", "adj", "adv", "noun"):
        for line in (folder / f"data.{name}").read_text(encoding="utf-8", errors="replace").splitlines():
            for quoted in re.findall(r'"([^"]+)"', line.partition(" | ")[2]):
                sentence = quoted.strip(" ;,")
                if len(sentence.split()) < 3 or not re.fullmatch(r"[A-Za-z0-9 ,.;:'!?()\-]+", sentence):
                    continue
                if not UNFIT.search(sentence):
                    kept.setdefault(sentence)
    return [s[0].upper() + s[1:] + ("" if s[-1] in ".!?" else ".") for s in kept]


def cut_runs(lines: list[str], learned: list[list[str]], held_out: list[str]) -> None:
    for at in range(0, len(lines), RUN):
        run = lines[at:at + RUN]
        if at // RUN % 18 == 9:
            held_out += run
        else:
            learned.append(run)


def told_apart(path: pathlib.Path, most: int) -> list[str]:
    """The first sentences of a file, up to `most` bytes: each at most twenty times, so that there are many others."""
    times: collections.Counter = collections.Counter()
    kept, size = [], 0
    for line in path.read_text().splitlines():
        times[line] += 1
        if times[line] > 20:
            continue
        size += len(line.encode()) + 1
        if size > most:
            break
        kept.append(line)
    return kept


def as_typed(line: str, chance: random.Random) -> str:
    """As people type: now and then in small letters."""
    return line.lower() if chance.random() < 0.12 else line


def prose(novels: pathlib.Path, wordnet: pathlib.Path, everyday: pathlib.Path):
    learned: list[list[str]] = []
    held_out: dict[str, list[str]] = {"novels": [], "examples": [], "everyday": []}
    for paragraphs in novels_in(novels):
        cut_runs(paragraphs, learned, held_out["novels"])
    examples = examples_in(wordnet)
    random.Random(1).shuffle(examples)
    cut_runs(examples, learned, held_out["examples"])
    sentences: list[list[str]] = []
    cut_runs(told_apart(everyday, EVERYDAY_BYTES), sentences, held_out["everyday"])
    chance = random.Random(3)
    learned += [[as_typed(line, chance) for line in run] for run in sentences]
    random.Random(2).shuffle(learned)
    return [line for run in learned for line in run], held_out


def prose_zh(traditional: pathlib.Path, simplified: pathlib.Path):
    """Lines of several sentences in one script, about as long as a model reads at once."""
    runs: list[list[str]] = []
    held_out: dict[str, list[str]] = {"everyday-zh": []}
    for path in (traditional, simplified):
        cut_runs(told_apart(path, EVERYDAY_BYTES), runs, held_out["everyday-zh"])
    random.Random(2).shuffle(runs)
    lines = []
    for run in runs:
        together = ""
        for sentence in run:
            if together and len(together) + len(sentence) > 62:
                lines.append(together)
                together = ""
            together += sentence
        lines.append(together)
    return lines, held_out


def lines_of(poem: str) -> set[str]:
    return {line for line in re.split("[，。]", poem) if line}


def poem(package: pathlib.Path):
    found: dict[str, None] = {}
    for path in sorted((package / "quantangshi").glob("poet.*.json")):
        for entry in json.loads(path.read_text()):
            text = re.sub(r"\s", "", "".join(entry.get("paragraphs", [])))
            lines = [line for line in re.split("[，。？！；、]", text) if line]
            if len(lines) in (4, 8) and all(re.fullmatch(HAN + "{5}", line) for line in lines):
                found.setdefault("".join(line + "，。"[i % 2] for i, line in enumerate(lines)))
    counts = collections.Counter(letter for text in found for letter in text if letter not in "，。")
    common = {letter for letter, _ in counts.most_common(COMMONEST)} | set("，。")
    poems = [text for text in found if set(text) <= common]
    held_out = [text for text in poems if sum(map(ord, text)) % 20 == 0]
    shared = {line for text in held_out for line in lines_of(text)}
    learned = [text for text in poems if not lines_of(text) & shared]
    return learned, {"poems": held_out}


def write(path: pathlib.Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(line + "\n" for line in lines))


def first_lines(lines: list[str], most: int) -> list[str]:
    kept, size = [], 0
    for line in lines:
        size += len(line.encode()) + 1
        if size > most:
            break
        kept.append(line)
    return kept


def readings(known: dict[str, int], characters: pathlib.Path, phrases: pathlib.Path) -> dict[str, str]:
    """What is read as what, phrases first. `known`: the ids of the vocabulary, the most frequent first."""
    alone = {}
    for row in characters.read_text().splitlines():
        typed, _, read = row.partition("\t")
        read_as = min((each for each in read.split(" ") if each in known), key=known.__getitem__, default="")
        # A few poems have simplified characters themselves: such a one is rare, and what it is read as is not.
        is_rare = typed in known and read_as and known[typed] > max(len(known) // 2, 5 * known[read_as])
        if read_as and read_as != typed and (typed not in known or is_rare):
            alone[typed] = read_as
    together = {}
    for row in phrases.read_text().splitlines():
        typed, _, read = row.partition("\t")
        read = read.split(" ")[0]
        is_new = read != "".join(alone.get(letter, letter) for letter in typed)
        is_simplified = any(letter not in known or letter in alone for letter in typed)
        if len(typed) == len(read) == 2 and is_new and set(read) <= known.keys() and is_simplified:
            together[typed] = read
    return together | alone


def simplified(tokenizer: pathlib.Path, characters: pathlib.Path, phrases: pathlib.Path) -> None:
    file = json.loads(tokenizer.read_text())
    table = readings(file["model"]["vocab"], characters, phrases)
    file["normalizer"]["normalizers"] += [{"type": "Replace", "pattern": {"String": typed}, "content": read}
                                          for typed, read in table.items()]
    tokenizer.write_text(json.dumps(file, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(f"{tokenizer}: reads {len(table)} simplified characters and phrases")


def main() -> None:
    if len(sys.argv) == 5 and sys.argv[1] == "simplified":
        simplified(*(pathlib.Path(each) for each in sys.argv[2:]))
        return
    kinds = {"prose": (prose, 3), "prose-zh": (prose_zh, 2), "poem": (poem, 1)}
    name, given = (sys.argv[1] if len(sys.argv) > 1 else ""), [pathlib.Path(each) for each in sys.argv[2:]]
    if name not in kinds or not 1 <= len(given) - kinds[name][1] <= 2:
        sys.exit(__doc__)
    make, count = kinds[name]
    learned, held_out = make(*given[:count])
    out = given[count]
    write(out / f"{name}.txt", learned)
    for kind, lines in held_out.items():
        write(out / f"{name}.{kind}.txt", lines)
        print(f"{name}: {len(learned)} lines to learn from, {len(lines)} of {kind} held out")
        if len(given) > count + 1:
            # A draw of all of them, so that no novel stands for the others.
            chosen = list(lines)
            random.Random(4).shuffle(chosen)
            write(given[count + 1] / f"{kind}.txt", first_lines(chosen, SAMPLE_BYTES[kind]))


if __name__ == "__main__":
    main()
