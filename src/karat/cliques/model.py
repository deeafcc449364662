"""Paraphrases from a language model that is given the target syntax, with a prompt of our own."""

from __future__ import annotations

import re

from karat.cliques.parses import render_labels
from karat.formats.llm.answers import declines, without_thoughts
from karat.model import Tree
from karat.systems.chat import ChatEndpoint, Message, Refusal

INSTRUCTION = (
    "You rewrite sentences in another syntax. Keep every fact, name, number, time and place, add nothing, leave "
    "nothing out. The result is one correct, natural sentence in the language of the original."
)
QUESTION = """\
Rewrite this sentence:
{sentence}

The constituency tree of your sentence should begin like this (Penn Treebank labels, upper levels only, without words; \
what stands below them is up to you):
{parse}

That is, from left to right: {parts}.

Answer with the rewritten sentence alone, on one line, without quotation marks around it."""

PHRASES = {
    "S": "a clause",
    "SBAR": "a subordinate clause",
    "SBARQ": "a question with a question word",
    "SINV": "an inverted clause",
    "SQ": "a yes-no question",
    "NP": "a noun phrase",
    "VP": "a verb phrase",
    "PP": "a prepositional phrase",
    "ADJP": "an adjective phrase",
    "ADVP": "an adverb phrase",
    "WHNP": "a noun phrase with a question word",
    "WHADVP": "an adverb phrase with a question word",
    "WHPP": "a prepositional phrase with a question word",
    "CC": "a conjunction",
    "RB": "an adverb",
    "IN": "a preposition or a subordinating conjunction",
    "MD": "a modal verb",
    "EX": "an existential 'there'",
    "FRAG": "a fragment",
    "PRN": "a parenthesis",
    "INTJ": "an interjection",
    ",": "a comma",
    ".": "a final mark",
    ":": "a colon, a semicolon or a dash",
    "``": "an opening quotation mark",
    "''": "a closing quotation mark",
}
FENCE = re.compile(r"\s*(?:```[\w-]*\s*)?")
MARKS = frozenset("\"'“”‘’")
DOUBLE_MARKS = frozenset('"“”')


class ModelParaphraser:
    """A language model behind an endpoint."""

    def __init__(self, endpoint: ChatEndpoint) -> None:
        self.endpoint = endpoint
        self.name = endpoint.name

    def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
        """Ask the model; an answer of several lines, reasoning and an introduction aside, is a refusal."""
        answer = self.endpoint.ask(prompt(sentence, target))
        if isinstance(answer, Refusal):
            return answer
        lines = [line.strip() for line in without_thoughts(answer).splitlines() if not FENCE.fullmatch(line)]
        if len(lines) == 2 and lines[0].endswith(":"):  # Here is the sentence:
            del lines[0]
        if len(lines) != 1:
            return Refusal(f"expected one line, found {len(lines)}: {' / '.join(lines)[:200]}")
        text = _unquote(lines[0], sentence)
        if declines(text) and not declines(sentence):
            return Refusal(f"refused: {text[:200]}")
        return text or Refusal("expected a sentence, found quotation marks alone")

    def close(self) -> None:
        """Close the connections."""
        self.endpoint.close()


def prompt(sentence: str, target: Tree) -> tuple[Message, ...]:
    """Write the messages that ask for a paraphrase in a given syntax."""
    parts = ", ".join(PHRASES.get(child.label, child.label) for child in target.children) or target.label
    question = QUESTION.format(sentence=sentence, parse=render_labels(target), parts=parts)
    return Message("system", INSTRUCTION), Message("user", question)


def _unquote(text: str, sentence: str) -> str:
    """Remove quotation marks around an answer, unless the sentence has them or there are more inside."""
    inner = text[1:-1]
    around = len(text) > 1 and text[0] in MARKS and text[-1] in MARKS and not set(inner) & DOUBLE_MARKS
    return inner.strip() if around and sentence[:1] not in MARKS else text
