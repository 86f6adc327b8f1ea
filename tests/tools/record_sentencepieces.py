#!/usr/bin/env python3
"""Records what sentencepiece makes of random texts, called as the slow tokenizers of Hugging Face's library call it.

    /usr/bin/python3 tests/tools/record_sentencepieces.py tests/golden/tokenizers
    ... record_sentencepieces.py tests/golden/tokenizers CLASS     prints the ids of each of the class's texts instead

For tests/engine/sentencepiece_recordings_test.cpp. The models are those of tokenizer_goldens.py. The texts are drawn as
record_tokenizers.js draws them, from the letters and kinds in its recordings.json; of ten texts' ids one hash is kept.
What stands here of the library are the lines of tokenization_utils.py, tokenization_llama.py, tokenization_t5.py,
tokenization_pegasus.py, tokenization_marian.py, tokenization_xlm_roberta.py, tokenization_camembert.py and
tokenization_mbart(50).py (transformers 4.57) that say which tokens a text has. Needs python3-sentencepiece.
"""

import json
import pathlib
import re
import sys

import sentencepiece

TEXTS = 300
TOGETHER = 10
MARK = "▁"
OFF = b"\x1a\x02\x18\x00"  # ModelProto.normalizer_spec.add_dummy_prefix = false, merged into what stands before

LLAMA = {"tokenizer_class": "LlamaTokenizer", "bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}
T5 = {"tokenizer_class": "T5Tokenizer", "eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"}


def token(content, **more):
    return {"content": content, "lstrip": False, "rstrip": False, "normalized": False, "single_word": False,
            "special": False, **more}


def listed(size, *tokens):
    return {"added_tokens_decoder": {str(size + i): each for i, each in enumerate(tokens)}}


MBART = ["ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI", "fr_XX", "gu_IN", "hi_IN", "it_IT", "ja_XX",
         "kk_KZ", "ko_KR", "lt_LT", "lv_LV", "my_MM", "ne_NP", "nl_XX", "ro_RO", "ru_RU", "si_LK", "tr_TR", "vi_VN",
         "zh_CN"]
MBART50 = MBART + ["af_ZA", "az_AZ", "bn_IN", "fa_IR", "he_IL", "hr_HR", "id_ID", "ka_GE", "km_KH", "mk_MK", "ml_IN",
                   "mn_MN", "mr_IN", "pl_PL", "ps_AF", "pt_XX", "sv_SE", "sw_KE", "ta_IN", "te_IN", "th_TH", "tl_XX",
                   "uk_UA", "ur_PK", "xh_ZA", "gl_ES", "sl_SI"]

MORE = (token("<pad>", special=True), token("[x]"), token("<strip>", lstrip=True, rstrip=True), token("the c"))
OWN = ["the", " the", "<s>", "</s>", "<unk>", "<pad>", "[x]", "<strip>", "the c", MARK, MARK + "the", " ", "<s> ", " <s>"]
SENTINELS = ["the", " the", "</s>", "<unk>", "<extra_id_0>", "<extra_id_99>", " <extra_id_1> ", MARK, " "]


FAIRSEQ = ["the", " the", "<s>", "</s>", "<unk>", "<pad>", "<mask>", " <mask>", "<s>NOTUSED", "en_XX", "zh_CN ", MARK]
PEGASUS = ["the", " the", "<s>", "</s>", "<unk>", "<mask_1>", " <mask_2> ", "<unk_2>", "<unk_102>", MARK]
MARIAN = ["the", " the", "é", "日本", " 7 ", "</s>", "<unk>", "<pad>", "<s>", ">>fra<<", ">>zzz<< the", "the >>deu<<", ">>", "<<", MARK]


def with_padding_first(proto):
    """A model that begins with <pad>, </s> and <unk> in place of <unk>, <s> and </s>: its first fields are the pieces."""
    def piece(name, kind):
        inner = b"\x0a" + bytes([len(name)]) + name + b"\x15\0\0\0\0\x18" + bytes([kind])
        return b"\x0a" + bytes([len(inner)]) + inner
    at = 0
    for _ in range(3):
        assert proto[at] == 0x0A and proto[at + 1] < 0x80
        at += 2 + proto[at + 1]
    return piece(b"<pad>", 3) + piece(b"</s>", 3) + piece(b"<unk>", 2) + proto[at:]


def without_bytes(proto):
    """A model that knows no byte: its pieces of kind 6 are left out, and trainer_spec.byte_fallback is false."""
    kept, at = b"", 0
    while proto[at] == 0x0A and proto[at + 1] < 0x80:
        end = at + 2 + proto[at + 1]
        kept += b"" if proto[at:end].endswith(b"\x18\x06") else proto[at:end]
        at = end
    return kept + proto[at:] + b"\x12\x03\x98\x02\x00"


def vocabulary_of(proto):
    """A vocab.json that numbers pieces otherwise, lacks some, and has some of the other language's."""
    model = sentencepiece.SentencePieceProcessor(model_proto=proto)
    names = [model.id_to_piece(i) for i in reversed(range(model.get_piece_size()))
             if model.is_unknown(i) or (not model.is_control(i) and i % 7)]
    return {name: i for i, name in enumerate(["</s>", *names, "é", "日本", "7", ">>fra<<", ">>deu<<", "<pad>"])}


def named_rows(size, vocabulary):
    """Those whose ids are not their model's."""
    def row(name, model, its_class, own, **settings):
        more = {"vocabulary": vocabulary} if its_class == "MarianTokenizer" else {}
        return {"name": name, "model": model, "settings": {"tokenizer_class": its_class, **settings}, "own": own,
                "family": "auto", **more}
    yield row("xlm-r", "bpe", "XLMRobertaTokenizer", FAIRSEQ)
    yield row("xlm-r added", "bpe", "XLMRobertaTokenizer", FAIRSEQ + ["[x]", "the c"],
              **listed(size["bpe"] + 2, token("[x]"), token("the c")))
    yield row("camembert", "bpe", "CamembertTokenizer", FAIRSEQ)
    yield row("mbart", "bpe", "MBartTokenizer", FAIRSEQ)
    yield row("mbart zh_CN", "bpe", "MBartTokenizer", FAIRSEQ, src_lang="zh_CN")
    yield row("mbart50", "bpe", "MBart50Tokenizer", FAIRSEQ + ["sl_SI"])
    yield row("mbart50 sl_SI", "bpe", "MBart50Tokenizer", FAIRSEQ + ["sl_SI"], src_lang="sl_SI")
    yield row("pegasus", "padding first", "PegasusTokenizer", PEGASUS)
    yield row("marian", "unigram", "MarianTokenizer", MARIAN)
    yield row("marian without bytes", "no bytes", "MarianTokenizer", MARIAN)


def rows(size):
    """Each class's model, its tokenizer_config.json, its family here, and what its texts are also made of."""
    def row(name, model, settings, own, family="auto", **more):
        return {"name": name, "model": model, "settings": settings, "own": own, "family": family, **more}
    added = {name: listed(count, *MORE) for name, count in size.items()}
    padded = {"pad_token": "<pad>"}
    for model in ("bpe", "unigram"):
        for legacy in (None, True, False):
            yield row(f"llama {model} legacy {legacy}", model, {**LLAMA, "legacy": legacy}, OWN)
            yield row(f"llama {model} legacy {legacy} added", model,
                      {**LLAMA, **added[model], **padded, "legacy": legacy}, OWN)
            yield row(f"t5 {model} legacy {legacy}", model, {**T5, "legacy": legacy}, SENTINELS, "t5")
        yield row(f"llama {model} bare", model, {**LLAMA, **added[model], "legacy": False, "add_prefix_space": False}, OWN)
        yield row(f"t5 {model} bare", model, {**T5, "legacy": False, "add_prefix_space": False}, SENTINELS, "t5")
        yield row(f"codellama {model}", model, {**LLAMA, "tokenizer_class": "CodeLlamaTokenizer"}, OWN)
        yield row(f"gemma {model}", model, {**LLAMA, "tokenizer_class": "GemmaTokenizer", "legacy": False}, OWN)
        yield row(f"llama {model} ends", model,
                  {**LLAMA, "legacy": False, "add_bos_token": False, "add_eos_token": True}, OWN)
        yield row(f"llama {model} split", model, {**LLAMA, "legacy": False, "split_special_tokens": True}, OWN)
        yield row(f"t5 {model} few", model, {**T5, "legacy": False, "extra_ids": 2}, ["<extra_id_1>", " <extra_id_0>"], "t5")
        yield row(f"roles {model}", model, {**LLAMA, "legacy": False, "pad_token": "[x]",
                                            "additional_special_tokens": ["<strip>", "the"]}, OWN)


def numbered(settings, size, vocabulary):
    """Of a class whose ids are not its model's: the added tokens, the id of a piece, what is before and behind a text."""
    name = settings["tokenizer_class"]
    first = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
    language = settings.get("src_lang", "en_XX")
    if name == "XLMRobertaTokenizer":
        added = {**first, "<mask>": size + 1}
        return added, lambda at: at + 1 if at else 3, [0], [2]
    if name == "CamembertTokenizer":
        added = {"<s>NOTUSED": 0, "<pad>": 1, "</s>NOTUSED": 2, "<unk>": 3, "<unk>NOTUSED": 4, "<s>": 5, "</s>": 6,
                 "<mask>": size + 4}
        return added, lambda at: at + 4 if at else 3, [5], [6]
    if name in ("MBartTokenizer", "MBart50Tokenizer"):
        codes = MBART if name == "MBartTokenizer" else MBART50
        numbers = {code: size + 1 + i for i, code in enumerate(codes)}
        added = {**first, **numbers, "<mask>": size + 1 + len(codes)}
        around = ([], [2, numbers[language]]) if name == "MBartTokenizer" else ([numbers[language]], [2])
        return added, lambda at: at + 1 if at else 3, *around
    if name == "PegasusTokenizer":
        added = {"<pad>": 0, "</s>": 1, "<mask_1>": 2, "<mask_2>": 3, "<unk>": 2 + 103}
        added |= {f"<unk_{i}>": i + 2 for i in range(2, 103)}
        return added, lambda at: at + 103, [], [1]
    if name == "MarianTokenizer":
        return {each: vocabulary[each] for each in ("</s>", "<unk>", "<pad>")}, None, [], [vocabulary["</s>"]]
    return None


class Slow:
    """PreTrainedTokenizer with a class's own methods: from a text to its ids."""

    def __init__(self, proto, settings, vocabulary):
        name = settings["tokenizer_class"]
        self.legacy = settings.get("legacy") is not False if name in ("LlamaTokenizer", "T5Tokenizer") \
            else name != "CodeLlamaTokenizer"
        self.prefix = settings.get("add_prefix_space", True)
        self.ends_once = name == "T5Tokenizer"
        self.model = sentencepiece.SentencePieceProcessor()
        self.model.LoadFromSerializedProto(proto if self.legacy else proto + OFF)
        self.vocabulary = vocabulary
        self.split = False
        its = numbered(settings, self.model.get_piece_size(), vocabulary)
        self.number = its[1] if its else lambda at: at
        if its:
            self.legacy = True
            self.added, _, self.begin, self.end = its
            self.strips = {"<mask>": (True, False)}
            self.add_listed(settings)
            return
        self.unk = settings["unk_token"]
        self.unk_length = len(self.model.encode(self.unk))
        self.split = settings.get("split_special_tokens", False)
        size = self.model.get_piece_size()
        self.added, self.strips, roles = {}, {}, []
        if name == "T5Tokenizer":
            count = settings.get("extra_ids", 100)
            roles = [f"<extra_id_{i}>" for i in range(count)]
            for i, content in enumerate(roles):
                self.added[content] = size - 1 + count - i
                self.strips[content] = (True, True)
        self.add_listed(settings)
        self.special = roles + [settings[role] for role in ("bos_token", "eos_token", "unk_token", "pad_token")
                                if role in settings] + settings.get("additional_special_tokens", [])
        known = {self.model.id_to_piece(i): i for i in range(size)}
        after = max([size - 1, *self.added.values()]) + 1
        for content in self.special:
            if content not in self.added:
                self.added[content] = known[content] if content in known else after
                after += content not in known
        self.begin = [self.added["<s>"]] if name != "T5Tokenizer" and settings.get("add_bos_token", True) else []
        self.end = [self.added["</s>"]] if name == "T5Tokenizer" or settings.get("add_eos_token", False) else []

    def add_listed(self, settings):
        for at, each in settings.get("added_tokens_decoder", {}).items():
            self.added[each["content"]] = int(at)
            self.strips[each["content"]] = (each["lstrip"], each["rstrip"])

    def stretches(self, text):
        """Trie.split: the longest added token at the leftmost place, and what is between."""
        found, start, at = [], 0, 0
        while at < len(text):
            here = [content for content in self.added if text.startswith(content, at)]
            if not here:
                at += 1
                continue
            longest = max(here, key=len)
            found += [text[start:at], longest]
            at = start = at + len(longest)
        return found + [text[start:]]

    def pieces(self, text):
        if self.vocabulary:
            code = re.match(">>.+<<", text)
            return ([code.group(0)] if code else []) + self.model.encode(re.sub(">>.+<<", "", text), out_type=str)
        if self.legacy or not text.startswith((MARK, " ")):
            return self.model.encode(text, out_type=str)
        tokens = self.model.encode(self.unk + text, out_type=str)
        return tokens[self.unk_length:] if len(tokens) >= self.unk_length else tokens

    def tokens(self, text):
        if self.split:
            return self.pieces(text) if text else []
        parts = self.stretches(text)
        for i in range(1, len(parts), 2):
            left, right = self.strips.get(parts[i], (False, False))
            if right:
                parts[i + 1] = parts[i + 1].lstrip()
            if left:
                parts[i - 1] = parts[i - 1].rstrip()
        made = []
        for i, part in enumerate(parts):
            if part:
                made += [part] if i % 2 else self.pieces(part)
        return made

    def ids(self, text):
        if self.legacy or not text:
            tokens = self.tokens(text)
        else:
            text = text.replace(MARK, " ")
            tokens = self.tokens(MARK + text if self.prefix else text)
            if len(tokens) > 1 and tokens[0] == MARK and tokens[1] in self.special:
                tokens = tokens[1:]
        ids = [self.id_of(each) for each in tokens]
        if self.ends_once and ids and ids[-1] == self.end[0]:  # _add_eos_if_not_present
            return ids
        return self.begin + ids + self.end

    def id_of(self, each):
        if each in self.added:
            return self.added[each]
        if self.vocabulary:
            return self.vocabulary.get(each, self.vocabulary["<unk>"])
        return self.number(self.model.piece_to_id(each))


def random(seed):
    """mulberry32"""
    state = seed & 0xFFFFFFFF

    def below(count):
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        mixed = (state ^ (state >> 15)) * (state | 1) & 0xFFFFFFFF
        mixed ^= (mixed + ((mixed ^ (mixed >> 7)) * (mixed | 61))) & 0xFFFFFFFF
        return ((mixed ^ (mixed >> 14)) & 0xFFFFFFFF) % count
    return below


def any_letter(below, alphabet):
    place = below(sum(last - first + 1 for first, last in alphabet))
    for first, last in alphabet:
        if place <= last - first:
            return chr(first + place)
        place -= last - first + 1


def make_text(index, recordings, own):
    below = random(index * 7919 + 1)
    kinds = list(recordings["kinds"].values())
    text = ""
    for _ in range(1 + below(12)):
        kind = below(len(kinds) + 3)
        if kind == len(kinds):
            text += "".join(any_letter(below, recordings["alphabet"]) for _ in range(1 + below(6)))
        elif kind == len(kinds) + 1:
            letter = ["a", " ", "\n", "7", "é"][below(5)]
            text += letter * (20 + below(110))
        else:
            several = own if kind == len(kinds) + 2 else kinds[kind % len(kinds)]
            text += "".join(several[below(len(several))] for _ in range(1 + below(3)))
    return text


def hash_of(many):
    """FNV-1a of 32 bits, over numbers of 32 bits."""
    state = 0x811C9DC5
    for ids in many:
        for number in [len(ids), *ids]:
            for byte in number.to_bytes(4, "little"):
                state = (state ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{state:08x}"


def main():
    folder = pathlib.Path(sys.argv[1])
    only = sys.argv[2] if len(sys.argv) > 2 else None
    recordings = json.loads((folder / "recordings.json").read_text())
    protos = {"bpe": (folder / "bpe/tokenizer.model").read_bytes(),
              "unigram": (folder / "unigram/spiece.model").read_bytes()}
    protos["no bytes"] = without_bytes(protos["unigram"])
    protos["padding first"] = with_padding_first(protos["unigram"])
    size = {name: sentencepiece.SentencePieceProcessor(model_proto=proto).get_piece_size()
            for name, proto in protos.items()}
    made = []
    for row in [*rows(size), *named_rows(size, vocabulary_of(protos["unigram"]))]:
        if only not in (None, row["name"]):
            continue
        slow = Slow(protos[row["model"]], row["settings"], row.get("vocabulary"))
        texts = [make_text(i, recordings, row["own"]) for i in range(TEXTS)]
        ids = [slow.ids(text) for text in texts]
        if only:
            for i, text in enumerate(texts):
                print(json.dumps({"i": i, "text": text, "ids": ids[i]}, ensure_ascii=False))
            return
        hashes = "".join(hash_of(ids[i:i + TOGETHER]) for i in range(0, TEXTS, TOGETHER))
        made.append({**row, "hashes": hashes})
    lines = "[" + ",".join("\n" + json.dumps(row, ensure_ascii=False) for row in made) + "]\n"
    path = folder / "sentencepiece_recordings.json"
    if path.exists() and path.read_text() != lines:
        print("The library says something else than before, or the classes have changed.", file=sys.stderr)
    path.write_text(lines)
    print(f"{len(made)} classes")


if __name__ == "__main__":
    main()
