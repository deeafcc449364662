"""Gold of cliques: what each member is scored against, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from karat.benchmarks import CliqueChoices, benchmark_named, load_gold, read_gold
from karat.benchmarks.clique_gold import STANDING_IN, check_cliques, load_clique_gold
from karat.errors import KaratError
from karat.formats import FORMATS, InputFile, read_cliques
from karat.model import Clique

TUPLE = ["opened", "the bridge", "in May"]
PASSIVE = ["was opened", "the bridge", "in May"]


def entry(id: int, sentence: str, args: Any, *paraphrases: tuple[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "ori_sent": sentence,
        "ori_args": args,
        "paraphrases": [
            {"id": id + place, "sent": text, "args": found} for place, (text, found) in enumerate(paraphrases, 1)
        ],
        **more,
    }


FIRST = entry(0, "It opened .", [TUPLE], ("It was opened .", [PASSIVE]), ("They opened it .", [TUPLE, PASSIVE]))
SECOND = entry(10, "It fell .", [["fell", "It"]])


def written(folder: Path, *entries: Any) -> Path:
    path = folder / "cliques.json"
    path.write_text(json.dumps(list(entries)), encoding="utf-8")
    return path


def test_every_member_has_its_own_gold(tmp_path: Path) -> None:
    gold = read_gold(written(tmp_path, FIRST, SECOND))
    assert [sentence.id for sentence in gold.sentences] == ["0", "1", "2", "10"]
    assert [(clique.id, clique.members) for clique in gold.cliques] == [("0", (0, 1, 2)), ("10", (3,))]
    assert [len(each.tuples) for each in gold.tuples if each] == [1, 1, 2, 1]
    assert (gold.metrics, gold.notes, gold.stand_in) == (("robust",), (), False)


def test_karats_own_lines_of_json_hold_the_same(tmp_path: Path) -> None:
    path = written(tmp_path, FIRST, SECOND)
    lines = tmp_path / "cliques.jsonl"
    jsonl = FORMATS.named("jsonl")
    assert jsonl is not None
    jsonl.write(lines, read_cliques(path))
    one, other = read_gold(path), read_gold(lines)
    assert (one.sentences, one.cliques) == (other.sentences, other.cliques)


def test_an_original_stands_in_where_it_is_asked_to(tmp_path: Path) -> None:
    path = written(tmp_path, entry(0, "It opened .", [TUPLE], ("It was opened .", []), ("They opened it .", [PASSIVE])))
    gold = read_gold(path, choices=CliqueChoices(stand_in=True))
    found = [each.annotation.extractions[0].relation for each in gold.tuples if each]
    assert found == ["opened", "opened", "was opened"]
    assert gold.stand_in
    assert gold.notes == ((STANDING_IN, 1),)


def test_nothing_stands_in_where_all_have_gold(tmp_path: Path) -> None:
    gold = read_gold(written(tmp_path, FIRST), choices=CliqueChoices(stand_in=True))
    assert (gold.stand_in, gold.notes) == (False, ())


SYNSETS = """\
sent_id:1\tIt opened .
1--> Cluster 1:
It --> opened --> [today]

sent_id:2\tIt was  opened .
2--> Cluster 1:
It --> was opened --> [today]

sent_id:3\tAnn sang .
3--> Cluster 1:
Ann --> sang --> [today]
"""


def test_synsets_beside_cliques_without_tuples(tmp_path: Path) -> None:
    bare = {"id": 0, "ori_sent": "It opened .", "paraphrases": [{"id": 1, "sent": "It was opened ."}]}
    (tmp_path / "synsets.txt").write_text(SYNSETS)
    choices = CliqueChoices("benchie", synsets=tmp_path / "synsets.txt")
    gold = read_gold(written(tmp_path, bare), choices=choices)
    assert [each.sentence.id for each in gold.facts if each] == ["0", "1"]
    assert gold.notes == (("sentences of the synsets that are in no clique left out", 1),)
    with pytest.raises(KaratError, match="expected the key 'ori_args'"):
        read_gold(written(tmp_path, bare))


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        pytest.param(
            [FIRST, entry(20, "It fell .", [["fell", "It"]], ("It  was opened .", [PASSIVE]))],
            "cliques.json: expected each sentence once, found 'It was opened .' in cliques '0' and '20'",
            id="a sentence in two cliques",
        ),
        pytest.param(
            [entry(0, "It opened .", [TUPLE], ("It  opened .", [TUPLE]))],
            "cliques.json: expected each sentence once, found 'It opened .' twice in clique '0'",
            id="a sentence twice in a clique, but for a space",
        ),
        pytest.param(
            [entry(0, "It opened .", [TUPLE], ("It opened .", [TUPLE]))],
            "cliques.json: [0].paraphrases[0].sent: expected a sentence that its clique has not got yet, "
            "found 'It opened .'",
            id="a sentence twice in a clique",
        ),
        pytest.param(
            [FIRST, entry(2, "It fell .", [["fell", "It"]])],
            "cliques.json: expected each sentence id once, found '2' in cliques '0' and '2'",
            id="an id twice",
        ),
        pytest.param(
            [FIRST, {**entry(0, "It fell .", [["fell", "It"]]), "id": 0}],
            "cliques.json: expected each clique id once, found '0' twice",
            id="a clique's id twice",
        ),
        pytest.param(
            [entry(0, "It opened " + "in May " * 10 + ".", [], ("It was opened .", [PASSIVE]))],
            "cliques.json: expected gold tuples for sentence '0' of clique '0', found none: "
            "'It opened in May in May in May in May in May in May in Ma...'",
            id="a long text is cut, within its quotes",
        ),
        pytest.param([], "cliques.json:1: expected at least one extraction, such as", id="an empty list"),
        pytest.param(
            [entry(0, "It opened .", [TUPLE], ("It was opened .", []))],
            "cliques.json: expected gold tuples for sentence '1' of clique '0', found none: 'It was opened .'",
            id="a paraphrase without gold",
        ),
        pytest.param(
            [entry(0, "It opened .", [], ("It was opened .", [PASSIVE]))],
            "cliques.json: expected gold tuples for sentence '0' of clique '0', found none: 'It opened .'",
            id="an original without gold",
        ),
        pytest.param(
            [entry(0, "It opened .", [TUPLE], ori_tree="(S (NP It)")],
            "cliques.json: [0].ori_tree: expected a tree in brackets, found one that is not",
            id="brackets that do not match",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, entries: list[Any], message: str) -> None:
    with pytest.raises(KaratError) as error:
        read_gold(written(tmp_path, *entries))
    assert str(error.value).startswith(f"{tmp_path}/{message}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("cliques", "message"),
    [([], "c.json: expected cliques, found none"), ([Clique("7", ())], "expected sentences in clique '7', found none")],
)
def test_nothing_to_score(cliques: list[Clique], message: str) -> None:
    with pytest.raises(KaratError, match=message):
        check_cliques(Path("c.json"), cliques)


def test_an_original_without_gold_has_none_to_stand_in(tmp_path: Path) -> None:
    path = written(tmp_path, entry(0, "It opened .", [], ("It was opened .", [])))
    with pytest.raises(KaratError, match="gold tuples for sentence '0' of clique '0', found none"):
        read_gold(path, choices=CliqueChoices(stand_in=True))


def test_a_member_without_synsets(tmp_path: Path) -> None:
    (tmp_path / "synsets.txt").write_text(SYNSETS)
    choices = CliqueChoices("benchie", synsets=tmp_path / "synsets.txt")
    with pytest.raises(KaratError, match=r"synsets.txt: expected gold fact synsets for sentence '2' of clique '0'"):
        read_gold(written(tmp_path, FIRST), choices=choices)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"inside": "benchie"}, "expected fact synsets for benchie inside, found none; give them with --synsets FILE"),
        ({"synsets": "s.txt"}, "s.txt: expected a metric of synsets inside, found carb"),
        ({"inside": "benchie", "synsets": "s.txt", "stand_in": True}, "expected a metric of tuples inside"),
        ({"inside": "bleu"}, "unknown metric inside robust 'bleu'"),
    ],
)
def test_choices_that_do_not_go_together(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(KaratError, match=message):
        CliqueChoices(**choices)


def originals(folder: Path) -> InputFile:
    path = folder / "gold.tsv"
    path.write_text("It opened .\topened\tIt\tin May\nIt opened .\topened\tIt\tC: they say\t\n")
    return InputFile(path)


def bare(folder: Path, sentence: str = "It opened .") -> InputFile:
    return InputFile(
        written(folder, {"id": 0, "ori_sent": sentence, "paraphrases": [{"id": 1, "sent": "It was opened ."}]})
    )


def test_originals_alone_have_gold_beside_bare_cliques(tmp_path: Path) -> None:
    gold = load_clique_gold("toy", bare(tmp_path), [originals(tmp_path)], "utf-8", CliqueChoices())
    assert [each and len(each.tuples) for each in gold.tuples] == [2, None]
    assert gold.tuples[0] is not None
    assert [len(each.arguments) for each in gold.tuples[0].tuples] == [2, 2]  # context stays
    assert [count for _, count in gold.notes] == [1]
    assert gold.notes[0][0].startswith("paraphrases without gold, so that only the originals are scored")


def test_they_stand_in_there_too(tmp_path: Path) -> None:
    gold = load_clique_gold("toy", bare(tmp_path), [originals(tmp_path)], "utf-8", CliqueChoices(stand_in=True))
    assert [each and len(each.tuples) for each in gold.tuples] == [2, 2]
    assert gold.stand_in


def test_an_original_that_the_gold_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(KaratError, match=r"gold tuples for sentence '0' of clique '0', found none: 'It fell \.'"):
        load_clique_gold("toy", bare(tmp_path, "It fell ."), [originals(tmp_path)], "utf-8", CliqueChoices())


def test_the_sample_is_a_benchmark() -> None:
    gold = load_gold(benchmark_named("karat-sample-cliques"))
    assert (len(gold.cliques), len(gold.sentences)) == (7, 27)
    assert all(tree is not None for clique in gold.cliques for tree in clique.trees)
    assert all(gold.tuples)
