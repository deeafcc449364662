"""The language of the sentences: tokens, suggested optional tokens, passives, coreference, German and Chinese rules."""

from karat.annotate.language.analysis import analyse, analyse_stream, why_untagged
from karat.annotate.language.findings import Analysis, Coreferent, Passive, Token, VerbOrder

__all__ = [
    "Analysis",
    "Coreferent",
    "Passive",
    "Token",
    "VerbOrder",
    "analyse",
    "analyse_stream",
    "why_untagged",
]
