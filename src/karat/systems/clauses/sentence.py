"""A parsed sentence as the rules see it: grammatical roles of one scheme, whatever parser made them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from karat.model.alignment import SPELLINGS
from karat.one_line import one_line

decode_brackets = SPELLINGS["bracket codes"]
"""Write ``-LRB-``, as treebanks do, as the bracket that it stands for."""

Piece = int | str
"""A token's index in the sentence, or a word that is not in it, as *is* between a name and its apposition."""

Phrase = tuple[Piece, ...]
"""The pieces of a slot, in the order in which they are written."""


class Role(StrEnum):
    """What a token is to its head.

    A verb heads its clause, auxiliaries and copulas included; a preposition heads its noun.
    """

    ROOT = "root"
    SUBJECT = "subject"
    CLAUSAL_SUBJECT = "clausal subject"
    EXPLETIVE = "expletive"
    OBJECT = "object"
    INDIRECT_OBJECT = "indirect object"
    COMPLEMENT = "complement"
    """What a copula says of its subject: a noun, an adjective."""
    OBJECT_COMPLEMENT = "object complement"
    """What a verb as *call*, *elect* makes of its object, or of its subject in the passive."""
    AGENT = "agent"
    """*By* in a passive clause."""
    PREPOSITION = "preposition"
    PREPOSITION_OBJECT = "object of a preposition"
    PREPOSITION_CLAUSE = "clause of a preposition"
    NOUN_ADVERBIAL = "noun as an adverbial"
    ADVERB = "adverb"
    STATEMENT = "statement"
    """A finite clause as an object: *says that …*."""
    INFINITIVE = "infinitive"
    """A clause without a subject of its own as an object: *wants to …*, *began doing …*."""
    ADVERBIAL_CLAUSE = "adverbial clause"
    RELATIVE_CLAUSE = "relative clause"
    PARTICIPLE = "participle"
    """A clause without a finite verb that modifies a noun."""
    APPOSITION = "apposition"
    CONJUNCT = "conjunct"
    COORDINATOR = "coordinator"
    MARKER = "marker"
    AUXILIARY = "auxiliary"
    PASSIVE_AUXILIARY = "passive auxiliary"
    NEGATION = "negation"
    PARTICLE = "particle"
    DETERMINER = "determiner"
    ADJECTIVE = "adjective"
    NUMBER = "number"
    COMPOUND = "compound"
    POSSESSOR = "possessor"
    POSSESSIVE_MARK = "possessive mark"
    PARATAXIS = "parataxis"
    PUNCTUATION = "punctuation"
    OTHER = "other"


class VerbForm(StrEnum):
    """The form of a verb, which decides what it can be without a subject."""

    FINITE = "finite"
    INFINITIVE = "infinitive"
    PRESENT_PARTICIPLE = "present participle"
    PAST_PARTICIPLE = "past participle"


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the sentence; ``head`` is the index of another one, -1 for a root.

    ``start`` and ``end`` are its characters in the text. ``surface`` is what the text has there, which differs from the
    form where a parser splits a contraction: German *zum* has the tokens *zu* and *dem*, the second with *m*; and where
    the text has a treebank's code for a bracket, ``-LRB-``.
    """

    index: int
    form: str
    lemma: str
    upos: str
    xpos: str
    head: int
    role: Role
    start: int
    end: int
    surface: str
    verb_form: VerbForm | None = None
    is_relative: bool = False
    """Whether it is a pronoun or adverb that opens a relative clause or a question."""

    __repr__ = one_line


class Parse:
    """A text's tokens, and the children of each from left to right; a text of several sentences has several roots."""

    __slots__ = ("children", "language", "text", "tokens")

    def __init__(self, text: str, tokens: Sequence[Token], language: str = "en") -> None:
        self.text = text
        self.language = language
        self.tokens = tuple(tokens)
        children: list[list[int]] = [[] for _ in tokens]
        for token in tokens:
            if token.head >= 0:
                children[token.head].append(token.index)
        self.children = tuple(map(tuple, children))

    def __repr__(self) -> str:
        return f"Parse({self.text!r})"

    def __len__(self) -> int:
        return len(self.tokens)

    def role(self, index: int) -> Role:
        return self.tokens[index].role

    def first(self, index: int, *roles: Role) -> int | None:
        """Return the first child in one of the roles."""
        return next(self.all(index, *roles), None)

    def all(self, index: int, *roles: Role) -> Iterator[int]:
        """Yield the children in one of the roles."""
        tokens = self.tokens
        return (child for child in self.children[index] if tokens[child].role in roles)

    def subtree(self, index: int) -> list[int]:
        """Return the token and all that it governs, in the order of the sentence."""
        pending, members = [index], []
        while pending:
            node = pending.pop()
            members.append(node)
            pending.extend(self.children[node])
        return sorted(members)

    def ancestors(self, index: int) -> Iterator[int]:
        """Yield the token's head, the head's head, and so on."""
        head = self.tokens[index].head
        while head >= 0:
            yield head
            head = self.tokens[head].head

    def conjuncts(self, index: int) -> list[int]:
        """Return the token and all that is coordinated with it, in the order of the sentence."""
        pending, members = [index], []
        while pending:
            node = pending.pop()
            members.append(node)
            pending.extend(self.all(node, Role.CONJUNCT))
        return sorted(members)

    def render(self, phrase: Iterable[Piece]) -> str:
        """Write a phrase as the text writes it: neighbours without a space between them are joined."""
        pieces = list(phrase)
        written: list[str] = []
        for number, piece in enumerate(pieces):
            if isinstance(piece, str):
                clitic = piece.startswith("'") and any(map(self.is_glued, range(len(self))))
                written.append(piece if clitic else f" {piece}")
            elif number and pieces[number - 1] == piece - 1 and self.is_glued(piece):
                written.append(self.tokens[piece].surface)
            elif pieces[number + 1 : number + 2] == [piece + 1] and self.is_glued(piece + 1):
                written.append(f" {self.tokens[piece].surface}")
            else:
                token = self.tokens[piece]
                written.append(f" {token.surface if decode_brackets(token.surface) == token.form else token.form}")
        return " ".join("".join(written).split())

    def is_glued(self, index: int) -> bool:
        """Tell whether no space is between the token and the one before it."""
        return index > 0 and self.tokens[index].start == self.tokens[index - 1].end


def locate(text: str, forms: Sequence[str]) -> list[tuple[int, int]]:
    """Return the characters of each word in the text.

    A word that the text does not spell, as those of the German contraction *im*, has what is left of the token before
    it, or else the next token; nothing, if that is the next word.
    """
    places: list[tuple[int, int]] = []
    position = 0
    for number, form in enumerate(forms):
        before = position
        while position < len(text) and text[position].isspace():
            position += 1
        code = position + len("-LRB-")
        if text.startswith(form, position):
            places.append((position, position + len(form)))
        elif len(form) == 1 and decode_brackets(text[position:code]) == form:
            places.append((position, code))
        else:
            following = forms[number + 1] if number + 1 < len(forms) else None
            places.append(_unspelled(text, before, position, following))
        position = places[-1][1]
    return places


def _unspelled(text: str, before: int, position: int, following: str | None) -> tuple[int, int]:
    if following and text.startswith(following, position):
        return before, before
    end = position
    while end < len(text) and not text[end].isspace() and not (following and text.startswith(following, end)):
        end += 1
    return position, end
