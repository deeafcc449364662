"""Split a sentence into the tokens that annotators select.

A tokenised sentence is split at its white space and nowhere else, so that its tokens are those of ``Sentence.tokens``.
In running text, punctuation marks and English clitics are split off their words. Chinese is split into characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

Span = tuple[int, int]
"""The characters from start up to, but not including, end."""

WORD = re.compile(r"\S+")
OPENING = "\"“”„«»‘‚'`([{<¿¡"
CLOSING = "\"“”«»’')]}>,;:!?…"
CLITIC = re.compile(r"(?<=\w)(?:n['’]t|['’](?:s|ll|re|ve|d|m))$", re.IGNORECASE)
END_MARKS = (".", "!", "?", "。", "！", "？", "''", '"')

ABBREVIATIONS = frozenset(
    re.findall(
        r"\w+",
        "mr mrs ms dr prof rev gen col capt lt sgt gov sen rep st mt jr sr inc ltd co corp bros vs etc no vol fig ed "
        "al approx ca bzw usw ggf evtl nr str hr fr frl ing dipl mio mrd jh chr geb gest sog vgl abb bd",
    )
)
"""Words whose full stop belongs to them."""

CHARACTERS = frozenset(("zh", "ja", "yue"))
"""Languages written without spaces, which are split into characters."""

IDEOGRAPHS = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\U00020000-\U0003ffff"
CHARACTER = re.compile(rf"[{IDEOGRAPHS}]|[^\W{IDEOGRAPHS}]+(?:[.,·'’&+/-][^\W{IDEOGRAPHS}]+)*%?|[^\w\s]")
"""An ideograph or kana, a word or number in other characters, or a mark."""

SEGMENTED = 3
"""Chinese with marks of their own and words of fewer characters than this on average is taken as segmented."""


def main_language(language: str) -> str:
    """Return the language without region or script.

    >>> main_language("zh-Hans"), main_language("DE_at")
    ('zh', 'de')
    """
    return re.split("[-_]", language.lower(), maxsplit=1)[0]


def split(text: str, language: str) -> list[Span]:
    """Split a sentence into tokens.

    >>> text = "She didn't stay (they say)."
    >>> [text[start:end] for start, end in split(text, "en")]
    ['She', 'did', "n't", 'stay', '(', 'they', 'say', ')', '.']
    >>> text = "Ann 's dog , a pug , didn't bark ."
    >>> [text[start:end] for start, end in split(text, "en")] == text.split()
    True
    """
    language = main_language(language)
    words = [match.span() for match in WORD.finditer(text)]
    if language in CHARACTERS:
        return words if _is_segmented(text.split()) else [match.span() for match in CHARACTER.finditer(text)]
    if _is_tokenised(text.split()):
        return words
    tokens: list[Span] = []
    for number, (start, end) in enumerate(words):
        following = text[slice(*words[number + 1])] if number + 1 < len(words) else ""
        tokens.extend(_split_word(text, start, end, following, language))
    return tokens


def _is_segmented(words: Sequence[str]) -> bool:
    """Whether every mark of a Chinese sentence stands alone and its words are short."""
    if any(len(word) > 1 and re.search("[，。、；：！？「」《》（）“”]", word) for word in words):
        return False
    ideographs = [re.findall(f"[{IDEOGRAPHS}]", word) for word in words]
    lengths = [len(found) for found in ideographs if found]
    return len(words) > 1 and (not lengths or sum(lengths) / len(lengths) < SEGMENTED)


def _is_tokenised(words: Sequence[str]) -> bool:
    """Whether marks stand alone; one glued comma is enough to say that the sentence is running text.

    If the sentence ends in a mark of its own, other glued marks belong to their words: *Yahoo!*, *'70s*.
    """
    if not words:
        return True
    if any(re.search(r"\w\W*[,;]$", word) for word in words):
        return False
    if words[-1] in END_MARKS and len(words) > 1:
        return True
    return not any(re.search(r"^[\"“„«(\[]\w|\w[:!?\"”»)\]]$", word) for word in words) and not _ends_sentence(
        words[-1], ""
    )


def _split_word(text: str, start: int, end: int, following: str, language: str) -> Iterator[Span]:
    """Split the marks, the clitic and the sentence's full stop off a word, from the outside in."""
    after: list[Span] = []
    while end - start > 1 and text[start] in OPENING and not _belongs_to_word(text[start:end]):
        yield start, start + 1
        start += 1
    while end - start > 1:
        if text.startswith("...", end - 3) and end - 3 > start:
            cut = end - 3
        elif text[end - 1] in CLOSING or _ends_sentence(text[start:end], "" if after else following):
            cut = end - 1
        else:
            break
        after.append((cut, end))
        end = cut
    clitic = CLITIC.search(text, start, end) if language == "en" else None
    if clitic:
        yield start, clitic.start()
        start = clitic.start()
    yield start, end
    yield from reversed(after)


def _belongs_to_word(word: str) -> bool:
    """Whether an opening mark is part of the word: *'70s*, *(s)he*."""
    return bool(re.match(r"['’‘]\d\ds?\b", word)) or bool(re.match(r"\(\w+\)\w", word))


def _ends_sentence(word: str, following: str) -> bool:
    """Whether the full stop at the end of a word is the sentence's and not that of an abbreviation or ordinal."""
    if not word.endswith(".") or len(word) == 1 or (following and not following[0].isupper()):
        return False
    stem = word[:-1].strip(OPENING + CLOSING)
    if "." in stem or stem.lower() in ABBREVIATIONS or (len(stem) == 1 and stem.isalpha() and stem.isupper()):
        return False
    return not (stem.isdigit() and following)
