"""CoreNLP's jars for tests of a real server: from where they are, or fetched within two minutes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from functools import cache
from threading import Thread

import pytest

from karat.errors import KaratError, ServiceError
from karat.systems.corenlp.jars.finding import find_jars

PATIENCE = 120.0
"""Seconds that the jars may take."""


def need_jars(models: Sequence[str]) -> None:
    """Skip a test, saying why, where Java or the jars are not to be had. What is fetched stays for the next time."""
    if shutil.which("java") is None:
        pytest.skip("there is no Java to run CoreNLP with")
    if problem := find_problem(tuple(models)):
        pytest.skip(problem)


@cache
def find_problem(models: tuple[str, ...]) -> str | None:
    """Say why the jars are not to be had, if so; several tests together wait but once."""
    problems: list[str] = []
    late = f"they did not come within {PATIENCE:g} s"
    deadline = time.monotonic() + PATIENCE

    def stop_when_late(_: str) -> None:
        """End the download, or mvn, instead of leaving it to run beside other tests."""
        if time.monotonic() > deadline:
            raise ServiceError(late)

    def find() -> None:
        try:
            find_jars(models, tell=stop_when_late)
        except KaratError as error:
            problems.append(str(error))

    thread = Thread(target=find, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        problems.append(late)
    return f"CoreNLP's jars are not to be had: {problems[0]}" if problems else None
