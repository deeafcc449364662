"""web/openapi.json, from which the page's types are generated, is what the server does."""

from __future__ import annotations

from pathlib import Path

from karat.annotate.api.schema import render_schema

KEPT = Path(__file__).parents[3] / "web" / "openapi.json"


def test_the_kept_schema_is_current() -> None:
    assert KEPT.read_text(encoding="utf-8") == render_schema(), (
        "run: python -m karat.annotate.api.schema > web/openapi.json"
    )
