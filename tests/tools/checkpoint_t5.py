"""T5 (Raffel et al. 2020) and T5 1.1: encoder and decoder, Pre-LN with RMS norms, no biases, no division of the
scores; positions only as a number added to them, read from a table of buckets of distances."""
import math

import torch

from checkpoint_checks import close
from checkpoint_numbers import linear_weights, norm_weights, seed, table_weights
from checkpoint_stages import Form, Layer, Run, norm_of, nothing_hidden, parameters
from checkpoint_tokenizers import metaspace_ids, unigram
from golden_numbers import causal_mask

LAYERS, D_MODEL, D_FF = 2, 16, 24
SOURCE, TARGET = "the cat sat on the mat to see a dog", "a dog ran to the mat"
TABLE = "block.0.layer.0.SelfAttention.relative_attention_bias.weight"


def bucket(distance, both, buckets, furthest):
    """`distance`: key minus query. Near ones have a bucket each, far ones share one the more the farther (sec. 2.1).
    `both`: keys after the query have the upper half; else they count as no distance."""
    if both:
        buckets //= 2
        first, distance = (buckets if distance > 0 else 0), abs(distance)
    else:
        first, distance = 0, max(-distance, 0)
    near = buckets // 2
    if distance < near:
        return first + distance
    far = near + int(math.log(distance / near) / math.log(furthest / near) * (buckets - near))
    return first + min(far, buckets - 1)


def literal_bucket(distance, both, buckets, furthest):
    """The same by counting in whole numbers: how many edges near * (furthest / near)^(n / count) are not beyond it."""
    first = 0
    if both:
        buckets, first = buckets // 2, buckets // 2 if distance > 0 else 0
    elif distance > 0:
        distance = 0
    distance, near = abs(distance), buckets // 2
    if distance < near:
        return first + distance
    count = buckets - near
    edges = [n for n in range(1, count) if distance ** count * near ** n >= furthest ** n * near ** count]
    return first + near + len(edges)


def setting(config, key):
    """Old configurations leave these out."""
    defaults = {"feed_forward_proj": "relu", "tie_word_embeddings": True, "relative_attention_max_distance": 128}
    return config.get(key, defaults.get(key))


def check_buckets():
    for buckets, furthest in ((32, 128), (8, 16)):
        for both in (True, False):
            for distance in range(-3 * furthest, 3 * furthest):
                settings = (both, buckets, furthest)
                assert bucket(distance, *settings) == literal_bucket(distance, *settings), (distance, settings)


def relative_bias(table, queries, keys, both, buckets, furthest):
    """(heads, L, T) from the table (buckets, heads)."""
    rows = [[bucket(key - query, both, buckets, furthest) for key in range(keys)] for query in range(queries)]
    bias = table[torch.tensor(rows)].permute(2, 0, 1)
    for distance in range(1 - queries, keys):  # every diagonal holds one number of the table
        diagonal = bias.diagonal(distance, 1, 2)
        row = table[literal_bucket(distance, both, buckets, furthest)]
        assert torch.equal(diagonal, row[:, None].expand_as(diagonal)), distance
    return bias


def attention_names(name):
    return {f"w{letter}": f"{name}.{letter}" for letter in "qkvo"}


def ffn_names(h, gated):
    name = f"{h}.DenseReluDense"
    into = dict(wg=f"{name}.wi_0", w1=f"{name}.wi_1") if gated else dict(w1=f"{name}.wi")
    return {**into, "w2": f"{name}.wo"}


def draw_sublayer(h, names, widths):
    """Weights without biases; `widths`: (out, in) by short name."""
    weights = norm_weights(f"{h}.layer_norm", D_MODEL, bias=False)
    for short, name in names.items():
        weights |= linear_weights(name, *widths[short], bias=False, spread=0.7 if short in ("wq", "wk") else 1.0)
    return weights


def draw(config):
    gated, inner = setting(config, "feed_forward_proj") == "gated-gelu", config["num_heads"] * config["d_kv"]
    weights = table_weights("shared", config["vocab_size"], D_MODEL)
    into, out = (inner, D_MODEL), (D_MODEL, inner)
    widths = dict(wq=into, wk=into, wv=into, wo=out, wg=(D_FF, D_MODEL), w1=(D_FF, D_MODEL), w2=(D_MODEL, D_FF))
    for stack, parts in (("encoder", ("SelfAttention",)), ("decoder", ("SelfAttention", "EncDecAttention"))):
        for number in range(LAYERS):
            for place, part in enumerate(parts):
                h = f"{stack}.block.{number}.layer.{place}"
                weights |= draw_sublayer(h, attention_names(f"{h}.{part}"), widths)
            h = f"{stack}.block.{number}.layer.{len(parts)}"
            weights |= draw_sublayer(h, ffn_names(h, gated), widths)
        weights |= {f"{stack}.{TABLE}": table_weights("_", config["relative_attention_num_buckets"],
                                                      config["num_heads"])["_.weight"]}
        weights |= norm_weights(f"{stack}.final_layer_norm", D_MODEL, bias=False)
    if not setting(config, "tie_word_embeddings"):
        weights |= linear_weights("lm_head", config["vocab_size"], D_MODEL, bias=False)
    return weights


def layer_of(weights, h, cross, gated):
    own, reads, last = f"{h}.layer.0", f"{h}.layer.1", f"{h}.layer.{2 if cross else 1}"
    norm = lambda name: norm_of(weights, f"{name}.layer_norm")
    return Layer(parameters(weights, **attention_names(f"{own}.SelfAttention")), norm(own),
                 parameters(weights, **ffn_names(last, gated)), norm(last),
                 parameters(weights, **attention_names(f"{reads}.EncDecAttention")) if cross else None,
                 norm(reads) if cross else None)


def run_stack(run, weights, config, stack, x, mask, **others):
    gated = setting(config, "feed_forward_proj") == "gated-gelu"
    form = Form(config["num_heads"], "gelu_new" if gated else "relu", pre=True, eps=1e-6, scale=False)
    layers = [layer_of(weights, f"{stack}.block.{number}", stack == "decoder", gated) for number in range(LAYERS)]
    table = run.keep(f"{stack}.0.self.relative.table", weights[f"{stack}.{TABLE}"])
    relative = relative_bias(table, len(x), len(x), stack == "encoder", config["relative_attention_num_buckets"],
                             setting(config, "relative_attention_max_distance"))
    if stack == "decoder":
        run.keep_slice("decoder.1.self", layers[1].self_attention, form)
    output = run.stack(stack, x, layers, form, mask, norm_of(weights, f"{stack}.final_layer_norm"), relative=relative,
                       **others)
    for number, layer in enumerate(layers):
        read = run.stages[f"{stack}.{number - 1}.ffn.residual"] if number else x
        check_attention(run, f"{stack}.{number}.self", read, layer, form, relative + mask)
    return output


def check_attention(run, address, x, layer, form, additive):
    """nn.MultiheadAttention with the table's numbers as its mask; it divides by sqrt(d_k), so queries are longer."""
    parts, d_kv = layer.self_attention, layer.self_attention["wq"].shape[0] // form.heads
    scale = (x * x).mean(1, keepdim=True).add(form.eps).rsqrt()
    close(x * scale * layer.self_norm[0], run.stages[f"{address}.norm"], address)
    if form.heads * d_kv != D_MODEL:
        return  # not a shape that the module has
    module = torch.nn.MultiheadAttention(D_MODEL, form.heads, bias=False, batch_first=True)
    module.load_state_dict({"in_proj_weight": torch.cat([parts["wq"] * math.sqrt(d_kv), parts["wk"], parts["wv"]]),
                            "out_proj.weight": parts["wo"]})
    with torch.no_grad():
        read = run.stages[f"{address}.norm"][None]
        close(module(read, read, read, attn_mask=additive, need_weights=False)[0][0], run.stages[f"{address}.output"],
              address)


def forward(weights, config, source, target):
    run, table = Run(), weights["shared.weight"]
    x = run.keep("source.input", run.embed("source.", source, table))
    memory = run_stack(run, weights, config, "encoder", x, nothing_hidden(len(source)))
    y = run.keep("target.input", run.embed("target.", target, table))
    output = run_stack(run, weights, config, "decoder", y, causal_mask(len(target)), memory=memory,
                       cross_mask=nothing_hidden(len(target), len(source)))
    if setting(config, "tie_word_embeddings"):
        run.predict(run.keep("predict.scaled", output * D_MODEL ** -0.5), table)
    else:
        run.predict(output, weights["lm_head.weight"])
    return run.stages


def config_of(vocabulary, **others):
    return {"architectures": ["T5ForConditionalGeneration"], "d_ff": D_FF, "d_model": D_MODEL,
            "decoder_start_token_id": 0, "dropout_rate": 0.1, "eos_token_id": 1, "initializer_factor": 1.0,
            "is_encoder_decoder": True, "layer_norm_epsilon": 1e-06, "model_type": "t5", "num_layers": LAYERS,
            "output_past": True, "pad_token_id": 0, "vocab_size": vocabulary, **others}


def t5_case(name, config, notes, extra=()):
    seed(name)
    vocabulary, tokenizer = unigram(["<pad>", "</s>", "<unk>"], ["<extra_id_1>", "<extra_id_0>"], "<unk>")
    config = config_of(len(vocabulary) + 4, **config)  # real ones have rows that no token uses
    source, target = [*metaspace_ids(SOURCE, vocabulary), 1], [0, *metaspace_ids(TARGET, vocabulary)]
    weights = draw(config)
    unused = {tensor: weights["decoder." + TABLE].flip(0) for tensor in extra}
    return name, {"config": config, "files": {"tokenizer.json": tokenizer}, "weights": weights | unused,
                  "stages": forward(weights, config, source, target),
                  "input": {"text": SOURCE, "ids": source, "target_text": TARGET, "target_ids": target, "notes": notes}}


def encoder_case():
    """The encoder alone, as models that draw from a text keep it."""
    seed("t5_encoder")
    vocabulary, tokenizer = unigram(["<pad>", "</s>", "<unk>"], [], "<unk>")
    config = config_of(len(vocabulary), architectures=["T5EncoderModel"], d_kv=8, num_heads=2,
                       feed_forward_proj="gated-gelu", tie_word_embeddings=False, relative_attention_num_buckets=8,
                       relative_attention_max_distance=16)
    ids = [*metaspace_ids(SOURCE, vocabulary), 1]
    weights = {name: tensor for name, tensor in draw(config).items() if name.startswith(("shared", "encoder"))}
    run = Run()
    x = run.keep("input", run.embed("", ids, weights["shared.weight"]))
    run_stack(run, weights, config, "encoder", x, nothing_hidden(len(ids)))
    return "t5_encoder", {"config": config, "files": {"tokenizer.json": tokenizer}, "weights": weights,
                          "stages": run.stages,
                          "input": {"text": SOURCE, "ids": ids, "notes": ["T5EncoderModel: no decoder, no logits"]}}


def t5_cases():
    check_buckets()
    yield t5_case("t5", dict(d_kv=6, num_heads=4, relative_attention_num_buckets=32, n_positions=512), [
        "d_kv * num_heads is not d_model", "the logits' vectors are divided by sqrt(d_model)",
        "no feed_forward_proj, tie_word_embeddings or relative_attention_max_distance: relu, true, 128",
        "EncDecAttention.relative_attention_bias stands in old files and is not used"],
        ["decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight"])
    yield t5_case("t5_v11", dict(d_kv=8, num_heads=2, feed_forward_proj="gated-gelu", tie_word_embeddings=False,
                                 relative_attention_num_buckets=8, relative_attention_max_distance=16), [
        "gated-gelu is the tanh form", "lm_head of its own, nothing divided", "8 buckets, so that far ones are shared"])
    yield encoder_case()
