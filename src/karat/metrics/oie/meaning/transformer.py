"""The encoder of BERT (Devlin et al., 2019) with mean pooling, in numpy: weights give a vector to each text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from karat.errors import FormatError

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes that a model's weights do not show, from its ``config.json``."""

    layers: int
    heads: int
    positions: int
    epsilon: float
    """Added to the variance by each normalisation."""


class Encoder:
    """Computes the vectors of texts that are cut into word pieces; all texts of one call have the same length."""

    def __init__(self, weights: Mapping[str, Vectors], shape: Shape) -> None:
        self.shape = shape
        self._words = weights["embeddings.word_embeddings.weight"]
        # All pieces belong to one text, so the vector of its type is the same everywhere.
        self._places = (
            weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        )
        self._first_norm = _norm_of(weights, "embeddings")
        self._layers = [Layer(weights, f"encoder.layer.{number}", shape) for number in range(shape.layers)]

    @property
    def width(self) -> int:
        """The length of a text's vector."""
        return len(self._words[0])

    @property
    def words(self) -> int:
        """How many word pieces have a vector."""
        return len(self._words)

    def encode(self, pieces: Sequence[Sequence[int]]) -> Vectors:
        """Give each text the mean of its pieces' vectors, scaled to length 1."""
        numbers = np.asarray(pieces)
        states = self._words[numbers] + self._places[: numbers.shape[1]]
        states = normalise(states, *self._first_norm, self.shape.epsilon)
        for layer in self._layers:
            states = layer.apply(states)
        means = states.mean(axis=1)
        return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), dtype=np.float32)


class Layer:
    """Self-attention and a feed-forward network, each added to what goes in and normalised."""

    def __init__(self, weights: Mapping[str, Vectors], name: str, shape: Shape) -> None:
        parts = [_linear_of(weights, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
        # One product for all three is faster than three.
        self._attended = (
            np.concatenate([weight for weight, _ in parts], axis=1),
            np.concatenate([bias for _, bias in parts]),
        )
        self._joined = _linear_of(weights, f"{name}.attention.output.dense")
        self._inner = _linear_of(weights, f"{name}.intermediate.dense")
        self._outer = _linear_of(weights, f"{name}.output.dense")
        self._norms = _norm_of(weights, f"{name}.attention.output"), _norm_of(weights, f"{name}.output")
        self._shape = shape

    def apply(self, states: Vectors) -> Vectors:
        """Compute the next states of all pieces."""
        epsilon = self._shape.epsilon
        states = normalise(states + linear(self._attend(states), *self._joined), *self._norms[0], epsilon)
        inner = gelu(linear(states, *self._inner))
        return normalise(states + linear(inner, *self._outer), *self._norms[1], epsilon)

    def _attend(self, states: Vectors) -> Vectors:
        texts, length, width = states.shape
        heads = self._shape.heads
        size = width // heads
        joined = linear(states, *self._attended).reshape(texts, length, 3, heads, size).transpose(2, 0, 3, 1, 4)
        query, key, value = joined
        weights = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(size))
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return np.asarray((weights @ value).transpose(0, 2, 1, 3).reshape(texts, length, width))


def linear(states: Vectors, weight: Vectors, bias: Vectors) -> Vectors:
    """Multiply by a matrix and add a vector; as one product of matrices, which is faster than one for each text."""
    rows = states.reshape(-1, states.shape[-1]) @ weight + bias
    return np.asarray(rows.reshape(*states.shape[:-1], weight.shape[1]))


def normalise(states: Vectors, scale: Vectors, shift: Vectors, epsilon: float) -> Vectors:
    """Give each vector mean 0 and variance 1, then scale and shift it (Ba et al., 2016)."""
    centred = states - states.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return np.asarray(centred / np.sqrt(variance + np.float32(epsilon)) * scale + shift)


def gelu(states: Vectors) -> Vectors:
    """Weight each number by the share of a normal distribution below it (Hendrycks and Gimpel, 2016)."""
    from scipy.special import erf  # takes a while to import, and only texts that are embedded need it

    return np.asarray(states * np.float32(0.5) * (1 + erf(states / np.float32(np.sqrt(2)))), dtype=np.float32)


def make_encoder(path: Path, weights: Mapping[str, Vectors], shape: Shape) -> Encoder:
    """Build the encoder, and try it; weights that are missing or do not fit together are an error."""
    try:
        encoder = Encoder(weights, shape)
        encoder.encode([[0]])
    except KeyError as error:
        raise FormatError(path, None, f"the weights {error}", "none of that name") from None
    except (IndexError, ValueError) as error:
        raise FormatError(path, None, "weights whose sizes fit together", f"{error}") from None
    return encoder


def _linear_of(weights: Mapping[str, Vectors], name: str) -> tuple[Vectors, Vectors]:
    return np.ascontiguousarray(weights[f"{name}.weight"].T), weights[f"{name}.bias"]


def _norm_of(weights: Mapping[str, Vectors], name: str) -> tuple[Vectors, Vectors]:
    return weights[f"{name}.LayerNorm.weight"], weights[f"{name}.LayerNorm.bias"]
