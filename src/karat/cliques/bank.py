"""A bank of parse pairs: how often a sentence of one parse has a paraphrase of another.

The file is tab-separated and sorted: a first line with the height, then one line for each pair with its count, grouped
by source, the most frequent first::

    # karat parse bank, height 3
    2	(S (NP (PRP)) (VP (VBD)))	(S (NP (NNP)) (VP (VBD)))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from karat.cliques.parses import HEIGHT, parse_string
from karat.errors import FormatError, InputError
from karat.formats.files import write_lines
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.lines import Line, lines
from karat.syntax.trees import check_height

HEAD = re.compile(r"# karat parse bank, height ([1-9][0-9]{0,8})")
COUNT = re.compile(r"[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class ParseBank:
    """The target parses of each source parse with their counts, most frequent first, then by name."""

    height: int
    targets: Mapping[str, Mapping[str, int]]

    @property
    def pairs(self) -> int:
        """The number of pairs, repetitions included."""
        return sum(sum(counts.values()) for counts in self.targets.values())

    @property
    def distinct(self) -> int:
        """The number of different pairs."""
        return sum(map(len, self.targets.values()))


def bank_from(pairs: Iterable[tuple[str, str]], height: int = HEIGHT) -> ParseBank:
    """Count pairs of bracketed trees, source and target.

    >>> bank_from([("(S (NP Ann) (VP left))", "(S (ADVP off) (VP went) (NP Ann))")], height=2).targets
    {'(S (NP) (VP))': {'(S (ADVP) (VP) (NP))': 1}}
    """
    check_height(height)
    counts = Counter((parse_string(source, height), parse_string(target, height)) for source, target in pairs)
    return _bank(height, counts)


def count_pairs(
    paths: Iterable[Path], height: int = HEIGHT, encoding: str = "utf-8", tell: Callable[[int], None] = lambda _: None
) -> ParseBank:
    """Count the pairs of trees in files, one pair a line with a tab between them.

    Lines are read one at a time, so memory grows with the number of different pairs only. ``tell`` is called now and
    then with the number of pairs so far. Wrong lines are reported together at the end of their file.
    """
    check_height(height)
    counts: Counter[tuple[str, str]] = Counter()
    interned: dict[str, str] = {}  # one string object for each parse, however many pairs it is in
    done = 0
    for path in paths:
        before = done
        with collect_problems(Problems()) as kept:
            for line in lines(path, encoding):
                if line.blank:
                    continue
                try:
                    source, target = _parse_pair(line, height)
                    counts[interned.setdefault(source, source), interned.setdefault(target, target)] += 1
                except FormatError as error:
                    kept.add(error)
                done += 1
                if done % 10_000 == 0:
                    tell(done)
        if done == before:
            raise FormatError(path, None, "at least one pair of trees", "an empty file")
    return _bank(height, counts)


def write_bank(path: Path, bank: ParseBank) -> None:
    """Write a bank, all or nothing."""
    write_lines(path, _rows(bank))


def read_bank(path: Path) -> ParseBank:
    """Read a bank that Karat wrote."""
    rows = lines(path)
    first = next(rows, None)
    head = HEAD.fullmatch(first.text) if first is not None else None
    if head is None:
        found = "an empty file" if first is None else f"{first.text!r:.80}"
        raise FormatError(path, 1, "'# karat parse bank, height N', as karat cliques bank writes it", found)
    counts: dict[tuple[str, str], int] = {}
    interned: dict[str, str] = {}
    with collect_problems(Problems()) as kept:
        for line in rows:
            try:
                count, pair = _parse_row(line, interned)
                if pair in counts:
                    raise line.error(expected="each pair once", found=f"a second {pair[0]!r} with {pair[1]!r}")
                counts[pair] = count
            except FormatError as error:
                kept.add(error)
    if not counts:
        raise FormatError(path, None, "at least one pair", "none")
    return _bank(int(head[1]), counts)


def _bank(height: int, counts: Mapping[tuple[str, str], int]) -> ParseBank:
    targets: dict[str, dict[str, int]] = {}
    for (source, target), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1], item[0][1])):
        targets.setdefault(source, {})[target] = count
    return ParseBank(height, targets)


def _rows(bank: ParseBank) -> Iterator[str]:
    yield f"# karat parse bank, height {bank.height}"
    for source, counts in bank.targets.items():
        for target, count in counts.items():
            yield f"{count}\t{source}\t{target}"


def _parse_pair(line: Line, height: int) -> tuple[str, str]:
    fields = line.text.split("\t")
    if len(fields) != 2:
        found = f"{len(fields)} field{'s' * (len(fields) != 1)}: {line.text!r:.80}"
        raise line.error(expected="a source tree, a tab and a target tree", found=found)
    source, target = (
        _parse_field(line, text, name, height) for text, name in zip(fields, ("source", "target"), strict=True)
    )
    return source, target


def _parse_field(line: Line, text: str, name: str, height: int) -> str:
    try:
        return parse_string(text, height)
    except InputError as error:
        raise line.error(expected=f"a tree in brackets as the {name}", found=f"one that is not: {error}") from None


def _parse_row(line: Line, interned: dict[str, str]) -> tuple[int, tuple[str, str]]:
    match line.text.split("\t"):
        case [count, source, target] if COUNT.fullmatch(count) and source[:1] == target[:1] == "(":
            for parse in (source, target):
                if parse not in interned and not _is_balanced(parse):
                    raise line.error(expected="brackets that match", found=f"{parse!r:.80}")
            return int(count), (interned.setdefault(source, source), interned.setdefault(target, target))
    expected = "a count from 1, a source parse and a target parse, with tabs between them"
    raise line.error(expected=expected, found=f"{line.text!r:.80}")


def _is_balanced(parse: str) -> bool:
    """Whether the first bracket is closed by the last, and all others match."""
    *inner, last = accumulate(1 if sign == "(" else -1 for sign in parse if sign in "()")
    return last == 0 and parse[-1] == ")" and (not inner or min(inner) > 0)
