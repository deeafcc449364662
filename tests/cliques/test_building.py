"""All steps in a row, and unified JSON in and out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from karat.cliques import building
from karat.cliques.bank import ParseBank
from karat.cliques.building import FilterCounts, build_cliques, count_filtered
from karat.cliques.parses import render_labels
from karat.cliques.targets import TargetSampler
from karat.cliques.unified import filter_entries, read_entries, write_entries
from karat.errors import InputError, MissingExtraError
from karat.formats.benchmarks.robust import read
from karat.formats.text.brackets import render_tree
from karat.model import Extraction, Tree
from karat.systems.chat import Refusal

OUT = Path("candidates.jsonl")


class Turning:
    """Begins the sentence at another word, which the target decides; refuses targets with a clause in them."""

    name = "turning"

    def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
        parse = render_labels(target)
        if "(S)" in parse:
            return Refusal("no clauses")
        words = sentence.split()
        place = sum(map(ord, parse)) % len(words)
        return " ".join(words[place:] + words[:place])

    def close(self) -> None:
        """Nothing was started."""


def test_cliques_ready_for_annotation(bank: ParseBank, originals) -> None:
    first = replace(originals[0], extractions=(Extraction("saw", ("Ann", "snow")),))
    found = build_cliques([first, *originals[1:]], TargetSampler(bank), Turning(), OUT, keep=2)
    write_entries(Path("cliques.json"), found)
    cliques = list(read(Path("cliques.json")))
    assert [clique.id for clique in cliques] == ["0", "1", "2"]
    for clique, original in zip(cliques, [first, *originals[1:]], strict=True):
        assert clique.members[0] == original
        assert 1 <= len(clique.members) - 1 <= 2
        for member in clique.members[1:]:
            assert (member.extractions, member.tree) == ((), None)
            assert member.sentence.id.startswith(f"{clique.id}.")
            assert sorted(member.sentence.text.split()) == sorted(original.sentence.text.split())


def test_what_was_asked_is_not_asked_again(bank: ParseBank, originals) -> None:
    class Silent(Turning):
        def paraphrase(self, *arguments: Any) -> str:
            raise AssertionError("asked again")

    found = build_cliques(originals, TargetSampler(bank), Turning(), OUT)
    assert build_cliques(originals, TargetSampler(bank), Silent(), OUT) == found


def test_shards_make_the_whole(bank: ParseBank, originals) -> None:
    whole = build_cliques(originals, TargetSampler(bank, seed=3), Turning(), OUT)
    one = build_cliques(originals[:2], TargetSampler(bank, seed=3), Turning(), Path("one"))
    two = build_cliques(originals[2:], TargetSampler(bank, seed=3), Turning(), Path("two"))
    assert one + two == whole


def test_counts_add_up(bank: ParseBank, originals) -> None:
    counts = count_filtered(build_cliques(originals, TargetSampler(bank), Turning(), OUT, keep=2), keep=2)
    assert counts.cliques == 3
    assert counts.refused == 2 * 3  # two of the six targets have a clause
    assert counts.candidates == 4 * 3
    assert counts.candidates == counts.repeats + counts.short + counts.similar + counts.kept
    assert count_filtered([]) == FilterCounts(0, 0, 0, 0, 0, 0, 0, 0)


def test_what_is_done_is_told(bank: ParseBank, originals) -> None:
    told: list[str] = []
    build_cliques(originals, TargetSampler(bank), Turning(), OUT, tell=told.append)
    assert told[:2] == ["drawing targets: sentence 1 of 3", "drawing targets: sentence 2 of 3"]
    assert "paraphrasing: 18 of 18" in told
    assert told[-1] == "filtering"


def test_a_missing_extra_is_found_before_anything_is_asked(bank: ParseBank, originals, monkeypatch) -> None:
    def missing() -> None:
        raise MissingExtraError("diversified filtering", "cliques")

    monkeypatch.setattr(building, "check_installed", missing)
    with pytest.raises(MissingExtraError):
        build_cliques(originals, TargetSampler(bank), Turning(), OUT)
    assert not OUT.exists()


ENTRY = {
    "id": 4,
    "ori_sent": "Ann saw snow .",
    "source": "a diary",
    "paraphrases": [
        {"sent": "Snow was seen by Ann .", "id": "x", "args": [["was seen", "Snow"]], "note": [1, None]},
        {"sent": "Ann saw  snow .", "id": "y"},
        {"sent": "It was snow that Ann saw .", "id": "z"},
        {"sent": "It was snow that Ann had seen .", "id": "u"},
    ],
}


def test_all_keys_are_kept(files: Path) -> None:
    Path("in.json").write_text(json.dumps([ENTRY]))
    write_entries(Path("out.json"), filter_entries(read_entries(Path("in.json")), keep=2))
    (kept,) = json.loads(Path("out.json").read_text())
    assert {key: kept[key] for key in ("id", "ori_sent", "source")} == {
        "id": 4,
        "ori_sent": "Ann saw snow .",
        "source": "a diary",
    }
    assert kept["paraphrases"] == [ENTRY["paraphrases"][0], ENTRY["paraphrases"][3]]  # type: ignore[index]
    assert list(kept) == list(ENTRY)


def test_no_clique_at_all(files: Path) -> None:
    Path("in.json").write_text("[]")
    write_entries(Path("out.json"), filter_entries(read_entries(Path("in.json"))))
    assert json.loads(Path("out.json").read_text()) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "in.json: expected at least one line, found an empty file", id="empty"),
        pytest.param("[", "in.json:1: expected JSON, found", id="no JSON"),
        pytest.param(
            '[{"id": 1, "ori_sent": "a", "paraphrases": []}, {"id": "1", "ori_sent": "b", "paraphrases": []}]',
            "in.json: [1].id: expected each clique id once, found a second '1'",
            id="an id twice",
        ),
        pytest.param(
            "3", "in.json: expected a list of cliques, or a line of JSON for each candidate, found 3", id="a number"
        ),
        pytest.param("[3]", "in.json: [0]: expected an object with 'ori_sent', found 3", id="no object"),
        pytest.param("[{}]", "in.json: [0].ori_sent: expected a sentence, found no such key", id="no sentence"),
        pytest.param('[{"ori_sent": " "}]', 'in.json: [0].ori_sent: expected a sentence, found " "', id="blank"),
        pytest.param(
            '[{"ori_sent": "a"}]', "in.json: [0].paraphrases: expected a list, found no such key", id="no list"
        ),
        pytest.param(
            '[{"ori_sent": "a", "paraphrases": [{"sent": 5}]}]',
            "in.json: [0].paraphrases[0].sent: expected a sentence, found 5",
            id="a number for a sentence",
        ),
        pytest.param(
            '[{"ori_sent": "a", "paraphrases": [], "id": []}]',
            "in.json: [0].id: expected a number or a text, found []",
            id="id",
        ),
    ],
)
def test_wrong_files_are_named(files: Path, text: str, message: str) -> None:
    Path("in.json").write_text(text)
    with pytest.raises(InputError) as caught:
        read_entries(Path("in.json"))
    assert str(caught.value).startswith(message)


def test_trees_are_written(bank: ParseBank, originals) -> None:
    (found,) = build_cliques(originals[:1], TargetSampler(bank), Turning(), OUT)
    assert found.entry["ori_tree"] == render_tree(originals[0].tree)
    assert found.entry["ori_args"] == []
    assert found.entry["id"] == 0
