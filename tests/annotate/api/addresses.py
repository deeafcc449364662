"""All routes of a server, and all addresses under them that can be read."""

from __future__ import annotations

from itertools import product

from fastapi import FastAPI, routing
from office import Office

from karat.annotate.kind import kind_named


def routes(app: FastAPI) -> list[str]:
    """All routes of a server, as method and path; newer versions of FastAPI keep them in a tree."""
    found = getattr(routing, "iter_route_contexts", list)(app.routes)
    return [f"{method} {route.path}" for route in found for method in sorted(route.methods)]


def readable_paths(office: Office, items: int = 3) -> list[str]:
    """All addresses under every GET route, with every id that there is, and Ben's exports."""
    numbers = range(1, items + 1)
    documents = [each.id for item in numbers for each in office.store.documents_of(office.item(item))]
    values: dict[str, list[object]] = {
        "project": [office.project.id],
        "item": [office.item(number) for number in numbers],
        "document": [*documents, max(documents) + 1],
        "person": [person.id for person in office.people.values()],
        "token": ["token-of-an-invitation"],
        "format": [export.name for export in kind_named(office.project.kind).exports],
        "name": ["precision"],
        "batch": [1],
        "path": ["sign-in"],
    }
    paths = []
    for route in routes(office.app):
        method, _, path = route.replace(":path", "").partition(" ")
        if method != "GET":
            continue
        names = [name for name in values if f"{{{name}}}" in path]
        chosen = product(*(values[name] for name in names))
        paths += [path.format(**dict(zip(names, each, strict=True))) for each in chosen]
    whose = [f"?who={who}" for who in ("merged", *(person.id for person in office.people.values()), "Ben")]
    return [path + query for path in paths for query in (whose if "/exports/" in path else [""])]
