"""ViT (Dosovitskiy et al. 2021): patches of an image are the tokens, after a class token; Pre-LN, exact GELU."""
import torch

from checkpoint_checks import check_stack, close
from checkpoint_numbers import f32, linear_weights, norm_weights, seed
from checkpoint_stages import Form, Layer, Run, linear, norm_of, nothing_hidden, parameters
from golden_numbers import drawn

LAYERS, HEADS, D_MODEL, D_FF, SIZE, PATCH, EPS = 2, 4, 16, 32, 8, 4, 1e-12
LABELS = ("cat", "dog", "mat", "tree", "house")
NAMES = dict(wq="attention.attention.query", wk="attention.attention.key", wv="attention.attention.value",
             wo="attention.output.dense", w1="intermediate.dense", w2="output.dense")


def config():
    return {"architectures": ["ViTForImageClassification"], "attention_probs_dropout_prob": 0.0,
            "encoder_stride": 16, "hidden_act": "gelu", "hidden_dropout_prob": 0.0, "hidden_size": D_MODEL,
            "id2label": {str(n): label for n, label in enumerate(LABELS)}, "image_size": SIZE,
            "initializer_range": 0.02, "intermediate_size": D_FF,
            "label2id": {label: n for n, label in enumerate(LABELS)}, "layer_norm_eps": EPS, "model_type": "vit",
            "num_attention_heads": HEADS, "num_channels": 3,
            "num_hidden_layers": LAYERS, "patch_size": PATCH, "qkv_bias": True, "torch_dtype": "float32",
            "transformers_version": "4.13.0.dev0"}


def preprocessor():
    return {"do_normalize": True, "do_rescale": True, "do_resize": True, "image_mean": [0.5, 0.5, 0.5],
            "image_processor_type": "ViTImageProcessor", "image_std": [0.5, 0.5, 0.5], "resample": 2,
            "rescale_factor": 1 / 255, "size": {"height": SIZE, "width": SIZE}}


def draw(channels=3):
    patches = (SIZE // PATCH) ** 2
    projection = linear_weights("p", D_MODEL, channels * PATCH * PATCH, spread=1.5)
    e = "vit.embeddings"
    weights = {f"{e}.cls_token": f32(0.7 * drawn(1, 1, D_MODEL)),
               f"{e}.position_embeddings": f32(0.5 * drawn(1, 1 + patches, D_MODEL)),
               f"{e}.patch_embeddings.projection.weight": projection["p.weight"].reshape(D_MODEL, channels, PATCH, PATCH),
               f"{e}.patch_embeddings.projection.bias": projection["p.bias"]}
    for number in range(LAYERS):
        h = f"vit.encoder.layer.{number}"
        for short in ("wq", "wk", "wv", "wo"):
            weights |= linear_weights(f"{h}.{NAMES[short]}", D_MODEL, D_MODEL, spread=1.3)
        weights |= linear_weights(f"{h}.{NAMES['w1']}", D_FF, D_MODEL)
        weights |= linear_weights(f"{h}.{NAMES['w2']}", D_MODEL, D_FF)
        weights |= norm_weights(f"{h}.layernorm_before", D_MODEL) | norm_weights(f"{h}.layernorm_after", D_MODEL)
    return weights | norm_weights("vit.layernorm", D_MODEL) | linear_weights("classifier", len(LABELS), D_MODEL)


def layer_of(weights, h):
    names = {short: f"{h}.{name}" for short, name in NAMES.items()}
    part = lambda *shorts: parameters(weights, **{short: names[short] for short in shorts})
    return Layer(part("wq", "wk", "wv", "wo"), norm_of(weights, f"{h}.layernorm_before"), part("w1", "w2"),
                 norm_of(weights, f"{h}.layernorm_after"))


def patches_of(pixels):
    """(height, width, channels) of 0 to 255 -> a row a patch, row by row over the picture: channel, row, column."""
    image = (pixels.to(torch.float64) / 255 - 0.5) / 0.5
    rows = []
    for top in range(0, SIZE, PATCH):
        for left in range(0, SIZE, PATCH):
            rows.append(image[top:top + PATCH, left:left + PATCH].permute(2, 0, 1).flatten())
    return image, torch.stack(rows)


def embed(run, weights, pixels):
    image, patches = patches_of(pixels)
    kernel, bias = (weights[f"vit.embeddings.patch_embeddings.projection.{part}"] for part in ("weight", "bias"))
    projected = linear(run.keep("patches", patches), kernel.flatten(1), bias)
    convolved = torch.nn.functional.conv2d(image.permute(2, 0, 1)[None], kernel, bias, stride=PATCH)
    close(convolved[0].flatten(1).T, projected, "the convolution of the patches")
    embedding = run.keep("embedding", torch.cat([weights["vit.embeddings.cls_token"][0], projected]))
    return run.keep("input", embedding + run.keep("position", weights["vit.embeddings.position_embeddings"][0]))


def forward(weights, pixels):
    run, form = Run(), Form(HEADS, "gelu", pre=True, eps=EPS)
    layers = [layer_of(weights, f"vit.encoder.layer.{number}") for number in range(LAYERS)]
    x = embed(run, weights, pixels)
    run.keep_slice("encoder.1.self", layers[1].self_attention, form)
    output = run.stack("encoder", x, layers, form, nothing_hidden(len(x)), norm_of(weights, "vit.layernorm"))
    run.predict(run.keep("predict.class", output[:1]), weights["classifier.weight"], weights["classifier.bias"])
    check_stack(run, "encoder", x, layers, form, nothing_hidden(len(x)))
    return run.stages


def new_names(weights):
    """As version 5 of Hugging Face's library has them."""
    parts = {"attention.attention.query": "attention.q_proj", "attention.attention.key": "attention.k_proj",
             "attention.attention.value": "attention.v_proj", "attention.output.dense": "attention.o_proj",
             "intermediate.dense": "mlp.fc1", "output.dense": "mlp.fc2", "encoder.layer": "layers"}

    def renamed(name):
        for old, new in parts.items():
            name = name.replace(f".{old}.", f".{new}.")
        return name

    return {renamed(name): tensor for name, tensor in weights.items()}


def vit_cases():
    seed("vit")
    weights, pixels = draw(), torch.randint(0, 256, (SIZE, SIZE, 3))
    given = {"config": config(), "image": pixels, "files": {"preprocessor_config.json": preprocessor()}}
    yield "vit", {**given, "weights": weights, "stages": forward(weights, pixels),
                  "input": {"notes": ["an 8 x 8 picture in 4 patches: nothing is resized"]}}
    yield "vit_new_names", {**given, "weights": new_names(weights), "stages": forward(weights, pixels),
                            "input": {"notes": ["the weights of vit, named as in version 5 of the library"]}}
    seed("vit grey")
    weights, pixels = draw(1), torch.randint(0, 256, (SIZE, SIZE, 1)).expand(SIZE, SIZE, 3)
    yield "vit_grey", {
        "config": config() | {"num_channels": 1}, "image": pixels, "weights": weights,
        "stages": forward(weights, pixels[:, :, :1]),
        "files": {"preprocessor_config.json": preprocessor() | {"image_mean": [0.5], "image_std": [0.5]}},
        "input": {"notes": ["a grey picture: one channel"]}}
