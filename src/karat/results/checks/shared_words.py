"""Which share of an extraction's words is in its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from karat.model import Extraction, Sentence
from karat.results.checks.nearest_sentences import WITHOUT_SPACES, features


class SharedWords:
    """Share of the words of extractions' arguments that are in a sentence, in any case.

    Relations are left out, since some systems have labels for them, and are looked at only where there are no words in
    the arguments.
    """

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = sentences
        self._words: dict[int, frozenset[str]] = {}

    def of_sentence(self, index: int) -> frozenset[str]:
        """The words of a sentence, and single characters in scripts without spaces: an argument may be one."""
        if index not in self._words:
            text = self.sentences[index].text
            self._words[index] = frozenset((*features(text), *WITHOUT_SPACES.findall(text)))
        return self._words[index]

    def share(self, extraction: Extraction, index: int) -> float | None:
        """The share of an extraction's words that are in a sentence; ``None`` if one of them has no words."""
        words = words_of(extraction)
        if not words or not self.sentences[index].text:
            return None
        known = self.of_sentence(index)
        return sum(word in known for word in words) / len(words)

    def mean(self, pairs: Iterable[tuple[Extraction, int]]) -> float | None:
        """The mean share over extractions and their sentences; ``None`` if no extraction has words."""
        shares = [share for extraction, index in pairs if (share := self.share(extraction, index)) is not None]
        return sum(shares) / len(shares) if shares else None


def words_of(extraction: Extraction) -> list[str]:
    """The words of the arguments, or of the relation if they have none."""
    words = [word for argument in extraction.arguments for word in features(argument)]
    return words or features(extraction.relation)
