"""Marian (Junczys-Dowmunt et al. 2018) and BART (Lewis et al. 2020): encoder and decoder, Post-LN, one table for both
languages and for the logits, which have a bias of their own. mBART (Liu et al. 2020) and Pegasus (Zhang et al. 2020) are
Pre-LN, and end each stack with a norm."""
import math

import torch

from checkpoint_checks import check_stack, close
from checkpoint_numbers import linear_weights, norm_weights, seed, table_weights
from checkpoint_stages import Form, Layer, Run, norm_of, nothing_hidden, parameters
from checkpoint_tokenizers import byte_level, byte_level_ids, byte_level_json, metaspace_ids, unigram
from golden_numbers import causal_mask

LAYERS, D_MODEL, D_FF, POSITIONS = 2, 16, 24, 32
SOURCE, TARGET = "the cat sat on the mat", "a dog ran to"


def attention_names(name):
    return {f"w{letter}": f"{name}.{full}" for letter, full in zip("qkvo", ("q_proj", "k_proj", "v_proj", "out_proj"))}


def draw_layer(h, cross):
    weights = norm_weights(f"{h}.self_attn_layer_norm", D_MODEL) | norm_weights(f"{h}.final_layer_norm", D_MODEL)
    names = attention_names(f"{h}.self_attn")
    if cross:
        names |= {f"cross_{short}": name for short, name in attention_names(f"{h}.encoder_attn").items()}
        weights |= norm_weights(f"{h}.encoder_attn_layer_norm", D_MODEL)
    for name in names.values():
        weights |= linear_weights(name, D_MODEL, D_MODEL, spread=1.3)
    return weights | linear_weights(f"{h}.fc1", D_FF, D_MODEL) | linear_weights(f"{h}.fc2", D_MODEL, D_FF)


def draw(vocabulary, spread):
    weights = table_weights("model.shared", vocabulary, D_MODEL, spread)
    for stack in ("encoder", "decoder"):
        for number in range(LAYERS):
            weights |= draw_layer(f"model.{stack}.layers.{number}", stack == "decoder")
    return weights | {"final_logits_bias": linear_weights("_", vocabulary, 1)["_.bias"][None]}


def layer_of(weights, h, cross):
    attention = lambda name: parameters(weights, **attention_names(f"{h}.{name}"))
    norm = lambda name: norm_of(weights, f"{h}.{name}")
    return Layer(attention("self_attn"), norm("self_attn_layer_norm"),
                 parameters(weights, w1=f"{h}.fc1", w2=f"{h}.fc2"), norm("final_layer_norm"),
                 attention("encoder_attn") if cross else None, norm("encoder_attn_layer_norm") if cross else None)


def forward(weights, form, source, target, embed):
    """`embed(run, stream, ids)`: the vectors that a stack reads."""
    run = Run()
    layers = {stack: [layer_of(weights, f"model.{stack}.layers.{number}", stack == "decoder")
                      for number in range(LAYERS)] for stack in ("encoder", "decoder")}
    x, seen, causal = embed(run, "source.", source), nothing_hidden(len(source)), causal_mask(len(target))
    run.keep_slice("decoder.1.self", layers["decoder"][1].self_attention, form)
    end = lambda stack: norm_of(weights, f"model.{stack}.layer_norm") if form.pre else None
    memory = run.stack("encoder", x, layers["encoder"], form, seen, end("encoder"))
    y = embed(run, "target.", target)
    output = run.stack("decoder", y, layers["decoder"], form, causal, end("decoder"), memory=memory,
                       cross_mask=nothing_hidden(len(target), len(source)))
    run.predict(output, weights["model.shared.weight"], weights["final_logits_bias"])
    check_stack(run, "encoder", x, layers["encoder"], form, seen)
    check_stack(run, "decoder", y, layers["decoder"], form, causal, memory)
    return run.stages


def halved_sinusoids(length, width):
    """Marian's order: sines of every angle in the first half of a row, their cosines in the second."""
    table = torch.zeros(length, width)
    for position in range(length):
        for column in range(width // 2):
            angle = position / 10000 ** (2 * column / width)
            table[position, column], table[position, width // 2 + column] = math.sin(angle), math.cos(angle)
    # The same as points on the unit circle, whose angles shrink evenly on a logarithmic scale.
    pairs = torch.polar(torch.ones(length, width // 2), torch.outer(
        torch.arange(length).to(torch.float64), torch.logspace(0, -4, width // 2 + 1)[:-1]))
    close(torch.cat([pairs.imag, pairs.real], 1), table, "sinusoids")
    return table


def marian_config(vocabulary, pad, heads):
    return {"_num_labels": 3, "activation_dropout": 0.0, "activation_function": "swish", "add_bias_logits": False,
            "add_final_layer_norm": False, "architectures": ["MarianMTModel"], "attention_dropout": 0.0,
            "bad_words_ids": [[pad]], "bos_token_id": 0, "classif_dropout": 0.0, "classifier_dropout": 0.0,
            "d_model": D_MODEL, "decoder_attention_heads": heads, "decoder_ffn_dim": D_FF, "decoder_layerdrop": 0.0,
            "decoder_layers": LAYERS, "decoder_start_token_id": pad, "decoder_vocab_size": vocabulary, "dropout": 0.1,
            "encoder_attention_heads": heads, "encoder_ffn_dim": D_FF, "encoder_layerdrop": 0.0,
            "encoder_layers": LAYERS, "eos_token_id": 0, "forced_eos_token_id": 0, "init_std": 0.02,
            "is_encoder_decoder": True, "max_length": POSITIONS, "max_position_embeddings": POSITIONS,
            "model_type": "marian", "normalize_before": False, "normalize_embedding": False, "num_beams": 4,
            "num_hidden_layers": LAYERS, "pad_token_id": pad, "scale_embedding": True,
            "share_encoder_decoder_embeddings": True, "static_position_embeddings": True,
            "transformers_version": "4.22.0.dev0", "use_cache": True, "vocab_size": vocabulary}


def marian_case():
    seed("marian")
    vocabulary, tokenizer = unigram(["</s>", "<unk>"], ["<pad>"], "<unk>")
    pad, heads = vocabulary["<pad>"], 4
    source, target = [*metaspace_ids(SOURCE, vocabulary), 0], [pad, *metaspace_ids(TARGET, vocabulary)]
    weights = draw(len(vocabulary), 0.3)

    def embed(run, stream, ids):
        embedding = run.embed(stream, ids, weights["model.shared.weight"], math.sqrt(D_MODEL))
        position = run.keep(f"{stream}position", halved_sinusoids(len(ids), D_MODEL))
        return run.keep(f"{stream}input", embedding + position)

    return "marian", {
        "config": marian_config(len(vocabulary), pad, heads),
        "files": {"tokenizer.json": tokenizer, "vocab.json": vocabulary},
        "weights": weights, "stages": forward(weights, Form(heads, "swish"), source, target, embed),
        "input": {"text": SOURCE, "ids": source, "target_text": TARGET, "target_ids": target,
                  "notes": ["the sinusoids are not in the file", "the target begins with <pad>"]}}


def bart_config(vocabulary, heads):
    return {"activation_dropout": 0.1, "activation_function": "gelu", "add_bias_logits": False,
            "add_final_layer_norm": False, "architectures": ["BartForConditionalGeneration"], "attention_dropout": 0.1,
            "bos_token_id": 0, "classif_dropout": 0.1, "classifier_dropout": 0.0, "d_model": D_MODEL,
            "decoder_attention_heads": heads, "decoder_ffn_dim": D_FF, "decoder_layerdrop": 0.0,
            "decoder_layers": LAYERS, "decoder_start_token_id": 2, "dropout": 0.1, "encoder_attention_heads": heads,
            "encoder_ffn_dim": D_FF, "encoder_layerdrop": 0.0, "encoder_layers": LAYERS, "eos_token_id": 2,
            "forced_eos_token_id": 2, "init_std": 0.02, "is_encoder_decoder": True,
            "max_position_embeddings": POSITIONS, "model_type": "bart", "normalize_before": False,
            "normalize_embedding": True, "num_hidden_layers": LAYERS, "pad_token_id": 1, "scale_embedding": False,
            "torch_dtype": "float32", "transformers_version": "4.12.0.dev0", "use_cache": True,
            "vocab_size": vocabulary}


def bart_case():
    seed("bart")
    special, heads = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"], 2
    vocabulary, merges = byte_level(special[:4], special[4:])
    source = [0, *byte_level_ids(SOURCE, vocabulary, merges), 2]
    target = [2, 0, *byte_level_ids(TARGET, vocabulary, merges)]
    weights = draw(len(vocabulary), 0.7)
    for stack in ("encoder", "decoder"):  # two more rows than positions: the first position's row is 2
        weights |= table_weights(f"model.{stack}.embed_positions", POSITIONS + 2, D_MODEL, 0.4)
        weights |= norm_weights(f"model.{stack}.layernorm_embedding", D_MODEL)

    def embed(run, stream, ids):
        stack = "encoder" if stream == "source." else "decoder"
        embedding = run.embed(stream, ids, weights["model.shared.weight"])
        rows = weights[f"model.{stack}.embed_positions.weight"][2:2 + len(ids)]
        total = run.keep(f"{stream}sum", embedding + run.keep(f"{stream}position", rows))
        return run.norm(f"{stream}input", total, norm_of(weights, f"model.{stack}.layernorm_embedding"), 1e-5)

    copies = {f"model.{stack}.embed_tokens.weight": weights["model.shared.weight"] for stack in ("encoder", "decoder")}
    return "bart", {
        "config": bart_config(len(vocabulary), heads),
        "files": {"tokenizer.json": byte_level_json(vocabulary, merges, special)}, "weights": weights | copies,
        "stages": forward(weights, Form(heads, "gelu"), source, target, embed),
        "input": {"text": SOURCE, "ids": source, "target_text": TARGET, "target_ids": target,
                  "notes": ["positions begin at row 2", "the target begins with </s> <s>"]}}


def pre_norms():
    made = {}
    for stack in ("encoder", "decoder"):
        made |= norm_weights(f"model.{stack}.layer_norm", D_MODEL)
    return made


def mbart_case():
    seed("mbart")
    special, heads = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"], 2
    vocabulary, merges = byte_level(special[:4], special[4:])
    source = [0, *byte_level_ids(SOURCE, vocabulary, merges), 2]
    target = [2, 0, *byte_level_ids(TARGET, vocabulary, merges)]
    weights = draw(len(vocabulary), 0.3) | pre_norms()
    for stack in ("encoder", "decoder"):
        weights |= table_weights(f"model.{stack}.embed_positions", POSITIONS + 2, D_MODEL, 0.4)
        weights |= norm_weights(f"model.{stack}.layernorm_embedding", D_MODEL)

    def embed(run, stream, ids):
        stack = "encoder" if stream == "source." else "decoder"
        embedding = run.embed(stream, ids, weights["model.shared.weight"], math.sqrt(D_MODEL))
        rows = weights[f"model.{stack}.embed_positions.weight"][2:2 + len(ids)]
        total = run.keep(f"{stream}sum", embedding + run.keep(f"{stream}position", rows))
        return run.norm(f"{stream}input", total, norm_of(weights, f"model.{stack}.layernorm_embedding"), 1e-5)

    config = bart_config(len(vocabulary), heads) | {
        "add_final_layer_norm": True, "architectures": ["MBartForConditionalGeneration"],
        "model_type": "mbart", "normalize_before": True, "scale_embedding": True}
    return "mbart", {
        "config": config, "files": {"tokenizer.json": byte_level_json(vocabulary, merges, special)},
        "weights": weights, "stages": forward(weights, Form(heads, "gelu", pre=True), source, target, embed),
        "input": {"text": SOURCE, "ids": source, "target_text": TARGET, "target_ids": target,
                  "notes": ["Pre-LN; a norm after the embedding, and one at the end of each stack"]}}


def pegasus_case():
    seed("pegasus")
    vocabulary, tokenizer = unigram(["<pad>", "</s>", "<unk>"], [], "<unk>")
    heads = 4
    source, target = [*metaspace_ids(SOURCE, vocabulary), 1], [0, *metaspace_ids(TARGET, vocabulary)]
    weights = draw(len(vocabulary), 0.3) | pre_norms()

    def embed(run, stream, ids):
        embedding = run.embed(stream, ids, weights["model.shared.weight"], math.sqrt(D_MODEL))
        position = run.keep(f"{stream}position", halved_sinusoids(len(ids), D_MODEL))
        return run.keep(f"{stream}input", embedding + position)

    config = marian_config(len(vocabulary), 0, heads) | {
        "activation_function": "relu", "add_final_layer_norm": True, "eos_token_id": 1, "forced_eos_token_id": 1,
        "architectures": ["PegasusForConditionalGeneration"], "model_type": "pegasus", "normalize_before": True}
    del config["share_encoder_decoder_embeddings"]
    stored = {f"model.{stack}.embed_positions.weight": halved_sinusoids(POSITIONS, D_MODEL)
              for stack in ("encoder", "decoder")}
    return "pegasus", {
        "config": config, "files": {"tokenizer.json": tokenizer}, "weights": weights | stored,
        "stages": forward(weights, Form(heads, "relu", pre=True), source, target, embed),
        "input": {"text": SOURCE, "ids": source, "target_text": TARGET, "target_ids": target,
                  "notes": ["Pre-LN; the sinusoids are in the file, too", "the target begins with <pad>"]}}


def seq2seq_cases():
    yield marian_case()
    yield bart_case()
    yield mbart_case()
    yield pegasus_case()
