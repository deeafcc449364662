"""The built page, and no other file."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from office import ORIGIN, Browser, Office

from karat.annotate.api.app import create_app
from karat.annotate.api.settings import PAGE, ServerSettings


@pytest.mark.parametrize("path", ["/", "/sign-in", "/projects/1", "/projects/1/items/2/compare", "/index.html"])
def test_every_path_of_the_app_is_the_page(office: Office, path: str) -> None:
    answer = office.browser().get(path)
    assert answer.status_code == (404 if path == "/index.html" else 200)
    if answer.status_code == 200:
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "a-1.js" in answer.text


def test_files_of_the_page_have_their_types(office: Office) -> None:
    browser = office.browser()
    script, icon = browser.get("/assets/a-1.js"), browser.get("/icon.svg")
    assert (script.status_code, script.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "/assets/..%00/secret.txt",
        "//secret.txt",
        "/assets//../../secret.txt",
        "/assets/%252e%252e/%252e%252e/secret.txt",
        "/secret.txt",
        "/assets",
        "/assets/",
    ],
)
def test_no_path_leads_out_of_the_page(office: Office, path: str) -> None:
    answer = office.browser().get(path)
    assert "secret" not in answer.text
    assert answer.status_code in (200, 404)


def test_a_link_out_of_the_page_is_not_followed_into_folders(office: Office, page: Path, tmp_path: Path) -> None:
    linked = shutil.copytree(page, tmp_path / "linked")
    (linked / "outside").symlink_to(page.parent, target_is_directory=True)
    with Browser(create_app(office.store, ServerSettings(page=linked)), base_url=ORIGIN) as browser:
        assert "secret" not in browser.get("/outside/secret.txt").text


def test_a_page_that_was_not_built_says_how(office: Office, tmp_path: Path) -> None:
    with Browser(create_app(office.store, ServerSettings(page=tmp_path / "none")), base_url=ORIGIN) as browser:
        answer = browser.get("/")
        assert answer.status_code == 503
        assert "make web" in answer.text
        assert browser.get("/api/health").json() == {"done": True}


def test_the_built_page_names_no_other_origin() -> None:
    """What the page could fetch is refused by its policy; here, that it does not even try."""
    if not (PAGE / "index.html").exists():
        pytest.skip("the page of the annotation app is not built: make web")
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"""(?:src|href)=["'](?:https?:)?//""", html) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", html) == []
    styles = [path.read_text(encoding="utf-8") for path in PAGE.rglob("*.css")]
    assert [
        found for style in styles for found in re.findall(r"url\(['\"]?(?:https?:)?//[^)]*|@import[^;]*", style)
    ] == []
