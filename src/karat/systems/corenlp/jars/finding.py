"""Find CoreNLP's jars in a folder, in ``CORENLP_HOME``, in Karat's cache or Maven's, or fetch them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.benchmarks.registry import cache_folder
from karat.errors import DataError, InputError
from karat.systems.corenlp.jars.artifacts import MODELS, PROGRAM, VERSION, Artifact
from karat.systems.corenlp.jars.checksum import is_artifact
from karat.systems.corenlp.jars.download import Tell, fetch
from karat.systems.corenlp.jars.maven import VARIABLE, local_repository, repository
from karat.systems.corenlp.jars.mvn import PROGRAM as MVN
from karat.systems.corenlp.jars.mvn import fetch_with_mvn

HOME_VARIABLE = "CORENLP_HOME"
JAR = re.compile(r"stanford-corenlp-(?P<version>\d[\w.]*?)(?:-(?P<classifier>models(?:-\w+)*))?\.jar")
LEFT_OUT = re.compile(r"(slf4j-.*|.*-(sources|src|javadoc))\.jar")
"""Jars that are not part of the class path: slf4j without a binding swallows the server's messages."""


@dataclass(frozen=True, slots=True)
class Jars:
    """The class path of a server, and the version of CoreNLP in it."""

    paths: tuple[Path, ...]
    version: str


def find_jars(
    models: Sequence[str], folder: Path | None = None, *, download: bool = True, tell: Tell = lambda _: None
) -> Jars:
    """Find the program and the weights of these classifiers, as ``models``; download what is missing, if allowed.

    A folder that is named, here or by ``CORENLP_HOME``, must have the program. Weights that it lacks are looked for
    further on, if its program has the version that Karat knows.
    """
    named = folder or (Path(home).expanduser() if (home := os.environ.get(HOME_VARIABLE)) else None)
    if named is None:
        paths = [_fetched(each, download, tell) for each in (*PROGRAM, *(MODELS[name] for name in models))]
        return Jars(tuple(paths), VERSION)
    return _in_folder(named, models, download, tell)


def _in_folder(folder: Path, models: Sequence[str], download: bool, tell: Tell) -> Jars:
    if not folder.is_dir():
        found = "a file" if folder.exists() else "nothing"
        raise InputError(f"{folder}: expected a folder with CoreNLP's jars, found {found}")
    names = sorted(path.name for path in folder.glob("*.jar"))
    matches = [match for name in names if (match := JAR.fullmatch(name))]
    versions = sorted({match["version"] for match in matches if match["classifier"] is None})
    if len(versions) != 1:
        found = "none" if not versions else " and ".join(versions)
        raise InputError(f"{folder}: expected one stanford-corenlp-VERSION.jar, found {found}")
    here = {match["classifier"] for match in matches if match["version"] == versions[0]}
    paths = [folder / name for name in names if not LEFT_OUT.fullmatch(name) and not _of_other_models(name, models)]
    for name in models:
        if name not in here:
            if versions[0] != VERSION:
                raise InputError(f"{folder}: expected stanford-corenlp-{versions[0]}-{name}.jar, found none")
            paths.append(_fetched(MODELS[name], download, tell))
    return Jars(tuple(paths), versions[0])


def _of_other_models(name: str, models: Sequence[str]) -> bool:
    """Tell whether a jar has weights that were not asked for, which could change what others load."""
    match = JAR.fullmatch(name)
    return match is not None and match["classifier"] is not None and match["classifier"] not in models


def _fetched(artifact: Artifact, download: bool, tell: Tell) -> Path:
    """Give a jar of Karat's cache or of Maven's; else download it from the user's repository, or by mvn."""
    cache = cache_folder() / "corenlp" / VERSION
    path = cache / artifact.file
    if path.is_file() and path.stat().st_size == artifact.size:  # it was checked before it got this name
        return path
    if is_artifact(path := local_repository() / artifact.path, artifact):
        return path
    if not download:
        raise DataError(
            f"{artifact.file}: expected it in {cache} or a folder that {HOME_VARIABLE} names, found none, "
            "and downloading is turned off"
        )
    if address := repository():
        return fetch(artifact, cache, address, tell)
    if program := shutil.which(MVN):
        return fetch_with_mvn(artifact, program, tell)
    raise DataError(
        f"expected CoreNLP's jars in a folder (--jars, {HOME_VARIABLE}), {MVN}, or the address of a Maven repository "
        f"in {VARIABLE}, found none"
    )
