"""Suggested optional tokens of German (guideline A.1.3), from HanTa's tags.

There are no rules for auxiliaries: without *hat* or *wird*, a participle or infinitive is left, which states nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.structure.german_clauses import is_relative
from karat.annotate.language.suggestions.rule import Rule
from karat.annotate.language.vocabulary import words

Found = Iterator[tuple[TaggedWord, ...]]

QUANTITIES = words("einige einigen einiger mehrere mehreren mehrerer viele vielen vieler manche manchen etliche")
APPROXIMATIONS = words("etwa rund ungefähr circa ca. fast knapp nahezu beinahe zirka nur")
TITLES = words(
    "herr herrn frau dr prof professor professorin doktor sir lord lady präsident präsidentin könig königin kaiser "
    "kaiserin prinz prinzessin papst bischof erzbischof kardinal kapitän major oberst general leutnant feldwebel "
    "admiral richter richterin minister ministerin kanzler kanzlerin senator senatorin bürgermeister"
)
GRADABLE = words(
    "wichtig bedeutend bekannt berühmt beliebt groß klein riesig gewaltig hoch lang breit tief stark schwach schwer "
    "jung alt neu aktuell typisch durchschnittlich normal üblich häufig selten besonder speziell allgemein gesamt ganz "
    "eigentlich wirklich wahr einfach schwierig schnell langsam plötzlich ernst erfolgreich einflussreich umstritten "
    "umfangreich renommiert angesehen begabt brillant wohlhabend ruhig schön gut schlecht ausgezeichnet hervorragend "
    "bemerkenswert interessant zahlreich verschieden mächtig reich arm erheblich beträchtlich"
)
PERSON_ENDINGS = ("er", "erin", "ist", "istin", "or", "orin", "eur", "eurin", "loge", "login", "mann", "frau")
ROLE_ENDINGS = (
    "minister",
    "ministerin",
    "präsident",
    "präsidentin",
    "könig",
    "königin",
    "kaiser",
    "bürgermeister",
    "leiter",
)
ROLES = words(
    "gouverneur mitglied vorsitzender vorsitzende chef chefin führer gründer gründerin herzog bischof erzbischof "
    "botschafter sekretär kommandant hauptstadt bürger professor direktor kapitän richter richterin senator"
)


def determiners(parse: Parse) -> Found:
    """*[das] Boot*, *[diese] Boote*, but not *Der Bote* as the name of a newspaper, nor *einer der Boote*."""
    for word in parse:
        is_determiner = word.tag in ("ART", "PDAT") and not is_relative(parse, word)
        if is_determiner and _noun_follows(parse, word) and not _in_name(parse, word):
            yield (word,)


def titles(parse: Parse) -> Found:
    """*[Kapitänin] Mia Voss* by the list, *[Dr.] Voss*."""
    for word in parse:
        following = parse.after(word)
        if word.lower.rstrip(".") not in TITLES or following is None:
            continue
        if following.tag == "NE" or following.lower.rstrip(".") in TITLES:
            yield (word,)


def adjectives(parse: Parse) -> Found:
    """*[wichtiger] Hafen*, but not *wichtigster*, which says that there is only one."""
    for word in parse:
        is_gradable = word.tag == "ADJ(A)" and word.lemma.lower() in GRADABLE and word.text[:1].islower()
        if is_gradable and not _is_compared(word) and _noun_follows(parse, word):
            yield (word,)


def nationalities(parse: Parse) -> Found:
    """*[dänische] Malerin*."""
    for word in parse:
        following = parse.after(word)
        is_national = word.tag == "ADJ(A)" and word.text[:1].islower() and word.lower.rstrip("enrms").endswith("isch")
        if not is_national or following is None or following.tag != "NN":
            continue
        if following.lower.endswith(PERSON_ENDINGS):
            yield (word,)


def quantities(parse: Parse) -> Found:
    """*[mehrere] Boote*."""
    for word in parse:
        if word.lower in QUANTITIES and _noun_follows(parse, word):
            yield (word,)


def approximations(parse: Parse) -> Found:
    """*[etwa] 60 Boote*."""
    for word in parse:
        following = parse.after(word)
        if word.lower in APPROXIMATIONS and following is not None and following.pos == "NUM":
            yield (word,)


def parentheses(parse: Parse) -> Found:
    """*Mia Voss [( geboren 1971 )]*."""
    opening: TaggedWord | None = None
    for word in parse:
        if word.text == "(":
            opening = word
        elif word.text == ")" and opening is not None:
            yield parse.words[opening.index : word.index + 1]
            opening = None


def complements_of_roles(parse: Parse) -> Found:
    """*Bürgermeisterin [von Bergen]*, *Direktor [des Museums]*."""
    for word in parse:
        before = parse.before(word)
        is_role = before is not None and (before.lower in ROLES or before.lower.endswith(ROLE_ENDINGS))
        if not is_role or not (word.lower == "von" or (word.tag == "ART" and word.lower in ("des", "der", "eines"))):
            continue
        end = word.index + 1
        while end < len(parse) and word.lower != "von" and parse[end].tag == "ADJ(A)":
            end += 1
        while end < len(parse) and (parse[end].tag == "NE" or (parse[end].tag == "NN" and word.lower != "von")):
            end += 1
        if parse[end - 1].tag in ("NN", "NE"):
            yield parse.words[word.index : end]


def _noun_follows(parse: Parse, word: TaggedWord) -> bool:
    """Whether a noun comes after this word, with nothing but adjectives, numbers and determiners between."""
    following = parse.after(word)
    while following is not None and (following.pos in ("ADJ", "NUM", "DET") or following.tag in ("ADV", "PIS")):
        following = parse.after(following)
    return following is not None and following.tag in ("NN", "NE")


def _in_name(parse: Parse, word: TaggedWord) -> bool:
    """Whether an article with a capital stands inside the sentence: *Der Bote*."""
    before = parse.before(word)
    starts_sentence = before is None or before.text in (".", ":", '"', "„", "“")
    return word.text[:1].isupper() and not starts_sentence


def _is_compared(word: TaggedWord) -> bool:
    return word.lower.rstrip("enrms").endswith("st") and not word.lemma.lower().endswith("st")


RULES = (
    Rule("determiner", "A.1.3", determiners),
    Rule("title", "A.1.3", titles),
    Rule("adjective", "A.1.3", adjectives),
    Rule("nationality", "A.1.3", nationalities),
    Rule("quantity", "A.1.3", quantities),
    Rule("approximation", "A.1.3", approximations),
    Rule("parenthesis", "A.1.3", parentheses),
    Rule("complement of a role", "A.1.3", complements_of_roles),
)
