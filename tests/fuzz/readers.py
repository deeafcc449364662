"""Let atheris look for bytes on which a reader fails with anything but our errors, or takes too long.

``python tests/fuzz/readers.py -max_total_time=60`` runs for a minute; further arguments are libFuzzer's. The first byte
chooses the format, all others are the file. The examples of the manual are where the search starts.
"""

from __future__ import annotations

import re
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

PAGES = Path(__file__).parents[2] / "docs" / "formats"
EXAMPLE = re.compile(r"```(?:text|json)[^\n]*\n(.*?)\n```", re.DOTALL)


def main() -> None:
    """Run until time is up; a failure ends the program with its traceback."""
    import atheris  # only needed here, and not everywhere to be had

    with atheris.instrument_imports(include=["karat.formats"]):
        from karat.formats import FORMATS, ITEM_KINDS, Problems, guess

        formats = list(FORMATS)
    from karat.errors import KaratError

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"

        def read(data: bytes) -> None:
            if not data:
                return
            path.write_bytes(data[1:])
            with suppress(KaratError):
                for _ in formats[data[0] % len(formats)].read(path, problems=Problems()):
                    pass
            with suppress(KaratError):
                guess(path)

        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for number, format in enumerate(formats):
            page = PAGES / f"{format.name}.md"
            # One page covers several formats of documents; those start from nothing.
            found = EXAMPLE.search(page.read_text(encoding="utf-8")) if page.exists() else None
            assert found is not None or format.kind not in ITEM_KINDS
            (corpus / format.name).write_bytes(bytes([number]) + (found[1].encode("utf-8") if found else b""))
        atheris.Setup([sys.argv[0], "-timeout=10", "-max_len=4096", *sys.argv[1:], str(corpus)], read)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
