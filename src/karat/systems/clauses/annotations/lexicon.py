"""The words by which annotations are recognised, as lemmas of English.

Those that deny, or make possible, are the same as in people's measure (``karat.metrics.oie.people.lexicon``).
"""

from __future__ import annotations

from karat.metrics.oie.people.lexicon import DENYING_ADVERBS, NEGATIVE_CONJUNCTIONS

NEGATIONS = DENYING_ADVERBS | NEGATIVE_CONJUNCTIONS
"""Adverbs and conjunctions that deny the verb they belong to."""

CONDITIONS = frozenset({"if", "unless"})
"""Words that open a condition."""

OPEN_QUESTIONS = frozenset({"if", "whether"})
"""Words that open a statement for which its source does not vouch: *asks whether*, *does not know if*."""

CERTAIN_SOURCES = frozenset(
    {
        *("say", "report", "know", "announce", "confirm", "state", "declare", "tell", "add", "note", "write"),
        *("explain", "show", "reveal", "find", "discover", "learn", "realise", "realize", "see", "recall", "remember"),
        *("admit", "acknowledge", "conclude", "insist", "warn", "observe", "indicate", "mention", "reply", "respond"),
        *("testify", "deny", "prove", "point", "stress", "emphasise", "emphasize", "recognise", "recognize", "notice"),
        *("hear", "read", "understand", "remark", "comment", "demonstrate", "determine", "establish", "affirm"),
        *("assert", "concede", "disclose", "inform", "assure", "swear", "complain", "maintain", "hold", "teach"),
    }
)
"""Verbs whose subject vouches for what they introduce."""

POSSIBLE_SOURCES = frozenset(
    {
        *("believe", "think", "suspect", "assume", "guess", "suppose", "expect", "hope", "fear", "doubt", "feel"),
        *("speculate", "consider", "claim", "allege", "suggest", "predict", "estimate", "imagine", "presume"),
        *("propose", "worry", "anticipate", "argue", "theorise", "theorize", "hypothesise", "hypothesize", "reckon"),
        *("contend", "wish", "dream", "bet", "figure", "deem", "forecast", "imply"),
    }
)
"""Verbs whose subject only supposes what they introduce."""

DENYING_SOURCES = frozenset({"deny", "doubt", "dispute", "reject", "refute"})
"""Verbs by which a source denies what they introduce."""

KNOWING_SOURCES = frozenset(
    {
        *("know", "reveal", "discover", "learn", "realise", "realize", "see", "recall", "remember", "notice"),
        *("recognise", "recognize", "understand", "disclose", "mention", "note"),
    }
)
"""Verbs with which something is so even if they are denied: *does not know that*."""

SUPPOSING = frozenset({"suppose", "imagine", "assume", "say", "let"})
"""Verbs that ask to suppose something: *suppose that*, *let us assume*."""

FALSE = frozenset({"false", "untrue", "incorrect", "impossible", "doubtful", "pretend"})
"""What denies a statement: *it is false that*, *the claim that … is untrue*, *pretends that*."""

TRUE = frozenset({"true", "correct", "certain", "clear", "sure", "case"})
"""What states something, and denies or doubts it with a negation: *it is not true that*, *it is not the case that*."""

OPEN = frozenset({"possible", "likely", "unlikely", "probable", "improbable", "conceivable", "unclear", "uncertain"})
"""What leaves a statement open: *it is possible that*."""

FALSELY = frozenset({"falsely", "wrongly", "mistakenly", "incorrectly"})
"""Adverbs that deny what their verb introduces: *falsely claimed that*."""

NO_WAY = frozenset({"way", "mean", "means", "circumstance", "circumstances", "account", "condition", "time", "point"})
"""Nouns that deny a verb with a preposition and *no*: *in no way*, *by no means*."""

CLAIMS = frozenset(
    {
        *("claim", "report", "allegation", "accusation", "suggestion", "idea", "notion", "rumour", "rumor", "belief"),
        *("assertion", "theory", "view", "statement", "charge", "possibility", "hypothesis", "argument", "assumption"),
        *("impression", "suspicion", "case", "evidence", "proof", "indication", "sign", "hint", "suspicion"),
    }
)
"""Nouns of which a clause with *that* says what they claim: *denied reports that*, *there is no evidence that*."""

QUANTIFIERS = frozenset(
    {
        *("all", "both", "each", "every", "some", "several", "many", "few", "no", "any", "most", "half", "much"),
        *("fewer", "less", "more", "numerous", "countless", "multiple", "various", "enough", "little", "neither"),
    }
)
"""Determiners and adjectives that say how many or how much; *no* is the quantity nothing."""

COUNTING_NOUNS = frozenset(
    {
        *("dozen", "score", "hundred", "thousand", "million", "billion", "trillion", "lot", "number", "majority"),
        *("minority", "handful", "couple", "plenty", "half", "third", "quarter", "percent", "%"),
    }
)
"""Nouns that say how many or how much of something there are: *dozens of*, *a lot of*."""

QUANTITY_MODIFIERS = frozenset(
    {
        *("about", "around", "almost", "nearly", "roughly", "approximately", "some", "over", "under", "exactly"),
        *("more", "less", "fewer", "than", "at", "least", "most", "up", "to", "only", "just", "between", "precisely"),
        *("virtually", "practically", "merely", "barely", "hardly", "well", "as", "many", "much", "few", "little"),
        *("another", "further", "above", "below", "beyond", "close", "near", "so", "too", "very", "quite", "estimated"),
    }
)
"""Words before a number that belong to its quantity: *more than*, *at least*, *up to*, *about*."""

CURRENCIES = frozenset({"$", "€", "£", "¥", "us$", "c$", "a$", "hk$", "nz$"})
"""Signs that begin an amount of money."""

PER_CENT = frozenset({"%", "percent", "per", "cent"})
"""What follows a number in a share."""
