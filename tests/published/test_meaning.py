"""The metric ``meaning`` with its real weights: the figures of its page, totals only on WiRe57's labels."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from numpy.linalg import norm

from karat.metrics.oie.meaning.embedder import load_embedder
from karat.results.agreement.verdicts import Judged, verdict_agreement

pytestmark = [pytest.mark.published, pytest.mark.long, pytest.mark.usefixtures("real_weights")]

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "metrics" / "meaning.md"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    import tune_meaning  # the script that prints the figures

    return tune_meaning


@pytest.mark.parametrize(
    ("one", "other", "cosine"),
    [
        pytest.param("Ann bought the mill", "Ann purchased the mill", 0.98728, id="a synonym"),
        pytest.param("Prices rose sharply.", "Prices fell sharply.", 0.69897, id="an antonym"),
        pytest.param("the café of Zoë's aunt", "Zoe's aunt's cafe", 0.98291, id="accents and signs"),
        pytest.param("北京 is large", "Beijing is a big city", 0.50719, id="ideographs"),
    ],
)
def test_cosines_of_sentence_transformers(one: str, other: str, cosine: float) -> None:
    """Measured with sentence-transformers 6.2.0 and PyTorch 2.15.0, on the same weights."""
    assert load_embedder().name == "all-MiniLM-L6-v2"
    first, second = load_embedder().matrix([one, other])
    assert norm(first) == pytest.approx(1, abs=1e-6)
    assert float(first @ second) == pytest.approx(cosine, abs=2e-5)


@pytest.mark.parametrize("texts", ["slots", "whole"])
@pytest.mark.parametrize("part", ["BENCHIE_50", "WIRE57"])
def test_agreement_with_people(
    data: Path, script: ModuleType, texts: str, part: str, record_property: pytest.RecordProperty
) -> None:
    threshold = script.THRESHOLDS[texts]
    items = script.judged(getattr(script, part), texts)
    found = verdict_agreement(
        texts, [Judged(place, exact or alike >= threshold, right) for place, right, exact, alike in items]
    )
    values = [getattr(found, name).value for name in ("precision", "recall", "f1", "kappa")]
    shown = " / ".join(f"{value:.3f}".removeprefix("0") for value in values)
    record_property(f"meaning, {texts}, {part.lower()}: P / R / F1 / κ", shown)
    (row,) = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| {ROWS[texts]}")]
    assert row.split("|")[2 if part == "BENCHIE_50" else 3].strip().startswith(shown)


ROWS = {"slots": "`meaning`, slots", "whole": "whole triples"}


def test_the_page_shows_what_embeddings_tell_apart(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    script.show_probes()
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    page = PAGE.read_text("utf-8").splitlines()
    assert len(rows) == len(script.PROBES) + 1
    assert [row for row in rows if row not in page] == []
