"""Run ``karat`` on a demo project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.annotate.files.demo import make_demo
from karat.annotate.store import Store
from karat.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat annotate``; give the exit code, standard output and error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main(["annotate", *map(str, arguments)])
        return int(stop.value.code or 0), *capsys.readouterr()

    return call


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the demo project, which is quicker to restore than to make."""
    folder = tmp_path_factory.mktemp("demo")
    with Store.open(folder / "demo") as store:
        make_demo(store)
        store.backup(folder / "backup")
    return folder / "backup"


@pytest.fixture
def demo(made: Path, tmp_path: Path) -> Path:
    """The folder of a demo project."""
    Store.restore(made, tmp_path / "demo").close()
    return tmp_path / "demo"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """The arguments of servers, none of which is started."""
    import karat.cli.annotate.opening as opening

    calls: list[dict] = []

    def serve(place: str, host: str, port: int, **settings: object) -> None:
        with Store.open(place, create=False) as store:
            names = [project.name for project in store.projects()]
        calls.append({"place": place, "host": host, "port": port, "projects": names, **settings})

    monkeypatch.setattr(opening, "serve", serve)
    monkeypatch.setattr(opening, "check_page", lambda: None)
    return calls
