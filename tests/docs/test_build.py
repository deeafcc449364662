"""``docs/build.py`` writes what it should, and names what is stale or missing."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import typer

ROOT = Path(__file__).parents[2]
BY_HAND = "# {0}\n\nWhat the command {0} is good for.\n"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["docs_build"] = module  # where its dataclass looks up its types
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def app() -> typer.Typer:
    """A command, and a group of two."""
    app = typer.Typer(name="karat", context_settings={"help_option_names": ["-h", "--help"]})
    app.callback()(lambda: None)

    @app.command()
    def weigh(path: Path, exact: bool = typer.Option(False, help="To the last digit.")) -> None:
        """Weigh a file."""

    data = typer.Typer(help="Look after the data.")
    data.command("list", help="List them.")(lambda: None)
    data.command("get", help="Get one.")(lambda: None)
    app.add_typer(data, name="data")
    return app


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    """A README, an index and the pages of the two commands, all written by hand."""
    (tmp_path / "README.md").write_text("# Karat\n")
    commands = tmp_path / "docs" / "commands"
    commands.mkdir(parents=True)
    (commands / "index.md").write_text(BY_HAND.format("karat") + "\n<!-- list: commands -->\n<!-- end of list -->\n")
    for name in ("weigh", "data"):
        (commands / f"{name}.md").write_text(BY_HAND.format(name))
    return tmp_path


@pytest.fixture
def make(build: ModuleType, app: typer.Typer, manual: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], object]:
    monkeypatch.setattr(build, "REGISTRIES", {})
    return lambda: build.make(manual, app)


def written(made: SimpleNamespace) -> list[str]:
    """Write the stale pages; give their names."""
    stale = sorted(path.relative_to(made.root).as_posix() for path in made.stale())
    for path, text in made.pages.items():
        path.write_text(text)
    return stale


def test_the_help_is_pasted_below_what_is_written(make: Callable[[], SimpleNamespace], manual: Path) -> None:
    made = make()
    assert made.problems == []
    assert written(made) == ["docs/commands/data.md", "docs/commands/index.md", "docs/commands/weigh.md"]
    weigh = (manual / "docs" / "commands" / "weigh.md").read_text()
    assert weigh.startswith(BY_HAND.format("weigh"))
    assert "Usage: karat weigh [OPTIONS]" in weigh
    assert "To the last digit." in weigh
    data = (manual / "docs" / "commands" / "data.md").read_text()
    assert [line for line in data.splitlines() if line.startswith("## ")] == [
        "## karat data",
        "## karat data list",
        "## karat data get",
    ]
    assert max(len(line) for line in weigh.splitlines()) <= 80


def test_what_was_written_is_not_stale(make: Callable[[], SimpleNamespace]) -> None:
    written(make())
    assert written(make()) == []


def test_the_list_has_each_page_and_its_first_sentence(make: Callable[[], SimpleNamespace], manual: Path) -> None:
    written(make())
    index = (manual / "docs" / "commands" / "index.md").read_text()
    assert "| [weigh](weigh.md) | What the command weigh is good for. |" in index
    assert "| [data](data.md) | What the command data is good for. |" in index


KEYS = """export const SYNSET_COMMANDS = {
  left: { title: "Go left", group: "Sentence", keys: ["ArrowLeft"] },
  "border-left": {
    title: "Move the border",
    group: "Triple",
    keys: ["[", "Shift+Home"],
  },
  redo: { title: "Redo", group: "Sentence", keys: ["U", " "] },
} as const satisfies Record<string, Binding>;
"""


def test_the_keyboard_map_is_that_of_the_page(make: Callable[[], SimpleNamespace], manual: Path) -> None:
    page = manual / "docs" / "keyboard.md"
    page.write_text("# Keys\n\n<!-- keys: synsets -->\nold\n<!-- end of keys -->\n")
    table = manual / "web" / "src" / "kinds" / "synsets" / "keys.ts"
    table.parent.mkdir(parents=True)
    table.write_text(KEYS)
    written(make())
    assert [line for line in page.read_text().splitlines() if line.startswith(("### ", "| `", "old"))] == [
        "### Sentence",
        "| `←` | Go left |",
        "| `Shift` `U` or `Space` | Redo |",
        "### Triple",
        "| `[` or `Shift` `Home` | Move the border |",
    ]
    table.write_text(KEYS.replace('group: "Triple",\n', ""))
    assert make().problems == [
        "docs/keyboard.md: expected every command of web/src/kinds/synsets/keys.ts to be understood, found 2 of 3"
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(None, "none", id="no page"),
        pytest.param("", "none", id="empty"),
        pytest.param("# weigh\n", "too little", id="a title only"),
        pytest.param("Weighs a file, to the last digit.\n", "too little", id="no title"),
        pytest.param("# weigh\n\n<!-- one two three four five six -->\n", "too little", id="a comment only"),
    ],
)
def test_a_command_without_an_explanation_is_named(
    make: Callable[[], SimpleNamespace], manual: Path, text: str | None, found: str
) -> None:
    page = manual / "docs" / "commands" / "weigh.md"
    page.unlink() if text is None else page.write_text(text)
    assert make().problems == [
        f"docs/commands/weigh.md: expected a title and at least a sentence on 'karat weigh', found {found}"
    ]


def test_a_page_of_no_command_is_named(make: Callable[[], SimpleNamespace], manual: Path) -> None:
    (manual / "docs" / "commands" / "wiegh.md").write_text(BY_HAND.format("wiegh"))
    assert make().problems == ["docs/commands/wiegh.md: expected the page of a command, found none called 'wiegh'"]


def test_an_output_block_is_filled(make: Callable[[], SimpleNamespace], manual: Path) -> None:
    block = "before\n\n<!-- output: karat --version -->\n```text\n{}```\n\nafter\n"
    (manual / "README.md").write_text(block.format("old\n"))
    assert "README.md" in written(make())
    from karat.version import __version__

    assert (manual / "README.md").read_text() == block.format(f"karat {__version__}\n")
    assert written(make()) == []


def test_an_output_block_whose_command_fails_is_named(make: Callable[[], SimpleNamespace], manual: Path) -> None:
    (manual / "README.md").write_text("<!-- output: karat wiegh -->\n```text\n```\n")
    (problem,) = make().problems
    assert problem.startswith("README.md: expected 'karat wiegh' to succeed, found exit code 2: ")


@pytest.mark.parametrize(
    ("listed", "missing"),
    [
        pytest.param(("bare", SimpleNamespace(name="named")), [], id="by name"),
        pytest.param({"covered": object(), "also_covered": object()}, [], id="covered by another's page"),
        pytest.param(("unheard",), ["unheard"], id="no page"),
        pytest.param(("silent",), ["silent"], id="a page that says nothing"),
    ],
)
def test_whatever_is_registered_has_its_page(
    build: ModuleType,
    make: Callable[[], SimpleNamespace],
    manual: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    listed: object,
    missing: list[str],
) -> None:
    pages = manual / "docs" / "formats"
    pages.mkdir()
    (pages / "bare.md").write_text("---\ntitle: Bare\ncovers: covered, also_covered\n---\n" + BY_HAND.format("bare"))
    (pages / "named.md").write_text(BY_HAND.format("named"))
    (pages / "silent.md").write_text("# silent\n")
    (tmp_path / "some_formats.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "some_formats", room := ModuleType("some_formats"))
    room.__spec__ = importlib.util.spec_from_file_location("some_formats", tmp_path / "some_formats.py")
    room.FORMATS = listed  # type: ignore[attr-defined]
    monkeypatch.setattr(build, "REGISTRIES", {"formats": ("some_formats", ("FORMATS",))})
    assert make().problems == [
        f"docs/formats/{name}.md: expected a page that explains {name!r}, found none" for name in missing
    ]


def test_check_writes_nothing_and_names_each_page(
    build: ModuleType,
    app: typer.Typer,
    manual: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(build, "REGISTRIES", {})
    monkeypatch.setattr("karat.cli.app", app)
    before = {path: path.read_text() for path in manual.rglob("*.md")}
    assert build.main(["--check"], manual) == 1
    assert {path: path.read_text() for path in manual.rglob("*.md")} == before
    assert sorted(capsys.readouterr().err.splitlines()) == [
        "docs/commands/data.md: stale; run docs/build.py",
        "docs/commands/index.md: stale; run docs/build.py",
        "docs/commands/weigh.md: stale; run docs/build.py",
    ]
    assert build.main([], manual) == 0
    assert build.main(["--check"], manual) == 0


def test_the_manual_is_up_to_date(build: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert (build.main(["--check"]), capsys.readouterr().err) == (0, "")
