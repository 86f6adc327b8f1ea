"""BERT (Devlin et al. 2019), DistilBERT (Sanh et al. 2019) and RoBERTa (Liu et al. 2019): encoders, Post-LN, exact
GELU, a norm after the embedding, and a head that guesses masked tokens with the embedding table."""
import torch

from checkpoint_checks import check_stack
from checkpoint_numbers import linear_weights, norm_weights, seed, table_weights
from checkpoint_stages import Form, Layer, Run, activated, linear, norm_of, nothing_hidden, parameters
from checkpoint_tokenizers import byte_level, byte_level_files, byte_level_ids, wordpiece_files

LAYERS, HEADS, D_MODEL, D_FF, POSITIONS = 2, 2, 16, 40, 24

# Where each model keeps the parts of a layer, and of its masked-token head.
BERT_LAYER = dict(wq="attention.self.query", wk="attention.self.key", wv="attention.self.value",
                  wo="attention.output.dense", self_norm="attention.output.LayerNorm", w1="intermediate.dense",
                  w2="output.dense", ffn_norm="output.LayerNorm")
DISTILBERT_LAYER = dict(wq="attention.q_lin", wk="attention.k_lin", wv="attention.v_lin", wo="attention.out_lin",
                        self_norm="sa_layer_norm", w1="ffn.lin1", w2="ffn.lin2", ffn_norm="output_layer_norm")
BERT = dict(embeddings="bert.embeddings", layer="bert.encoder.layer", names=BERT_LAYER,
            dense="cls.predictions.transform.dense", norm="cls.predictions.transform.LayerNorm",
            bias="cls.predictions.bias")
DISTILBERT = dict(embeddings="distilbert.embeddings", layer="distilbert.transformer.layer", names=DISTILBERT_LAYER,
                  dense="vocab_transform", norm="vocab_layer_norm", bias="vocab_projector.bias")
ROBERTA = dict(embeddings="roberta.embeddings", layer="roberta.encoder.layer", names=BERT_LAYER,
               dense="lm_head.dense", norm="lm_head.layer_norm", bias="lm_head.bias")


def draw(where, vocabulary, segments, positions=POSITIONS):
    e = where["embeddings"]
    weights = table_weights(f"{e}.word_embeddings", vocabulary, D_MODEL)
    weights |= table_weights(f"{e}.position_embeddings", positions, D_MODEL, 0.4)
    if segments:
        weights |= table_weights(f"{e}.token_type_embeddings", segments, D_MODEL, 0.4)
    weights |= norm_weights(f"{e}.LayerNorm", D_MODEL)
    for number in range(LAYERS):
        of = lambda short: f"{where['layer']}.{number}.{where['names'][short]}"
        for short in ("wq", "wk", "wv", "wo"):
            weights |= linear_weights(of(short), D_MODEL, D_MODEL, spread=1.3)
        weights |= norm_weights(of("self_norm"), D_MODEL) | linear_weights(of("w1"), D_FF, D_MODEL)
        weights |= linear_weights(of("w2"), D_MODEL, D_FF) | norm_weights(of("ffn_norm"), D_MODEL)
    weights |= linear_weights(where["dense"], D_MODEL, D_MODEL) | norm_weights(where["norm"], D_MODEL)
    return weights | {where["bias"]: linear_weights("_", vocabulary, 1)["_.bias"]}


def layer_of(weights, where, number):
    names = {short: f"{where['layer']}.{number}.{name}" for short, name in where["names"].items()}
    part = lambda *shorts: parameters(weights, **{short: names[short] for short in shorts})
    return Layer(part("wq", "wk", "wv", "wo"), norm_of(weights, names["self_norm"]), part("w1", "w2"),
                 norm_of(weights, names["ffn_norm"]))


def counted(ids, padding):
    """fairseq's make_positions(): what is no padding counts from the row after `padding`, which padding has."""
    seen = torch.tensor(ids) != padding
    return torch.cumsum(seen, 0) * seen + padding


def embed(run, weights, e, ids, segments, padding, eps):
    """Token + position + segment, then the norm. `padding`: the token that positions pass over, or None."""
    total = run.embed("", ids, weights[f"{e}.word_embeddings.weight"])
    rows = torch.arange(len(ids)) if padding is None else counted(ids, padding)
    if padding is not None:
        run.keep("position.ids", rows[:, None].to(torch.float64))
    total = total + run.keep("position", weights[f"{e}.position_embeddings.weight"][rows])
    if segments is not None:
        run.keep("segment.ids", torch.tensor(segments)[:, None].to(torch.float64))
        total = total + run.keep("segment", weights[f"{e}.token_type_embeddings.weight"][torch.tensor(segments)])
    return run.norm("input", run.keep("sum", total), norm_of(weights, f"{e}.LayerNorm"), eps)


def forward(weights, where, ids, segments, eps, padding=None):
    run, form = Run(), Form(HEADS, "gelu", eps=eps)
    layers = [layer_of(weights, where, number) for number in range(LAYERS)]
    x = embed(run, weights, where["embeddings"], ids, segments, padding, eps)
    run.keep_slice("encoder.1.self", layers[1].self_attention, form)
    output = run.stack("encoder", x, layers, form, nothing_hidden(len(ids)))
    dense = run.keep("predict.dense", linear(output, weights[f"{where['dense']}.weight"],
                                             weights[f"{where['dense']}.bias"]))
    guess = run.norm("predict.norm", run.keep("predict.activation", activated("gelu", dense)),
                     norm_of(weights, where["norm"]), eps)
    run.predict(guess, weights[f"{where['embeddings']}.word_embeddings.weight"], weights[where["bias"]])
    check_stack(run, "encoder", x, layers, form, nothing_hidden(len(ids)))
    return run.stages


def bert_config(vocabulary):
    return {"architectures": ["BertForMaskedLM"], "attention_probs_dropout_prob": 0.1, "gradient_checkpointing": False,
            "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "hidden_size": D_MODEL, "initializer_range": 0.02,
            "intermediate_size": D_FF, "layer_norm_eps": 1e-12, "max_position_embeddings": POSITIONS,
            "model_type": "bert", "num_attention_heads": HEADS, "num_hidden_layers": LAYERS, "pad_token_id": 0,
            "position_embedding_type": "absolute", "transformers_version": "4.6.0.dev0", "type_vocab_size": 2,
            "use_cache": True, "vocab_size": vocabulary}


def distilbert_config(vocabulary):
    return {"activation": "gelu", "architectures": ["DistilBertForMaskedLM"], "attention_dropout": 0.1, "dim": D_MODEL,
            "dropout": 0.1, "hidden_dim": D_FF, "initializer_range": 0.02, "max_position_embeddings": POSITIONS,
            "model_type": "distilbert", "n_heads": HEADS, "n_layers": LAYERS, "pad_token_id": 0, "qa_dropout": 0.1,
            "seq_classif_dropout": 0.2, "sinusoidal_pos_embds": False, "tie_weights_": True,
            "transformers_version": "4.10.0.dev0", "vocab_size": vocabulary}


def roberta_config(vocabulary):
    return {"architectures": ["RobertaForMaskedLM"], "attention_probs_dropout_prob": 0.1, "bos_token_id": 0,
            "eos_token_id": 2, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "hidden_size": D_MODEL,
            "initializer_range": 0.02, "intermediate_size": D_FF, "layer_norm_eps": 1e-05,
            "max_position_embeddings": POSITIONS + 2, "model_type": "roberta", "num_attention_heads": HEADS,
            "num_hidden_layers": LAYERS, "pad_token_id": 1, "type_vocab_size": 1, "vocab_size": vocabulary}


def old_names(weights):
    """As the first BERT was given out: gamma and beta, the pooler, the second head, the positions' numbers."""
    renamed = {name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): tensor
               for name, tensor in weights.items()}
    renamed |= linear_weights("bert.pooler.dense", D_MODEL, D_MODEL)
    renamed |= linear_weights("cls.seq_relationship", 2, D_MODEL)
    return renamed | {"bert.embeddings.position_ids": torch.arange(POSITIONS)[None],
                      "cls.predictions.decoder.weight": weights["bert.embeddings.word_embeddings.weight"]}


def bert_pair_cases():
    seed("bert")
    vocabulary, files = wordpiece_files()
    first, second = ["[CLS]", "the", "cat", "sat", "[SEP]"], ["a", "dog", "ran", "[SEP]"]
    ids = [vocabulary[token] for token in first + second]
    segments = [0] * len(first) + [1] * len(second)
    weights = draw(BERT, len(vocabulary), 2)
    common = {"config": bert_config(len(vocabulary)), "files": files,
              "stages": forward(weights, BERT, ids, segments, 1e-12)}
    given = {"text": "the cat sat", "pair": "a dog ran", "ids": ids, "segments": segments}
    yield "bert", {**common, "weights": weights, "input": given | {"notes": ["cls.predictions.decoder is tied"]}}
    yield "bert_old_names", {**common, "weights": old_names(weights), "input": given | {"notes": [
        "the weights of bert; norms named gamma and beta, and tensors beside that no stage needs"]}}


def distilbert_case():
    seed("distilbert")
    vocabulary, files = wordpiece_files()
    ids = [vocabulary[token] for token in ("[CLS]", "the", "[MASK]", "sat", "on", "mat", "[SEP]")]
    weights = draw(DISTILBERT, len(vocabulary), 0)
    stages = forward(weights, DISTILBERT, ids, None, 1e-12)
    tied = {"vocab_projector.weight": weights["distilbert.embeddings.word_embeddings.weight"]}
    return "distilbert", {
        "config": distilbert_config(len(vocabulary)), "files": files, "weights": weights | tied, "stages": stages,
        "input": {"text": "the [MASK] sat on mat", "ids": ids, "notes": ["no segments", "vocab_projector is tied"]}}


def roberta_cases():
    seed("roberta")
    vocabulary, merges = byte_level(["<s>", "<pad>", "</s>", "<unk>"], ["<mask>"])
    ids = [0, *byte_level_ids("the cat sat to see", vocabulary, merges), 2]
    weights = draw(ROBERTA, len(vocabulary), 1, POSITIONS + 2)
    stages = forward(weights, ROBERTA, ids, [0] * len(ids), 1e-5, padding=1)
    numbers = {"roberta.embeddings.position_ids": torch.arange(POSITIONS + 2)[None]}
    common = {"config": roberta_config(len(vocabulary)), "files": byte_level_files(vocabulary, merges),
              "weights": weights | numbers}
    yield "roberta", {
        **common, "stages": stages,
        "input": {"text": "the cat sat to see", "ids": ids,
                  "notes": ["positions begin at pad_token_id + 1", "one segment, for every token"]}}
    padded = [1, *ids[:3], 1, 1, *ids[3:], 1]
    yield "roberta_padded", {
        **common, "stages": forward(weights, ROBERTA, padded, [0] * len(padded), 1e-5, padding=1),
        "input": {"ids": padded, "notes": ["the weights of roberta", "<pad> before, within and after the text"]}}


def bert_cases():
    yield from bert_pair_cases()
    yield distilbert_case()
    yield from roberta_cases()
