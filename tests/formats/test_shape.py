"""A format's shape rules out no file that the format fits: guessing gives what asking every format would give."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import KaratError
from karat.formats import FORMATS, ITEM_KINDS, guess
from karat.formats.registry import Register
from karat.formats.shape import Shape
from karat.formats.text.lines import content

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r"```(?:text|json)[^\n]*\n(?P<text>.*?)\n```", re.DOTALL)
TEXTS = [found["text"] for page in (ROOT / "docs/formats").glob("*.md") for found in EXAMPLE.finditer(page.read_text())]
PIECES = sorted({piece for text in TEXTS for line in text.splitlines() for piece in re.split(r"(\t)", line[:200])})
KINDS = (ITEM_KINDS, *((kind,) for kind in dict.fromkeys(format.kind for format in FORMATS) if kind not in ITEM_KINDS))


def all_formats(self, _, kinds):
    """Ask every format, whatever its shape, as the guesser would without shapes."""
    return self.of_kinds(kinds)


def outcome(path: Path, kinds) -> str:
    try:
        format = guess(path, kinds=kinds)
    except KaratError as error:
        return str(error)
    return f"{format.name} {format.kind}"


def check_same_outcome(paths, monkeypatch):
    with_shapes = [outcome(path, kinds) for path in paths for kinds in KINDS]
    monkeypatch.setattr(Register, "candidates", all_formats)
    assert [outcome(path, kinds) for path in paths for kinds in KINDS] == with_shapes


def test_examples_and_samples_are_guessed_as_by_asking_all(tmp_path, monkeypatch):
    paths = [path for path in (ROOT / "src/karat/benchmarks/sample").rglob("*.*") if path.is_file()]
    for number, text in enumerate(TEXTS):
        path = tmp_path / f"{number}.txt"
        path.write_text(text, "utf-8")
        paths.append(path)
    assert len(paths) > 80
    check_same_outcome(paths, monkeypatch)


@pytest.mark.long
@pytest.mark.published
def test_real_files_fit_only_formats_whose_shape_allows_them():
    if not os.environ.get("KARAT_DATA"):
        pytest.skip("KARAT_DATA is not set, so there is no real data to read")
    checked = 0
    for path in sorted(Path(os.environ["KARAT_DATA"]).rglob("*")):
        if not path.is_file():
            continue
        try:
            lines = [line.text for line in islice(content(path), 200)]
        except KaratError:
            continue
        checked += 1
        for head in (lines, lines[:50], lines[:1]):
            check_head(head)
    assert checked > 200


def check_head(head):
    """Every format that fits is among the candidates."""
    every = [format for format in FORMATS if format.fits(head)]
    allowed = FORMATS.candidates(head, {format.kind for format in FORMATS})
    assert [format for format in allowed if format.fits(head)] == every


LINES = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join),
    st.sampled_from([line for text in TEXTS for line in text.splitlines()]),
    st.text(st.sampled_from(' \t"(){}[];:,.#<>|VaA01-'), max_size=30),
)


@given(st.lists(LINES.filter(lambda text: "\t" in text or text.strip()), min_size=1, max_size=4))
def test_any_lines_fit_only_formats_whose_shape_allows_them(head):
    check_head(head)


@pytest.mark.parametrize(
    ("shape", "head", "allowed"),
    [
        pytest.param(Shape(), ["x"], True, id="any file"),
        pytest.param(Shape(starts=("{",)), ["  {", "x"], True, id="after spaces"),
        pytest.param(Shape(starts=("{",)), ["x", "{"], False, id="not in the first line"),
        pytest.param(Shape(contains=("a", "b")), ["x", "ab"], True, id="one of the texts"),
        pytest.param(Shape(contains=("a", "b")), ["x"], False, id="none of the texts"),
        pytest.param(Shape(least=2, most=3), ["a\tb", "a\tb\tc"], True, id="fields"),
        pytest.param(Shape(least=2, most=3), ["a\tb", "a"], False, id="a line with too few fields"),
        pytest.param(Shape(least=2, most=3), ["a\tb", "a\tb\tc\td"], False, id="a line with too many fields"),
    ],
)
def test_shapes(shape, head, allowed):
    assert shape.allows(head) is allowed


def test_a_guess_imports_only_candidates(tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_text("1\tAnn\tleft\tUlm\n", "utf-8")
    program = f"import sys; from karat.formats import guess; print(guess({str(path)!r}).name, *sys.modules)"
    name, *modules = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    loaded = {module.split(".", 2)[2] for module in modules if module.count(".") == 3 and "karat.formats." in module}
    assert name == "benchie"
    assert {"benchmarks.benchie", "systems.stanford"} <= loaded  # four fields each
    assert not {module for module in loaded if module.startswith(("llm.", "documents."))}
    assert not loaded & {"systems.graphene_rdf", "systems.openie5", "systems.rnnoie", "systems.minie", "json.jsonl"}
