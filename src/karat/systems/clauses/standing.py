"""How a fact stands in its sentence: asked, denied, rejected, conditional, one of several alternatives, or stated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from karat.metrics.oie.people.lexicon import (
    ALTERNATIVES,
    NEGATIVE_ADVERBS,
    NEGATIVE_DETERMINERS,
    NEGATIVE_PRONOUNS,
)
from karat.systems.clauses.annotations.finding import apply_rules
from karat.systems.clauses.annotations.lexicon import (
    CERTAIN_SOURCES,
    CLAIMS,
    DENYING_SOURCES,
    FALSE,
    FALSELY,
    KNOWING_SOURCES,
    NO_WAY,
    OPEN,
    POSSIBLE_SOURCES,
    SUPPOSING,
    TRUE,
)
from karat.systems.clauses.annotations.polarity import POLARITY
from karat.systems.clauses.clauses import is_cleft
from karat.systems.clauses.coordination import (
    DENIALS,
    alternative_word,
    denies_nouns,
    denying_word,
    is_contrasted,
    pair_respectively,
)
from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.sentence import Parse, Phrase, Role, Token, VerbForm

CONDITIONS = frozenset({"if", "unless", "whether", "ob", "falls", "wenn"})
"""Words that open a clause which does not say whether its fact holds."""

EMBEDDED = frozenset(
    {
        Role.STATEMENT,
        Role.INFINITIVE,
        Role.CONJUNCT,
        Role.ADVERBIAL_CLAUSE,
        Role.CLAUSAL_SUBJECT,
        Role.COMPLEMENT,
        Role.PREPOSITION,
        Role.PREPOSITION_CLAUSE,
    }
)
"""What a clause is to one that is asked or conditional if it is so, too; what a relative clause says beside holds."""


class Standing:
    """The verbs of a sentence that are asked, denied, rejected or conditional."""

    def __init__(self, parse: Parse, *, apart: bool = False) -> None:
        """Leave out facts of *neither … nor* as a whole if its conjuncts are wanted ``apart``."""
        self._parse = parse
        self._apart = apart
        self._has_denials = any(token.lemma in DENIALS for token in parse.tokens)
        self._has_alternatives = any(token.lemma in ALTERNATIVES for token in parse.tokens)
        self._denying: dict[int, int | None] = {}
        self._alternative: dict[int, int | None] = {}
        self._pairs = pair_respectively(parse)
        self._asked: set[int] = set()
        self._denied: set[int] = set()
        self._rejected: set[int] = set()
        self._conditional: set[int] = set()
        for token in parse.tokens:
            if (says := _introducing(parse, token)) is not None:
                if _rejects(parse, says, token.head):
                    self._spread(token.index, self._rejected)
                elif _leaves_open(parse, says):
                    self._spread(token.index, self._conditional)
            elif token.role is Role.NEGATION and token.head >= 0 and apply_rules(POLARITY, parse, (token.head,)):
                for verb in _cleft_clauses(parse, token.head):
                    self._spread(verb, self._denied)
            elif (supported := _verb_of_no_way(parse, token)) is not None:
                self._spread(supported, self._denied)
            if token.form == "?" and token.head >= 0:
                for verb in _asked_verbs(parse, token.head):
                    self._spread(verb, self._asked)
            elif token.role is Role.MARKER and token.head >= 0 and token.lemma in CONDITIONS:
                self._spread(token.head, self._conditional)

    def _spread(self, verb: int, members: set[int]) -> None:
        pending = [verb]
        while pending:
            node = pending.pop()
            if node not in members:
                members.add(node)
                pending += self._parse.all(node, *EMBEDDED)
                pending += _cleft_clauses(self._parse, node)

    def judge(self, proposition: Proposition) -> Proposition | None:
        """Mark a fact that is denied, rejected, conditional or an alternative.

        What is asked is no fact, nor is what *respectively* keeps apart.
        """
        if proposition.clause is None and not any(isinstance(piece, int) for piece in proposition.relation):
            return proposition  # what nouns say beside a question is said
        verbs = {piece for piece in proposition.relation if isinstance(piece, int)}
        if proposition.clause is not None:
            verbs.add(proposition.clause.verb)
        negated = any(self._parse.role(each) is Role.NEGATION for each in verbs)
        if verbs & self._asked or (negated and self._contains_contrasted(proposition)) or self._exchanges(proposition):
            return None
        denied = self._has_denials and not negated and any(map(self._is_denied, _slots(proposition)))
        if self._apart and proposition.rule != "statement" and any(map(self._denies_all, _slots(proposition))):
            return None
        alternative = self._has_alternatives and not negated and any(map(self._is_one_of_several, _slots(proposition)))
        denied = denied or bool(verbs & self._denied)
        rejected, conditional = bool(verbs & self._rejected), bool(verbs & self._conditional)
        if not (denied or rejected or conditional or alternative):
            return proposition
        return replace(
            proposition,
            notes=(*proposition.notes, *(["denied by the clause around it"] if rejected else [])),
            is_denied=denied,
            is_rejected=rejected,
            is_conditional=conditional,
            is_alternative=alternative,
        )

    def _is_denied(self, slot: Phrase) -> bool:
        """Tell whether a slot has a denied phrase without the word that denies it."""
        return self._lacks_word(slot, self._denying, denying_word)

    def _denies_all(self, slot: Phrase) -> bool:
        """Tell whether a slot has *neither … nor* with all that it denies."""
        return any(isinstance(piece, int) and denies_nouns(self._parse, piece) for piece in slot)

    def _contains_contrasted(self, proposition: Proposition) -> bool:
        return any(
            isinstance(piece, int) and is_contrasted(self._parse, piece)
            for slot in _slots(proposition)
            for piece in slot
        )

    def _exchanges(self, proposition: Proposition) -> bool:
        """Tell whether a fact joins what *respectively* keeps apart."""
        pieces = {piece for slot in _slots(proposition) for piece in slot if isinstance(piece, int)}
        first, second = ({places[piece] for piece in pieces & places.keys()} for places in self._pairs)
        return len(first) == len(second) == 1 and first != second

    def _is_one_of_several(self, slot: Phrase) -> bool:
        """Tell whether a slot has one of several alternatives without the others: *in Ulm* **or** *in Bonn*."""
        return self._lacks_word(slot, self._alternative, alternative_word)

    def _lacks_word(self, slot: Phrase, known: dict[int, int | None], find: Callable[[Parse, int], int | None]) -> bool:
        for piece in slot:
            if isinstance(piece, int):
                if piece not in known:
                    known[piece] = find(self._parse, piece)
                if (word := known[piece]) is not None and word not in slot:
                    return True
        return False


def _slots(proposition: Proposition) -> tuple[Phrase, ...]:
    return (proposition.relation, *proposition.arguments)


def _verb_of_no_way(parse: Parse, token: Token) -> int | None:
    """Return the verb that *no* denies by its preposition: *in* **no** *way supported*."""
    if token.lemma not in NEGATIVE_DETERMINERS or token.head < 0 or parse.tokens[token.head].lemma not in NO_WAY:
        return None
    above = [*parse.ancestors(token.head)][:2]
    return above[1] if above[1:] and parse.role(above[0]) is Role.PREPOSITION else None


def _introducing(parse: Parse, token: Token) -> int | None:
    """Return the verb that introduces what a clause says: *Ann* **denied** *that …*, **denied** *reports that …*."""
    if token.head < 0:
        return None
    says = parse.tokens[token.head]
    is_said = token.role is Role.STATEMENT
    if is_said and says.role is not Role.COMPLEMENT and says.upos != "NOUN":  # *is* **sure** *that*
        return says.index
    if token.role in (Role.RELATIVE_CLAUSE, Role.PARTICIPLE) and says.lemma in CLAIMS:
        is_said = any(parse.tokens[each].lemma == "that" for each in parse.all(token.index, Role.MARKER))
    return (says.head if says.head >= 0 else says.index) if is_said else None


def _rejects(parse: Parse, verb: int, head: int) -> bool:
    """Tell whether a verb denies what it introduces, by a noun as its head or without: *denies that*, *is false that*.

    A negation makes *does not believe that* of *believes that*; what is not *known* may be so all the same.
    """
    is_claim = parse.tokens[head].upos == "NOUN" and parse.tokens[head].lemma in CLAIMS
    if is_claim and any(parse.tokens[each].lemma in NEGATIVE_DETERMINERS | FALSE for each in parse.children[head]):
        return True  # *there is no evidence that*, *the false claim that*
    lemma = parse.tokens[verb].lemma
    negated = bool(apply_rules(POLARITY, parse, (verb,))) or any(
        parse.tokens[each].lemma in (NEGATIVE_ADVERBS | NEGATIVE_PRONOUNS)
        or any(parse.tokens[child].lemma in NEGATIVE_DETERMINERS for child in parse.children[each])
        for each in parse.all(verb, Role.SUBJECT, Role.ADVERB)
    )
    said = {lemma, *(parse.tokens[each].lemma for each in parse.all(verb, Role.COMPLEMENT))}
    if said & (DENYING_SOURCES | FALSE):
        return not negated
    if any(parse.tokens[each].lemma in FALSELY for each in parse.all(verb, Role.ADVERB)):
        return True
    return negated and bool(said & (((CERTAIN_SOURCES | POSSIBLE_SOURCES) - KNOWING_SOURCES) | TRUE))


def _leaves_open(parse: Parse, verb: int) -> bool:
    """Tell whether a verb asks to suppose what it introduces, or calls it possible: **Suppose** *that Ann slept*."""
    if any(parse.tokens[each].lemma in OPEN for each in parse.all(verb, Role.COMPLEMENT)):
        return True
    token = parse.tokens[verb]
    is_order = token.role is Role.ROOT and token.verb_form is VerbForm.INFINITIVE
    return is_order and token.lemma in SUPPOSING and parse.first(verb, Role.SUBJECT) is None


def _cleft_clauses(parse: Parse, copula: int) -> list[int]:
    """Return what *it is Ann who* says of her."""
    return [
        verb
        for each in parse.all(copula, Role.COMPLEMENT)
        if is_cleft(parse, copula, each)
        for verb in parse.all(each, Role.RELATIVE_CLAUSE)
    ]


def _asked_verbs(parse: Parse, verb: int) -> list[int]:
    """Return the verbs that a question mark belongs to: statements and conjuncts with the order of a question first.

    *Bob asked* , “ *Did Ann* **sell** *it* ? ”: parsers often attach the mark to the first verb.
    """
    if not _has_order_of_question(parse, verb):
        inner = [each for each in _embedded(parse, verb) if _has_order_of_question(parse, each)]
        if inner:
            return inner
    return [verb]


def _embedded(parse: Parse, verb: int) -> list[int]:
    found: list[int] = []
    pending = [verb]
    while pending:
        inner = list(parse.all(pending.pop(), Role.STATEMENT, Role.CONJUNCT, Role.PARATAXIS))
        found += inner
        pending += inner
    return found


def _has_order_of_question(parse: Parse, verb: int) -> bool:
    """Tell whether a clause has its auxiliary or copula before the subject, or opens with a word as *who*."""
    if parse.tokens[verb].upos not in ("VERB", "AUX"):
        return False
    subject = parse.first(verb, Role.SUBJECT, Role.EXPLETIVE)
    if subject is None:
        return False
    before = [each for each in (*parse.all(verb, Role.AUXILIARY, Role.PASSIVE_AUXILIARY), verb) if each < subject]
    asks = any(parse.tokens[each].is_relative for each in parse.children[verb] if each < verb)
    inverted = any(parse.tokens[each].upos == "AUX" for each in before)
    return inverted or (asks and parse.tokens[verb].verb_form is not VerbForm.INFINITIVE)
