"""Base forms of English words by rule, without a dictionary."""

from __future__ import annotations

from functools import lru_cache

IRREGULAR = {
    form: base
    for base, forms in {
        "be": "am is are was were been being",
        "have": "has had having",
        "do": "does did done doing",
        "go": "goes went gone going",
        "seek": "sought",
        "think": "thought",
        "he": "him his",
        "she": "her hers",
        "they": "them their theirs",
        "we": "us our ours",
        "i": "me my mine",
        "you": "your yours",
        "it": "its",
    }.items()
    for form in forms.split()
}
SHORTEST = 3
"""The fewest letters that are left of a word when an ending is removed."""


@lru_cache(1 << 14)
def base_form(word: str) -> str:
    """Remove an ending of nouns and verbs, and *e* behind it; irregular forms are known of a few words only.

    The result is a key for comparison, not a word.

    >>> base_form("was"), base_form("promotes"), base_form("promoting"), base_form("cities"), base_form("stopped")
    ('be', 'promot', 'promot', 'citi', 'stop')
    """
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending in ("ing", "ed", "es", "s"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST and not (ending == "s" and stem.endswith("s")):
            if ending in ("ing", "ed") and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                stem = stem[:-1]
            word = stem
            break
    if word.endswith("y") and len(word) > SHORTEST:
        return f"{word[:-1]}i"
    return word.removesuffix("e") if len(word) > SHORTEST else word
