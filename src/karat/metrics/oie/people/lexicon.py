"""The words that the steps know: English, German, Chinese and Hindi in one list, since gold does not name its language.

Chinese words are single characters. Articles are those of English and German.
"""

from __future__ import annotations


def _words(*languages: str) -> frozenset[str]:
    return frozenset(word for language in languages for word in language.split())


ARTICLES = _words("a an the", "der die das den dem des ein eine einen einem einer eines")
COPULAS = _words("am is are was were be been being", "bin ist sind war waren", "是", "है हैं था थी थे")
CONJUNCTIONS = _words("and or &", "und oder sowie", "和 与 及 或", "और या")
NEGATIONS = _words(
    "not no never neither nor",
    "nicht nie niemals weder kein keine keinen keinem keiner keines",
    "不 没 未 无 非",
    "नहीं न मत",
)
POSSIBILITIES = _words(
    "may might can could will would shall should must probably possibly perhaps maybe presumably likely",
    "kann können könnte könnten darf dürfte mag möchte soll sollte wird werden würde muss müsste vielleicht "
    "möglicherweise wahrscheinlich vermutlich",
)
"""Verbs and adverbs that make a fact possible or future."""

LEFT_OF_NEGATION = {f"k{article}": article for article in ["ein", "eine", "einen", "einem", "einer", "eines"]}
"""What is left of German negations that are articles too."""
