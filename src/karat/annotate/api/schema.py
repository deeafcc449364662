"""Print the server's schema: ``python -m karat.annotate.api.schema > web/openapi.json``."""

from __future__ import annotations

import json
import sys

from karat.annotate.api.app import describe_app


def render_schema() -> str:
    """The schema as it is kept in ``web/openapi.json``."""
    return json.dumps(describe_app().openapi(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(render_schema())
