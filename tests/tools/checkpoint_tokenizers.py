"""Tiny tokenizers in the true file layout, and the ids that they give to the sentences of the cases.

Byte-level BPE (Radford et al. 2019), WordPiece (Wu et al. 2016) and Unigram (Kudo 2018).
"""
import string

WORDS = ("the", "cat", "sat", "on", "a", "mat", "dog", "ran", "to", "see")


def byte_letters():
    """A letter that can be printed for each of the 256 bytes: those that can stay, the rest from U+0100 on."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in kept]
    return [chr(byte) for byte in kept] + [chr(256 + n) for n in range(len(others))]


def merges_of(pieces):
    """Merges that build each piece from its first letter on."""
    merges = []
    for piece in pieces:
        for end in range(2, len(piece) + 1):
            if (piece[:end - 1], piece[end - 1]) not in merges:
                merges.append((piece[:end - 1], piece[end - 1]))
    return merges


def bpe_pieces(word, merges):
    """Joins the neighbours whose merge came first, until none is left to join."""
    pieces, rank = list(word), {pair: number for number, pair in enumerate(merges)}
    while True:
        pairs = [(rank[pair], n) for n, pair in enumerate(zip(pieces, pieces[1:])) if pair in rank]
        if not pairs:
            return pieces
        at = min(pairs)[1]
        pieces[at:at + 2] = ["".join(pieces[at:at + 2])]


def numbered(pieces):
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    assert len(vocabulary) == len(pieces), "a piece stands there twice"
    return vocabulary


def byte_level(first, last):
    """(vocabulary, merges) between the special tokens that stand first and last: GPT-2, RoBERTa, BART."""
    merges = merges_of([*("Ġ" + word for word in WORDS), *WORDS])
    return numbered([*first, *byte_letters(), *("".join(pair) for pair in merges), *last]), merges


def byte_level_ids(text, vocabulary, merges):
    words = text.replace(" ", " Ġ").split(" ")
    return [vocabulary[piece] for word in words for piece in bpe_pieces(word, merges)]


def byte_level_files(vocabulary, merges):
    """vocab.json and merges.txt, as OpenAI gave them out."""
    return {"vocab.json": vocabulary,
            "merges.txt": "#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges)}


def wordpiece_files():
    """vocab.txt: a piece's line is its number."""
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", ",", *string.ascii_lowercase,
              *("##" + letter for letter in string.ascii_lowercase), *(word for word in WORDS if len(word) > 1)]
    return numbered(pieces), {"vocab.txt": "".join(f"{piece}\n" for piece in pieces),
                              "tokenizer_config.json": {"do_lower_case": True, "model_max_length": 32}}


def added_tokens(vocabulary, special):
    return [{"id": vocabulary[token], "content": token, "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": False, "special": True} for token in special]


def frame(vocabulary, before, after):
    """A TemplateProcessing that puts special tokens around a sentence, and around each of a pair."""
    token = lambda name, kind: {"SpecialToken": {"id": name, "type_id": kind}}
    text = lambda letter, kind: {"Sequence": {"id": letter, "type_id": kind}}
    around = lambda letter, kind: [*(token(name, kind) for name in before), text(letter, kind),
                                   *(token(name, kind) for name in after)]
    return {"type": "TemplateProcessing", "single": around("A", 0), "pair": around("A", 0) + around("B", 1),
            "special_tokens": {name: {"id": name, "ids": [vocabulary[name]], "tokens": [name]}
                               for name in dict.fromkeys([*before, *after])}}


def tokenizer_json(vocabulary, special, model, **steps):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added_tokens(vocabulary, special),
            "normalizer": None, "pre_tokenizer": None, "post_processor": None, "decoder": None, **steps, "model": model}


def metaspace_pieces():
    """Words that begin with ▁, which stands for the space before them, then single letters."""
    return ["▁", *("▁" + word for word in WORDS), *string.ascii_lowercase, ".", ","]


def unigram(first, last, unk, end="</s>"):
    """(vocabulary, tokenizer.json) of T5 or Marian: a whole word costs less than its letters."""
    vocabulary = numbered([*first, *metaspace_pieces(), *last])
    score = lambda piece: 0.0 if piece in (*first, *last) else -2.0 if len(piece) > 1 else -10.0
    metaspace = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True}
    model = {"type": "Unigram", "unk_id": vocabulary[unk], "vocab": [[piece, score(piece)] for piece in vocabulary]}
    split = {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, metaspace]}
    return vocabulary, tokenizer_json(vocabulary, [*first, *last], model, pre_tokenizer=split, decoder=metaspace,
                                      post_processor=frame(vocabulary, [], [end]))


def metaspace_ids(text, vocabulary):
    return [vocabulary["▁" + word] for word in text.split(" ")]


def llama_tokenizer():
    """BPE over letters, the space written ▁; what has no letter falls back to its bytes, <0x00> to <0xFF>."""
    merges = merges_of(["▁" + word for word in WORDS])
    pieces = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)),
              *("".join(pair) for pair in merges), "▁", *string.ascii_lowercase, ".", ","]
    vocabulary = numbered(pieces)
    model = {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None,
             "end_of_word_suffix": None, "fuse_unk": True, "byte_fallback": True, "vocab": vocabulary,
             "merges": [" ".join(pair) for pair in merges]}
    normalizer = {"type": "Sequence", "normalizers": [
        {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]}
    decoder = {"type": "Sequence", "decoders": [
        {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0}]}
    return vocabulary, tokenizer_json(vocabulary, ["<unk>", "<s>", "</s>"], model, normalizer=normalizer,
                                      decoder=decoder, post_processor=frame(vocabulary, ["<s>"], []))


def byte_level_json(vocabulary, merges, special):
    """tokenizer.json of BART: byte-level BPE with <s> and </s> around the sentence."""
    model = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
             "end_of_word_suffix": "", "fuse_unk": False, "vocab": vocabulary,
             "merges": [" ".join(pair) for pair in merges]}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    around = {"type": "RobertaProcessing", "sep": ["</s>", vocabulary["</s>"]], "cls": ["<s>", vocabulary["<s>"]],
              "trim_offsets": True, "add_prefix_space": False}
    return tokenizer_json(vocabulary, special, model, pre_tokenizer=level, post_processor=around, decoder=level)
