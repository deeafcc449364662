"""A saved evaluation that was changed by hand or damaged is refused in one line, or can be shown as any other."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import karat
from karat.errors import FormatError, InputError, KaratError
from karat.results.evaluation import Evaluation
from karat.results.verdict_files import sample as samples
from processor_time import at_most

Place = tuple[str | int, ...]
OTHERS: list[Any] = [
    *(None, True, 0, 1, -1, 10**30, 10**4000, 0.5, -2.5, 1e308, "", "x", "1e9999999999", "1/0", "-1/2", "3/2"),
    *([], {}, [[]], [1], ["a"], {"a": 1}, [None], [1, 2], [2, 1], "2.0.0", f"9/{'1' * 4200}"),
]
LIMIT = 10
"""Seconds of the processor that loading may take; a mass of 1e9999999999 took minutes."""
AMR = "# ::id 1\n(w / want-01 :ARG0 (c / {}) :ARG1 (s / sleep-01 :ARG0 c))\n\n# ::id 2\n(g / go-01 :ARG0 (b / boy))\n"


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Evaluations of extractions, of all sentences and of a sample, of cliques and of a task."""
    folder = tmp_path_factory.mktemp("amr")
    for name in ("cat", "dog"):
        (folder / f"{name}.txt").write_text(AMR.format(name), encoding="utf-8")
    made = [
        karat.evaluate(benchmark="karat-sample"),
        sampled(),
        karat.evaluate(benchmark="karat-sample-cliques"),
        karat.score("amr", folder / "dog.txt", folder / "cat.txt"),
    ]
    return [json.loads(json.dumps(each.to_json())) for each in made]


def sampled() -> Evaluation:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(samples, "MOST_SENTENCES", 6)
        return karat.evaluate(benchmark="karat-sample", resampling=None, keep="sample")


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the way to each value, of long lists to the first six."""
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value[:6]) if isinstance(value, list) else ()
    for step, each in inner:
        yield from places(each, (*place, step))


def tampered(document: dict[str, Any], place: Place, chance: random.Random) -> Any:
    """Replace, remove or repeat what is at a place."""
    if not place:
        return chance.choice(OTHERS)
    changed = copy.deepcopy(document)
    holder: Any = changed
    for step in place[:-1]:
        holder = holder[step]
    how = chance.random()
    if how < 0.15:
        del holder[place[-1]]
    elif how < 0.25 and isinstance(holder, list):
        holder.append(holder[place[-1]])
    else:
        holder[place[-1]] = chance.choice(OTHERS)
    return changed


def show(evaluation: Evaluation, path: Path) -> None:
    """Show everything that needs no browser, and write it back."""
    assert all((str(evaluation), evaluation.to_markdown(), evaluation.to_latex()))
    for system in evaluation.systems:
        assert [str(each) for each in (system, *system.measurements, *system.verdicts)]
    for metric, facet in evaluation.labels:
        evaluation.ranking(metric, facet)
    evaluation.to_json(path)
    assert karat.load(path) == evaluation


def load_or_refusal(path: Path) -> Evaluation | str:
    with at_most(LIMIT):
        try:
            return karat.load(path)
        except KaratError as error:
            return str(error)


@pytest.mark.parametrize("cases", [80, pytest.param(2_500, marks=pytest.mark.long)])
def test_tampered_evaluations(
    documents: list[dict[str, Any]], cases: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random(cases)
    path = tmp_path / "run.json"
    all_places = [list(places(document)) for document in documents]
    refused = 0
    for _ in range(cases):
        number = chance.randrange(len(documents))
        place = chance.choice(all_places[number])
        path.write_text(json.dumps(tampered(documents[number], place, chance)), encoding="utf-8")
        found = load_or_refusal(path)
        if isinstance(found, str):
            assert "\n" not in found
            assert len(found) < 500
            refused += 1
        else:
            show(found, path)
    assert cases * 0.6 < refused < cases
    record_property("tampered files", f"{cases:,}")
    record_property("refused in one line; the others are read, shown, written and read again", f"{refused:,}")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("version",), "1.0.0", "expected an evaluation of Karat 0, found one of 1.0.0; load it with that version, or"),
        (("version",), "new", "expected a version such as 0.1.0 in version, found 'new'"),
        (("systems",), [], "expected at least one system in systems, found []"),
        (("systems", 0, "name"), 3, "expected a text in systems[0].name, found 3"),
        (("systems", 1, "extractions"), -1, "expected a whole number from 0 to 1000000000000000 in systems[1].extr"),
        (("systems", 0, "extractions"), True, "expected a whole number in systems[0].extractions, found true"),
        (
            ("systems", 0, "scores", 0, "masses", 2, 1),
            "1e9999999999",
            'expected a mass: a whole number from 0, or a fraction as "1/2" in systems[0].scores[0].masses[2][1],',
        ),
        (("systems", 0, "scores", 0, "masses", 2), [1], "expected 4 masses in systems[0].scores[0].masses[2], found 1"),
        (("systems", 0, "scores", 0, "intervals", "f1"), [0.5, 0.25], "expected an interval: the lower end first in"),
        (("systems", 0, "scores", 0, "sentences", 1), "1", "expected each sentence once in systems[0].scores[0].sen"),
        (("systems", 0, "scores", 0, "score", "normaliser", "kind"), "G", "expected one of Precision, Recall, FMeas"),
        (("systems", 1, "name"), "careful", "expected systems with different names in systems, found 'careful', 'ca"),
        (("systems", 1, "scores", 0, "metric"), "carb", "expected the metrics of the first system, each once in sys"),
        (("systems", 0, "verdicts", 0, "sentence"), "99", "expected the id of one of the sentences in systems[0].ver"),
        (("systems", 0, "verdicts", 0, "synset"), 99, "expected a gold fact of sentence '1' in systems[0].verdicts[0]"),
        (("comparisons", 0, "a"), "nobody", "expected one of 'careful', 'greedy', 'naive' in comparisons[0].a, found"),
        (("comparisons", 0, "p"), 1.5, "expected a number from 0 to 1 in comparisons[0].p, found 1.5"),
        (("comparisons", 0, "method"), "z", "expected one of t, randomisation, bootstrap, exact in comparisons[0].me"),
        (("resampling", "level"), 95, "expected a number from 0 to 1 in resampling.level, found 95"),
        (("grounds", "files", 0, "role"), "x", "expected one of gold, output, sentences in grounds.files[0].role, fo"),
        (("grounds", "sentences", 0, "synsets"), 1, "expected a list in grounds.sentences[0].synsets, found 1"),
    ],
)
def test_what_is_wrong_and_where(
    documents: list[dict[str, Any]], place: Place, value: Any, message: str, tmp_path: Path
) -> None:
    changed = copy.deepcopy(documents[0])
    holder: Any = changed
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    path = tmp_path / "run.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        karat.load(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_keys_that_a_later_version_adds_are_no_error(documents: list[dict[str, Any]], tmp_path: Path) -> None:
    changed = copy.deepcopy(documents[0])
    changed["version"] = "0.99.1"
    changed["systems"][0]["scores"][0]["new"] = {"key": 1}
    path = tmp_path / "run.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert karat.load(path).version == "0.99.1"


def test_a_device_is_no_evaluation() -> None:
    with pytest.raises(InputError, match="/dev/zero: expected a file, found a device or a pipe"):
        karat.load("/dev/zero")
