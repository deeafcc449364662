"""The words by which annotations are recognised, as lemmas of English."""

from __future__ import annotations

NEGATIONS = frozenset({"not", "n't", "never", "nor", "neither"})
"""Adverbs and conjunctions that deny the verb they belong to."""

NOT_DENYING = frozenset({"only", "just", "merely", "simply", "necessarily"})
"""Words after *not* with which it denies nothing: *not only won the cup*."""

MODALS = frozenset({"may", "might", "can", "could", "will", "would", "shall", "should", "must", "ought", "'ll", "'d"})
"""Auxiliaries of what is possible, wanted, ordered or still to come."""

POSSIBLE_ADVERBS = frozenset(
    {
        *("probably", "possibly", "perhaps", "maybe", "presumably", "supposedly", "allegedly", "reportedly"),
        *("apparently", "seemingly", "conceivably", "likely", "potentially", "arguably", "purportedly"),
    }
)
"""Adverbs that make a clause possible."""

INTENTIONS = frozenset(
    {
        *("expect", "plan", "hope", "want", "intend", "wish", "aim", "seek", "promise", "threaten", "agree", "offer"),
        *("seem", "appear", "attempt", "try", "prepare", "propose", "decide", "tend", "suppose", "believe", "think"),
        *("schedule", "allege", "rumour", "rumor", "estimate", "go", "have", "need", "vow", "pledge", "ask"),
        *("urge", "order", "invite", "encourage", "request"),
    }
)
"""Verbs whose infinitive is only possible: *expects to meet*, *is expected to meet*, *is going to meet*."""

POSSIBLE_ADJECTIVES = frozenset({"likely", "unlikely", "able", "sure", "certain", "set", "due", "ready", "willing"})
"""Adjectives whose infinitive is only possible: *is likely to meet*."""

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

MONTHS = frozenset(
    {
        *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october"),
        *("november", "december", "jan.", "feb.", "mar.", "apr.", "jun.", "jul.", "aug.", "sep.", "sept.", "oct."),
        *("nov.", "dec."),
    }
)
"""Names of months: a number beside one is a date, not a quantity."""

CURRENCIES = frozenset({"$", "€", "£", "¥", "us$", "c$", "a$", "hk$", "nz$"})
"""Signs that begin an amount of money."""

PER_CENT = frozenset({"%", "percent", "per", "cent"})
"""What follows a number in a share."""
