"""A run of Naive OIE that a signal ends goes on to the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from signal import SIGINT, SIGKILL, Signals

import pytest
from interrupting import interrupt_and_resume

from karat.systems.naive import Naive
from karat.systems.naive.system import TaggerName


@pytest.mark.parametrize("signal", [SIGINT, SIGKILL])
def test_interrupted_and_resumed(naive: Callable[[TaggerName], Naive], tmp_path: Path, signal: Signals) -> None:
    """With HanTa, which is the first to be ready; nothing else depends on the tagger."""
    naive("hanta")
    texts = [f"Die Fähre bringt {number} Kisten zur Mühle, wo sie lange liegen werden." for number in range(500)]
    (tmp_path / "in.txt").write_text("\n".join(texts) + "\n", "utf-8")
    arguments = ["run", "naive", str(tmp_path / "in.txt"), "--tagger", "hanta"]
    done = interrupt_and_resume(arguments, tmp_path, signal=signal, results=20, timeout=240)
    assert done.kept.count(b'"relation": ') > 20
