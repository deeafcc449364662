"""A sentence encoder of random weights, small enough for every test: it knows each letter, and no meaning."""

from __future__ import annotations

import json
import string
from pathlib import Path

import numpy as np

WIDTH, INNER, LAYERS, HEADS, POSITIONS = 16, 32, 2, 2, 40
SIGNS = string.ascii_lowercase + string.digits + string.punctuation
PIECES = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", *SIGNS, *(f"##{sign}" for sign in SIGNS))


def shapes() -> dict[str, tuple[int, ...]]:
    """The names and sizes of all weights, as BERT's models have them."""
    found: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": (POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(LAYERS):
        sizes = {
            "attention.self.query": (WIDTH, WIDTH),
            "attention.self.key": (WIDTH, WIDTH),
            "attention.self.value": (WIDTH, WIDTH),
            "attention.output.dense": (WIDTH, WIDTH),
            "intermediate.dense": (INNER, WIDTH),
            "output.dense": (WIDTH, INNER),
        }
        for name, size in sizes.items():
            found[f"encoder.layer.{layer}.{name}.weight"] = size
            found[f"encoder.layer.{layer}.{name}.bias"] = size[:1]
        for name in ("attention.output", "output"):
            found[f"encoder.layer.{layer}.{name}.LayerNorm.weight"] = (WIDTH,)
            found[f"encoder.layer.{layer}.{name}.LayerNorm.bias"] = (WIDTH,)
    return found


def random_weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Biases are small, since large ones would move all texts into the same direction."""
    rng = np.random.default_rng(seed)
    found = {}
    for name, size in shapes().items():
        centre, width = (1, 0.2) if name.endswith("LayerNorm.weight") else (0, 0.1 if name.endswith("bias") else 1)
        found[name] = rng.normal(centre, width, size).astype("<f4")
    return found


def write_weights(path: Path, weights: dict[str, np.ndarray]) -> None:
    """Write arrays in the safetensors format."""
    header, place = {"__metadata__": {"format": "pt"}}, 0
    for name, array in weights.items():
        entry = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [place, place + array.nbytes]}
        header[name] = entry  # type: ignore[assignment]
        place += array.nbytes
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(array.tobytes() for array in weights.values()))


def write_encoder(folder: Path) -> Path:
    """Write vocabulary, configuration and weights into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in PIECES), encoding="utf-8")
    config = {
        "model_type": "bert",
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "max_position_embeddings": POSITIONS,
        "layer_norm_eps": 1e-12,
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    write_weights(folder / "model.safetensors", random_weights())
    return folder
