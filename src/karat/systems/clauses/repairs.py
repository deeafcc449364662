"""Repair what parsers often get wrong and what the text itself decides, before the rules see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from karat.systems.clauses.annotations.lexicon import CERTAIN_SOURCES, DENYING_SOURCES, POSSIBLE_SOURCES
from karat.systems.clauses.dates import is_date, is_month, is_year
from karat.systems.clauses.sentence import Parse, Role, Token, VerbForm

HYPHENS = frozenset({"-", "–", "/", "\\/"})

LOOSE = frozenset({Role.NOUN_ADVERBIAL, Role.COMPOUND, Role.OTHER, Role.PUNCTUATION, Role.ADVERB, Role.APPOSITION})
"""Roles of parts that say less of the whole word than those of other parts."""

Change = tuple[int, int, Role]
"""A token, its new head and its new role."""


def repair(parse: Parse) -> Parse:
    """Apply each repair in turn."""
    for find_changes in REPAIRS:
        changes = {index: (head, role) for index, head, role in find_changes(parse)}
        if changes:
            tokens = [_changed(token, changes.get(token.index)) for token in parse.tokens]
            parse = Parse(parse.text, tokens, parse.language)
    return parse


def _changed(token: Token, change: tuple[int, Role] | None) -> Token:
    return replace(token, head=change[0], role=change[1]) if change else token


def join_hyphens(parse: Parse) -> Iterator[Change]:
    """Keep the parts of a word together that the text joins by hyphens: *ex-wives*, of which parsers make three."""
    tokens = parse.tokens
    first = 0
    while first < len(tokens):
        last = first
        while last + 2 < len(tokens) and _is_hyphen(tokens, last + 1):
            last += 2
        if last > first:
            yield from _join(parse, range(first, last + 1))
        first = last + 1


def _is_hyphen(tokens: tuple[Token, ...], index: int) -> bool:
    before, hyphen, after = tokens[index - 1 : index + 2]
    return hyphen.form in HYPHENS and before.end == hyphen.start and hyphen.end == after.start


def _join(parse: Parse, group: range) -> Iterator[Change]:
    """Let the part nearest to the root stand for the word, and all others depend on it, with what depended on them."""
    outside = [index for index in group if parse.tokens[index].head not in group]
    words = [index for index in outside if parse.tokens[index].form not in HYPHENS] or outside
    if not words:
        return
    head = min(words, key=lambda index: (sum(1 for _ in parse.ancestors(index)), parse.role(index) in LOOSE, -index))
    for index in group:
        if index != head:
            yield index, head, Role.COMPOUND
            yield from ((child, head, parse.role(child)) for child in parse.children[index] if child not in group)


def join_contractions(parse: Parse) -> Iterator[Change]:
    """Leave the article of a contraction to its preposition: German *im* is *in dem*, and no article is to be seen."""
    for token in parse.tokens:
        contracted = token.role is Role.DETERMINER and token.form != token.surface and parse.is_glued(token.index)
        if contracted and parse.tokens[token.index - 1].upos == "ADP":
            yield token.index, token.index - 1, Role.COMPOUND


def attach_agents(parse: Parse) -> Iterator[Change]:
    """Attach *by* to the passive verb, if a noun between them took it: *was sold at a fair* **by** *Ann*."""
    for token in parse.tokens:
        if token.lemma != "by" or token.role is not Role.PREPOSITION:
            continue
        for verb in parse.ancestors(token.index):
            if parse.tokens[verb].upos == "VERB":
                if (
                    _is_passive(parse, verb)
                    and verb < token.index
                    and verb != token.head
                    and not _has_agent(parse, verb)
                ):
                    yield token.index, verb, Role.AGENT
                break


def _is_passive(parse: Parse, verb: int) -> bool:
    if parse.tokens[verb].verb_form is not VerbForm.PAST_PARTICIPLE:
        return False
    return parse.first(verb, Role.AUXILIARY) is None or parse.first(verb, Role.PASSIVE_AUXILIARY) is not None


def _has_agent(parse: Parse, verb: int) -> bool:
    return any(parse.tokens[child].lemma == "by" for child in parse.children[verb])


def join_ampersands(parse: Parse) -> Iterator[Change]:
    """Keep names together that *&* joins: *Miller & Sons* is one company."""
    for token in parse.tokens:
        if token.form == "&" and token.head >= 0 and parse.tokens[token.head].upos == "PROPN":
            for conjunct in parse.all(token.head, Role.CONJUNCT):
                if conjunct > token.index and parse.tokens[conjunct].upos == "PROPN":
                    yield token.index, token.head, Role.COMPOUND
                    yield conjunct, token.head, Role.COMPOUND
                    break


def split_small_clauses(parse: Parse) -> Iterator[Change]:
    """Take an object and its complement for what they are, not for a statement: *makes* **it** *the* **best**."""
    for token in parse.tokens:
        if token.role is Role.STATEMENT and token.upos in ("NOUN", "PROPN", "ADJ") and token.head >= 0:
            inner = parse.first(token.index, Role.SUBJECT)
            if inner is not None and parse.first(token.index, Role.AUXILIARY, Role.MARKER) is None:
                yield inner, token.head, Role.OBJECT
                yield token.index, token.head, Role.OBJECT_COMPLEMENT


def find_lost_subjects(parse: Parse) -> Iterator[Change]:
    """Take the noun before a finite verb without a subject for it: **Lora** *is a town*, parsed as an adverbial."""
    for token in parse.tokens:
        if token.upos not in ("VERB", "AUX") or token.verb_form is not VerbForm.FINITE or token.role in AUXILIARIES:
            continue
        if token.role is Role.CONJUNCT or parse.first(token.index, *SUBJECTS) is not None:
            continue
        before = [
            child
            for child in parse.all(token.index, Role.NOUN_ADVERBIAL, Role.OTHER)
            if child < token.index
            and parse.tokens[child].upos in ("PROPN", "PRON", "NOUN")
            and not is_date(parse, child)
        ]
        if before and not any(parse.tokens[each].form == "," for each in range(before[-1], token.index)):
            yield before[-1], token.index, Role.SUBJECT


AUXILIARIES = (Role.AUXILIARY, Role.PASSIVE_AUXILIARY)

SUBJECTS = (Role.SUBJECT, Role.CLAUSAL_SUBJECT, Role.EXPLETIVE)


def free_main_verbs(parse: Parse) -> Iterator[Change]:
    """Give a main verb the noun that its object's relative clause took: *The dog that bit the postman* **slept**."""
    for noun in parse.tokens:
        if noun.role is not Role.ROOT or noun.upos not in ("NOUN", "PROPN", "PRON"):
            continue
        for inner in parse.all(noun.index, Role.RELATIVE_CLAUSE):
            pronoun, verb = parse.first(inner, Role.SUBJECT), parse.first(inner, Role.STATEMENT)
            if pronoun is None or verb is None or parse.tokens[inner].lemma in REPORTING:
                continue
            taken = parse.first(verb, Role.SUBJECT)
            marked = parse.first(verb, Role.MARKER) is not None or parse.first(inner, Role.OBJECT) is not None
            if taken is not None and parse.tokens[pronoun].is_relative and inner < taken < verb and not marked:
                yield taken, inner, Role.OBJECT
                yield verb, -1, Role.ROOT
                yield noun.index, verb, Role.SUBJECT


REPORTING = CERTAIN_SOURCES | POSSIBLE_SOURCES | DENYING_SOURCES


def find_lost_verbs(parse: Parse) -> Iterator[Change]:
    """Find a verb that looks like a noun among nouns without another: *The council* **cut** *bus services*."""
    if any(token.verb_form is VerbForm.FINITE for token in parse.tokens):
        return
    for verb in parse.tokens:
        noun = verb.head
        if verb.form not in UNCHANGED or verb.role is not Role.COMPOUND or noun <= verb.index + 1:
            continue
        purpose = _purpose_before(parse, noun)
        subject = parse.first(verb.index, Role.COMPOUND)
        if subject is None and purpose is not None:
            subject = next((each for each in parse.all(noun, Role.COMPOUND) if each == verb.index - 1), None)
        before = [each for each in parse.children[noun] if subject is not None and each < subject]
        is_alone = parse.role(noun) is Role.ROOT or (purpose is not None and parse.tokens[noun].head == purpose)
        if subject is None or not is_alone or not any(parse.role(each) is Role.DETERMINER for each in before):
            continue
        yield verb.index, -1, Role.ROOT
        yield subject, verb.index, Role.SUBJECT
        yield noun, verb.index, Role.OBJECT
        for each in before:
            inside = parse.role(each) in (Role.DETERMINER, Role.ADJECTIVE, Role.COMPOUND, Role.POSSESSOR, Role.NUMBER)
            yield each, subject if inside else verb.index, parse.role(each)
        yield from ((each, verb.index, parse.role(each)) for each in parse.all(noun, Role.ADVERBIAL_CLAUSE))
        if purpose is not None:
            yield purpose, verb.index, Role.ADVERBIAL_CLAUSE
        return


def _purpose_before(parse: Parse, noun: int) -> int | None:
    """Find the infinitive of a purpose that a comma ends: **To save** *money , the council cut bus services*."""
    above = parse.tokens[noun].head
    of_root = [above] if above >= 0 and parse.role(above) is Role.ROOT else []
    for verb in (*parse.all(noun, Role.ADVERBIAL_CLAUSE), *of_root):
        if parse.tokens[verb].verb_form is VerbForm.INFINITIVE and any(
            token.form == "," for token in parse.tokens[verb:noun]
        ):
            return verb
    return None


UNCHANGED = frozenset({"cut", "set", "hit", "put", "shut", "cost", "spread", "split", "shed", "quit", "beat", "hurt"})
"""Verbs whose past has the form of their nouns and participles."""


def unfold_clefts(parse: Parse) -> Iterator[Change]:
    """Give a verb the place or time that a cleft puts first: *It was* **in Ulm** *that Ann met Bob*.

    What it says of a name or noun is a relative clause, not a statement: *It was the council that* **sold** *it*.
    """
    for token in parse.tokens:
        subject, verb = parse.first(token.index, Role.SUBJECT), parse.first(token.index, Role.STATEMENT)
        if token.lemma != "be" or subject is None or verb is None or not subject < token.index < verb:
            continue
        if parse.tokens[subject].lemma != "it":
            continue
        noun, place = parse.first(token.index, Role.COMPLEMENT), parse.first(token.index, Role.PREPOSITION)
        that = next((each for each in parse.all(verb, Role.MARKER) if parse.tokens[each].lemma == "that"), None)
        if noun is not None:
            if any(parse.tokens[each].is_relative for each in parse.all(verb, Role.SUBJECT, Role.OBJECT)):
                yield verb, noun, Role.RELATIVE_CLAUSE
        elif place is not None and that is not None and parse.first(token.index, Role.NEGATION) is None:
            where = parse.first(place, Role.PREPOSITION_OBJECT)
            if where is None or not (parse.tokens[where].upos in ("PROPN", "NUM") or parse.children[where]):
                continue  # *it is on record that*
            yield verb, token.head, token.role
            yield place, verb, Role.PREPOSITION
            yield token.index, verb, Role.OTHER
            yield that, token.index, Role.OTHER


def join_dates(parse: Parse) -> Iterator[Change]:
    """Keep the year in its date: *October 6 , 1973*."""
    for token in parse.tokens:
        index = token.index
        if is_month(parse, index) and index + 3 < len(parse):
            day, comma, year = index + 1, index + 2, index + 3
            if parse.tokens[day].form.isdigit() and parse.tokens[comma].form == "," and is_year(parse, year):
                yield comma, index, Role.NUMBER
                yield year, index, Role.NUMBER


def detach_from_dates(parse: Parse) -> Iterator[Change]:
    """Attach to the verb what a date took: *born on 3 May 1971* **in** *Bonn*."""
    for token in parse.tokens:
        if token.role in (Role.PREPOSITION, Role.AGENT) and token.head >= 0 and is_date(parse, token.head):
            above = parse.tokens[token.head].head
            if token.lemma != "of" and parse.role(token.head) is Role.PREPOSITION_OBJECT and above >= 0:
                yield token.index, parse.tokens[above].head, token.role


def attach_dates(parse: Parse) -> Iterator[Change]:
    """Attach a date to the verb, if its object took it: *began a trial* **in** *1995*."""
    for token in parse.tokens:
        if token.role is not Role.PREPOSITION or token.lemma not in DATED or token.head < 0:
            continue
        noun = parse.tokens[token.head]
        dated = parse.first(token.index, Role.PREPOSITION_OBJECT)
        if dated is not None and is_date(parse, dated) and noun.role in (Role.OBJECT, Role.COMPLEMENT):
            yield token.index, noun.head, Role.PREPOSITION


DATED = frozenset({"in", "on", "since", "until", "during"})

REPAIRS: tuple[Callable[[Parse], Iterator[Change]], ...] = (
    join_hyphens,
    join_contractions,
    free_main_verbs,
    find_lost_verbs,
    unfold_clefts,
    find_lost_subjects,
    join_ampersands,
    attach_agents,
    split_small_clauses,
    join_dates,
    detach_from_dates,
    attach_dates,
)
"""All repairs, in the order in which they are applied."""
