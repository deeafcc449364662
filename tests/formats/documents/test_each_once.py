"""A document that a file has twice is one line that says where, in every format; none of the two is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.errors import FormatError
from karat.formats import read_documents

GTT = '"d": {"pred_templates": [{"incident_type": "attack", "PerpInd": [["men"]]}], "gold_templates": []}'
GRIT = '"d": {"pred_extracts": {"Victim": [["Ann"]]}, "gold_extracts": {}}'
DYGIE = '{"doc_key": "d", "sentences": [["Ann", "left"]], "ner": [[[0, 0, "PER"]]], "relations": [[]], "events": [[]]}'
ONEIE = '{"sent_id": "d", "tokens": ["Ann"], "entity_mentions": []}'
SCIREX = '{"doc_id": "d", "coref": {}, "n_ary_relations": []}'
GRAPH = '{"id": "d", "nodes": {"x": "go"}, "top": "x"}'
ATTACK = '{"incident_type": "attack", "PerpInd": [["men"]]}'
WORD = "1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\t_"


def muc(*records: tuple[str, str]) -> str:
    """Records of a message and a template's number."""
    lines = []
    for name, number in records:
        values = {0: name, 1: number, 4: "ATTACK"}
        lines += [f"{slot}.  SLOT".ljust(35) + values.get(slot, "-") for slot in range(25)]
    lines[0] = "0.  MESSAGE: ID".ljust(35) + records[0][0]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("kind", "text", "line", "found"),
    [
        pytest.param("templates", f"{{\n{GTT},\n{GTT}\n}}", 3, "'d' again at character 1, first on line 2", id="gtt"),
        pytest.param(
            "templates",
            f"{{{GTT}, {GTT}}}",
            1,
            f"'d' again at character {len(GTT) + 4}, first at character 2",
            id="one line",
        ),
        pytest.param(
            "templates",
            "{\n" + GTT.replace('"d"', '"30001"') + ",\n" + GTT.replace('"d"', '"TST3-MUC4-0001"') + "\n}",
            3,
            "'TST3-MUC4-0001' again, first on line 2",
            id="gtt, by its short and its full name",
        ),
        pytest.param(
            "role-fillers", f"{{\n{GRIT},\n{GRIT}\n}}", 3, "'d' again at character 1, first on line 2", id="grit"
        ),
        pytest.param(
            "templates", '{"docid": "d", "templates": []}\n' * 2, 2, "'d' again, first on line 1", id="gtt-gold"
        ),
        pytest.param(
            "role-fillers", '{"docid": "d", "extracts": {}}\n' * 2, 2, "'d' again, first on line 1", id="grit-gold"
        ),
        pytest.param("nary-relations", f"{SCIREX}\n\n{SCIREX}\n", 3, "'d' again, first on line 1", id="scirex"),
        pytest.param("spans", f"{DYGIE}\n{DYGIE}\n", 2, "'d' again, first on line 1", id="dygie"),
        pytest.param("events", f"{ONEIE}\n{ONEIE}\n", 2, "'d' again, first on line 1", id="oneie"),
        pytest.param(
            "coreference", '{"id": "d", "clusters": []}\n' * 2, 2, "'d' again, first on line 1", id="clusters"
        ),
        pytest.param(
            "coreference",
            "#begin document (d); part 0\nAnn (1)\n#end document\n" * 2,
            4,
            "'d; part 0' again, first on line 1",
            id="conll-coreference",
        ),
        pytest.param("coreference", f"# newdoc id = d\n{WORD}\n\n" * 2, 4, "'d' again, first on line 1", id="corefud"),
        pytest.param("amr", "# ::id d\n(x / go)\n\n" * 2, 5, "'d' again, first on line 2", id="penman"),
        pytest.param("amr", f"{GRAPH}\n{GRAPH}\n", 2, "'d' again, first on line 1", id="jsonl-graphs"),
        pytest.param("dependencies", f"# sent_id = d\n{WORD}\n\n" * 2, 5, "'d' again, first on line 2", id="conllu"),
    ],
)
def test_a_document_twice(tmp_path: Path, kind: str, text: str, line: int, found: str) -> None:
    path = tmp_path / "output"
    path.write_text(text, "utf-8")
    with pytest.raises(FormatError) as error:
        list(read_documents(path, kind))
    assert str(error.value) == f"{path}:{line}: expected each document once, found {found}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            f'{{"d": [{ATTACK}]}}\n{{"d": []}}\n{{"d": [{ATTACK}]}}',
            "3: expected a document's templates of type 'attack' on one line in d, found more of 'd', first on line 1",
            id="iterx: a type of a document on two lines",
        ),
        pytest.param(
            '{"d": [], "d": []}',
            "1: expected each key of an object once, found 'd' again at character 11, first at character 2",
            id="iterx: a document twice on a line",
        ),
        pytest.param(
            muc(("TST3-MUC4-0001", "1"), ("TST3-MUC4-0001", "2"), ("TST3-MUC4-0001", "1 (OPTIONAL)")),
            "52: expected each template of TST3-MUC4-0001 once, found '1' again, first on line 2",
            id="muc-keys: a template twice",
        ),
        pytest.param(
            '{\n"d": {"pred_templates": [{"PerpInd": [["men"]],\n  "PerpInd": []}], "gold_templates": []}}',
            "3: expected each key of an object once in d.pred_templates[0], "
            "found 'PerpInd' again at character 3, first on line 2",
            id="gtt: a slot twice",
        ),
    ],
)
def test_a_part_of_a_document_twice(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "output"
    path.write_text(text, "utf-8")
    with pytest.raises(FormatError) as error:
        list(read_documents(path, "templates"))
    assert str(error.value) == f"{path}:{message}"


@pytest.mark.parametrize(
    ("text", "templates"),
    [
        pytest.param(f'{{"d": []}}\n{{"d": [{ATTACK}, {ATTACK}]}}\n{{"e": [{ATTACK}]}}', [2, 1], id="iterx"),
        pytest.param(muc(("A", "1"), ("B", "1"), ("A", "2")), [2, 1], id="muc-keys: records need not stand together"),
    ],
)
def test_what_belongs_together_is_read_together(tmp_path: Path, text: str, templates: list[int]) -> None:
    path = tmp_path / "output"
    path.write_text(text, "utf-8")
    assert [len(document.content) for document in read_documents(path, "templates")] == templates
