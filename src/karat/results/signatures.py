"""Signatures side by side: those that differ in a single choice are told together."""

from __future__ import annotations

from collections.abc import Sequence


def joined_signatures(signatures: Sequence[str]) -> list[str]:
    """Join the signatures that differ in a single choice, and give each once.

    >>> joined_signatures(["benchie|facet:default|v:1", "benchie|facet:C|v:1", "carb|v:1"])
    ['benchie|facet:default,C|v:1', 'carb|v:1']
    """
    groups: list[list[list[str]]] = []
    for signature in dict.fromkeys(signatures):
        parts = signature.split("|")
        for group in groups:
            if _differing(group, parts):
                group.append(parts)
                break
        else:
            groups.append([parts])
    return ["|".join(_joined(list(each)) for each in zip(*group, strict=True)) for group in groups]


def _differing(group: Sequence[Sequence[str]], parts: Sequence[str]) -> bool:
    """Whether the parts differ from the group's in the facet only."""
    first = group[0]
    return len(first) == len(parts) and all(
        one == other or (one.startswith("facet:") and other.startswith("facet:"))
        for one, other in zip(first, parts, strict=True)
    )


def _joined(parts: list[str]) -> str:
    name = parts[0].partition(":")[0]
    if len(set(parts)) == 1:
        return parts[0]
    return f"{name}:" + ",".join(part.removeprefix(f"{name}:") for part in parts)
