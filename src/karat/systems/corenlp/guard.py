"""Run a command until it ends, or until standard input ends, as it does when the process that started it is gone.

This file is run as a program of its own, with the standard library alone, so that it starts fast and takes little
memory. The system closes the pipe to it however its owner ends, by SIGKILL too, so that no server is left behind.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

GRACE_PERIOD = 5.0
"""Seconds that the command has to end by itself."""


def main(command: list[str]) -> int:
    """Run the command and give its exit code."""
    # A signal to the whole group must not end this process before it has ended the command.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:  # noqa: S603 (what the owner asked for)

        def stop() -> None:
            process.terminate()
            try:
                process.wait(GRACE_PERIOD)
            except subprocess.TimeoutExpired:
                process.kill()

        def wait_for_end_of_input() -> None:
            while os.read(0, 1024):
                pass
            stop()

        def end(*_: object) -> None:
            threading.Thread(target=stop, daemon=True).start()

        signal.signal(signal.SIGTERM, end)
        threading.Thread(target=wait_for_end_of_input, daemon=True).start()
        return process.wait()


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code if code >= 0 else 128 - code)  # the thread that reads standard input would hold up the end
