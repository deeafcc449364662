"""Suggested optional tokens of Chinese (guidelines A.1.3 and A.2), from jieba's words.

There are no articles (A.2.1). A word of several characters is suggested as a group, since each character is a token.
"""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.structure.chinese import head_after, modifier_before
from karat.annotate.language.suggestions.rule import Rule
from karat.annotate.language.vocabulary import words

Found = Iterator[tuple[TaggedWord, ...]]

TITLES = words("先生 女士 小姐 教授 博士 总统 总理 主席 国王 女王 将军 上校 船长 法官 爵士")
TENSE = words("曾 曾经 已 已经 正在 将")
APPROXIMATIONS = words("约 大约 近 将近 接近 大概 左右")
ASPECT = words("了 着 过")
DEMONSTRATIVES = words("这 那 该 此 这些 那些 这个 那个 这种")
GRADABLE = words("著名 重要 主要 大型 小型 巨大 新 旧 大 小 老 年轻 古老 现代 传统 普通 特殊 优秀 杰出 伟大 成功 知名")


def aspect(parse: Parse) -> Found:
    """*卖[了]船*: a particle that says only that something is over or goes on."""
    for word in parse:
        before = parse.before(word)
        if word.text in ASPECT and word.tag.startswith("u") and before is not None and before.pos == "VERB":
            yield (word,)


def tenses(parse: Parse) -> Found:
    """*[曾]担任*, *[已经]获救*: adverbs that say only when."""
    for word in parse:
        if word.text in TENSE and word.pos == "ADV":
            yield (word,)


def approximations(parse: Parse) -> Found:
    """*[约]六十艘船*."""
    for word in parse:
        following = parse.after(word)
        if word.text in APPROXIMATIONS and following is not None and following.pos == "NUM":
            yield (word,)


def articles(parse: Parse) -> Found:
    """*[一艘]船*: *one* with its measure word stands where other languages have an article (A.2.1)."""
    for word in parse:
        following = parse.after(word)
        is_one = word.pos == "NUM" and word.text.startswith("一") and len(word.text) == 2
        if is_one and following is not None and following.pos in ("NOUN", "ADJ", "PROPN"):
            yield (word,)


def demonstratives(parse: Parse) -> Found:
    """*[该]船*, *[这]艘船*."""
    for word in parse:
        following = parse.after(word)
        if word.text in DEMONSTRATIVES and following is not None and following.pos in ("NOUN", "NUM", "PROPN"):
            yield (word,)


def titles(parse: Parse) -> Found:
    """*王芳[教授]*."""
    for word in parse:
        before = parse.before(word)
        if word.text in TITLES and before is not None and before.tag.startswith("nr"):
            yield (word,)


def adjectives(parse: Parse) -> Found:
    """*[著名]画家*, and with its particle *[著名的]画家*."""
    for word in parse:
        following = parse.after(word)
        if word.text not in GRADABLE or following is None or word.pos not in ("ADJ", "NOUN", "VERB"):
            continue
        if following.text == "的":
            if head_after(parse, following):
                yield (word, following)
        elif following.pos in ("NOUN", "PROPN"):
            yield (word,)


def modifiers(parse: Parse) -> Found:
    """*[奥斯陆的]港口*, *[在奥斯陆的]港口*: what stands before a noun with 的 (A.2.2)."""
    for word in parse:
        if word.text == "的" and head_after(parse, word):
            modifier = modifier_before(parse, word)
            if modifier:
                yield (*modifier, word)


RULES = (
    Rule("aspect", "A.1.3", aspect),
    Rule("tense", "A.1.3", tenses),
    Rule("approximation", "A.1.3", approximations),
    Rule("one with a measure word", "A.2.1", articles),
    Rule("demonstrative", "A.1.3", demonstratives),
    Rule("title", "A.1.3", titles),
    Rule("adjective", "A.1.3", adjectives),
    Rule("modifier with 的", "A.2.2", modifiers),
)
