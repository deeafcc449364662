"""Universal parts of speech, from the tags of the treebanks that CoreNLP was trained on, and the relations."""

from __future__ import annotations

from collections.abc import Mapping

_UNIVERSAL = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"),
    *("PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"),
)

ENGLISH = {
    **dict.fromkeys(("JJ", "JJR", "JJS", "AFX"), "ADJ"),
    **dict.fromkeys(("RB", "RBR", "RBS", "WRB"), "ADV"),
    **dict.fromkeys(("NN", "NNS"), "NOUN"),
    **dict.fromkeys(("NNP", "NNPS"), "PROPN"),
    **dict.fromkeys(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"), "VERB"),
    **dict.fromkeys(("PRP", "WP", "EX"), "PRON"),
    **dict.fromkeys(("PRP$", "WP$"), "PRON"),
    **dict.fromkeys(("DT", "PDT", "WDT"), "DET"),
    **dict.fromkeys(("TO", "POS"), "PART"),
    **dict.fromkeys(("IN", "RP"), "ADP"),
    **dict.fromkeys((".", ",", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"), "PUNCT"),
    **dict.fromkeys(("$", "#", "SYM"), "SYM"),
    "MD": "AUX",
    "CC": "CCONJ",
    "CD": "NUM",
    "UH": "INTJ",
}
"""Penn's tags (Santorini, 1990), with those that later treebanks added."""

GERMAN = {name: name for name in _UNIVERSAL}
"""The German weights give universal parts of speech themselves."""

CHINESE = {
    **dict.fromkeys(("VV", "VE"), "VERB"),
    **dict.fromkeys(("NN", "NT"), "NOUN"),
    **dict.fromkeys(("AS", "DEC", "DEG", "DER", "DEV", "ETC", "MSP", "SP"), "PART"),
    **dict.fromkeys(("P", "LC", "BA", "LB", "SB"), "ADP"),
    **dict.fromkeys(("CD", "OD"), "NUM"),
    **dict.fromkeys(("FW", "X"), "X"),
    "VC": "AUX",
    "VA": "ADJ",
    "JJ": "ADJ",
    "NR": "PROPN",
    "PN": "PRON",
    "DT": "DET",
    "M": "NOUN",
    "AD": "ADV",
    "CC": "CCONJ",
    "CS": "SCONJ",
    "IJ": "INTJ",
    "ON": "X",
    "PU": "PUNCT",
    "URL": "X",
}
"""The tags of the Chinese Treebank (Xia, 2000)."""

FORMER_RELATIONS = {
    "dobj": "obj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "mark:clf": "clf",
    "neg": "advmod",
    "name": "flat:name",
    "mwe": "fixed",
    "compound:nn": "compound",
}
"""Relations of the first version of Universal Dependencies, which the Chinese weights still give, in the second."""

AUXILIARIES = ("aux", "aux:pass", "auxpass", "cop")


def universal(tag: str, relation: str, parts_of_speech: Mapping[str, str]) -> str:
    """Convert a tag; verbs with the relation of an auxiliary or a copula are AUX, and words that mark clauses SCONJ.

    >>> universal("VBZ", "root", ENGLISH), universal("VBZ", "cop", ENGLISH), universal("IN", "mark", ENGLISH)
    ('VERB', 'AUX', 'SCONJ')
    """
    part = parts_of_speech.get(tag, "X")
    if part == "VERB" and relation in AUXILIARIES:
        return "AUX"
    if relation == "mark" and tag in ("IN", "WRB"):
        return "SCONJ"
    if tag == "TO" and relation == "case":
        return "ADP"
    if tag == "WDT" and relation not in ("det", "det:predet"):
        return "PRON"  # that, which: relative pronouns
    if tag == "RB" and relation in ("neg", "advmod:neg"):
        return "PART"
    return part


def second_version(relation: str, governor: str) -> str:
    """Convert a relation of the first version of Universal Dependencies; ``governor`` is a part of speech.

    >>> second_version("dobj", "VERB"), second_version("nmod:tmod", "VERB"), second_version("nmod:assmod", "NOUN")
    ('obj', 'obl:tmod', 'nmod:assmod')
    """
    if relation.startswith("nmod") and governor in ("VERB", "ADJ", "ADV"):
        return f"obl{relation.removeprefix('nmod')}"
    return FORMER_RELATIONS.get(relation, relation)
