"""Standard streams that take whatever is printed: of any encoding, and closed ones too."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

HANDLER = "karat.stand_ins"

_STAND_INS = """
−- –- —- ‘' ’' “" ”" …... ·. •* ×x ±+- ≤<= ≥>= ≠!= ≈~ →-> ←<- ↔<-> ↑^ ↓v √sqrt ∞inf ∅{} ✓+ ✗x ─- ━-
│| █# ΔDelta ΣSum αalpha βbeta δdelta κkappa πpi ρrho τtau φphi ϕphi χchi
"""
SIGNS = {pair[0]: pair[1:] for pair in _STAND_INS.split()} | dict.fromkeys("\u00a0\u2009\u202f", " ")
"""What Karat's own tables and messages contain beyond ASCII, each with what replaces it."""


def prepare_streams() -> None:
    """Let standard output and error take every character, and replace closed streams by the null device.

    A stream that was closed would have its number given to the first file that is opened, which would then get what
    a library writes to standard error. Closed output refuses what is printed, so that it is not lost in silence.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            _open_onto_nothing(number)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 (a number)
            if name == "stdout":
                sys.stdout = io.TextIOWrapper(io.BufferedWriter(_ClosedOutput()), encoding="utf-8")
    codecs.register_error(HANDLER, replace_with_stand_ins)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)


class _ClosedOutput(io.RawIOBase):
    """Standard output that was closed before the start; refuses once, since Python flushes again at its end."""

    has_refused = False

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        if self.has_refused:
            return memoryview(data).nbytes
        self.has_refused = True
        raise OSError(errno.EBADF, "expected an open stream, found a closed one", "standard output")


def _open_onto_nothing(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, os.O_RDWR)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)


def replace_with_stand_ins(error: UnicodeError) -> tuple[str | bytes, int]:
    r"""Replace characters that an encoding lacks: signs by ASCII, letters without accents, others by escapes.

    >>> codecs.register_error("stand-ins", replace_with_stand_ins)
    >>> "−.426 … Glavaš 中".encode("ascii", "stand-ins")
    b'-.426 ... Glavas \\u4e2d'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_stand_in, error.object[error.start : error.end])), error.end


def _stand_in(character: str) -> str:
    if character in SIGNS:
        return SIGNS[character]
    base = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return base or character.encode("ascii", "backslashreplace").decode()
