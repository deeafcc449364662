"""Write the parts of the manual that a program can write, or check that they are up to date.

``python docs/build.py`` writes; ``python docs/build.py --check`` writes nothing, names each page that is stale or
missing, and exits 1 if there is one. Six things are made, each at its marker, and all else is written by hand:

- ``docs/commands/NAME.md``, from the help marker down: what ``karat NAME --help`` prints, also for its subcommands;
- the block below ``<!-- output: karat … -->``: what this command prints, 80 columns wide and without colour;
- the table below ``<!-- list: FOLDER -->``: the folder's pages, each with its first sentence;
- the tables below ``<!-- keys: KIND -->``: the keyboard map of a kind of project in the annotation app, from the
  kind's ``keys.ts``, or from ``web/src/keys.ts`` for the keys that work ``everywhere``;
- the sections below ``<!-- guideline -->`` and ``<!-- guideline of studies -->``: the guidelines that the app shows;
- nothing for formats, metrics and benchmarks but the demand that each has a page, its own or one that ``covers`` it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer

from karat.annotate.guidelines.rendering import render_guideline, render_study_guideline
from karat.cli.lazy import loaded_command

ROOT = Path(__file__).parents[1]
WIDTH = 80
HELP = "<!-- help: made by docs/build.py, write above this line -->"
OUTPUT = re.compile(
    r"(?P<head><!-- output: (?P<command>karat\b[^\n]*?) -->\n+```\w*\n)(?P<text>.*?)(?P<tail>^```$)",
    re.MULTILINE | re.DOTALL,
)
LIST = re.compile(
    r"(?P<head><!-- list: (?P<folder>[\w-]+) -->\n)(?P<text>.*?)(?P<tail><!-- end of list -->)", re.DOTALL
)
KEYS = re.compile(r"(?P<head><!-- keys: (?P<kind>[\w-]+) -->\n)(?P<text>.*?)(?P<tail><!-- end of keys -->)", re.DOTALL)
GUIDELINE = re.compile(
    r"(?P<head><!-- guideline(?: of (?P<kind>\w+))? -->\n).*?(?P<tail><!-- end of guideline -->)", re.DOTALL
)
PAGE = Path("web", "src")
KEY_TABLE = re.compile(r"^export const \w*COMMANDS = \{\n(?P<entries>.*?)^\} as const", re.MULTILINE | re.DOTALL)
KEY_ENTRY = re.compile(
    r'^  "?(?P<command>[\w-]+)"?: \{\s*title: "(?P<title>[^"]+)",\s*group: "(?P<group>[^"]+)",\s*'
    r'keys: \[(?P<keys>(?:"[^"]+"(?:, )?)+)\],?\s*\},$',
    re.MULTILINE,
)
KEY_NAMES = {" ": "Space", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Control": "Ctrl"}
COVERS = re.compile(r"\A---\n(?:.*\n)*?covers: *(?P<names>[^\n]*)\n(?:.*\n)*?---\n")
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
NOT_PROSE = ("#", "|", "```", "- ", "* ", "!", "??")

REGISTRIES = {
    "formats": ("karat.formats", ("FORMATS",)),
    "metrics": ("karat.metrics", ("METRICS",)),
    "benchmarks": ("karat.benchmarks", ("BENCHMARKS", "DATASETS")),
}
"""Folder of the manual, and where the names that need a page in it are listed."""


@dataclass
class Manual:
    """The pages as they are, the pages as they should be, and what a program cannot put right."""

    root: Path
    pages: dict[Path, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, root: Path) -> Manual:
        """Take in the README and every page."""
        manual = cls(root)
        for path in (root / "README.md", *sorted((root / "docs").rglob("*.md"))):
            manual.pages[path] = path.read_text(encoding="utf-8")
        return manual

    def page(self, folder: str, name: str) -> Path:
        """Where the page of this name is, or should be."""
        return self.root / "docs" / folder / f"{name}.md"

    def folder(self, folder: str) -> list[Path]:
        """The folder's pages but its index, by name."""
        return sorted(
            path for path in self.pages if path.parent == self.root / "docs" / folder and path.name != "index.md"
        )

    def problem(self, path: Path, what: str) -> None:
        """Note what a person must put right."""
        self.problems.append(f"{path.relative_to(self.root)}: {what}")

    def stale(self) -> Iterator[Path]:
        """Pages whose file does not say what it should."""
        for path, text in self.pages.items():
            if path.read_text(encoding="utf-8") != text:
                yield path


def put_help(manual: Manual, app: typer.Typer) -> None:
    """Paste each command's help below what is written of it by hand; the index has that of ``karat`` alone."""
    karat = typer.main.get_command(app)
    commands = getattr(karat, "commands", {})
    put_below_marker(manual, manual.page("commands", "index"), helps_of(karat, "karat", None), "the command line")
    context = typer.Context(karat, info_name="karat", **karat.context_settings)
    for name, command in commands.items():
        helps = helps_of(loaded_command(command), name, context)
        put_below_marker(manual, manual.page("commands", name), helps, f"'karat {name}'")
    for path in manual.folder("commands"):
        if path.stem not in commands:
            manual.problem(path, f"expected the page of a command, found none called {path.stem!r}")


def put_below_marker(manual: Manual, path: Path, helps: Iterable[str], subject: str) -> None:
    """Put the helps under the marker; refuse where nothing is written above it."""
    written = manual.pages.get(path, "").partition(HELP)[0].strip()
    if not explains(written):
        manual.problem(
            path,
            f"expected a title and at least a sentence on {subject}, found {'none' if not written else 'too little'}",
        )
        return
    manual.pages[path] = "\n\n".join([written, HELP, *helps]) + "\n"


def explains(written: str) -> bool:
    """Whether a text has a title and words below it."""
    title, _, body = FRONT_MATTER.sub("", written).strip().partition("\n")
    return title.startswith("# ") and len(re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL).split()) >= 5


def helps_of(command: Any, name: str, parent: typer.Context | None) -> Iterator[str]:
    """A command's help, without typer's frames and colours so that it is the same everywhere, then its subcommands'."""
    settings = {"terminal_width": WIDTH, "max_content_width": WIDTH, **command.context_settings}
    context = typer.Context(command, parent=parent, info_name=name, **settings)
    command = copy(command)  # others may show its help with frames
    command.rich_markup_mode = None
    lines = [line.rstrip() for line in command.get_help(context).strip().splitlines()]
    yield "\n".join([f"## {context.command_path}", "", "```text", *lines, "```"])
    if parent is not None:
        for below, subcommand in getattr(command, "commands", {}).items():
            yield from helps_of(loaded_command(subcommand), below, context)


def put_outputs(manual: Manual) -> None:
    """Fill each output block with what its command prints now."""
    pages: dict[str, Path] = {}
    for path, text in manual.pages.items():
        for found in OUTPUT.finditer(text):
            pages.setdefault(found["command"], path)
    printed = dict(zip(pages, outputs_of(list(pages)), strict=True))
    for command, (code, _, error) in printed.items():
        if code:
            manual.problem(pages[command], f"expected {command!r} to succeed, found exit code {code}: {error.strip()}")

    def fill(found: re.Match[str]) -> str:
        _, output, _ = printed[found["command"]]
        shown = "".join(f"{line.rstrip()}\n" for line in output.strip("\n").splitlines())
        return f"{found['head']}{shown}{found['tail']}"

    for path, text in manual.pages.items():
        manual.pages[path] = OUTPUT.sub(fill, text)


def outputs_of(commands: list[str]) -> list[tuple[int, str, str]]:
    """Run ``karat`` commands offline, and give their exit codes, outputs and errors."""
    if not commands:
        return []
    environment = {name: value for name, value in os.environ.items() if name not in {"KARAT_DATA", "FORCE_COLOR"}}
    environment |= {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "run_commands.py")],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[tuple[int, str, str]] = json.loads(done.stdout)
    return found


def put_lists(manual: Manual) -> None:
    """Fill each list with its folder's pages."""
    for path, text in manual.pages.items():

        def fill(found: re.Match[str], path: Path = path) -> str:
            folder = manual.root / "docs" / found["folder"]
            rows = [
                f"| [{title_of(manual.pages[page])}]({Path(os.path.relpath(page, path.parent)).as_posix()}) "
                f"| {first_sentence(manual.pages[page])} |"
                for page in manual.folder(found["folder"])
            ]
            table = ["", "| page | what it says |", "|---|---|", *rows, ""] if rows else []
            if not folder.is_dir():
                manual.problem(path, f"expected a folder of the manual to list, found none called {folder.name!r}")
            return found["head"] + "".join(f"{line}\n" for line in table) + found["tail"]

        manual.pages[path] = LIST.sub(fill, text)


def put_keys(manual: Manual) -> None:
    """Fill each keyboard map with its kind's commands, a table for each group; without the page's sources, leave it."""
    for path, text in manual.pages.items():
        if KEYS.search(text) and (manual.root / PAGE).is_dir():

            def fill(found: re.Match[str], path: Path = path) -> str:
                return found["head"] + key_tables(manual, path, found["kind"]) + found["tail"]

            manual.pages[path] = KEYS.sub(fill, text)


def key_tables(manual: Manual, path: Path, kind: str) -> str:
    """Show the commands of a kind of project, or of all kinds, as tables."""
    file = PAGE / "keys.ts" if kind == "everywhere" else PAGE / "kinds" / kind / "keys.ts"
    source = (manual.root / file).read_text(encoding="utf-8") if (manual.root / file).exists() else ""
    table = KEY_TABLE.search(source)
    entries = list(KEY_ENTRY.finditer(table["entries"])) if table else []
    count = table["entries"].count("keys: [") if table else 0
    if not entries or len(entries) != count:
        manual.problem(path, f"expected every command of {file} to be understood, found {len(entries)} of {count}")
    lines = []
    for group in dict.fromkeys(entry["group"] for entry in entries):
        rows = [f"| {shown_keys(entry['keys'])} | {entry['title']} |" for entry in entries if entry["group"] == group]
        lines += ["", f"### {group}", "", "| key | what it does |", "|---|---|", *rows]
    return "".join(f"{line}\n" for line in [*lines, ""])


def put_guideline(manual: Manual) -> None:
    """Fill in the guidelines of annotation, of studies and of cliques."""

    def fill(found: re.Match[str]) -> str:
        kind = found["kind"] or "synsets"
        lines = render_study_guideline() if kind == "studies" else render_guideline(kind)
        return found["head"] + "\n".join(["", *lines, ""]) + found["tail"]

    for path, text in manual.pages.items():
        manual.pages[path] = GUIDELINE.sub(fill, text)


def shown_keys(listed: str) -> str:
    """Keys as the page shows them: ``Shift+ArrowLeft`` is Shift ←, and the capital U is Shift U."""
    keys = []
    for key in re.findall(r'"([^"]+)"', listed):
        parts = [KEY_NAMES.get(part, part) for part in key.split("+")]
        if re.fullmatch("[A-Z]", parts[-1]):
            parts.insert(-1, "Shift")
        keys.append(" ".join(f"`{part}`" for part in parts))
    return " or ".join(keys)


def title_of(text: str) -> str:
    """A page's first heading."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found[1].strip() if found else "untitled"


def first_sentence(text: str) -> str:
    """The first sentence below the title, on one line and without what would break a table."""
    body = FRONT_MATTER.sub("", text).partition("# ")[2].partition("\n")[2]
    paragraphs = (" ".join(part.split()) for part in re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL).split("\n\n"))
    prose = next((part for part in paragraphs if part and not part.startswith(NOT_PROSE)), "")
    sentence = re.match(r".*?[.:](?=\s+[A-Z`*\[(]|$)", prose)
    plain = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", sentence[0] if sentence else prose)
    return plain.replace("|", "\\|")


def demand_pages(manual: Manual, registries: Mapping[str, tuple[str, tuple[str, ...]]]) -> None:
    """Every name that is registered has its page, or is covered by one."""
    for folder, (module, attributes) in registries.items():
        covered = {path.stem for path in manual.folder(folder) if explains(manual.pages[path])}
        for path in manual.folder(folder):
            if found := COVERS.match(manual.pages[path]):
                covered |= {name.strip() for name in found["names"].split(",")}
        names = registered(module, attributes)
        if names is None:
            manual.problems.append(f"{module}: expected a list called {' or '.join(attributes)}, found none")
        for name in names or []:
            if name not in covered:
                manual.problem(manual.page(folder, name), f"expected a page that explains {name!r}, found none")


def registered(module: str, attributes: Iterable[str]) -> list[str] | None:
    """The names in a room's lists; none of them while the room is not there, ``None`` if it is and has no list."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return []
    room = import_module(module)
    lists = [getattr(room, attribute) for attribute in attributes if hasattr(room, attribute)]
    if not lists:
        return None
    return list(dict.fromkeys(item if isinstance(item, str) else item.name for items in lists for item in items))


def make(root: Path, app: typer.Typer) -> Manual:
    """The manual as it should be."""
    manual = Manual.read(root)
    put_help(manual, app)
    put_outputs(manual)
    demand_pages(manual, REGISTRIES)
    put_keys(manual)
    put_guideline(manual)
    put_lists(manual)
    return manual


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = ArgumentParser(description="Write the parts of the manual that a program can write.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is stale or missing")
    check = parser.parse_args(arguments).check
    from karat.cli import app

    manual = make(root, app)
    stale = list(manual.stale())
    for problem in manual.problems:
        print(problem, file=sys.stderr)
    for path in stale:
        if check:
            print(f"{path.relative_to(root)}: stale; run docs/build.py", file=sys.stderr)
        else:
            path.write_text(manual.pages[path], encoding="utf-8")
            print(f"wrote {path.relative_to(root)}")
    return 1 if manual.problems or (check and stale) else 0


if __name__ == "__main__":
    sys.exit(main())
