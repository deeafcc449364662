"""Suggested optional single tokens of English (guideline A.1.3), from spaCy's parts of speech and relations.

Each rule's docstring shows what it suggests; groups of tokens are in ``english_groups``.
"""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.suggestions import english_groups as groups
from karat.annotate.language.suggestions.rule import Rule
from karat.annotate.language.vocabulary import TITLES, words

Found = Iterator[tuple[TaggedWord, ...]]

DETERMINERS = words("a an the this that these those")
QUANTITIES = words("some any many most several various numerous certain few")
APPROXIMATIONS = words("about approximately around roughly nearly almost some just only virtually practically")
GRADABLE = words(
    "main major minor important significant notable noted famous well-known popular prominent leading outstanding "
    "remarkable excellent great good bad fine beautiful interesting large big small little huge vast tiny enormous "
    "massive substantial considerable long wide broad high tall deep heavy strong powerful rich poor young old new "
    "recent current early late ancient traditional typical average normal standard usual common rare unusual unique "
    "special particular general specific total overall entire whole actual real true simple complex difficult easy "
    "quick rapid slow sudden severe serious successful influential controversial extensive prestigious renowned "
    "distinguished talented brilliant wealthy busy quiet nice pleasant strange key primary principal"
)
PERSONS = words(
    "actor actress singer writer author poet novelist painter artist composer musician politician lawyer scientist "
    "physicist chemist mathematician philosopher historian explorer engineer footballer player coach journalist "
    "director producer businessman businesswoman soldier officer king queen architect economist biologist pilot "
    "inventor comedian model dancer designer photographer sculptor theologian priest missionary diplomat carpenter"
)
NATIONAL_ENDINGS = ("an", "ish", "ese", "ch", "ek", "ic", "aeli", "aqi", "ani")
PARTICIPLES = words(
    "sold told held led left lost made paid said sent built bought brought taught caught fought thought found met won "
    "kept felt meant spent stood had heard read put set cut hit let"
)
"""Irregular participles that are past forms as well, so that *has* can be left out."""

ADVERBS = words(
    "also still already often usually sometimes always generally typically commonly frequently occasionally rarely "
    "now then later soon currently presently recently formerly originally initially eventually finally subsequently "
    "previously first once again just only even ever mainly mostly largely primarily principally especially "
    "particularly however therefore thus hence moreover furthermore instead meanwhile nevertheless too perhaps "
    "probably possibly simply quickly easily properly officially successfully effectively together"
)
MARKS = (",", '"', "``", "''", "“", "”")


def determiners(parse: Parse) -> Found:
    """*[the] boat*, *[these] boats*, but not *The Boat Review* nor *twice a day*."""
    for word in parse:
        is_determiner = word.pos == "DET" and word.relation == "det" and word.lower in DETERMINERS
        if is_determiner and not _in_name(parse, word) and not _distributive(parse, word):
            yield (word,)


def titles(parse: Parse) -> Found:
    """*[Captain] Mia Voss*, *[Dr.] Voss*."""
    for word in parse:
        following = parse.after(word)
        is_title = word.lower.rstrip(".") in TITLES and word.relation in ("compound", "nmod", "amod")
        if is_title and following is not None and following.pos == "PROPN":
            yield (word,)


def adjectives(parse: Parse) -> Found:
    """*[important] harbour*: adjectives of degree or value, but not *most important*, of which there is only one."""
    for word in parse:
        is_gradable = word.relation == "amod" and word.lower in GRADABLE and word.tag not in ("JJR", "JJS")
        if is_gradable and not _in_name(parse, word) and not parse.children(word):
            yield (word,)


def nationalities(parse: Parse) -> Found:
    """*[Danish] painter*: where a person comes from, before what the person is."""
    for word in parse:
        governor = parse.governor(word)
        is_national = word.relation == "amod" and word.pos == "ADJ" and word.lower.endswith(NATIONAL_ENDINGS)
        if is_national and governor is not None and governor.pos == "NOUN" and governor.lemma.lower() in PERSONS:
            yield (word,)


def quantities(parse: Parse) -> Found:
    """*[several] boats*, but not *several of the boats*."""
    for word in parse:
        governor = parse.governor(word)
        is_quantity = word.lower in QUANTITIES and word.relation in ("det", "amod")
        if is_quantity and governor is not None and governor.index > word.index and not _next_is(parse, word, "of"):
            yield (word,)


def approximations(parse: Parse) -> Found:
    """*[about] 60 boats*."""
    for word in parse:
        following = parse.after(word)
        is_approximate = word.lower in APPROXIMATIONS and word.relation in ("advmod", "quantmod")
        if is_approximate and following is not None and following.pos == "NUM":
            yield (word,)


def tenses(parse: Parse) -> Found:
    """*[has] visited*, *[will] visit*: the rest is a finite verb as well, which *been sold* and *written* are not."""
    for word in parse:
        verb = parse.governor(word)
        if word.relation != "aux" or verb is None or parse.children(verb, "neg", "auxpass"):
            continue
        is_perfect = word.lemma == "have" and word.tag != "VB" and verb.tag == "VBN" and verb.index > word.index
        can_stand_alone = verb.lower.endswith("ed") or verb.lower in PARTICIPLES
        if (is_perfect and can_stand_alone) or word.lower in ("will", "'ll"):
            yield (word,)


def adverbs(parse: Parse) -> Found:
    """*was [originally] built*, but not *not*, nor *away* or *badly*, which say something of their own."""
    for word in parse:
        governor = parse.governor(word)
        is_adverb = word.relation == "advmod" and word.pos == "ADV" and word.lower in ADVERBS
        if not is_adverb or governor is None or _next_is(parse, word, "known", "as"):
            continue
        if governor.pos in ("VERB", "AUX", "NUM", "ADP", "NOUN"):
            yield (word,)


def marks(parse: Parse) -> Found:
    """*Oslo [,] Norway*, *a so [-] called boat*."""
    for word in parse:
        if word.text in MARKS or (word.text == "-" and word.tag == "HYPH"):
            yield (word,)


def _in_name(parse: Parse, word: TaggedWord) -> bool:
    """Whether a capitalised word inside the sentence stands in a run of capitalised words: *The Times*."""
    following = parse.after(word)
    starts_sentence = word.index == 0 or parse[word.index - 1].text in (".", "``", '"', "“")
    if starts_sentence or not word.text[:1].isupper():
        return False
    return following is not None and following.text[:1].isupper()


def _distributive(parse: Parse, word: TaggedWord) -> bool:
    """Whether *a* means *each*: *nine dollars an hour*."""
    governor, before = parse.governor(word), parse.before(word)
    is_measure = governor is not None and governor.relation == "npadvmod"
    return is_measure and before is not None and before.pos not in ("ADP", "VERB", "AUX", "PUNCT")


def _next_is(parse: Parse, word: TaggedWord, *texts: str) -> bool:
    following = parse.after(word)
    return following is not None and following.lower in texts


RULES = (
    Rule("determiner", "A.1.3", determiners),
    Rule("title", "A.1.3", titles),
    Rule("adjective", "A.1.3", adjectives),
    Rule("nationality", "A.1.3", nationalities),
    Rule("quantity", "A.1.3", quantities),
    Rule("approximation", "A.1.3", approximations),
    Rule("tense", "A.1.3", tenses),
    Rule("adverb", "A.1.3", adverbs),
    Rule("mark", "A.1.3", marks),
    Rule("verb phrase", "A.1.3", groups.verb_phrases),
    Rule("parenthesis", "A.1.3", groups.parentheses),
    Rule("complement", "A.1.3", groups.complements),
    Rule("adjunct", "A.1.3", groups.adjuncts),
)
