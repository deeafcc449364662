"""Files of templates and role fillers: GTT, GRIT, IterX, MUC's keys, SciREX, each with its faults."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.errors import FormatError, FormatErrors, InputError
from karat.formats import guess, read_documents
from karat.model import (
    Entity,
    Mention,
    NAryRelation,
    RoleFillerEntity,
    SetFill,
    SlotFiller,
    Template,
    TemplatedText,
)


def entity(*mentions: str) -> Entity:
    return Entity(frozenset(mentions))


MEN = SlotFiller("PerpInd", entity("two men", "the men"))
VAN = SlotFiller("Target", entity("a van"))
RAID = Template("attack", (MEN, VAN))
INPUT = {"incident_type": "attack", "PerpInd": [[["two men", 4], ["the men", 90]]], "Target": [[["a van", 7]], []]}
OUTPUT = {"incident_type": "attack", "PerpInd": [["two men", "the men"]], "Target": [["a van"]]}


def test_gtt_input_counts_an_equal_template_once(file: Callable[..., Path]) -> None:
    path = file(json.dumps({"docid": "TST3-MUC4-0001", "doctext": "text", "templates": [INPUT, INPUT]}))
    assert guess(path, kinds=("templates",)).name == "gtt-gold"
    (document,) = read_documents(path, "templates")
    assert (document.id, document.content) == ("TST3-MUC4-0001", TemplatedText((RAID,), "text"))


def test_gtt_output_carries_its_gold(file: Callable[..., Path]) -> None:
    written = {"30001": {"doctext": "text", "pred_templates": [OUTPUT, OUTPUT], "gold_templates": []}}
    path = file(json.dumps(written, indent=4))
    assert guess(path, kinds=("templates",)).name == "gtt"
    (predicted,) = read_documents(path, "templates")
    assert (predicted.id, predicted.content) == ("TST3-MUC4-0001", TemplatedText((RAID, RAID), "text"))
    (gold,) = read_documents(path, "templates", gold=True)
    assert gold.content == TemplatedText((), "text")


@pytest.mark.parametrize(
    ("kind", "read"),
    [pytest.param({}, "", id="none"), pytest.param({"incident_type": 3}, "attack", id="no text: as GTT has it")],
)
def test_a_type_that_is_not_there(file: Callable[..., Path], kind: dict[str, object], read: str) -> None:
    path = file(json.dumps({"7": {"pred_templates": [{**kind, "Task": [["x"]]}], "gold_templates": []}}))
    (document,) = read_documents(path, "templates")
    assert document.id == "7"
    assert [template.type for template in document.content] == [read]


def test_iterx_lines_of_one_document_go_together(file: Callable[..., Path]) -> None:
    other = {**OUTPUT, "incident_type": "arson"}
    lines = [{"TST3-MUC4-0001": []}, {"TST3-MUC4-0001": [OUTPUT]}, {"TST3-MUC4-0002": []}, {"TST3-MUC4-0001": [other]}]
    path = file("\n".join(map(json.dumps, lines)))
    assert guess(path, kinds=("templates",)).name == "iterx"
    first, second = read_documents(path, "templates")
    assert (first.content.templates, second.content.templates) == ((RAID, Template("arson", (MEN, VAN))), ())


def test_grit(file: Callable[..., Path]) -> None:
    filler = RoleFillerEntity("Target", entity("a van"))
    path = file(json.dumps({"docid": "TST4-MUC4-0002", "extracts": {"Target": [[["a van", 3]]], "Weapon": []}}))
    assert guess(path, kinds=("role-fillers",)).name == "grit-gold"
    (document,) = read_documents(path, "role-fillers")
    assert (document.id, document.content) == ("TST4-MUC4-0002", (filler,))
    written = {"40002": {"pred_extracts": {"Target": [["a van"]]}, "gold_extracts": {"Target": []}}}
    path = file(json.dumps(written, indent=1))
    (document,) = read_documents(path, "role-fillers")
    assert (document.id, document.content) == ("TST4-MUC4-0002", (filler,))
    (gold,) = read_documents(path, "role-fillers", gold=True)
    assert gold.content == ()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        pytest.param(
            "gtt",
            '{\n"a": {"pred_templates": []},\n"b": {"pred_templates": [7]}}',
            r"file.txt:3: expected a template: an object of slots in b.pred_templates\[0\], found 7",
            id="a document's line",
        ),
        pytest.param("gtt", '{"a": {}}', "the key 'pred_templates' in a, found no key", id="nothing predicted"),
        pytest.param("gtt", "[]", "a JSON object of documents by their names", id="a list"),
        pytest.param("gtt", '{"a": 1,\n"b" 2}', "file.txt:2: expected JSON, found expecting ':'", id="no JSON"),
        pytest.param("iterx", '{"a": [{"X": ["x"]}]}', "an entity: a list of mentions", id="an entity of no list"),
        pytest.param("iterx", '{"a": [{"X": [[4]]}]}', "a mention: its text, or its text and place", id="no mention"),
        pytest.param("gtt-gold", '{"docid": "a"}', "the key 'templates'", id="no templates"),
    ],
)
def test_faults(file: Callable[..., Path], name: str, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_documents(file(text), "templates", name))


NAMES = """MESSAGE: ID|MESSAGE: TEMPLATE|INCIDENT: DATE|INCIDENT: LOCATION|INCIDENT: TYPE|INCIDENT: STAGE OF EXECUTION
INCIDENT: INSTRUMENT ID|INCIDENT: INSTRUMENT TYPE|PERP: INCIDENT CATEGORY|PERP: INDIVIDUAL ID|PERP: ORGANIZATION ID
PERP: ORGANIZATION CONFIDENCE|PHYS TGT: ID|PHYS TGT: TYPE|PHYS TGT: NUMBER|PHYS TGT: FOREIGN NATION
PHYS TGT: EFFECT OF INCIDENT|PHYS TGT: TOTAL NUMBER|HUM TGT: NAME|HUM TGT: DESCRIPTION|HUM TGT: TYPE|HUM TGT: NUMBER
HUM TGT: FOREIGN NATION|HUM TGT: EFFECT OF INCIDENT|HUM TGT: TOTAL NUMBER"""
SLOTS = NAMES.replace("\n", "|").split("|")


def record(values: dict[int, str], usual: str = "-") -> str:
    """A template of MUC; a value of several lines continues below."""
    lines = []
    for number, slot in enumerate(SLOTS):
        first, *more = values.get(number, usual).split("\n")
        lines.append(f"{f'{number}.':<4}{slot:<31}{first}")
        lines += [" " * 35 + each for each in more]
    return "\n".join(lines) + "\n\n"


def test_muc_keys(file: Callable[..., Path]) -> None:
    values = {
        0: "DEV-1",
        1: "2 (OPTIONAL)",
        3: "CHILE: ARICA (TOWN)",
        4: "BOMBING / ATTACK",
        9: '"TWO MEN" / "THE \\"MEN\\""\n? "A GUARD"',
        13: 'OFFICE / SHOP: "KIOSK" / "STAND"',
        19: '"OWNER": "BO BERG"',
        23: 'NO INJURY: "-"',
    }
    path = file(record({0: "DEV-0"}, usual="*") + record(values))
    assert guess(path, kinds=("templates",)).name == "muc-keys"
    none, one = read_documents(path, "templates")
    assert (none.id, none.content) == ("DEV-0", TemplatedText())
    (template,) = one.content
    assert (template.type, template.optional) == ("BOMBING / ATTACK", True)
    assert template.fillers == (
        SlotFiller("INCIDENT: LOCATION", SetFill(frozenset({"CHILE: ARICA (TOWN)"}))),
        SlotFiller("PERP: INDIVIDUAL ID", entity("TWO MEN", 'THE "MEN"')),
        SlotFiller("PERP: INDIVIDUAL ID", entity("A GUARD"), optional=True),
        SlotFiller("PHYS TGT: TYPE", SetFill(frozenset({"OFFICE", "SHOP"}), entity("KIOSK", "STAND"))),
        SlotFiller("HUM TGT: DESCRIPTION", entity("OWNER")),
        SlotFiller("HUM TGT: EFFECT OF INCIDENT", SetFill(frozenset({"NO INJURY"}))),
    )


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        pytest.param(
            "0.  MESSAGE: ID                    A\n2.  X: Y                    -\n",
            2,
            "expected slot 1, found slot 2",
            id="slot",
        ),
        pytest.param("0.  MESSAGE: ID                    A\n", 1, "25 slots in a template, found 1", id="too few"),
        pytest.param(record({0: "A", 4: "ARSON", 9: '"MEN'}), 10, "quotation marks in pairs", id="a mark alone"),
        pytest.param("Hello\n", 1, "a numbered slot, or spaces and a further value", id="another text"),
    ],
)
def test_faults_of_muc_keys(file: Callable[..., Path], text: str, line: int, message: str) -> None:
    with pytest.raises((FormatError, FormatErrors), match=message) as caught:
        list(read_documents(file(text), "templates", "muc-keys"))
    first = caught.value.errors[0] if isinstance(caught.value, FormatErrors) else caught.value
    assert first.line == line


PAPER = {
    "doc_id": "p",
    "words": ["w"] * 9,
    "coref": {"A": [[0, 2]], "B": [[3, 4], [5, 6]], "C": [[7, 8]], "D": [[8, 9]], "D2": [[2, 3]]},
    "n_ary_relations": [{"Material": "A", "Metric": "B", "Task": "C", "Method": "D", "score": "1"}],
}


def relation(method: Entity) -> NAryRelation:
    places = {"Material": [(0, 1)], "Metric": [(3, 3), (5, 5)], "Task": [(7, 7)]}
    fillers = {
        RoleFillerEntity(role, Entity(frozenset(Mention(*each) for each in found))) for role, found in places.items()
    }
    return NAryRelation("result", frozenset({*fillers, RoleFillerEntity("Method", method)}))


D = Entity(frozenset({Mention(8, 8)}))


def test_scirex(file: Callable[..., Path]) -> None:
    path = file(json.dumps({**PAPER, "predicted_relations": [[["A", "B", "C", "D"], 0], [["A", "B", "C", "D2"], 1]]}))
    (predicted,) = read_documents(path, "nary-relations")
    (gold,) = read_documents(path, "nary-relations", gold=True)
    assert predicted.content == (relation(Entity(frozenset({Mention(2, 2)}))),)
    assert (gold.id, gold.content) == ("p", (relation(D),))


def test_scirex_lends_a_method_the_mentions_of_its_parts(file: Callable[..., Path]) -> None:
    path = file(json.dumps({**PAPER, "method_subrelations": {"D": [[[0, 1], "D2"], [[2, 3], "unknown"]]}}))
    (gold,) = read_documents(path, "nary-relations")
    assert gold.content == (relation(Entity(frozenset({Mention(8, 8), Mention(2, 2)}))),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"coref": []}, "an object of clusters by their names", id="clusters"),
        pytest.param({"coref": {"A": [[3, 3]]}}, "a mention: .*in coref.A", id="an empty mention"),
        pytest.param(
            {"n_ary_relations": [{"Material": "X", "Metric": "B", "Task": "C", "Method": "D"}]},
            "the name of a cluster as Material in .*, found 'X'",
            id="no such cluster",
        ),
        pytest.param({"predicted_relations": [[["A"], 1]]}, r"a relation: \[\[Material", id="relation"),
    ],
)
def test_faults_of_scirex(file: Callable[..., Path], change: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        list(read_documents(file(json.dumps({**PAPER, **change})), "nary-relations"))
