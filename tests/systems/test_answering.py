"""Commands that answer one line with one line."""

from __future__ import annotations

import sys
import time

import pytest

from karat.errors import ServiceError
from karat.systems.answering import AnsweringCommand


def test_a_command_that_has_ended_is_not_waited_for() -> None:
    command = AnsweringCommand([sys.executable, "-c", "raise SystemExit('no model here')"], "the command", timeout=20)
    end = time.monotonic() + 20
    while command._answers.empty() and time.monotonic() < end:
        time.sleep(0.01)
    with pytest.raises(ServiceError, match=r"found exit code 1; it said 'no model here'"):
        command.ask({})
    command.close()
