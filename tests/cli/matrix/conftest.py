"""Make the tests' own modules importable, and prepare what the commands read."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
for place in (Path(__file__).parent, TESTS / "annotate", TESTS / "systems"):
    if str(place) not in sys.path:
        sys.path.append(str(place))

from chat_server import ChatServer  # noqa: E402
from fake_corenlp import FakeServer  # noqa: E402
from forked_commands import ForkedCommands  # noqa: E402
from inputs import answer, make_inputs, make_project  # noqa: E402


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkedCommands]:
    """Runs commands, each in a process of its own."""
    with ForkedCommands(tmp_path_factory.mktemp("cache")) as commands:
        yield commands


@pytest.fixture(scope="session")
def addresses() -> Iterator[dict[str, str]]:
    """A language model and a CoreNLP server."""
    corenlp = FakeServer()
    try:
        with ChatServer(answer) as chat:
            yield {"chat": chat.url, "corenlp": corenlp.url}
    finally:
        corenlp.stop()


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory, commands: ForkedCommands) -> Path:
    """A folder with all that the commands read."""
    folder = tmp_path_factory.mktemp("inputs")
    make_inputs(folder, commands)
    return folder


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of the annotation app."""
    folder = tmp_path_factory.mktemp("project") / "project"
    make_project(folder)
    return folder


@pytest.fixture(scope="session")
def shared(inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the inputs, in which nothing is changed for good."""
    return Path(shutil.copytree(inputs, tmp_path_factory.mktemp("shared") / "here"))
