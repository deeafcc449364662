"""Naive OIE made anew: with NLTK it is BenchIE's published output line by line; its figures with other taggers.

The paper (Gashteovski et al., 2022, section 4.1) names spaCy's tagger. Figures other than those of NLTK are ours.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from karat.benchmarks import benchmark_named, load_gold, where
from karat.errors import DataError, MissingExtraError
from karat.results import evaluate
from karat.systems.naive import Naive, NaiveOptions, extraction
from karat.systems.naive.system import TaggerName
from karat.systems.system import Extracted

pytestmark = pytest.mark.published

PAGE = Path(__file__).parents[2] / "docs/systems/naive.md"

# Language, tagger and the version that was measured: triples, then P/R/F1 under BenchIE's default, C, M and E, and
# under CaRB where there is gold for it. NLTK's figures are those of the published output.
FIGURES: dict[tuple[str, TaggerName, str], tuple[int, list[str]]] = {
    ("en", "nltk", "nltk-"): (
        929,
        [".0334 .0230 .0272", ".0588 .0378 .0460", ".0000 .0000 .0000", ".0194 .0133 .0158", ".2396 .6999 .3570"],
    ),
    ("en", "spacy", "spacy-3.8."): (
        961,
        [".0354 .0252 .0294", ".0628 .0415 .0500", ".0000 .0000 .0000", ".0198 .0141 .0164", ".2348 .7158 .3536"],
    ),
    ("de", "hanta", "hanta-1.2.1"): (
        725,
        [".0248 .0166 .0199", ".0262 .0175 .0210", ".0000 .0000 .0000", ".0097 .0064 .0077"],
    ),
    ("zh", "jieba", "jieba-0.42.1"): (
        908,
        [".0132 .0121 .0126", ".0286 .0252 .0268", ".0022 .0020 .0021", ".0110 .0101 .0105"],
    ),
}


@cache
def lines(language: str, tagger: TaggerName, version: str = "") -> list[str]:
    """The output as BenchIE writes it: the number of the sentence, subject, relation, object."""
    system = Naive(NaiveOptions(tagger=tagger))
    try:
        if version not in system.version:
            pytest.skip(f"the figures are those of {version}, and what is installed is {system.version}")
    except (MissingExtraError, DataError) as error:
        pytest.skip(str(error))
    sentences = load_gold(benchmark_named(f"benchie-{language}")).sentences
    output = []
    for sentence, result in zip(sentences, system.extract(sentences), strict=True):
        assert isinstance(result, Extracted)
        output += ["\t".join([sentence.id, *extraction.triple]) for extraction in result.extractions]
    return output


def test_nltk_gives_the_published_output_line_by_line(data: Path) -> None:
    published = where(*dict(benchmark_named("benchie-en").outputs)["naive_oie"])
    expected = published.read_text("utf-8").splitlines()
    assert len(expected) == 929
    assert lines("en", "nltk") == expected


@pytest.mark.parametrize(("language", "tagger", "version"), FIGURES)
def test_figures(data: Path, tmp_path: Path, language: str, tagger: TaggerName, version: str) -> None:
    triples, figures = FIGURES[language, tagger, version]
    output = lines(language, tagger, version)
    (tmp_path / "naive.tsv").write_text("\n".join(output) + "\n", "utf-8")
    measurements = evaluate({"naive": tmp_path / "naive.tsv"}, f"benchie-{language}")["naive"].measurements
    estimates = [(each.precision, each.recall, each.f1) for each in measurements]
    assert len(output) == triples
    assert [" ".join(digits(estimate.value) for estimate in row) for row in estimates] == figures
    # The page has those of the default facet and of CaRB.
    page = PAGE.read_text("utf-8")
    for row in (estimates[0], *estimates[4:]):
        cells = [f"{digits(each.value)} [{digits(each.low)}, {digits(each.high)}]" for each in row]
        assert f"| {' | '.join(cells)} |" in page


def digits(number: float | None) -> str:
    return "—" if number is None else f"{number:.4f}".removeprefix("0")


def test_main_verbs_alone(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the paper's words could mean, too: only what spaCy calls VERB, without auxiliaries."""
    monkeypatch.setattr(extraction, "is_verb", lambda word: word.upos == "VERB")
    output = lines.__wrapped__("en", "spacy", "spacy-3.8.")
    (tmp_path / "naive.tsv").write_text("\n".join(output) + "\n", "utf-8")
    measured = evaluate({"naive": tmp_path / "naive.tsv"}, "benchie-en", resampling=None)["naive"]["benchie"].score
    figures = " / ".join(map(digits, (measured.precision, measured.recall, measured.f1)))
    assert (len(output), figures) == (720, ".0264 / .0141 / .0184")
    assert f"{len(output)} triples, with {figures} by BenchIE" in PAGE.read_text("utf-8")


def test_spacy_finds_nearly_the_same_verbs_as_nltk(data: Path) -> None:
    published, ours = lines("en", "nltk"), lines("en", "spacy", "spacy-3.8.")
    assert len(set(published) & set(ours)) == 784
    # spaCy keeps the sentence's quotes, and spaces as they are there.
    same = {as_written_by_both(line) for line in published} & {as_written_by_both(line) for line in ours}
    assert (len(same), len(published), len(ours)) == (906, 929, 961)


def as_written_by_both(line: str) -> str:
    return line.replace("``", '"').replace("''", '"').replace(" ", "")
