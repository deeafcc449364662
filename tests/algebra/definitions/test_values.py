"""A metric is a value: frozen, hashable, equal by meaning, printed as in the paper, with a signature."""

from __future__ import annotations

import dataclasses
import json
import pickle
from fractions import Fraction
from typing import Any

import pytest

from karat import algebra as k
from karat.algebra.definitions import structures as s
from karat.version import __version__


def half(x: Any) -> Fraction:
    return Fraction(1, 2)


def links_of(shared: int, predicted: int, gold: int) -> int:
    return max(0, shared - 1)


def same(x: Any, y: Any) -> int:
    return int(x == y)


mentions = k.match(k.equal)
argument = k.product(type=k.equal, args=mentions)

# definition, text, LaTeX, what the signature says
TABLE = [
    pytest.param(k.equal, "δ", r"\delta", id="δ"),
    pytest.param(k.latent, "φ̃", r"\tilde{\phi}", id="latent"),
    pytest.param(k.subset, "φ⊆", r"{\phi_{\subseteq}}", id="subset"),
    pytest.param(k.function(same), "same", r"\mathrm{same}", id="function"),
    pytest.param(k.function(same, "a_b"), "a_b", r"\mathrm{a\_b}", id="function with a name"),
    pytest.param(
        k.product(left=k.equal, right=k.equal),
        "δ_left × δ_right",
        r"\delta_{\text{left}} \times \delta_{\text{right}}",
        id="equation 8",
    ),
    pytest.param(
        k.product(subject=k.product(left=k.equal, right=k.equal), type=k.equal),
        "(δ_left × δ_right)_subject × δ_type",
        r"(\delta_{\text{left}} \times \delta_{\text{right}})_{\text{subject}} \times \delta_{\text{type}}",
        id="a record inside a record",
    ),
    pytest.param(
        k.product(k.equal, mentions),
        "δ_0 × Σ↔_1[δ]",
        r"\delta_{\text{0}} \times \Sigma^{\leftrightarrow}_{\text{1}}[\delta]",
        id="positions",
    ),
    pytest.param(
        k.match(k.product(gov=k.equal, dep=k.equal)).f1,
        "F↔[δ_gov × δ_dep]",
        r"\mathrm{F}^{\leftrightarrow}[\delta_{\text{gov}} \times \delta_{\text{dep}}]",
        id="equation 11: UAS",
    ),
    pytest.param(
        k.match(argument).f1,
        "F↔[δ_type × Σ↔_args[δ]]",
        r"\mathrm{F}^{\leftrightarrow}[\delta_{\text{type}} \times \Sigma^{\leftrightarrow}_{\text{args}}[\delta]]",
        id="equation 16",
    ),
    pytest.param(
        k.match(mentions.f1).f1,
        "F↔[F↔[δ]]",
        r"\mathrm{F}^{\leftrightarrow}[\mathrm{F}^{\leftrightarrow}[\delta]]",
        id="equation 19: CEAF φ4",
    ),
    pytest.param(
        k.match(mentions.excess(1), k.N_TO_N).recall,
        "R~[max{0, Σ↔[δ] − 1}]",
        r"\mathrm{R}^{\sim}[\max\{0, \Sigma^{\leftrightarrow}[\delta] - 1\}]",
        id="equation 22: MUC",
    ),
    pytest.param(
        k.match(k.product(role=k.equal, entity=k.subset), k.N_TO_ONE).f1,
        "F→[δ_role × φ⊆_entity]",
        r"\mathrm{F}^{\rightarrow}[\delta_{\text{role}} \times {\phi_{\subseteq}}_{\text{entity}}]",
        id="equation 27: CEAF-RME",
    ),
    pytest.param(
        mentions.jaccard.above(0.5),
        "⟦J↔[δ] > 0.5⟧",
        r"\llbracket \mathrm{J}^{\leftrightarrow}[\delta] > 0.5 \rrbracket",
        id="equation 29",
    ),
    pytest.param(
        mentions.f1.at_least(1),
        "⟦F↔[δ] ≥ 1⟧",
        r"\llbracket \mathrm{F}^{\leftrightarrow}[\delta] \geq 1 \rrbracket",
        id="equation 31",
    ),
    pytest.param(
        k.product(props=k.match(k.product(rel=k.equal, subj=k.latent))).f1,
        "F↔_props[δ_rel × φ̃_subj]",
        r"\mathrm{F}^{\leftrightarrow}_{\text{props}}[\delta_{\text{rel}} \times \tilde{\phi}_{\text{subj}}]",
        id="equation 35: Smatch",
    ),
    pytest.param(mentions.f(0.5), "F0.5↔[δ]", r"\mathrm{F0.5}^{\leftrightarrow}[\delta]", id="Fβ"),
    pytest.param(k.match(k.equal, k.ONE_TO_N).precision, "P←[δ]", r"\mathrm{P}^{\leftarrow}[\delta]", id="1:N"),
    pytest.param(
        k.match(k.equal, k.GREEDY).f1,
        "F↔ᵍ[δ]",
        r"\mathrm{F}^{\overset{\mathrm{g}}{\leftrightarrow}}[\delta]",
        id="greedy",
    ),
    pytest.param(k.equal.weighted(half), "half·δ", r"\mathrm{half} \cdot \delta", id="weights"),
    pytest.param(k.equal.on(str), "δ∘str", r"\delta \circ \mathrm{str}", id="transform"),
    pytest.param(k.equal.on(predicted=str, gold=repr), "δ∘str/repr", r"\delta \circ \mathrm{str/repr}", id="sides"),
    pytest.param(k.maximum(k.equal), "max[δ]", r"\max[\delta]", id="maximum"),
    pytest.param(
        k.counted(links_of), "links_of(Σ↔[δ])", r"\mathrm{links\_of}(\Sigma^{\leftrightarrow}[\delta])", id="counted"
    ),
    pytest.param(
        k.product(a=k.union({int: k.equal, type(None): k.equal})),
        "(δ_int | δ_None)_a",
        r"(\delta_{\text{int}} \mid \delta_{\text{None}})_{\text{a}}",
        id="cases",
    ),
    pytest.param(
        k.mean(mentions.f1, k.equal.f1),
        "mean(F↔[δ], F[δ])",
        r"\tfrac{1}{2}\left(\mathrm{F}^{\leftrightarrow}[\delta] + \mathrm{F}[\delta]\right)",
        id="a mean",
    ),
    pytest.param(
        k.times(k.match(k.product(type=k.equal)).f1, k.match(argument).f1),
        "F↔[δ_type] · F↔[δ_type × Σ↔_args[δ]]",
        r"\mathrm{F}^{\leftrightarrow}[\delta_{\text{type}}] \cdot "
        r"\mathrm{F}^{\leftrightarrow}[\delta_{\text{type}} \times \Sigma^{\leftrightarrow}_{\text{args}}[\delta]]",
        id="equation 47",
    ),
    pytest.param(
        k.sides(precision=k.match(k.equal, k.GREEDY), recall=k.match(k.equal, k.BEST_PER_GOLD)),
        "F(P: Σ↔ᵍ[δ], R: Σ←[δ])",
        r"\mathrm{F}(P: \Sigma^{\overset{\mathrm{g}}{\leftrightarrow}}[\delta], R: \Sigma^{\leftarrow}[\delta])",
        id="sides apart",
    ),
]


@pytest.mark.parametrize(("definition", "text", "latex"), TABLE)
def test_notation(definition: Any, text: str, latex: str) -> None:
    assert str(definition) == text
    assert definition.latex() == latex


@pytest.mark.parametrize(("definition", "text", "latex"), TABLE)
def test_latex_is_balanced(definition: Any, text: str, latex: str) -> None:
    found = definition.latex()
    assert found.isascii()
    for opening, closing in ("{}", "[]", "()"):
        depth = 0
        for sign in found:
            depth += (sign == opening) - (sign == closing)
            assert depth >= 0
        assert depth == 0
    assert found.count(r"\left") == found.count(r"\right") + found.count(r"\leftrightarrow") + found.count(
        r"\leftarrow"
    ) - found.count(r"\rightarrow")


@pytest.mark.parametrize(("definition", "text", "latex"), TABLE)
def test_definitions_are_frozen_and_hashable(definition: Any, text: str, latex: str) -> None:
    name = dataclasses.fields(definition)[0].name if dataclasses.fields(definition) else "anything"
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(definition, name, None)
    assert {definition: 1}[definition] == 1
    assert definition == pickle.loads(pickle.dumps(definition))


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        pytest.param(k.match(k.equal).f1, k.match(k.equal, k.ONE_TO_ONE).f(1), True, id="two ways to write it"),
        pytest.param(k.match(k.equal).f1, k.match(k.equal).f1.named("mention_f1"), True, id="a name does not matter"),
        pytest.param(k.match(k.equal).f1, k.match(k.equal, k.N_TO_ONE).f1, False, id="a constraint does"),
        pytest.param(k.match(k.equal).f1, k.match(k.equal).f(2), False, id="β does"),
        pytest.param(k.match(k.equal).f1, k.match(k.equal).f1.with_empty(1), False, id="the value of 0/0 does"),
        pytest.param(k.match(k.equal), k.match(k.equal, literal=True), False, id="literal"),
        pytest.param(k.match(k.equal), k.match(k.equal, distinct=True), False, id="distinct"),
        pytest.param(k.match(k.equal), k.match(k.equal, order=k.SEQUENCE), False, id="order"),
        pytest.param(k.product(a=k.equal), k.product(b=k.equal), False, id="another field"),
        pytest.param(k.equal.above(0.5), k.equal.at_least(0.5), False, id="strict or not"),
        pytest.param(k.function(same), k.function(same), True, id="the same function"),
        pytest.param(k.mean(k.equal.f1), k.mean(k.equal.f1).named("mean"), True, id="a named mean"),
        pytest.param(k.mean(k.equal.f1), k.times(k.equal.f1), False, id="a mean is no product"),
    ],
)
def test_equal_by_meaning(one: Any, other: Any, equal: bool) -> None:
    assert (one == other) is equal
    assert not equal or hash(one) == hash(other)


@pytest.mark.parametrize(
    ("metric", "signature"),
    [
        pytest.param(
            k.match(argument).f1.named("argument"),
            "argument|def:F↔[δ_type × Σ↔_args[δ]]|match:one_to_one|avg:micro|empty:undefined",
            id="named",
        ),
        pytest.param(
            k.match(k.equal, k.N_TO_ONE, ties=k.FIRST, distinct=True, literal=True).f1.with_empty(1),
            "metric|def:F→[δ]|match:n_to_one|ties:first|distinct|literal|avg:micro|empty:1",
            id="every choice of a matching",
        ),
        pytest.param(
            k.match(k.equal, order=k.SEQUENCE).recall,
            "metric|def:R↔[δ]|match:one_to_one|order:sequence|avg:micro|empty:undefined",
            id="a sequence",
        ),
        pytest.param(
            k.match(k.equal, by=k.maximum(k.equal)).f1,
            "metric|def:F↔[δ]|match:one_to_one|by:max[δ]|avg:micro|empty:undefined",
            id="aligned by another similarity",
        ),
        pytest.param(
            k.sides(precision=k.match(k.equal, k.GREEDY), recall=k.match(k.equal), empty=0).named("carb"),
            "carb|p:Σ↔ᵍ[δ]|r:Σ↔[δ]|ties:order|avg:micro|empty:0",
            id="sides",
        ),
        pytest.param(k.mean(k.equal.f1).named("conll"), "conll|def:mean(F[δ])|of:mean|avg:micro", id="a mean"),
    ],
)
def test_signature_names_each_choice(metric: k.Metric, signature: str) -> None:
    assert metric.signature == f"{signature}|v:{__version__}"


SCORES = [
    pytest.param(k.match(k.equal).f1([1, 2], [2, 3]), id="whole numbers"),
    pytest.param(k.match(mentions.f1).f1([[1, 2]], [[2, 3], [4]]), id="fractions"),
    pytest.param(k.match(k.equal).f(0.5, empty=1)([], []), id="β and 0/0"),
    pytest.param(k.mean(mentions.f1, k.times(mentions.f1, mentions.jaccard))([1], [1, 2]), id="composite"),
    pytest.param(k.match(k.product(k.latent, k.equal)).f1([("x", 1)], [("y", 1)]), id="with a bound"),
]


@pytest.mark.parametrize("score", SCORES)
def test_scores_travel_as_json(score: k.Scored) -> None:
    again = k.from_json(json.loads(json.dumps(score.to_json())))
    assert again == score
    assert again.value == score.value
    assert again + score == score + score


def test_a_score_says_it_all() -> None:
    score = k.match(mentions.f1).f1([[1, 2], [9]], [[2, 3]])
    assert score.masses == (Fraction(1, 2), 2, Fraction(1, 2), 1)
    assert (score.precision, score.recall, score.f1, score.value) == (1 / 4, 1 / 2, 1 / 3, 1 / 3)
    assert float(score) == 1 / 3
    assert score.exact == Fraction(1, 3)


def test_the_similarity_of_variables_is_not_replaced_by_a_module() -> None:
    assert k.match(k.product(k.latent, k.equal)).f1([("x", 1)], [("y", 1)]).exact == 1
    assert isinstance(k.latent, s.Latent)


def test_all_names_are_there() -> None:
    assert [name for name in k.__all__ if not hasattr(k, name)] == []
    assert sorted(set(k.__all__)) == sorted(k.__all__)
