"""The section on robustness: what a clique is, its charts, and the cliques they show, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.html.elements import Content, Html, element, table
from karat.reports.html.figures.dumbbells import drawn_cliques
from karat.reports.html.summary import whole_table
from karat.reports.tables.robustness import tabulate_robustness
from karat.reports.tables.table import printable
from karat.results.cliques.pictures import WideClique
from karat.results.cliques.robustness import robustness
from karat.results.evaluation import Evaluation
from karat.results.statistics.estimate import format_value

STAND_IN = (
    "The paraphrases have no gold of their own here: the tuples of their originals stand in for it. Part of what is "
    "lost from the originals to the worst of each clique is therefore words that a paraphrase does not have, and these "
    "are no figures of the benchmark."
)


def robustness_section(evaluation: Evaluation, figures: Content, threshold: float) -> list[Content]:
    """Put the section together; the charts end with that of the cliques, which are listed below it.

    ``threshold`` is the spread below which a clique counts as steady.
    """
    note = element("p", element("strong", "Stand-in gold. "), STAND_IN, class_="note")
    return [
        note if any(one.stand_in for one in evaluation.systems[0].measurements) else None,
        element(
            "p",
            "The sentences of a clique say the same. A clique scores what its worst sentence scores, and a robust "
            "system loses little by that.",
        ),
        whole_table(tabulate_robustness(evaluation, robustness(evaluation, threshold=threshold)), "F1 within cliques"),
        figures,
        clique_list(evaluation),
    ]


def clique_list(evaluation: Evaluation) -> Html:
    """The cliques that are drawn, to be opened one by one: each sentence with its F1 by each system."""
    texts = {} if evaluation.grounds is None else {each.id: each.text for each in evaluation.grounds.sentences}
    names = [printable(system.name) for system in evaluation]
    return element(
        "details",
        element("summary", "These cliques, sentence by sentence"),
        (_opened(each, texts, names) for each in drawn_cliques(evaluation)),
        class_="cliques",
    )


def _opened(clique: WideClique, texts: dict[str, str], names: Sequence[str]) -> Html:
    rows: list[list[Content]] = []
    for place, member in enumerate(clique.scores[0].members):
        sentence = printable(texts.get(member.sentence, member.sentence))
        kind = element("small", "original" if not place else f"paraphrase {place}", class_="quiet")
        rows.append([[sentence, " ", kind], *(_f1(clique, system, place) for system in range(len(names)))])
    caption = f"F1 of each sentence of clique {printable(clique.id)}"
    return element(
        "details",
        element("summary", f"{printable(clique.id)}: {printable(clique.text)}"),
        table(("sentence", *(f"F1 of {name}" for name in names)), rows, caption=caption, class_="sentences"),
    )


def _f1(clique: WideClique, system: int, place: int) -> Content:
    """A member's F1, marked if it is the clique's worst."""
    score = clique.scores[system]
    text = format_value(float(score.members[place].f1))
    if score.members[place] is not score.worst:
        return text
    return [element("b", text), " ", element("small", "worst")]
