"""CoreNLP's jars for tests of a real server: from where they are, or downloaded within two minutes."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from threading import Thread

import pytest

from karat.errors import KaratError
from karat.systems.corenlp.jars.finding import find_jars

PATIENCE = 120.0
"""Seconds that the jars may take."""


def need_jars(models: Sequence[str]) -> None:
    """Skip a test, saying why, where Java or the jars are not to be had. What is downloaded stays for the next time."""
    if shutil.which("java") is None:
        pytest.skip("there is no Java to run CoreNLP with")
    problems: list[str] = []

    def find() -> None:
        try:
            find_jars(models)
        except KaratError as error:
            problems.append(str(error))

    thread = Thread(target=find, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        pytest.skip(f"CoreNLP's jars could not be had within {PATIENCE:g} s")
    if problems:
        pytest.skip(f"CoreNLP's jars are not to be had: {problems[0]}")
