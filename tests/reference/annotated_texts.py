"""Small texts that two annotators cut into sentences, tokens and words, each in a way of their own."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise
from typing import NamedTuple

Key = tuple[int, int, int]
"""A word by the characters of its token, and its number among the words of the token."""


class Word(NamedTuple):
    """A line of CoNLL-U; ``head`` is a number in the sentence, 0 for the root."""

    form: str
    lemma: str
    upos: str
    xpos: str
    features: str
    head: int
    relation: str


class Token(NamedTuple):
    """What stands in the text; a contraction has words of other forms behind it."""

    form: str
    words: tuple[Word, ...]
    contracted: bool


class Memory(NamedTuple):
    """What the words of a text had, and what governed them, when they were last seen."""

    words: dict[Key, Word]
    heads: dict[Key, Key | None]


Sentence = tuple[Token, ...]
Text = tuple[Sentence, ...]

Cut = tuple[int, int, tuple[str, ...]]
"""A token by the characters it covers, and the forms of the words behind it if it is a contraction."""

RELATIONS = ("nsubj", "obj", "root", "det", "case", "aux", "punct", "nsubj:pass", "aux:pass", "case:of", "flat:name")
FEATURES = ("_", "Case=Nom", "Case=Nom|Number=Sing", "Number=Sing|Case=Nom", "Case=Dat", "Own=Yes", "Own=Yes|Case=Nom")
SPACES = "\u0020\u00a0\u2003\u3000"


def draw_pair(rng: random.Random) -> tuple[Text, Text]:
    """A system's reading of a text, and the gold's: alike in most places."""
    text = "".join(rng.choice("aabbABcß") for _ in range(rng.randint(2, 9)))
    gold_cuts = draw_cuts(rng, text, {})
    kept = {(start, end): forms for start, end, forms in gold_cuts}
    system_cuts = draw_cuts(rng, text, kept if rng.random() < 0.8 else {})
    memory = Memory({}, {})
    gold_ends = draw_sentence_ends(rng, gold_cuts, set())
    gold = annotate(rng, text, gold_cuts, gold_ends, memory)
    system_ends = draw_sentence_ends(rng, system_cuts, gold_ends)
    return annotate(rng, text, system_cuts, system_ends, memory), gold


def draw_cuts(rng: random.Random, text: str, kept: dict[tuple[int, int], tuple[str, ...]]) -> list[Cut]:
    """Cut a text into tokens, with many of those that are to be kept."""
    cuts: list[Cut] = []
    start = 0
    while start < len(text):
        again = [end for first, end in kept if first == start and rng.random() < 0.7]
        end = again[0] if again else min(len(text), start + rng.choice((1, 1, 2, 3)))
        forms = kept.get((start, end), ()) if rng.random() < 0.7 else draw_forms(rng)
        cuts.append((start, end, forms))
        start = end
    return cuts


def draw_forms(rng: random.Random) -> tuple[str, ...]:
    if rng.random() < 0.55:
        return ()
    return tuple(rng.choice(("a", "a", "b", "A", "ab", "SS", "ß")) for _ in range(rng.choice((2, 2, 3))))


def draw_sentence_ends(rng: random.Random, cuts: list[Cut], kept: set[int]) -> set[int]:
    """Where sentences end, as characters; many where the other annotator ends one too."""
    ends = {end for _, end, _ in cuts if rng.random() < (0.8 if end in kept else 0.15)}
    return ends | {cuts[-1][1]}


def annotate(rng: random.Random, text: str, cuts: list[Cut], ends: set[int], memory: Memory) -> Text:
    """Give each word what it had when it was last seen, with some changes."""
    bounds = [0, *sorted(ends)]
    return tuple(
        annotate_sentence(rng, text, [cut for cut in cuts if first <= cut[0] < last], memory)
        for first, last in pairwise(bounds)
    )


def annotate_sentence(rng: random.Random, text: str, cuts: list[Cut], memory: Memory) -> Sentence:
    keys = [(start, end, number) for start, end, forms in cuts for number in range(max(1, len(forms)))]
    forms = [form for start, end, inner in cuts for form in (inner or (text[start:end],))]
    heads = draw_heads(rng, keys, memory)
    words = []
    for key, form, head in zip(keys, forms, heads, strict=True):
        drawn = draw_word(rng, form)
        old = memory.words.get(key, drawn)
        fields = {field: getattr(drawn if rng.random() < 0.1 else old, field) for field in Word._fields[1:]}
        words.append(Word(**{**fields, "form": form, "head": head}))
        memory.words[key] = words[-1]
        memory.heads[key] = keys[head - 1] if head else None
    lasts = list(accumulate(max(1, len(inner)) for _, _, inner in cuts))
    firsts = [0, *lasts]
    return tuple(
        Token(spaced(rng, text[start:end]), tuple(words[first:last]), bool(inner))
        for (start, end, inner), first, last in zip(cuts, firsts, lasts, strict=False)
    )


def draw_word(rng: random.Random, form: str) -> Word:
    return Word(
        form,
        rng.choice((form.lower(), form.lower(), "_", "be")),
        rng.choice(("NOUN", "NOUN", "VERB")),
        rng.choice(("N", "N", "_")),
        rng.choice(FEATURES),
        0,
        rng.choice(RELATIONS),
    )


def draw_heads(rng: random.Random, keys: list[Key], memory: Memory) -> list[int]:
    """A tree, most of whose words hang where they hung when they were last seen."""
    wanted = {key: memory.heads.get(key, key) for key in keys}
    roots = [key for key in keys if wanted[key] is None]
    root = rng.choice(roots or keys)
    heads: dict[Key, Key | None] = {root: None}
    while waiting := [key for key in keys if key not in heads]:
        ready = [key for key in waiting if wanted[key] in heads and rng.random() < 0.9]
        if ready:
            heads[ready[0]] = wanted[ready[0]]
        else:
            heads[rng.choice(waiting)] = rng.choice(list(heads))
    return [0 if (head := heads[key]) is None else keys.index(head) + 1 for key in keys]


def spaced(rng: random.Random, form: str) -> str:
    """Now and then a space in the token, which counts for nothing."""
    if rng.random() < 0.9:
        return form
    place = rng.randint(1, len(form))
    return form[:place] + rng.choice(SPACES) + form[place:]


def render(rng: random.Random, texts: list[Text]) -> str:
    """CoNLL-U, with comments and empty nodes here and there."""
    return "".join(render_sentence(rng, sentence) for text in texts for sentence in text)


def render_sentence(rng: random.Random, sentence: Sentence) -> str:
    lines = ["# a comment"] if rng.random() < 0.2 else []
    number = 0
    for token in sentence:
        if token.contracted:
            lines.append(f"{number + 1}-{number + len(token.words)}\t{token.form}" + "\t_" * 8)
        for word in token.words:
            number += 1
            form = word.form if token.contracted else token.form
            columns = (word.lemma, word.upos, word.xpos, word.features, word.head, word.relation, "_", "_")
            lines.append("\t".join(map(str, (number, form, *columns))))
        if rng.random() < 0.05:
            lines.append(f"{number}.1\tempty" + "\t_" * 8)
    return "\n".join(lines) + "\n\n"
