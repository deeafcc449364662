"""Run the commands whose output stands in the manual, for ``docs/build.py``: one process imports Karat and forks.

Commands come on standard input as a JSON list, and their exit codes, outputs and errors go to standard output.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from karat.cli import main

NEEDED = ("evaluate", "explain", "agreement.command", "cliques.score", "cliques.explain", "study.plan", "study.report")
"""The commands that take longest to import; what else a command needs it imports itself."""


def run(command: str) -> tuple[int, str, str]:
    """Run a command in an empty folder, with an empty cache, whatever this user has downloaded."""
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        work = Path(folder, "work")
        work.mkdir()
        child = os.fork()
        if child == 0:
            for number, path in ((1, out), (2, err)):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            os.chdir(work)
            os.environ["KARAT_CACHE"] = str(work)
            os._exit(exit_code(shlex.split(command)[1:]))
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status), out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")


def exit_code(arguments: list[str]) -> int:
    """Run ``karat`` in this process, and give the code that it ends with."""
    code = 1
    try:
        main(arguments)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    sys.stdout.flush()
    sys.stderr.flush()
    return code


if __name__ == "__main__":
    for name in NEEDED:
        import_module(f"karat.cli.{name}")
    print(json.dumps([run(command) for command in json.load(sys.stdin)]))
