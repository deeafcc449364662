"""The systems that are run: ours with its options, and peers in a Python of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from peers import PEERS

from karat.model import Extraction, Row, Sentence
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.system import Extracted

OURS = "clauses"
PEERS_PROGRAM = Path(__file__).parent / "peers.py"
SPEED_PROGRAM = Path(__file__).parent / "speed.py"


def run_clauses(sentences: Sequence[Sentence], options: ClausesOptions) -> list[Row]:
    """Extract with our system."""
    rows = []
    with closing(Clauses(options)) as system:
        for sentence, result in zip(sentences, system.extract(sentences), strict=True):
            assert isinstance(result, Extracted), result
            rows += rows_of(sentence, result.extractions)
    return rows


def rows_of(sentence: Sentence, extractions: Sequence[Extraction]) -> list[Row]:
    """Give a row for each extraction, or one that says that there is none."""
    return [Row(extraction, sentence.id, sentence.text) for extraction in extractions or (None,)]


class Peers:
    """The peers that are installed in a Python, which extract from sentences; ``notes`` says which are not."""

    def __init__(self, python: Path | None) -> None:
        self._python = python
        self.notes: dict[str, str] = {}
        self.names: list[str] = []
        for name in PEERS:
            if python is None or not python.exists():
                self.notes[name] = "left out: there is no Python in which it is installed (--peers)"
                continue
            found = self._call(name, [])
            if isinstance(found, str):
                self.notes[name] = f"left out: {found}"
            else:
                self.names.append(name)
                self.notes[name] = found["version"]

    def run(self, name: str, sentences: Sequence[Sentence]) -> list[Row]:
        """Extract with a peer."""
        found = self._call(name, [sentence.text for sentence in sentences])
        assert not isinstance(found, str), found
        return [
            row
            for sentence, triples in zip(sentences, found["triples"], strict=True)
            for row in rows_of(sentence, [Extraction(verb, (subject, last)) for subject, verb, last in triples])
        ]

    def _call(self, name: str, sentences: list[str]) -> dict[str, Any] | str:
        """Give what a peer answers, or the last line of its error."""
        done = subprocess.run(
            [str(self._python), str(PEERS_PROGRAM), name],
            input=json.dumps(sentences),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return (done.stderr.strip().splitlines() or ["it failed"])[-1]
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer


def measure_speed() -> dict[str, float]:
    """Measure sentences a second on one core, in a process of its own."""
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"), "1")
    done = subprocess.run(
        [sys.executable, str(SPEED_PROGRAM)], env=os.environ | one_thread, capture_output=True, text=True, check=True
    )
    measured: dict[str, float] = json.loads(done.stdout)
    return measured
