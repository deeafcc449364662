"""A wheel brings the page along: installed where there is no Node, it serves it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("hatchling")

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "karat" / "annotate" / "page"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheel and sdist, of this checkout."""
    if not (PAGE / "index.html").exists():
        pytest.skip("the page of the annotation app is not built: make web")
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "--directory", folder], cwd=ROOT, check=True)
    return folder


def read(address: str) -> bytes:
    """What a server answers; an error of its own raises."""
    with urlopen(address) as answer:
        content: bytes = answer.read()
        return content


def page_files() -> set[str]:
    return {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.is_file()}


def test_the_wheel_has_every_file_of_the_page_and_no_source_of_it(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    inside = {name.removeprefix("karat/annotate/page/") for name in names if name.startswith("karat/annotate/page/")}
    assert inside == page_files()
    assert [name for name in names if name.startswith("web/")] == []


def test_the_source_archive_has_the_sources_of_the_page_and_no_packages_of_others(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"web/package.json", "web/package-lock.json", "web/openapi.json", "web/npm.sh", "Makefile"} <= names
    assert [name for name in names if "node_modules" in name] == []


def test_an_installed_wheel_serves_the_page_without_node(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=False)
    (packages,) = (tmp_path / "venv").glob("lib/python3*/site-packages")
    zipfile.ZipFile(wheel).extractall(packages)
    # Other packages are those of the tests; this checkout is not among them, as its own .pth file is not followed.
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    environment = {"PATH": str(tmp_path / "venv" / "bin"), "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    python = tmp_path / "venv" / "bin" / "python"
    where = subprocess.run(
        [python, "-c", "import karat; print(karat.__file__)"],
        env=environment, cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert str(packages) in where
    server = subprocess.Popen(
        [python, "-m", "karat", "annotate", "open", tmp_path / "project", "--port", "0", "--no-browser"],
        env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert server.stdout is not None
    try:
        heard = ""
        address = None
        for line in server.stdout:
            heard += line
            if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        assert address, heard
        page = read(address[0]).decode()
        assets = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        assert assets
        assert all(read(f"{address[0]}{path}") for path in assets)
        assert json.loads(read(f"{address[0]}/api/health"))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=20)
        server.stdout.close()
