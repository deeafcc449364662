"""Weights of BERT models on disk: ``config.json``, and arrays in the safetensors format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from karat.errors import FormatError
from karat.formats.json.loading import load_json
from karat.metrics.oie.meaning.transformer import Shape, Vectors

HEADER_SIZE = 8
"""Bytes at the start of a safetensors file that give the length of its header."""
FIXED = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
"""What the encoder can compute; ``config.json`` may leave out the last two."""
COUNTS = ("num_hidden_layers", "num_attention_heads", "max_position_embeddings")


def read_shape(path: Path) -> Shape:
    """Read ``config.json``; a model that is not BERT's encoder with absolute positions is an error."""
    config = load_json(_text(path), path, expected="the configuration of a model in JSON")
    if not isinstance(config, dict):
        raise FormatError(path, None, "the configuration of a model, an object", type(config).__name__)
    for name, value in FIXED.items():
        if config.get(name, value if name != "model_type" else None) != value:
            raise FormatError(path, None, f"{name} {value!r}", repr(config.get(name)))
    layers, heads, positions = (_count(config, name, path) for name in COUNTS)
    epsilon = config.get("layer_norm_eps", 1e-12)
    if not isinstance(epsilon, float) or not 0 < epsilon < 1:
        raise FormatError(path, None, "layer_norm_eps between 0 and 1", repr(epsilon))
    return Shape(layers, heads, positions, epsilon)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FormatError(path, None, "text in UTF-8", "other bytes") from None


def _count(config: Mapping[str, Any], name: str, path: Path) -> int:
    value = config.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise FormatError(path, None, f"{name}, a number from 1", repr(value))
    return value


def read_weights(path: Path, content: bytes) -> dict[str, Vectors]:
    """Read a safetensors file: the length of a JSON header, the header with the place of each array, the arrays.

    Arrays that are not of 32-bit floats are left out.
    """
    start = HEADER_SIZE + int.from_bytes(content[:HEADER_SIZE], "little")
    if not HEADER_SIZE < start <= len(content):
        raise FormatError(path, None, "weights in the safetensors format", "no header of it")
    header = load_json(
        content[HEADER_SIZE:start].decode("utf-8", errors="replace"),
        path,
        expected="a header of the safetensors format",
    )
    if not isinstance(header, dict):
        raise FormatError(path, None, "a header of the safetensors format, an object", type(header).__name__)
    arrays = content[start:]
    return {
        name: _array(path, name, entry, arrays)
        for name, entry in header.items()
        if isinstance(entry, dict) and entry.get("dtype") == "F32"
    }


def _array(path: Path, name: str, entry: Mapping[str, Any], content: bytes) -> Vectors:
    try:
        first, last = entry["data_offsets"]
        array = np.frombuffer(content, "<f4", (last - first) // 4, first).reshape(entry["shape"])
    except (KeyError, TypeError, ValueError):
        raise FormatError(path, None, f"the array {name!r} inside the file", "a place outside it") from None
    return array.astype(np.float32, copy=False)
