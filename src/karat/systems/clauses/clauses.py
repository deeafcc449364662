"""Find the clauses of a sentence: each verb with its subject, wherever that is, and its constituents."""

from __future__ import annotations

from collections.abc import Iterator

from karat.metrics.oie.people.lexicon import NEGATIVE_CONJUNCTIONS, NEGATIVE_DETERMINERS, POSSIBLE_ADVERBS
from karat.systems.clauses.phrases import noun_phrase
from karat.systems.clauses.proposition import Clause, ClauseType, Source
from karat.systems.clauses.sentence import Parse, Phrase, Role, VerbForm

NOT_CLAUSES = frozenset(
    {
        Role.AUXILIARY,
        Role.PASSIVE_AUXILIARY,
        Role.ADJECTIVE,
        Role.COMPOUND,
        Role.PREPOSITION,
        Role.AGENT,
        Role.MARKER,
        Role.DETERMINER,
        Role.PUNCTUATION,
        Role.COORDINATOR,
        Role.ADVERB,
        Role.NOUN_ADVERBIAL,
        Role.OTHER,
    }
)
"""Roles of words that have the form of a verb but head no clause: *including*, *interesting*."""

AUXILIARIES = (Role.AUXILIARY, Role.PASSIVE_AUXILIARY, Role.NEGATION)

ADVERBIALS = (Role.PREPOSITION, Role.AGENT, Role.NOUN_ADVERBIAL)

COMPLEMENTS = (Role.COMPLEMENT, Role.OBJECT_COMPLEMENT)

Subject = tuple[tuple[int, ...], Source, Phrase]
"""A clause's subjects, where they were found, and the words that lead to its verb in a chain."""


def find_clauses(parse: Parse) -> list[Clause]:
    """Return the clauses that have a subject, in the order of their verbs; *it was Ann* of a cleft says nothing."""
    clauses: dict[int, Clause] = {}
    for verb in _from_the_roots(parse):
        if _heads_clause(parse, verb):
            subject = find_subject(parse, verb, clauses)
            if subject is not None:
                clauses[verb] = _clause(parse, verb, subject, clauses)
    clefts = {
        verb for verb, clause in clauses.items() if any(is_cleft(parse, verb, each) for each in clause.complements)
    }
    return [clauses[verb] for verb in sorted(clauses.keys() - clefts)]


def _from_the_roots(parse: Parse) -> Iterator[int]:
    """Yield each token after its head."""
    pending = [token.index for token in reversed(parse.tokens) if token.head < 0]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(parse.children[node]))


def _heads_clause(parse: Parse, index: int) -> bool:
    """Tell whether a token heads a clause: a verb, or what has a subject and, as only verbs have, an auxiliary."""
    token = parse.tokens[index]
    if token.role in NOT_CLAUSES:
        return False
    if token.upos in ("VERB", "AUX"):
        return True
    verbal = parse.first(index, Role.PASSIVE_AUXILIARY, Role.AUXILIARY, Role.OBJECT) is not None
    return verbal and parse.first(index, Role.SUBJECT) is not None


def find_subject(parse: Parse, verb: int, clauses: dict[int, Clause]) -> Subject | None:
    """Find a clause's subject in it, or by its role in the clause around it."""
    token = parse.tokens[verb]
    own = parse.first(verb, Role.SUBJECT, Role.CLAUSAL_SUBJECT)
    outer = clauses.get(token.head)
    if own is not None and outer is not None and completes(parse, verb):
        return outer.subjects, Source.CHAIN, (*outer.group, *noun_phrase(parse, own))
    if own is not None:
        return _own_subject(parse, verb, own, clauses)
    if parse.first(verb, Role.EXPLETIVE) is not None or token.head < 0:
        return None
    if token.role is Role.INFINITIVE and outer is None:
        return _completes_noun(parse, verb, clauses)  # or an adjective: *is able to* **sleep**
    match token.role:
        case Role.CONJUNCT if outer is not None:
            source = Source.SHARED if outer.source is Source.OWN else outer.source
            lead = outer.group[: -len(verb_group(parse, outer.verb))] if source is Source.CHAIN else ()
            return outer.subjects, source, lead
        case Role.PARTICIPLE if token.verb_form in (VerbForm.PRESENT_PARTICIPLE, VerbForm.PAST_PARTICIPLE):
            return bearers(parse, token.head, clauses), Source.PARTICIPLE, ()
        case Role.PARTICIPLE | Role.RELATIVE_CLAUSE if token.verb_form is VerbForm.INFINITIVE:
            return _completes_noun(parse, verb, clauses)
        case Role.ADVERBIAL_CLAUSE if outer is not None and token.verb_form is not VerbForm.INFINITIVE:
            return outer.subjects, Source.SUPPLEMENT, ()
        case Role.ADVERBIAL_CLAUSE | Role.INFINITIVE | Role.STATEMENT if outer is not None:
            if token.role is Role.STATEMENT and token.verb_form is VerbForm.FINITE:
                return None
            return outer.subjects, Source.CHAIN, (*predicate(parse, outer), *_leading_marker(parse, verb))
        case Role.PREPOSITION_CLAUSE:
            around = clauses.get(parse.tokens[token.head].head)
            if around is not None:
                return around.subjects, Source.CHAIN, (*predicate(parse, around), token.head)
    return None


def _own_subject(parse: Parse, verb: int, own: int, clauses: dict[int, Clause]) -> Subject | None:
    """Replace a relative pronoun by the noun that its clause modifies; other pronouns of questions name nothing."""
    token = parse.tokens[verb]
    while token.role is Role.CONJUNCT and token.head >= 0:
        token = parse.tokens[token.head]
    relative = token.role in (Role.RELATIVE_CLAUSE, Role.PARTICIPLE) and parse.tokens[token.head].upos in NOMINAL
    if relative and parse.tokens[token.head].upos == "ADJ" and parse.role(token.head) is Role.COMPLEMENT:
        relative = False  # *It is not clear who slept*
    if is_relative_subject(parse, verb, own):
        return (bearers(parse, token.head, clauses), Source.RELATIVE, ()) if relative else None
    if parse.role(own) is Role.SUBJECT:
        pronouns = [each for each in noun_phrase(parse, own) if parse.tokens[each].is_relative]
        if pronouns and not (relative and all(owner(parse, each) is not None for each in pronouns)):
            return None  # *the owner of which*
        if pronouns:
            return (own,), Source.OWN, ()  # *whose brother*
    return tuple(parse.conjuncts(own)), Source.OWN, ()


NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADJ"})


def owner(parse: Parse, possessor: int) -> int | None:
    """Return the noun that *whose* stands for, which its relative clause modifies: **Ann** , *whose brother slept*."""
    if parse.tokens[possessor].xpos != "WP$" or parse.role(possessor) is not Role.POSSESSOR:
        return None
    for verb in parse.ancestors(possessor):
        noun = parse.tokens[verb].head
        if parse.role(verb) is Role.RELATIVE_CLAUSE:
            return noun if parse.tokens[noun].upos in ("PROPN", "NOUN") and noun < possessor else None
    return None


def bearers(parse: Parse, noun: int, clauses: dict[int, Clause]) -> tuple[int, ...]:
    """Return whom a clause that modifies a noun speaks of: *Ann is a lawyer who* **slept** speaks of Ann.

    That is the subject if the noun is the complement of a copula, the name if it is the apposition of one.
    """
    token = parse.tokens[noun]
    outer = clauses.get(token.head)
    if token.role is Role.COMPLEMENT and outer is not None and parse.tokens[outer.verb].lemma in COPULAS:
        return tuple(parse.conjuncts(noun)) if is_cleft(parse, outer.verb, noun) else outer.subjects
    if token.role is Role.APPOSITION and parse.tokens[token.head].upos == "PROPN" and token.upos == "NOUN":
        return (token.head,)
    return (noun,)


def is_cleft(parse: Parse, copula: int, complement: int) -> bool:
    """Tell whether *it* only points to what a relative clause speaks of: *It was* **Ann** *who slept*.

    That is a name or a definite noun; *it* has a meaning in *It is a house that …*, *It was the first house that …*.
    """
    subject = parse.first(copula, Role.SUBJECT)
    if subject is None or parse.tokens[subject].lemma != "it" or parse.tokens[copula].lemma != "be":
        return False
    says = parse.first(complement, Role.RELATIVE_CLAUSE)
    if says is None or parse.first(says, Role.MARKER) is not None:  # *It is the case that …*
        return False
    if parse.tokens[complement].upos in ("PROPN", "PRON"):
        return True
    ranks = any(
        parse.tokens[each].xpos == "JJS" or parse.tokens[each].lemma in RANKS
        for each in parse.all(complement, Role.ADJECTIVE, Role.NUMBER)
    )
    definite = any(parse.tokens[each].lemma in DEFINITE for each in parse.all(complement, Role.DETERMINER))
    return not ranks and (definite or parse.first(complement, Role.POSSESSOR) is not None)


DEFINITE = frozenset({"the", "this", "that", "these", "those"})

RANKS = frozenset({"first", "second", "third", "fourth", "fifth", "last", "next", "only", "sole", "same", "main"})


COPULAS = frozenset({"be", "become", "remain", "sein", "werden", "bleiben", "是"})


def completes(parse: Parse, verb: int) -> bool:
    """Tell whether an infinitive with a subject completes the verb above it: *allowed them to* **leave**."""
    token = parse.tokens[verb]
    if token.role is not Role.STATEMENT or token.verb_form is not VerbForm.INFINITIVE:
        return False
    return any(parse.tokens[each].lemma in ("to", "zu") for each in parse.all(verb, Role.AUXILIARY, Role.MARKER))


def is_relative_subject(parse: Parse, verb: int, subject: int) -> bool:
    """Tell whether a subject is a relative pronoun; taggers often take *that* for another word."""
    token = parse.tokens[subject]
    if token.is_relative:
        return True
    if token.upos == "PRON" and token.form.lower() in GERMAN_PRONOUNS and parse.role(verb) is Role.PARTICIPLE:
        return parse.first(verb, Role.MARKER) is None
    return token.lemma == "that" and parse.role(verb) is Role.RELATIVE_CLAUSE


GERMAN_PRONOUNS = frozenset({"der", "die", "das", "welcher", "welche", "welches"})
"""Words that open relative clauses; CoreNLP's German parses do not tell those from other clauses of nouns."""


def _completes_noun(parse: Parse, verb: int, clauses: dict[int, Clause]) -> Subject | None:
    """Lead from a clause to an infinitive that its object governs: *has the votes to* **block**."""
    noun = parse.tokens[verb].head
    above = parse.tokens[noun].head
    outer = clauses.get(above)
    if is_order(parse, above) and (around := clauses.get(parse.tokens[above].head)) is not None:
        return around.subjects, Source.CHAIN, (*predicate(parse, around), above, noun, *_leading_marker(parse, verb))
    if outer is None or noun not in (*outer.objects, *outer.complements):
        return None
    first = parse.subtree(verb)[0]
    before = (index for index in noun_phrase(parse, noun) if index < first)
    return outer.subjects, Source.CHAIN, (*outer.group, *before, *_leading_marker(parse, verb))


def is_order(parse: Parse, preposition: int) -> bool:
    """Tell whether a preposition only leads to an infinitive: **in** *order to sell the house*."""
    noun = parse.first(preposition, Role.PREPOSITION_OBJECT) if preposition >= 0 else None
    if noun is None or (parse.tokens[preposition].lemma, parse.tokens[noun].lemma) != ("in", "order"):
        return False
    return any(parse.tokens[each].verb_form is VerbForm.INFINITIVE for each in parse.children[noun])


def _leading_marker(parse: Parse, verb: int) -> tuple[int, ...]:
    return tuple(each for each in parse.all(verb, Role.MARKER) if parse.tokens[each].lemma in ("to", "zu"))


def object_antecedent(parse: Parse, clause: Clause) -> int | None:
    """Return the noun that a relative pronoun stands for as an object: **the ferry** *that Mira bought*."""
    token = parse.tokens[clause.verb]
    if token.role is not Role.RELATIVE_CLAUSE or parse.tokens[token.head].upos in ("VERB", "AUX"):
        return None
    pronouns = [each for each in clause.objects if parse.tokens[each].is_relative and not parse.children[each]]
    return token.head if pronouns and token.head not in clause.subjects else None


def predicate(parse: Parse, clause: Clause) -> Phrase:
    """Return the relation's words with those of the object or complement, to which an adverbial is added."""
    inner = [*clause.indirect_objects[:1], *clause.objects[:1], *clause.complements[:1]]
    inner = [head for head in inner if not parse.tokens[head].is_relative]
    return (*clause.group, *(index for head in inner for index in noun_phrase(parse, head)))


def verb_group(parse: Parse, verb: int) -> tuple[int, ...]:
    """Return auxiliaries, negation, the verb, its particle, and the adverbs among them, from left to right.

    Of those that follow the verb only the next word belongs to it: *isn't*, German *gebaut wurde*, Chinese *买了*.
    """
    auxiliaries = [child for child in parse.all(verb, *AUXILIARIES) if child <= verb + 1]
    auxiliaries = auxiliaries or _shared_auxiliaries(parse, verb)
    first = min([*auxiliaries, verb])
    between = [
        each
        for each in parse.all(verb, Role.ADVERB)
        if first - 1 <= each < verb and not parse.children[each] and not parse.tokens[each].is_relative
    ]
    between = [each for each in between if each > first or each == verb - 1]
    for each in parse.all(verb, Role.ADVERB):
        if parse.tokens[each].lemma in POSSIBLE_ADVERBS:
            between.append(each)
        elif any(parse.tokens[child].lemma in NEGATIVE_DETERMINERS for child in parse.children[each]):
            between += parse.subtree(each)  # *no longer*
    after = _adverb_before_preposition(parse, verb)
    denying = _denying_coordinators(parse, verb)
    particles = parse.all(verb, Role.PARTICLE, Role.COMPOUND)
    return tuple(sorted({*auxiliaries, *between, verb, *after, *denying, *particles}))


def _denying_coordinators(parse: Parse, verb: int) -> list[int]:
    """Return what denies a verb: *Ann* **neither** *came* **nor** *called*."""
    own = [each for each in parse.all(verb, Role.COORDINATOR) if parse.tokens[each].lemma in NEGATIVE_CONJUNCTIONS]
    own = [each for each in own if each < verb]
    if own or parse.role(verb) is not Role.CONJUNCT:
        return own
    before = parse.all(parse.tokens[verb].head, Role.COORDINATOR)
    return [each for each in before if parse.tokens[each].lemma == "nor" and parse.tokens[verb].head < each < verb]


def _adverb_before_preposition(parse: Parse, verb: int) -> list[int]:
    """Return an adverb that stands between the verb and its preposition: *relies* **heavily** *on*."""
    follows = verb + 2 < len(parse) and parse.role(verb + 1) is Role.ADVERB and parse.tokens[verb + 1].head == verb
    if follows and not parse.children[verb + 1] and parse.tokens[verb + 2].head == verb:
        return [verb + 1] if parse.role(verb + 2) in (Role.PREPOSITION, Role.AGENT) else []
    return []


def _shared_auxiliaries(parse: Parse, verb: int) -> list[int]:
    """Return those of the conjunct before it, if both have the same form: *was born and* **raised**."""
    auxiliaries: list[int] = []
    while not auxiliaries:
        token = parse.tokens[verb]
        if token.role is not Role.CONJUNCT or parse.first(verb, Role.SUBJECT) is not None:
            break
        form = parse.tokens[token.head].verb_form
        if form in (None, VerbForm.FINITE) or form is not token.verb_form:
            break
        auxiliaries = [child for child in parse.all(token.head, *AUXILIARIES) if child < token.head]
        verb = token.head
    return auxiliaries


def _clause(parse: Parse, verb: int, subject: Subject, clauses: dict[int, Clause]) -> Clause:
    subjects, source, lead = subject
    holder = _holder(parse, verb)
    objects = tuple(parse.all(holder, Role.OBJECT))
    datives = tuple(parse.all(verb, Role.INDIRECT_OBJECT))
    indirect = tuple(each for each in datives if parse.tokens[each].upos != "ADP")
    complements = tuple(parse.all(verb, *COMPLEMENTS))
    prepositions = [*(each for each in datives if each not in indirect), *parse.all(holder, *ADVERBIALS)]
    adverbials = tuple(
        sorted(each for head in prepositions for each in parse.conjuncts(head) if not _says_no_place(parse, each))
    )
    group = verb_group(parse, verb)
    passive = any(parse.role(each) is Role.PASSIVE_AUXILIARY for each in group)
    return Clause(
        verb,
        _type(objects, indirect, complements, adverbials),
        source,
        subjects,
        (*lead, *group),
        passive or (not group[1:] and parse.tokens[verb].verb_form is VerbForm.PAST_PARTICIPLE),
        objects,
        indirect,
        complements,
        adverbials,
        tuple(parse.all(verb, Role.STATEMENT)),
        next((each for each in parse.ancestors(verb) if each in clauses), None),
    )


def _says_no_place(parse: Parse, preposition: int) -> bool:
    """Tell whether a phrase names the source of the sentence, **According to** *Ann , it rains*, or is *in order to*.

    Without a comma or another mark a source is an adverbial as any other: *varies according to the season*.
    """
    if is_order(parse, preposition):
        return True
    if parse.tokens[preposition].form.lower() != "according":
        return False
    return preposition == 0 or parse.tokens[preposition - 1].upos == "PUNCT"


SHARED = (Role.OBJECT, Role.PREPOSITION, *COMPLEMENTS, Role.INFINITIVE, Role.STATEMENT, Role.AGENT)
"""What a verb has of its own, so that it shares nothing with the next conjunct."""


def _holder(parse: Parse, verb: int) -> int:
    """Return the verb whose object this one shares: *bought and* sold *the house*."""
    while parse.first(verb, *SHARED) is None:
        conjunct = parse.first(verb, Role.CONJUNCT)
        if conjunct is None or conjunct > verb + 2 or parse.first(conjunct, Role.SUBJECT) is not None:
            break
        verb = conjunct
    return verb


def _type(
    objects: tuple[int, ...],
    indirect: tuple[int, ...],
    complements: tuple[int, ...],
    adverbials: tuple[int, ...],
) -> ClauseType:
    if complements:
        return ClauseType.SVOC if objects else ClauseType.SVC
    if objects:
        if indirect:
            return ClauseType.SVOO
        return ClauseType.SVOA if adverbials else ClauseType.SVO
    return ClauseType.SVA if adverbials else ClauseType.SV
