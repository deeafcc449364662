"""``karat study plan``: how large a study must be, and with how many labellers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from karat.cli.options import Json, Level, as_share, was_typed
from karat.cli.output import echo, print_json, status
from karat.reports.console import print_table
from karat.reports.tables.study.planning import tabulate_kappa, tabulate_labellers, tabulate_power, tabulate_width
from karat.reports.tables.table import Table
from karat.results.study.planning import (
    design_effect,
    plan_kappa,
    plan_labellers,
    plan_power,
    plan_width,
)

WIDTHS = (0.5, 0.75, 1.0, 1.5, 2.0)
DIFFERENCES = (1.0, 1.5, 2.0, 3.0)
"""What the tables show around what was asked for, as multiples of it."""
STEP = 0.1
FAR = 2
"""Up to so many steps below and above the expected share are shown."""
KAPPAS = (0.4, 0.6, 0.8)
BELONGS = {
    "width": ("level",),
    "difference": ("power", "unpaired", "correlation", "systems"),
    "kappa_width": ("level",),
    "labellers": ("level", "simulations", "seed", "extractions"),
}
"""Which options belong to which question, beside those that belong to several."""


@dataclass(frozen=True, slots=True)
class Part:
    """The answer to one question: its table, and the same as JSON."""

    name: str
    table: Table
    document: Any


@dataclass(frozen=True, slots=True)
class Expected:
    """What the plans assume."""

    precision: float
    kappa: float
    level: float
    effect: float


def share_if_given(value: float | None) -> float | None:
    """Take a number of more than 1 as a percentage, if there is one."""
    return None if value is None else as_share(value)


def plan(
    context: typer.Context,
    width: Annotated[
        float | None,
        typer.Option(metavar="X", callback=share_if_given, help="How wide a precision's interval may be: 0.1, or 10."),
    ] = None,
    precision: Annotated[
        float, typer.Option(metavar="X", callback=as_share, help="The precision that you expect; 0.5 needs most.")
    ] = 0.5,
    difference: Annotated[
        float | None,
        typer.Option(metavar="X", callback=share_if_given, help="The difference of two systems' precision to see."),
    ] = None,
    power: Annotated[
        float, typer.Option(metavar="X", callback=as_share, help="How often a study should see the difference.")
    ] = 0.8,
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="The systems' extractions are from different sentences.")
    ] = False,
    correlation: Annotated[
        float, typer.Option(metavar="X", help="Of the labels of two systems' extractions from one sentence.")
    ] = 0.0,
    systems: Annotated[
        int, typer.Option(metavar="N", min=2, help="How many systems are compared, each with each.")
    ] = 2,
    kappa: Annotated[float, typer.Option(metavar="X", help="The agreement of two labellers that you expect.")] = 0.6,
    kappa_width: Annotated[
        float | None, typer.Option(metavar="X", help="How wide the interval of kappa may be, as 0.2.")
    ] = None,
    labellers: Annotated[
        bool, typer.Option("--labellers", help="Compare one labeller, two with a third who decides, and three.")
    ] = False,
    extractions: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="For --labellers: how many; if not given, what --width needs, or 400."),
    ] = None,
    per_sentence: Annotated[
        float, typer.Option(metavar="N", min=1, help="How many labelled extractions of a system a sentence has.")
    ] = 1.0,
    within: Annotated[
        float, typer.Option(metavar="X", help="How far labels of extractions from one sentence are correlated.")
    ] = 0.0,
    level: Level = 0.95,
    simulations: Annotated[int, typer.Option(metavar="N", min=1, help="How many studies are simulated.")] = 2_000,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The seed of the simulated studies.")] = 0,
    json: Json = False,
) -> None:
    """Say how many extractions and labellers a study needs.

    For an interval of a wanted width, for telling two systems apart with a wanted power, for an interval of kappa, and
    what labellers' errors do to the precision.
    """
    asked = {"width": width is not None, "difference": difference is not None}
    asked |= {"kappa_width": kappa_width is not None, "labellers": labellers}
    check_questions(context, asked)
    expected = Expected(precision, kappa, level, design_effect(per_sentence, within))
    parts = []
    with status() as tell:
        if width is not None:
            parts.append(answer_width(width, expected))
            extractions = extractions or parts[-1].document["extractions"]
        if difference is not None:
            tell("computing the power")
            pairs = systems * (systems - 1) // 2
            choices = {"power": power, "paired": not unpaired, "correlation": correlation, "comparisons": pairs}
            parts.append(answer_difference(difference, expected, choices))
        if kappa_width is not None:
            parts.append(answer_kappa(kappa_width, expected))
        if labellers:
            tell("simulating labellers")
            parts.append(answer_labellers(extractions or 400, expected, simulations, seed))
    if json:
        print_json({part.name: part.document for part in parts})
        return
    for number, part in enumerate(parts):
        if number:
            echo()
        print_table(part.table)


def check_questions(context: typer.Context, asked: dict[str, bool]) -> None:
    """Refuse a plan without a question, and options of a question that was not asked."""
    if not any(asked.values()):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in asked)
        raise typer.BadParameter(f"expected one of {names}, found none", param_hint="--width")
    for option in dict.fromkeys(name for names in BELONGS.values() for name in names):
        questions = [question for question, names in BELONGS.items() if option in names]
        if was_typed(context, option) and not any(asked[question] for question in questions):
            beside = " or ".join(f"--{question.replace('_', '-')}" for question in questions)
            raise typer.BadParameter(f"expected {beside} beside it", param_hint=f"--{option}")


def answer_width(width: float, expected: Expected) -> Part:
    """Plan an interval of a width, and those around it."""
    choices = {"level": expected.level, "design_effect": expected.effect}
    plan = plan_width(width, expected.precision, **choices)
    around = [
        [plan_width(width * times, share, **choices) for share in shares_around(expected.precision)]
        for times in WIDTHS
        if width * times < 1
    ]
    document = {**plan.to_json(), "around": [each.to_json() for row in around for each in row]}
    return Part("width", tabulate_width(plan, around), document)


def answer_difference(difference: float, expected: Expected, choices: dict[str, Any]) -> Part:
    """Plan to tell two systems apart, a with the expected precision and b below it."""
    choices = {**choices, "design_effect": expected.effect}
    around = [
        plan_power(expected.precision, round(expected.precision - difference * times, 10), **choices)
        for times in DIFFERENCES
        if times == 1 or expected.precision - difference * times > 0
    ]
    document = {**around[0].to_json(), "around": [each.to_json() for each in around]}
    return Part("difference", tabulate_power(around[0], around), document)


def answer_kappa(width: float, expected: Expected) -> Part:
    """Plan an interval of kappa, and those around it."""
    choices = {"level": expected.level, "design_effect": expected.effect}
    plan = plan_kappa(width, expected.kappa, expected.precision, **choices)
    around = [
        [plan_kappa(width, kappa, share, **choices) for share in shares_around(expected.precision)]
        for kappa in sorted({*KAPPAS, expected.kappa})
    ]
    document = {**plan.to_json(), "around": [each.to_json() for row in around for each in row]}
    return Part("kappa", tabulate_kappa(plan, around), document)


def answer_labellers(extractions: int, expected: Expected, simulations: int, seed: int) -> Part:
    """Simulate what labellers' errors do."""
    plans = plan_labellers(
        expected.kappa, expected.precision, extractions, level=expected.level, simulations=simulations, seed=seed
    )
    table = tabulate_labellers(plans, expected.kappa, expected.precision, extractions)
    assumed = {"kappa": expected.kappa, "precision": expected.precision, "extractions": extractions}
    return Part("labellers", table, {**assumed, "schemes": [each.to_json() for each in plans]})


def shares_around(share: float) -> list[float]:
    """The share and others in steps around it, all between 0 and 1.

    >>> shares_around(0.6), shares_around(0.95)
    ([0.4, 0.5, 0.6, 0.7, 0.8], [0.75, 0.85, 0.95])
    """
    steps = (round(share + STEP * number, 10) for number in range(-FAR, FAR + 1))
    return [each for each in steps if 0 < each < 1 or each == share]
