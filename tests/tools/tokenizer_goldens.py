#!/usr/bin/env python3
"""Makes the goldens of tokenizers that sentencepiece can judge.

    /usr/bin/python3 tests/tools/tokenizer_goldens.py tests/golden/tokenizers

Trains two tiny models on the text below, a Unigram and a BPE one, both with byte fallback, writes each as a
tokenizer.json of the layout that Hugging Face's converter makes of such a model, beside it the model itself, and
cases.json: what sentencepiece itself makes of texts. Needs python3-sentencepiece.
"""

import base64
import json
import os
import pathlib
import sys
import tempfile

import sentencepiece

LINES = """
the cat sat on the mat and looked at the dog
the dog didn't look back because it was asleep
I'll say it again: attention reads every word at once
a query asks, a key answers, and a value is carried home
we don't know which word comes next, so we guess
the animal did not cross the street because it was too tired
she reads the same sentence twice, and the second time slowly
words that are rare fall into pieces; pieces that are rare fall into letters
café, naïve, résumé: accents are letters too
translate English to German: the house is small and the garden is wide
我不想延畢，我想畢業
注意力讀每一個字，每一個字讀注意力
1 2 3 4 5 6 7 8 9 10 12 100 2017 2026
what was will be again, and what was said will be said again
""".strip().splitlines()

# Code points before and after, in hexadecimal: full-width letters, a ligature, a decomposed accent, white space that
# becomes a space, a soft hyphen that goes, and a key that another one begins with.
RULES = """
FF21	41
FF22	42
FB01	66 69
65 301	E9
65 301 302	EA 301
9	20
A	20
D A	20
3000	20
AD
2460	28 31 29
"""

TEXTS = [
    "",
    "the cat sat on the mat",
    "I'll don't",
    "I'll say we don't know",
    " the  dog ",
    "the   cat\nsat\r\non\tit",
    "café cafe\u0301 naïve",
    "e\u0301\u0302 ﬁnd ＡＢ ①",
    "soft\u00adhyphen",
    "我不想延畢",
    "漢字　和 attention",
    "👩‍👩‍👧 👍🏽",
    "1234567890 2026",
    "Zebra qux! @#$",
    "ŋ ʒ",
    "unknownŋʒword",
    "a",
    "▁the▁",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "readability, rereading: unbelievable",
]


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data):
    """The (number, value) fields of a protocol buffer message."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        else:
            size, at = varint(data, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
            value, at = data[at : at + size], at + size
        yield tag >> 3, value


def character_map(model):
    normalizer = dict(fields(model))[3]
    return dict(fields(normalizer)).get(2, b"")


def train(kind, folder, **more):
    # The model names its files as they are given.
    os.chdir(folder)
    pathlib.Path("text.txt").write_text("\n".join(LINES * 4) + "\n")
    sentencepiece.SentencePieceTrainer.train(
        input="text.txt", model_prefix=kind, model_type=kind, byte_fallback=True, hard_vocab_limit=False,
        character_coverage=0.999, minloglevel=2, num_threads=1, **more)
    path = folder / f"{kind}.model"
    return sentencepiece.SentencePieceProcessor(model_file=str(path)), path.read_bytes()


def added(model):
    names = [(i, model.id_to_piece(i)) for i in range(model.get_piece_size())]
    return [
        {"id": i, "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
         "special": True}
        for i, name in names if model.is_control(i) or model.is_unknown(i)]


def ends(before, after, model):
    """A template with tokens before and after each text."""
    def token(name, segment):
        return {"SpecialToken": {"id": name, "type_id": segment}}

    def one(text, segment):
        return ([token(name, segment) for name in before] + [{"Sequence": {"id": text, "type_id": segment}}]
                + [token(name, segment) for name in after])
    special = {name: {"id": name, "ids": [model.piece_to_id(name)], "tokens": [name]} for name in before + after}
    return {"type": "TemplateProcessing", "single": one("A", 0), "pair": one("A", 0) + one("B", 0),
            "special_tokens": special}


def unigram(model, proto):
    pieces = [[model.id_to_piece(i), model.get_score(i)] for i in range(model.get_piece_size())]
    return {
        "version": "1.0",
        "added_tokens": added(model),
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(character_map(proto)).decode()},
            {"type": "Strip", "strip_left": True, "strip_right": True},
            {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "post_processor": ends([], ["</s>"], model),
        "decoder": {"type": "Sequence", "decoders": [
            {"type": "ByteFallback"}, {"type": "Fuse"},
            {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never"},
            {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
        "model": {"type": "Unigram", "unk_id": model.unk_id(), "vocab": pieces, "byte_fallback": True}}


def bpe(model):
    names = [model.id_to_piece(i) for i in range(model.get_piece_size())]
    ids = {name: i for i, name in enumerate(names)}
    # A piece's merge is as early as its score is high; every way to cut it in two pieces makes it.
    merges = []
    for i in sorted(range(len(names)), key=lambda i: -model.get_score(i)):
        if model.is_byte(i) or model.is_control(i) or model.is_unknown(i):
            continue
        cuts = [(names[i][:at], names[i][at:]) for at in range(1, len(names[i]))]
        merges += [f"{left} {right}" for left, right in cuts if left in ids and right in ids]
    return {
        "version": "1.0",
        "added_tokens": added(model),
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        "pre_tokenizer": None,
        "post_processor": ends(["<s>"], [], model),
        "decoder": {"type": "Sequence", "decoders": [
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"},
            {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
        "model": {"type": "BPE", "dropout": None, "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True,
                  "vocab": ids, "merges": merges}}


def cases(model, texts):
    made = []
    for text in texts:
        ids = model.encode(text)
        # Where in the text: the bytes of a letter have no place but for the last.
        spans = [(piece.begin, piece.end) for piece in model.encode(text, out_type="immutable_proto").pieces]
        made.append({"text": text, "ids": ids, "pieces": [model.id_to_piece(i) for i in ids],
                     "spans": " ".join(f"{len(text[:begin].encode())}-{len(text[:end].encode())}"
                                       for begin, end in spans),
                     "decoded": model.decode(ids)})
    return made


def write(folder, tokenizer, model, proto, texts, name):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(proto)
    for name, value in (("tokenizer.json", tokenizer), ("cases.json", cases(model, texts))):
        (folder / name).write_text(json.dumps(value, ensure_ascii=False, indent=0) + "\n")


def main():
    target = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rules = folder / "rules.tsv"
        rules.write_text(RULES.lstrip("\n"))
        model, proto = train("unigram", folder, vocab_size=480, normalization_rule_tsv=rules.name)
        # Where a text begins with the mark itself, Hugging Face's step puts no second one before it.
        write(target / "unigram", unigram(model, proto), model, proto, [text for text in TEXTS if "▁" not in text],
              "spiece.model")
        model, proto = train("bpe", folder, vocab_size=480, normalization_rule_name="identity",
                             remove_extra_whitespaces=False)
        write(target / "bpe", bpe(model), model, proto, TEXTS, "tokenizer.model")


if __name__ == "__main__":
    main()
