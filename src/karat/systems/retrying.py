"""Process the sentences of a run again that failed, and replace their lines."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO

from karat.formats.files import replace_file
from karat.formats.json.run_lines import render_result
from karat.model import RunHead, Sentence
from karat.systems.calls import process, task_at
from karat.systems.journal import open_journal
from karat.systems.run_file import EXPECTED, FIRST, START, results_in
from karat.systems.summary import Progress, Tally, Tell
from karat.systems.system import System, count_spent


def retry(system: System, sentences: Sequence[Sentence], head: RunHead, path: Path, tell: Tell) -> None:
    """Process again what failed in a run file, and replace the file as a whole; all other lines stay as they are.

    If that is interrupted, the file is replaced with what was processed until then, and the other failures stay.
    """
    with open_journal(path, START, EXPECTED) as journal:
        failed: list[int] = []
        tally = Tally()
        for position, result in enumerate(results_in(journal.lines(FIRST), head, sentences)):
            tally.add(result)
            if result.failure is not None:
                failed.append(position)
        count_spent(system, tally.usage)
        if not failed:
            return
        tell(Progress(0, len(failed), 0, 0))
        interruption: BaseException | None = None
        failed_again = 0
        with replace_file(path) as new, path.open("rb") as old:
            _copy_lines(old, new, 1 + failed[0])  # the first line says what was run
            again = process(system, (task_at(position, sentences) for position in failed))
            for count, (position, following) in enumerate(pairwise([*failed, failed[-1] + 1]), 1):
                try:
                    result = next(again)
                except BaseException as error:  # noqa: BLE001 (raised below, when the file is whole)
                    interruption = error
                    break
                old.readline()
                new.write(render_result(result, head))
                _copy_lines(old, new, following - position - 1)
                failed_again += result.failure is not None
                tell(Progress(count, len(failed), 0, failed_again))
            shutil.copyfileobj(old, new)
        if interruption is not None:
            raise interruption


def _copy_lines(old: IO[bytes], new: IO[bytes], count: int) -> None:
    for _ in range(count):
        new.write(old.readline())
