"""Warnings where an output scores low for a reason that is not the system's.

Extractions that share few words with their sentence are not its extractions: ids are shifted or mixed up, or they come
from another benchmark, language or script. In all published outputs but one, at most 1 in 80 extractions shares less
than half of its arguments' words; in outputs with wrong ids more than 4 in 5 do. The one is OIE2016's output of ReVerb,
whose sentences are truly not those of its extractions.

Most metrics count an extraction that is repeated each time, so that an output that was written twice loses precision.
Of some 80 published outputs, four repeat between 2 and 5 % of their extractions, and one, of a language model that
repeats itself, 80 %; the others repeat fewer.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from operator import attrgetter

from karat.benchmarks.gold import Gold
from karat.errors import quoted
from karat.metrics.oie.benchie import FactGold, triples
from karat.model import Extraction
from karat.results.checks.nearest_sentences import SharedWords, features, words_of
from karat.results.checks.sentence_ids import numbered
from karat.results.measurement import Measurement
from karat.results.output_statistics import OutputStatistics
from karat.results.system_result import Note

FEW = 0.5
"""An extraction shares few words with its sentence if it is less than this share of its arguments' words."""

TOO_MANY = 0.25
"""The least share of extractions with few shared words that is worth a warning."""

FITTING = 0.6
"""The least mean share of words by which extractions fit other sentences."""

SAME_LANGUAGE = 0.4
"""The least share of an output's most frequent words that are frequent in the gold, if their language is the same."""

SAMPLE = 200
"""How many extractions are looked at, evenly spaced, unless they look wrong."""

FEWEST = 5
"""With fewer extractions, or relations, nothing can be said."""

FEWEST_SENTENCES = 10
"""With fewer sentences of the gold, it is no news that most have no extraction."""

LABEL = re.compile(
    r"""
      [A-Z][A-Z0-9]+(_[A-Z0-9]+)*          # LOCATED_IN, CEO
    | [a-z0-9]+(_[a-z0-9]+)+               # located_in
    | [a-zA-Z]?[a-z0-9]+([A-Z][a-z0-9]+)+  # locatedIn, LocatedIn
    | [\w/-]*[\w-][/:][\w/:-]*\w           # /location/contains, org:founded_by
    """,
    re.VERBOSE,
)
"""A relation as a schema or a knowledge graph writes it."""

NUMBERS = re.compile(r"[\d\s,;:()\[\]–-]*\d[\d\s,;:()\[\]–-]*")
"""A slot that names places in the sentence: ``3``, ``3-5``, ``[3, 5)``."""

TAGS = re.compile(r"(?:O|[BIESLUM]-\S+)(?:\s+(?:O|[BIESLUM]-\S+))*")
"""A slot of tags such as ``B-A0``."""

Placed = tuple[Extraction, int]
"""An extraction and the index of its sentence."""


def check_words(by_sentence: Sequence[Sequence[Extraction]], gold: Gold, *, by_id: bool) -> Iterator[Note]:
    """Warn where extractions share few words with their sentence, differ from it in case, or have labels as relations.

    ``by_id`` says whether sentences are named by their ids alone.
    """
    placed = [(extraction, index) for index, each in enumerate(by_sentence) for extraction in each]
    sample = placed[:: sample_step(len(placed))]
    yield from check_sample(sample, gold, len(placed), lambda: (placed, gold), by_id=by_id)


def sample_step(extractions: int) -> int:
    """Give the distance of the extractions that are looked at."""
    return max(1, -(-extractions // SAMPLE))


def check_sample(
    sample: Sequence[Placed],
    gold: Gold,
    extractions: int,
    load_all: Callable[[], tuple[Sequence[Placed], Gold]],
    *,
    by_id: bool,
) -> Iterator[Note]:
    """Warn as ``check_words`` does, if a sample looks wrong.

    ``gold`` has the sentences of the sample. Only if it looks wrong, ``load_all`` gives all extractions, of which there
    are ``extractions``, and all sentences.
    """
    if len(sample) < FEWEST:
        return
    shares = _shares(SharedWords(gold.sentences), sample)
    if len(shares) >= FEWEST and sum(share < FEW for share in shares) >= TOO_MANY * len(shares):
        placed, all_gold = load_all()
        words = SharedWords(all_gold.sentences)
        few = sum(share < FEW for share in _shares(words, placed))
        cause = _cause(placed, words, all_gold, by_id=by_id)
        yield Note(f"of {extractions} extractions share few words with their sentence: {cause}", few, warning=True)
    elif in_other_case(sample, gold):
        yield Note(
            f"extractions are in {_case(sample)} case, unlike their sentences: most metrics compare words as written",
            extractions,
            warning=True,
        )
    labels = [extraction.relation for extraction, index in sample if is_label(extraction.relation, gold, index)]
    if 2 * len(labels) >= len(sample):
        placed, all_gold = load_all()
        count = sum(is_label(extraction.relation, all_gold, index) for extraction, index in placed)
        what = (
            f"of {extractions} extractions have a relation that looks like a label of a schema, such as "
            f"{quoted(labels[0])}, not like words of their sentence: such a relation matches no gold of words"
        )
        yield Note(what, count, warning=True)


def _shares(words: SharedWords, placed: Iterable[Placed]) -> list[float]:
    return [share for extraction, index in placed if (share := words.share(extraction, index)) is not None]


def _cause(placed: Sequence[Placed], words: SharedWords, gold: Gold, *, by_id: bool) -> str:
    """Say what the extractions look like that share few words with their sentence."""
    for what, pattern in (("numbers", NUMBERS), ("tags", TAGS)):
        such = [extraction for extraction, _ in placed if _is_all(pattern, extraction.arguments)]
        if 2 * len(such) >= len(placed):
            subject, *others = such[0].arguments
            slots = quoted("; ".join((subject, such[0].relation, *others[:1])))
            return f"their slots are {what}, such as {slots}, where the words of the sentence are expected"
    shift = _shift(placed, words, gold) if by_id else None
    if shift is not None:
        return shift
    scripts = [_script(text) for text in (_texts(placed), (sentence.text for sentence in gold.sentences))]
    if None not in scripts and scripts[0] != scripts[1]:
        return f"they are in {scripts[0]} script, those of {gold.name} in {scripts[1]}"
    ids = "ids" if by_id else "sentences"
    if _fit_elsewhere(placed, words, gold):
        return f"they fit other sentences of {gold.name}: are their {ids} mixed up, or another benchmark's?"
    if _frequent_words_shared(placed, gold) < SAME_LANGUAGE:
        return f"are they of another language than {gold.name}?"
    return f"are their {ids} those of another benchmark than {gold.name}?"


def _is_all(pattern: re.Pattern[str], slots: Sequence[str]) -> bool:
    """Whether there are slots and all match."""
    return bool(slots) and all(map(pattern.fullmatch, slots))


def _shift(placed: Sequence[Placed], words: SharedWords, gold: Gold) -> str | None:
    """Ask whether ids start at another number, if extractions fit the sentences before or after theirs."""
    numbers = numbered(gold)
    if numbers is None:
        return None
    for step in (1, -1):
        near = words.mean((found, index + step) for found, index in placed if 0 <= index + step < len(gold.sentences))
        if near is not None and near >= FITTING:
            start = numbers.first - step
            where = "after" if step > 0 else "before"
            return (
                f"they fit the sentences {where} theirs; do your ids start at {start}? Sentence ids in {gold.name} "
                f"start at {numbers.first}, and --ids-from {start} reads yours"
            )
    return None


def _texts(placed: Iterable[Placed]) -> Iterator[str]:
    return (" ".join((extraction.relation, *extraction.arguments)) for extraction, _ in placed)


def _script(texts: Iterable[str]) -> str | None:
    """Name the script of most letters, as Unicode does; ``None`` if there are no letters.

    >>> _script(["Ann left Ulm"]), _script(["安娜离开乌尔姆"]), _script(["1898"])
    ('Latin', 'CJK', None)
    """
    letters = Counter(character for text in texts for character in text if character.isalpha())
    scripts: Counter[str] = Counter()
    for letter, count in letters.items():
        scripts[unicodedata.name(letter, "unknown").partition(" ")[0]] += count
    if not scripts:
        return None
    name = scripts.most_common(1)[0][0]
    return name if name == "CJK" else name.capitalize()


def _fit_elsewhere(placed: Sequence[Placed], words: SharedWords, gold: Gold) -> bool:
    """Whether most of a sample of extractions have nearly all their words in some other sentence."""
    by_word: dict[str, list[int]] = {}
    for index in range(len(gold.sentences)):
        for word in words.of_sentence(index):
            by_word.setdefault(word, []).append(index)
    sample = placed[:: -(-len(placed) // (SAMPLE // 2))]
    fitting = 0
    for extraction, _ in sample:
        known = [by_word[word] for word in words_of(extraction) if word in by_word]
        candidates = min(known, key=len) if known else []
        fitting += any((words.share(extraction, index) or 0) == 1 for index in candidates)
    return 2 * fitting > len(sample)


def _frequent_words_shared(placed: Sequence[Placed], gold: Gold) -> float:
    """The share of the output's 20 most frequent words that are among the gold's 100 most frequent."""
    found = Counter(word for text in _texts(placed) for word in features(text)).most_common(20)
    expected = Counter(word for sentence in gold.sentences for word in features(sentence.text)).most_common(100)
    frequent = {word for word, _ in expected}
    return sum(word in frequent for word, _ in found) / len(found) if found else 1.0


def in_other_case(sample: Sequence[Placed], gold: Gold) -> bool:
    """Whether all extractions are in lower case, or in capitals, where most of their sentences are not."""
    if _case(sample) is None:
        return False
    different = 0
    for extraction, index in sample:
        words = gold.sentences[index].tokens
        only_folded = {word.casefold() for word in words}.difference(words)
        found = {word.casefold() for argument in extraction.arguments for word in argument.split()}
        different += not only_folded.isdisjoint(found)
    return 2 * different > len(sample)


def _case(sample: Sequence[Placed]) -> str | None:
    text = " ".join(_texts(sample))
    return "lower" if text.islower() else "upper" if text.isupper() else None


def is_label(relation: str, gold: Gold, index: int) -> bool:
    """Whether a relation is written as a schema's label, and is not a word of its sentence."""
    text = gold.sentences[index].text
    return bool(text) and LABEL.fullmatch(relation) is not None and relation not in text


def check_numbers(
    first: Measurement, sentences: int, statistics: OutputStatistics, exchanges: Callable[[], Mapping[Order, int]]
) -> Iterator[Note]:
    """Warn where the first metric gives no credit at all, or where most sentences have no extraction.

    ``exchanges`` are counted only if they are needed.
    """
    empty = sentences - statistics.sentences
    if sentences >= FEWEST_SENTENCES and 2 * empty > sentences:
        yield Note(f"of the {sentences} sentences have no extraction", empty, warning=True)
    count = statistics.extractions
    if count and not first.score.f1:
        extractions = "1 extraction has" if count == 1 else f"{count} extractions have"
        exchange = describe_exchange(exchanges(), count)
        cause = f"; {exchange}" if exchange is not None else ""
        yield Note(f"of {extractions} credit by {first.label}, whose F1 is 0{cause}", 0, warning=True)


SLOTS = ("subject", "relation", "object")
ORDERS = tuple(order for order in permutations(range(3)) if order != (0, 1, 2))

FEWEST_EXCHANGED = 2
SHARE_EXCHANGED = 0.05
"""The least number and share of extractions that must be right in another order of slots for it to be named."""


Order = tuple[int, ...]
"""For each slot of the gold the slot of the extraction that is read as it."""


def count_exchanges(by_sentence: Sequence[Sequence[Extraction]], gold: Sequence[FactGold | None]) -> Counter[Order]:
    """Count the extractions that would be right with their slots in another order, for each order.

    An extraction is right if a gold fact accepts it, as BenchIE has it.
    """
    right: Counter[Order] = Counter(dict.fromkeys(ORDERS, 0))
    for extractions, facts in zip(by_sentence, gold, strict=True):
        if facts is None:
            continue
        for triple in triples(extractions):
            for order in ORDERS:
                exchanged = triple[order[0]], triple[order[1]], triple[order[2]]
                right[order] += facts.facts.accepting(exchanged) > 0
    return right


def describe_exchange(right: Mapping[Order, int], extractions: int) -> str | None:
    """Say how many of the extractions would be right in another order, and what to do; ``None`` if few."""
    order, count = max(right.items(), key=lambda item: item[1])
    if count < max(FEWEST_EXCHANGED, SHARE_EXCHANGED * extractions):
        return None
    return f"{_in_words(order)}, {count} would be right: name the parts with --columns, or in JSON with --map"


def _in_words(order: Order) -> str:
    """Describe an order of slots.

    >>> _in_words((2, 1, 0)), _in_words((1, 2, 0))
    ('with subject and object exchanged', 'read as object, subject, relation')
    """
    moved = [SLOTS[place] for place, slot in enumerate(order) if place != slot]
    if len(moved) == 2:
        return f"with {moved[0]} and {moved[1]} exchanged"
    return f"read as {', '.join(SLOTS[order.index(place)] for place in range(3))}"


SOME = 0.02
"""The share of repeats beyond which they are worth a note."""

MANY = 0.25
"""The share of repeats beyond which they are worth a warning."""

_slots = attrgetter("relation", "arguments")


def count_repeats(by_sentence: Sequence[Sequence[Extraction]]) -> int:
    """Count the extractions with the same slots as an earlier one of their sentence, whatever their confidences."""
    return sum(
        len(extractions) - len(set(map(_slots, extractions))) for extractions in by_sentence if len(extractions) > 1
    )


def note_repeats(total: int, repeats: int) -> Iterator[Note]:
    """Note that some or many extractions are repeats."""
    if repeats <= SOME * total:
        return
    what = (
        f"of {total} extractions repeat{'s' * (repeats == 1)} an earlier one of {'its' if repeats == 1 else 'their'} "
        "sentence, and most metrics count each"
    )
    many = repeats > MANY * total
    yield Note(
        f"{what}: did the system repeat itself, or was its file written twice?" if many else what, repeats, warning=many
    )
