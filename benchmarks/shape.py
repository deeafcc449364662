"""Print the shape of the code: modules and lines by room beside their budget, import cycles, a plain evaluation's path.

``python benchmarks/shape.py [SOURCE]`` measures the package under SOURCE (default: this checkout's ``src``), so that
two commits can be held side by side.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "karat"

BUDGET = {
    "(top level)": 450,
    "model": 1_150,
    "algebra": 6_500,
    "metrics": 6_000,
    "formats": 11_000,
    "benchmarks": 1_500,
    "syntax": 900,
    "results": 14_000,
    "reports": 6_400,
    "systems": 7_000,  # with llm
    "cliques": 1_600,
    "annotate": 11_500,
    "cli": 5_500,
}
"""How many lines each room may have when the house has been rebuilt, before later features add theirs."""

BUDGET_OF_ALL = (74_000, 460)
"""Lines and modules of the whole; the rooms together have a little less, so that they can trade."""

TRACE = """
import sys, json
from karat.cli import main
importing = 0
first_calls = {}
def watch(frame, event, argument):
    global importing
    code = frame.f_code
    if code.co_name == "<module>":
        importing += {"call": 1, "return": -1}.get(event, 0)
    name = frame.f_globals.get("__name__", "")
    written = code.co_filename != "<string>" and "<" not in code.co_name
    if event == "call" and not importing and written and name.startswith("karat"):
        first_calls.setdefault((name, code.co_qualname))
out, sys.stdout = sys.stdout, sys.stderr
sys.setprofile(watch)
try:
    main(sys.argv[1:])
except SystemExit as stop:
    sys.setprofile(None)
    assert not stop.code, stop.code
sys.setprofile(None)
print(json.dumps(list(first_calls)), file=out)
"""
# Functions in the order in which they are first entered; lambdas, comprehensions, what dataclasses generate and what
# runs while a module is imported are left out.


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the package: its lines, and the modules that it imports, on top or inside functions."""

    name: str
    is_package: bool
    lines: int
    imports: frozenset[str]
    hidden: tuple[tuple[int, str], ...]


def read_modules(source: Path) -> dict[str, Module]:
    """Parse every module of the package."""
    paths = {}
    for path in sorted((source / PACKAGE).rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {name: read_module(name, path, set(paths)) for name, path in paths.items()}


def read_module(name: str, path: Path, known: set[str]) -> Module:
    """Parse one module and resolve what it imports within the package."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    imports: set[str] = set()
    hidden: list[tuple[int, str]] = []
    for node, inside, typing_only in walk_imports(tree):
        targets = [target for target in imported(node, known) if target != name]
        if inside:
            hidden.append((node.lineno, ", ".join(targets) or ast.unparse(node)))
        if not typing_only:
            imports.update(targets)
    return Module(name, path.name == "__init__.py", text.count("\n"), frozenset(imports), tuple(hidden))


def walk_imports(
    node: ast.AST, inside: bool = False, typing_only: bool = False
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool, bool]]:
    """Yield each import, whether it stands inside a function, and whether only type checkers see it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, inside, typing_only
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from walk_imports(child, True, typing_only)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for branch in child.body:
                yield from walk_imports(ast.Module([branch], []), inside, True)
        else:
            yield from walk_imports(child, inside, typing_only)


def imported(node: ast.Import | ast.ImportFrom, known: set[str]) -> Iterator[str]:
    """The package's modules that an import statement names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in known)
    elif node.module and node.module.split(".")[0] == PACKAGE:
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            yield whole if whole in known else node.module


def find_cycles(modules: dict[str, Module]) -> list[list[str]]:
    """Groups of modules that import each other, directly or by way of others (Tarjan, 1972).

    A package's ``__init__`` that gathers names for its users is left out: what imports it from inside is counted.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for target in sorted(modules[name].imports):
            if target not in modules:
                continue
            if target not in index:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in stack:
                low[name] = min(low[name], index[target])
        if low[name] == index[name]:
            group = []
            while True:
                group.append(stack.pop())
                if group[-1] == name:
                    break
            if len(group) > 1:
                groups.append(sorted(group))

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        for name in modules:
            if name not in index:
                visit(name)
    finally:
        sys.setrecursionlimit(before)  # tests of deep answers in the same process count on it
    return groups


def trace_evaluation(source: Path) -> tuple[int, int, int]:
    """Functions, modules and changes of room that ``karat evaluate mine.tsv --benchmark karat-sample`` passes."""
    sample = source / PACKAGE / "benchmarks" / "sample" / "en"
    output = next(path for path in sorted(sample.iterdir()) if "careful" in path.name)
    command = [sys.executable, "-c", TRACE, "evaluate", str(output), "--benchmark", "karat-sample"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(source)}
    )
    calls = json.loads(done.stdout.splitlines()[-1])
    rooms = [room(name) for name, _ in calls]
    changes = sum(one != other for one, other in pairwise(rooms))
    return len(calls), len({name for name, _ in calls}), changes


def room(name: str) -> str:
    """The room of a module: the first folder below the package; the package's own modules are the top level."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in BUDGET else "(top level)"


def print_row(name: str, modules: list[Module], budget: int) -> None:
    """Print a room's size, its budget, and how many of its imports are inside functions."""
    lines = sum(module.lines for module in modules)
    hidden = sum(len(module.hidden) for module in modules)
    over = f"{lines - budget:,}" if lines > budget else "—"
    print(f"{name:<14}{len(modules):>8,}{lines:>9,}{budget:>9,}{over:>9}{hidden:>16}")


def main() -> None:
    """Print the tables."""
    source = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "src"
    modules = read_modules(source)
    by_room: dict[str, list[Module]] = defaultdict(list)
    for module in modules.values():
        by_room[room(module.name)].append(module)
    print(f"{'room':<14}{'modules':>8}{'lines':>9}{'budget':>9}{'over by':>9}{'hidden imports':>16}")
    for name, budget in BUDGET.items():
        print_row(name, by_room[name], budget)
    print_row("all", list(modules.values()), BUDGET_OF_ALL[0])
    print(f"the budget has {BUDGET_OF_ALL[1]} modules")
    cycles = find_cycles(modules)
    print(f"\nimport cycles, imports inside functions counted: {len(cycles)}")
    for group in cycles:
        print(f"  {len(group)} modules: {', '.join(group)}")
    functions, passed, changes = trace_evaluation(source)
    print(f"\na plain evaluation passes {functions} functions in {passed} modules with {changes} changes of room")


if __name__ == "__main__":
    main()
