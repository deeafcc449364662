"""Read the gold of cliques, with tuples for every member or for the originals alone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from karat.benchmarks.gold import CliqueGold, Gold, records_of, tuples_by_sentence
from karat.errors import FormatError, InputError, quoted
from karat.formats import Format, InputFile, Problems, guess, read_cliques, read_items, read_synsets
from karat.formats.benchmarks.robust import read_sentences
from karat.formats.text.input_file import Input, as_input
from karat.formats.triples_as_gold import ABOUT_TRIPLES
from karat.metrics import metric_inside
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import CarbGold, sentence_key
from karat.metrics.oie.robust import member_gold
from karat.model import Annotation, Clique, Member, Row
from karat.model.alignment import text_key
from karat.one_line import one_line

STANDING_IN = "paraphrases with stand-in gold: the original's tuples"
WITHOUT_GOLD = (
    "paraphrases without gold, so that only the originals are scored; give a file of cliques that has it with --gold, "
    "or let the originals' tuples stand in with --stand-in"
)
IN_NO_CLIQUE = "sentences of the synsets that are in no clique left out"
ABOUT_GOLD = (STANDING_IN, WITHOUT_GOLD, IN_NO_CLIQUE, *ABOUT_TRIPLES)
"""The notes about the gold, which are the same for all systems."""


@dataclass(frozen=True, slots=True)
class CliqueChoices:
    """The metric and the gold for scoring cliques.

    ``inside`` is the metric of the sentences. ``stand_in`` uses an original's tuples as gold for paraphrases that have
    none. ``synsets`` is a file of fact synsets for the cliques' sentences, which BenchIE inside ROBUST needs.
    """

    inside: str = "carb"
    stand_in: bool = False
    synsets: str | os.PathLike[str] | None = None

    __repr__ = one_line

    def __post_init__(self) -> None:
        facts = metric_inside(self.inside).gold == "facts"
        if facts and self.synsets is None:
            raise InputError(
                f"expected fact synsets for {self.inside} inside, found none; give them with --synsets FILE"
            )
        if self.synsets is not None and not facts:
            raise InputError(f"{self.synsets}: expected a metric of synsets inside, found {self.inside}")
        if facts and self.stand_in:
            raise InputError(f"expected a metric of tuples inside, for which tuples can stand in, found {self.inside}")


def not_gold(path: Input, format: Format, encoding: str, expected: str, option: str = "") -> FormatError:
    """Make the error for a file that should hold gold and does not.

    An empty list is guessed to be extractions, but is reported as empty. ``option`` is the command line's option to
    name another format.
    """
    empty = format.kind == "extractions" and all(item == Row(None) for item in read_items(path, format, encoding))
    advice = f"; if its format is another, name it with {option}" if option else ""
    found = f"{format.kind} (format {format.name}){advice}"
    return FormatError(path, None, expected, "none" if empty else found)


def read_clique_gold(
    file: InputFile,
    encoding: str,
    choices: CliqueChoices,
    synsets_encoding: str | None = None,
    format: Format | None = None,
) -> Gold:
    """Read a file of cliques in which every member has tuples, unless synsets are given in another file."""
    problems = Problems()
    format = format or guess(file, encoding)
    sentences_only = choices.synsets is not None and format.name == "robust"
    items = (
        read_sentences(file, encoding, problems) if sentences_only else read_cliques(file, format, encoding, problems)
    )
    cliques = check_cliques(file, items)
    return _gold(file.stem, file, cliques, [file], problems, synsets_encoding or encoding, choices)


def load_clique_gold(
    name: str,
    file: InputFile,
    originals: Sequence[InputFile],
    encoding: str,
    choices: CliqueChoices,
    synsets_encoding: str | None = None,
) -> Gold:
    """Read the cliques of a benchmark; ``originals`` has the tuples of their originals, if the cliques have none."""
    if not originals:
        return replace(read_clique_gold(file, encoding, choices, synsets_encoding), name=name)
    problems = Problems()
    cliques = check_cliques(file, read_sentences(file, encoding, problems))
    with_gold = with_originals(cliques, originals, encoding, problems)
    return _gold(
        name, file, with_gold, [file, *originals], problems, synsets_encoding or encoding, choices, paraphrases=False
    )


def with_originals(
    cliques: Sequence[Clique], files: Sequence[InputFile], encoding: str, problems: Problems
) -> list[Clique]:
    """Add the tuples in files to the originals of cliques."""
    tuples = tuples_by_sentence(files, encoding, problems, sentence_key)
    with_tuples = []
    for clique in cliques:
        original, *paraphrases = clique.members
        annotation = tuples.get(sentence_key(original.sentence.text))
        if annotation is not None:
            original = replace(original, extractions=annotation.extractions)
        with_tuples.append(Clique(clique.id, (original, *paraphrases)))
    return with_tuples


def check_cliques(path: Input, cliques: Iterable[Clique], *, ids: bool = True) -> list[Clique]:
    """Refuse a file without cliques, a clique without sentences, and duplicate sentences or (with ``ids``) ids."""
    all_cliques = list(cliques)
    if not all_cliques:
        raise InputError(f"{path}: expected cliques, found none")
    first_cliques: dict[tuple[str, str], str] = {}
    for clique in all_cliques:
        if not clique.members:
            raise InputError(f"{path}: expected sentences in clique {clique.id!r}, found none")
        keys = [("clique id", clique.id)] if ids else []
        for member in clique.members:
            keys += [("sentence", text_key(member.sentence.text))]
            keys += [("sentence id", member.sentence.id)] if ids else []
        for key in keys:
            if key in first_cliques:
                duplicate = _describe_duplicate(*key, first_cliques[key], clique.id)
                raise InputError(f"{path}: expected each {key[0]} once, found {duplicate}")
            first_cliques[key] = clique.id
    return all_cliques


def _describe_duplicate(what: str, value: str, first: str, second: str) -> str:
    """Describe where a sentence or an id occurs twice."""
    if what == "clique id":
        return f"{value!r} twice"
    where = f"twice in clique {first!r}" if first == second else f"in cliques {first!r} and {second!r}"
    return f"{quoted(value)} {where}"


def _gold(
    name: str,
    path: Input,
    cliques: Sequence[Clique],
    files: Sequence[InputFile],
    problems: Problems,
    encoding: str,
    choices: CliqueChoices,
    *,
    paraphrases: bool = True,
) -> Gold:
    """Assemble the gold; without ``paraphrases``, only the originals must have any."""
    members = [member for clique in cliques for member in clique.members]
    facts: list[FactGold | None] = [None] * len(members)
    tuples: list[CarbGold | None] = [None] * len(members)
    notes: list[tuple[str, int]] = []
    if choices.synsets is not None:
        source = as_input(choices.synsets)
        facts[:], unused = _facts(source, cliques, encoding, problems)
        notes += [(IN_NO_CLIQUE, unused)] if unused else []
        files = [*files, source]
    else:
        tuples[:] = _tuples(path, cliques, choices.stand_in, paraphrases)
        without = sum(gold is None for gold in tuples)
        standing_in = sum(not member.extractions for member in members) if choices.stand_in else 0
        notes += [(WITHOUT_GOLD, without)] if without else []
        notes += [(STANDING_IN, standing_in)] if standing_in else []
    return Gold(
        name,
        tuple(member.sentence for member in members),
        tuple(facts),
        tuple(tuples),
        records_of(*files),
        tuple(problems.repairs),
        metrics=("robust",),
        key=text_key,
        cliques=tuple(_clique_golds(cliques)),
        notes=tuple(notes),
        stand_in=any(what == STANDING_IN for what, _ in notes),
    )


def _clique_golds(cliques: Sequence[Clique]) -> Iterator[CliqueGold]:
    start = 0
    for clique in cliques:
        end = start + len(clique.members)
        yield CliqueGold(clique.id, tuple(range(start, end)), tuple(member.tree for member in clique.members))
        start = end


def _tuples(path: Input, cliques: Sequence[Clique], stand_in: bool, paraphrases: bool) -> Iterator[CarbGold | None]:
    for clique in cliques:
        original = clique.members[0]
        for member in clique.members:
            if member.extractions:
                yield member_gold(member.sentence, member.extractions)
            elif stand_in and original.extractions:
                yield member_gold(member.sentence, original.extractions)
            elif paraphrases or member is original:
                raise _without_gold(path, "tuples", clique, member)
            else:
                yield None


def _facts(path: Input, cliques: Sequence[Clique], encoding: str, problems: Problems) -> tuple[list[FactGold], int]:
    """Find each member's synsets by its text, and count the sentences that are in no clique."""
    annotations = read_synsets(path, encoding=encoding, problems=problems)
    by_text = {text_key(annotation.sentence.text): annotation for annotation in annotations}
    facts = []
    for clique in cliques:
        for member in clique.members:
            annotation = by_text.pop(text_key(member.sentence.text), None)
            if annotation is None or not annotation.synsets:
                raise _without_gold(path, "fact synsets", clique, member)
            facts.append(FactGold(Annotation(member.sentence, annotation.synsets)))
    return facts, len(by_text)


def _without_gold(path: Input, what: str, clique: Clique, member: Member) -> InputError:
    where = f"sentence {member.sentence.id!r} of clique {clique.id!r}"
    return InputError(f"{path}: expected gold {what} for {where}, found none: {quoted(member.sentence.text)}")
