"""Systems for tests: what they extract can be told from the sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from karat.model import Extraction, Sentence
from karat.systems.system import Extracted, Failure, Result


@dataclass(frozen=True)
class EchoOptions:
    """The options of ``Echo``; each type that options may have is here once."""

    relation: str = "says"
    times: int = 1
    confidence: float = 1.0
    shout: bool = False
    kind: Literal["whole", "words"] = "whole"
    fails: tuple[str, ...] = ()
    folder: Path | None = None
    batch: int = 1
    workers: int = 1
    samples: int = 1


class Echo:
    """Extract each sentence as a whole; fail where a word in ``fails`` occurs."""

    name = "echo"
    version = "1"

    def __init__(self, options: EchoOptions = EchoOptions()) -> None:
        self.options = options
        self.batch, self.workers, self.samples = options.batch, options.workers, options.samples
        self.calls: list[tuple[str, ...]] = []
        self.closed = False

    @property
    def settings(self) -> Mapping[str, Any]:
        """All options that can change an extraction."""
        unimportant = ("batch", "workers", "samples", "folder")
        values = {name: value for name, value in asdict(self.options).items() if name not in unimportant}
        return values | {"fails": list(self.options.fails)}

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        """Extract each sentence as a whole."""
        self.calls.append(tuple(sentence.id for sentence in sentences))
        return [self._result(sentence, sample) for sentence in sentences]

    def _result(self, sentence: Sentence, sample: int) -> Result:
        for word in self.options.fails:
            if word in sentence.text.split():
                return Failure(f"cannot say {word}")
        relation = self.options.relation if sample == 1 else f"{self.options.relation} ({sample})"
        text = sentence.text.upper() if self.options.shout else sentence.text
        extraction = Extraction(relation, ("someone", text), self.options.confidence)
        return Extracted((extraction,) * self.options.times)

    def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True
