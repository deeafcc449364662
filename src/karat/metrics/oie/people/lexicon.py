"""The words that the steps know: English, German, Chinese and Hindi in one list, since gold does not name its language.

What denies a fact or makes it only possible is the same for people's measure, for the extractor `clauses`, and for the
guideline that labellers read: all take the words from here. Chinese words are single characters. Articles are those of
English and German.
"""

from __future__ import annotations


def _words(*languages: str) -> frozenset[str]:
    return frozenset(word for language in languages for word in language.split())


ARTICLES = _words("a an the", "der die das den dem des ein eine einen einem einer eines")
COPULAS = _words("am is are was were be been being", "bin ist sind war waren", "是", "है हैं था थी थे")
CONJUNCTIONS = _words("and or &", "und oder sowie", "和 与 及 或", "और या")
ALTERNATIVES = _words("or", "oder", "或", "या")
"""Conjunctions that say that one of several is meant."""

ADVERBS = _words(
    "now then later soon today yesterday tomorrow again still already finally eventually subsequently previously "
    "originally formerly initially recently historically currently earlier afterwards usually often also further",
    "jetzt dann später bald heute gestern morgen wieder noch bereits schließlich zuvor früher ursprünglich zunächst "
    "anfangs kürzlich damals oft auch",
    "随后 后来 现在 目前 最近 最初",
)
"""Adverbs that say when, or that the fact is one more: it is the same wherever they are, as with *only* it is not."""
ADVERBIAL_PREPOSITIONS = _words(
    "in on at during for since until before after", "in im am um während seit bis vor nach", "在"
)
"""Prepositions of phrases that say when or where."""
NOT_ADVERBIAL = _words("only least most best part principle theory general order as to than", "nur prinzip")
"""Words of phrases that say something else: *at least*, *in part*, *in order to*."""

DENYING_ADVERBS = _words("not n't never")
ALMOST_DENYING_ADVERBS = _words("hardly barely scarcely")
NEGATIVE_ADVERBS = DENYING_ADVERBS | ALMOST_DENYING_ADVERBS
NEGATIVE_DETERMINERS = _words("no neither")
NEGATIVE_PRONOUNS = _words("none nothing nobody nowhere neither")
"""What stands for nobody, nothing, no place."""
NEGATIVE_CONJUNCTIONS = _words("neither nor")
NEGATIVE_PREPOSITIONS = _words("without")
NEGATIVE_PHRASES = (("no", "one"), ("no", "longer"), ("fail", "to"), ("unable", "to"))
"""Several words, as lemmas, that deny together; *failed to sell* is not *sold*."""

NOT_DENYING = _words("only just merely simply necessarily")
"""Words after *not* with which it denies nothing: *not only won the cup*."""

NEGATIONS = (
    NEGATIVE_ADVERBS
    | NEGATIVE_DETERMINERS
    | NEGATIVE_PRONOUNS
    | NEGATIVE_CONJUNCTIONS
    | NEGATIVE_PREPOSITIONS
    | _words(
        "nicht nie niemals weder kein keine keinen keinem keiner keines "
        "niemand niemanden niemandem niemandes nichts nirgends nirgendwo kaum ohne",
        "不 没 未 无 非",
        "नहीं न मत बिना",
    )
)
"""All single words that deny."""

WITHOUT = NEGATIVE_PREPOSITIONS | _words("ohne", "बिना")
NOT_LEFT_OUT = (
    (NEGATIVE_PRONOUNS - NEGATIVE_CONJUNCTIONS)
    | WITHOUT
    | _words("niemand niemanden niemandem niemandes nichts nirgends nirgendwo")
)
"""Negations that belong to an argument: without them, the rest is not what they deny."""

CLAUSE_OPENERS = _words("that which who whom whose because although though if when where while", "dass", "कि")
"""Words behind which another clause begins."""

LEFT_OF_NEGATION = {f"k{article}": article for article in ["ein", "eine", "einen", "einem", "einer", "eines"]}
"""What is left of German negations that are articles too."""

MODALS = _words("may might can could will would shall should must ought 'll 'd")
"""Auxiliaries of what is possible, wanted, ordered or still to come; *May* is also a month."""

POSSIBLE_ADVERBS = _words(
    "probably possibly perhaps maybe presumably supposedly allegedly reportedly apparently seemingly conceivably "
    "likely potentially arguably purportedly"
)
"""Adverbs that make a clause possible."""

INTENTIONS = _words(
    "expect plan hope want intend wish aim seek promise threaten agree offer seem appear attempt try prepare propose "
    "decide tend suppose believe think schedule allege rumour rumor estimate go have need vow pledge ask urge order "
    "invite encourage request"
)
"""Verbs whose infinitive is only possible, as lemmas: *expects to meet*, *is expected to meet*, *is going to meet*."""

POSSIBLE_ADJECTIVES = _words("likely unlikely able sure certain set due ready willing")
"""Adjectives whose infinitive is only possible: *is likely to meet*."""

POSSIBILITIES = (
    MODALS
    | POSSIBLE_ADVERBS
    | _words(
        "kann können könnte könnten darf dürfte mag möchte soll sollte wird werden würde muss müsste vielleicht "
        "möglicherweise wahrscheinlich vermutlich"
    )
)
"""All single words that make a fact possible or future."""

MONTHS = _words(
    "january february march april may june july august september october november december "
    "jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec."
)
"""Names of months: a number beside one is a date, and *May* beside a number is a month."""

BEFORE_MONTHS = _words("in of on since until till by during before after from last next this every early mid late")
"""Words behind which *may* is the month."""
