"""``karat cliques filter``: what stays, what went and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from karat.cli import main

BRIDGE = {
    "id": "bridge",
    "ori_sent": "In May the council closed the old bridge, a route that farmers had used for almost sixty years.",
    "paraphrases": [
        {"sent": "The bridge, closed in May, was used by farmers for almost 60 years."},
        {"sent": "For almost 60 years farmers had used the old bridge that the council closed in May."},
        {"sent": "Farmers lost their route of sixty years when the council shut a bridge."},
        {"sent": "The old bridge, closed in May, was used by farmers for almost 60 years."},
        {"sent": "The council's decision in May shut the bridge, a route used by farmers for almost 60 years."},
    ],
}
SNOW = {"ori_sent": "Ann saw snow .", "ori_args": [], "paraphrases": [{"sent": "Ann saw snow ."}]}
EXPLAINED = """\
bridge: In May the council closed the old bridge, a route that farmers had used for almost sixty years. (20 tokens)
  - p1: The bridge, closed in May, was used by farmers for almost 60 years.
  + p2: For almost 60 years farmers had used the old bridge that the council closed in May.
  + p3: Farmers lost their route of sixty years when the council shut a bridge.
  - p4: The old bridge, closed in May, was used by farmers for almost 60 years.
  + p5: The council's decision in May shut the bridge, a route used by farmers for almost 60 years.
  step 1: p1 and p4 have BLEU 88.6; p1 has 16 tokens, sum 152.3; p4 has 17 tokens, sum 153.4; p4 goes: more similar to \
the others
  step 2: p1 and p5 have BLEU 44.1; p1 has 16 tokens, sum 63.6; p5 has 19 tokens, sum 58.7; p1 goes: more similar to \
the others

1: Ann saw snow . (4 tokens)
  - p1: Ann saw snow .
  p1 goes: it repeats the original

"""
TABLE = [
    "out.json",
    "─" * 27,
    "cliques                    2",
    "candidates                 6",
    "repeats                    1",
    "too short                  0",
    "too similar                2",
    "kept                       3",
    "cliques with fewer than 3  1",
]


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat cliques filter`` on a bridge and some snow."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("in.json").write_text(json.dumps([BRIDGE, SNOW]))

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["cliques", "filter", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


def test_the_table(run) -> None:
    code, out, err = run("in.json", "--output", "out.json")
    assert (code, err) == (0, "")
    found = [line.rstrip() for line in out.splitlines()]
    assert found[0] == TABLE[0]
    assert found[2:] == TABLE[2:]
    bridge, snow = json.loads(Path("out.json").read_text())
    assert [each["sent"] for each in bridge["paraphrases"]] == [
        BRIDGE["paraphrases"][place]["sent"]  # type: ignore[index]
        for place in (1, 2, 4)
    ]
    assert snow == {"ori_sent": "Ann saw snow .", "ori_args": [], "paraphrases": []}


def test_explained(run, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    _, out, _ = run("in.json", "--output", "out.json", "--explain")
    assert out.startswith(EXPLAINED)


def test_explained_on_a_narrow_console(run) -> None:
    _, out, _ = run("in.json", "--output", "out.json", "--explain")
    assert max(map(len, out.splitlines())) <= 80
    assert "\n  step 1: p1 and p4 have BLEU 88.6; p1 has 16 tokens, sum 152.3; p4 has 17\n    tokens, sum" in out
    assert " ".join(out.split()).startswith(" ".join(EXPLAINED.split()))


def test_no_cliques(run) -> None:
    Path("nothing.json").write_text("[]")
    code, out, err = run("nothing.json", "--output", "out.json")
    assert (code, out, err) == (1, "", "nothing.json: expected cliques, found none\n")
    assert not Path("out.json").exists()


def test_json(run) -> None:
    _, out, _ = run("in.json", "--output", "out.json", "--json")
    document = json.loads(out)
    assert "explained" not in document
    assert (document["keep"], document["kept"], document["similar"]) == (3, 3, 2)
    assert document["bleu"].startswith("nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|")
    _, out, _ = run("in.json", "--output", "out.json", "--json", "--explain", "--keep", "4")
    bridge, snow = json.loads(out)["explained"]
    assert (bridge["kept"], bridge["steps"][0]["pair"], bridge["steps"][0]["removed"]) == ([0, 1, 2, 4], [0, 3], 3)
    assert snow["repeats"] == [{"place": 0, "of": None}]


def test_candidates_are_not_written_over(run) -> None:
    before = Path("in.json").read_bytes()
    code, out, err = run("in.json", "--output", "in.json")
    assert (code, out) == (1, "")
    assert err == "in.json: expected another file for --output than for CANDIDATES, found the same\n"
    assert Path("in.json").read_bytes() == before


def test_an_error_leaves_the_output_alone(run) -> None:
    Path("out.json").write_text("before")
    Path("in.json").write_text('[{"ori_sent": "a", "paraphrases": [{}]}]')
    code, out, err = run("in.json", "--output", "out.json")
    assert (code, out) == (1, "")
    assert err == "in.json: [0].paraphrases[0].sent: expected a sentence, found no such key\n"
    assert Path("out.json").read_text() == "before"


@pytest.mark.parametrize("keep", ["0", "-2"])
def test_keeping_none_is_wrong_usage(run, keep) -> None:
    assert run("in.json", "--output", "out.json", "--keep", keep)[0] == 2
