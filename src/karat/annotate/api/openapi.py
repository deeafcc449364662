"""Describe the routes as OpenAPI."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from karat.annotate.api.schemas.state import DESCRIBED

REFERENCE = "#/components/schemas/{model}"


def operation_id(route: APIRoute) -> str:
    """Name an operation as its function."""
    return route.name


def describe(app: FastAPI) -> dict[str, Any]:
    """Make the schema, with the models that are only described."""
    schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas = schema["components"]["schemas"]
    for model in DESCRIBED:
        described = model.model_json_schema(mode="serialization", ref_template=REFERENCE)
        schemas.update(described.pop("$defs", {}))
        schemas[model.__name__] = described
    schema["components"]["schemas"] = dict(sorted(schemas.items()))
    _refer(schema)
    return schema


def _refer(node: Any) -> None:
    """Point at the described models; pydantic refuses references to models that no route returns."""
    if isinstance(node, dict):
        if isinstance(name := node.pop("described", None), str):
            node.clear()
            node["$ref"] = REFERENCE.format(model=name)
        for child in node.values():
            _refer(child)
    elif isinstance(node, list):
        for child in node:
            _refer(child)
