"""An extraction as JSON, as tasks and the guideline's examples have it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from karat.model.extraction import Attribution, Extraction, Modality, Polarity, Quantity


def extraction_to_json(extraction: Extraction) -> dict[str, Any]:
    """Give what a labeller sees, which is also what makes extractions equal; the confidence is not part of it."""
    attribution = extraction.attribution
    return {
        "relation": extraction.relation,
        "arguments": list(extraction.arguments),
        "polarity": extraction.polarity,
        "modality": extraction.modality,
        "attribution": None
        if attribution is None
        else {
            "source": attribution.source,
            "predicate": attribution.predicate,
            "polarity": attribution.polarity,
            "modality": attribution.modality,
        },
        "quantities": [{"id": quantity.id, "text": quantity.text} for quantity in extraction.quantities],
    }


def has_attribution(content: Mapping[str, Any] | None) -> bool:
    """Whether the extraction of a task says whose statement it is."""
    return content is not None and content["extraction"]["attribution"] is not None


def extraction_from_json(value: Mapping[str, Any]) -> Extraction:
    """Read what ``extraction_to_json`` gave; what is left out is unknown."""
    attribution = value.get("attribution")
    return Extraction(
        value["relation"],
        tuple(value["arguments"]),
        polarity=_polarity(value),
        modality=_modality(value),
        attribution=None
        if attribution is None
        else Attribution(
            attribution["source"], attribution.get("predicate"), _polarity(attribution), _modality(attribution)
        ),
        quantities=tuple(Quantity(each["id"], each["text"]) for each in value.get("quantities", ())),
    )


def _polarity(value: Mapping[str, Any]) -> Polarity | None:
    polarity = value.get("polarity")
    return None if polarity is None else Polarity(polarity)


def _modality(value: Mapping[str, Any]) -> Modality | None:
    modality = value.get("modality")
    return None if modality is None else Modality(modality)
