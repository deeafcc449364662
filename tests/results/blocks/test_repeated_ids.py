"""Gold in which two sentences have one id is refused, wherever they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from karat.errors import FormatError
from karat.results import evaluate, scoring


def gold_line(id: str, subject: str) -> str:
    synset = {"id": "1", "facts": [[[subject], ["left"], ["Ulm"]]]}
    sentence = {"id": id, "text": f"{subject} left Ulm ."}
    return json.dumps({"karat": "synsets", "sentence": sentence, "synsets": [synset]}) + "\n"


@pytest.mark.parametrize("on_disk", [False, True], ids=["in memory", "on disk"])
@pytest.mark.parametrize("in_shards", [False, True], ids=["one file", "shards"])
def test_a_repeated_id_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_disk: bool, in_shards: bool
) -> None:
    if on_disk:
        monkeypatch.setattr(scoring, "LARGE_GOLD", 0)
    first, again = gold_line("7", "Ann") + gold_line("8", "Bo"), gold_line("7", "Cy")
    gold = tmp_path / "gold"
    gold.mkdir()
    (gold / "a.jsonl").write_text(first if in_shards else first + again, "utf-8")
    if in_shards:
        (gold / "b.jsonl").write_text(again, "utf-8")
    output = tmp_path / "mine.tsv"
    output.write_text("8\tBo\tleft\tUlm\n", "utf-8")
    place = r"b\.jsonl:1: .*'7', which \S+a\.jsonl(:1)? has$" if in_shards else r"a\.jsonl:3: .*'7', which line 1 has$"
    with pytest.raises(FormatError, match=place):
        evaluate(output, gold=gold if in_shards else gold / "a.jsonl", scratch=tmp_path)
