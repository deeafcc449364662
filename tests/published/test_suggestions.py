"""Suggested optional tokens, measured again on the gold that the manual's page names."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.published

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.long
def test_suggested_optional_tokens(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: pytest.RecordProperty,
) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import optional_tokens  # the folder of the scripts is no package

    text = optional_tokens.tables(data)
    assert text in optional_tokens.PAGE.read_text(encoding="utf-8")
    for name in ("BenchIE, English", "BenchIE, German"):
        (line,) = [each for each in text.splitlines() if each.startswith(f"| {name} |") and " of " in each]
        precision, recall = line.split(" | ")[4:6]
        record_property(f"suggested optional tokens, {name}: precision, recall", f"{precision}, {recall}")
        assert float(precision) >= 0.85
