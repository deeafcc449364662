"""Universal Dependencies (de Marneffe et al., 2021), of CoreNLP, Stanza, UDPipe and of CoNLL-U files.

There a copula depends on what it links, and a preposition on its noun. The rules want it the other way round, because
the words of a relation are then all above its arguments; ``from_universal`` turns both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from karat.metrics.oie.people.lexicon import DENYING_ADVERBS
from karat.model import Word
from karat.systems.clauses.schemes.verbs import is_relative, verb_form
from karat.systems.clauses.sentence import Parse, Role, Token, VerbForm, decode_brackets, locate

ROLES = {
    "root": Role.ROOT,
    "nsubj": Role.SUBJECT,
    "csubj": Role.CLAUSAL_SUBJECT,
    "expl": Role.EXPLETIVE,
    "obj": Role.OBJECT,
    "iobj": Role.INDIRECT_OBJECT,
    "obl": Role.NOUN_ADVERBIAL,
    "obl:agent": Role.AGENT,
    "nmod": Role.COMPOUND,
    "nmod:poss": Role.POSSESSOR,
    "advmod": Role.ADVERB,
    "ccomp": Role.STATEMENT,
    "xcomp": Role.INFINITIVE,
    "advcl": Role.ADVERBIAL_CLAUSE,
    "acl": Role.PARTICIPLE,
    "acl:relcl": Role.RELATIVE_CLAUSE,
    "appos": Role.APPOSITION,
    "conj": Role.CONJUNCT,
    "cc": Role.COORDINATOR,
    "mark": Role.MARKER,
    "case": Role.PREPOSITION,
    "aux": Role.AUXILIARY,
    "aux:pass": Role.PASSIVE_AUXILIARY,
    "cop": Role.AUXILIARY,
    "det": Role.DETERMINER,
    "clf": Role.DETERMINER,
    "amod": Role.ADJECTIVE,
    "nummod": Role.NUMBER,
    "compound": Role.COMPOUND,
    "compound:prt": Role.PARTICLE,
    "flat": Role.COMPOUND,
    "fixed": Role.COMPOUND,
    "goeswith": Role.COMPOUND,
    "parataxis": Role.PARATAXIS,
    "punct": Role.PUNCTUATION,
}
"""Each relation's role, with its subtype if that is listed, else without; all others are ``Role.OTHER``."""

NEGATIONS = DENYING_ADVERBS | {"nicht", "不", "没", "没有", "未"}

POSSESSIVE_MARKS = frozenset({"'s", "'", "’s", "’", "的", "之"})

OF_CLAUSE = frozenset(
    {
        Role.SUBJECT,
        Role.CLAUSAL_SUBJECT,
        Role.EXPLETIVE,
        Role.AUXILIARY,
        Role.PASSIVE_AUXILIARY,
        Role.NEGATION,
        Role.MARKER,
        Role.ADVERBIAL_CLAUSE,
        Role.PARATAXIS,
        Role.PUNCTUATION,
        Role.STATEMENT,
    }
)
"""What belongs to a clause with a copula, not to the noun or adjective that the copula links."""


@dataclass(slots=True)
class Node:
    """A word whose head and role may still change."""

    word: Word
    head: int
    role: Role
    children: list[int] = field(default_factory=list)


def from_universal(text: str, words: Sequence[Word], language: str = "en") -> Parse:
    """Make the rules' parse of a text from words in Universal Dependencies."""
    nodes = [Node(word, word.governor - 1, _role(word)) for word in words]
    for index, node in enumerate(nodes):
        if node.head >= 0:
            nodes[node.head].children.append(index)
    copulas = [
        index for index, node in enumerate(nodes) if node.word.relation.split(":")[0] == "cop" and node.head >= 0
    ]
    for copula in copulas:
        _raise_copula(nodes, copula)
    for index, node in enumerate(nodes):
        if node.role is Role.INFINITIVE and node.word.upos in ("ADJ", "NOUN", "PROPN"):
            node.role = Role.OBJECT_COMPLEMENT  # "considers him a friend"
        _raise_prepositions(nodes, index)
    places = locate(text, [decode_brackets(word.form) for word in words])
    return Parse(text, [_token(text, index, node, places[index]) for index, node in enumerate(nodes)], language)


def _token(text: str, index: int, node: Node, place: tuple[int, int]) -> Token:
    word = node.word
    # A copula heads its clause, as a verb does.
    return Token(
        index,
        decode_brackets(word.form),
        word.lemma.lower() if word.lemma != "_" else word.form.lower(),
        word.upos,
        word.xpos,
        node.head,
        node.role,
        *place,
        text[slice(*place)],
        verb_form(word),
        is_relative(word),
    )


def _role(word: Word) -> Role:
    if not word.governor:
        return Role.ROOT
    relation = word.relation
    role = ROLES.get(relation) or ROLES.get(relation.split(":")[0], Role.OTHER)
    if word.lemma.lower() in NEGATIONS and role in (Role.ADVERB, Role.OTHER):
        return Role.NEGATION
    if role is Role.PREPOSITION and word.form.lower() in POSSESSIVE_MARKS:
        return Role.POSSESSIVE_MARK
    if role is Role.MARKER and word.lemma.lower() in ("to", "zu") and word.upos == "PART":
        return Role.AUXILIARY
    return role


def _move(nodes: list[Node], index: int, head: int, role: Role) -> None:
    before = nodes[index].head
    if before >= 0:
        nodes[before].children.remove(index)
    nodes[index].head, nodes[index].role = head, role
    if head >= 0:
        nodes[head].children.append(index)


def _raise_copula(nodes: list[Node], copula: int) -> None:
    """Let the copula head the clause: *happy* → *is* becomes *is* → *happy*."""
    linked = nodes[copula].head
    moved = [child for child in nodes[linked].children if child != copula and _belongs_to_clause(nodes, child, copula)]
    _move(nodes, copula, nodes[linked].head, nodes[linked].role)
    _move(nodes, linked, copula, Role.COMPLEMENT)
    for child in moved:
        _move(nodes, child, copula, nodes[child].role)


def _belongs_to_clause(nodes: list[Node], child: int, copula: int) -> bool:
    node = nodes[child]
    if node.role is Role.CONJUNCT:
        return node.word.upos in ("VERB", "AUX") or any(nodes[each].role is Role.SUBJECT for each in node.children)
    if node.role is Role.ADVERB:
        return child < copula or child == copula + 1
    return node.role in OF_CLAUSE


def _raise_prepositions(nodes: list[Node], noun: int) -> None:
    """Let the preposition head its noun: *Ulm* → *in* becomes *in* → *Ulm*; likewise *by* of *by doing*."""
    leads = list(_leads(nodes, noun))
    if not leads or nodes[noun].role is Role.POSSESSOR:
        return
    role, head = nodes[noun].role, nodes[noun].head
    if role in (
        Role.NOUN_ADVERBIAL,
        Role.COMPOUND,
        Role.COMPLEMENT,
        Role.ADVERBIAL_CLAUSE,
        Role.PARTICIPLE,
        Role.OTHER,
    ):
        role = Role.PREPOSITION
    is_verb = nodes[noun].word.upos in ("VERB", "AUX")
    for lead in leads:
        _move(nodes, lead, head, role)
        head, role = lead, Role.PREPOSITION
    _move(nodes, noun, head, Role.PREPOSITION_CLAUSE if is_verb else Role.PREPOSITION_OBJECT)


def _leads(nodes: list[Node], noun: int) -> Iterator[int]:
    """Yield the words of a noun's preposition, those of a fixed expression included (*because of*)."""
    form = verb_form(nodes[noun].word)
    for child in sorted(nodes[noun].children):
        node = nodes[child]
        if node.word.governor - 1 != noun:  # the preposition of another noun, which was raised to here
            continue
        marks_participle = node.role is Role.MARKER and node.word.upos == "ADP" and form is VerbForm.PRESENT_PARTICIPLE
        if node.role is Role.PREPOSITION or marks_participle:
            yield child
            yield from sorted(each for each in node.children if nodes[each].word.relation == "fixed")
