"""Counting parse pairs, and the file they are kept in."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from karat.cliques.bank import bank_from, count_pairs, read_bank, write_bank
from karat.errors import FormatError, FormatErrors, InputError

ACTIVE = "(ROOT (S (NP (NNP Ann)) (VP (VBD saw) (NP (NN snow)))))"
OTHER_ACTIVE = "(ROOT (S (NP (NNP Ben)) (VP (VBD ate) (NP (NN fish)))))"
PASSIVE = "(ROOT (S (NP (NN Snow)) (VP (VBD was) (VP (VBN seen)))))"
CLEFT = "(ROOT (S (NP (PRP It)) (VP (VBD was) (NP (NN snow)) (SBAR (S (NP Ann) (VP saw))))))"
PAIRS = [(ACTIVE, CLEFT), (ACTIVE, PASSIVE), (OTHER_ACTIVE, PASSIVE), (PASSIVE, ACTIVE)]
FILE = "\n".join("\t".join(pair) for pair in PAIRS) + "\n"
BANK = """\
# karat parse bank, height 3
1\t(S (NP (NN)) (VP (VBD) (VP)))\t(S (NP (NNP)) (VP (VBD) (NP)))
2\t(S (NP (NNP)) (VP (VBD) (NP)))\t(S (NP (NN)) (VP (VBD) (VP)))
1\t(S (NP (NNP)) (VP (VBD) (NP)))\t(S (NP (PRP)) (VP (VBD) (NP) (SBAR)))
"""


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text(FILE)
    return path


def test_counts_and_order(pairs: Path, tmp_path: Path) -> None:
    bank = count_pairs([pairs])
    assert bank == bank_from(PAIRS)
    assert (bank.height, bank.pairs, bank.distinct, len(bank.targets)) == (3, 4, 3, 2)
    write_bank(tmp_path / "bank.tsv", bank)
    assert (tmp_path / "bank.tsv").read_text() == BANK
    assert read_bank(tmp_path / "bank.tsv") == bank


def test_order_and_packing_do_not_matter(pairs: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tsv.gz"
    other.write_bytes(gzip.compress("\n".join("\t".join(pair) for pair in reversed(PAIRS)).encode()))
    write_bank(tmp_path / "bank.tsv", count_pairs([other]))
    assert (tmp_path / "bank.tsv").read_text() == BANK
    write_bank(tmp_path / "bank.tsv.gz", count_pairs([pairs]))
    assert gzip.decompress((tmp_path / "bank.tsv.gz").read_bytes()).decode() == BANK
    assert read_bank(tmp_path / "bank.tsv.gz") == read_bank(tmp_path / "bank.tsv")


def test_several_files_are_one(pairs: Path) -> None:
    assert count_pairs([pairs, pairs]).pairs == 8


def test_height(pairs: Path) -> None:
    assert count_pairs([pairs], height=2).targets == {"(S (NP) (VP))": {"(S (NP) (VP))": 4}}
    with pytest.raises(InputError, match="height: expected at least 1 level, found 0"):
        count_pairs([pairs], height=0)


def test_all_wrong_lines_are_named(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(f"{ACTIVE}\n\n{ACTIVE}\t{PASSIVE}\n{ACTIVE}\t(S (NP\n")
    with pytest.raises(FormatErrors) as caught:
        count_pairs([path])
    first, second = str(caught.value).splitlines()
    assert first.startswith(f"{path}:1: expected a source tree, a tab and a target tree, found 1 field: ")
    assert second.startswith(f"{path}:4: expected a tree in brackets as the target, found one that is not: ")


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("\n")
    with pytest.raises(FormatError, match="expected at least one pair of trees, found an empty file"):
        count_pairs([path])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "",
            "bank.tsv:1: expected '# karat parse bank, height N', as karat cliques bank writes it, found an empty file",
            id="empty",
        ),
        pytest.param(FILE, "bank.tsv:1: expected '# karat parse bank, height N'", id="the pairs themselves"),
        pytest.param(
            "# karat parse bank, height 3\n", "bank.tsv: expected at least one pair, found none", id="no pair"
        ),
        pytest.param(BANK + "0\t(S)\t(S)\n", "bank.tsv:5: expected a count from 1, a source", id="a count of 0"),
        pytest.param(BANK + "1\t(S)\n", "bank.tsv:5: expected a count from 1, a source", id="a field too few"),
        pytest.param(
            BANK + "1\t(S (NP) (VP)\t(S)\n",
            "bank.tsv:5: expected brackets that match, found '(S (NP) (VP)'",
            id="an open bracket",
        ),
        pytest.param(BANK + "1\t(S)\t(S)(S)\n", "bank.tsv:5: expected brackets that match", id="two parses"),
        pytest.param(BANK + "1\t(S)\t(S))(\n", "bank.tsv:5: expected brackets that match", id="a bracket too early"),
        pytest.param(
            BANK + BANK.splitlines()[1], "bank.tsv:5: expected each pair once, found a second '(S ", id="twice"
        ),
    ],
)
def test_no_bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bank.tsv").write_text(text)
    with pytest.raises(FormatError) as caught:
        read_bank(Path("bank.tsv"))
    assert str(caught.value).startswith(message)


def test_progress_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(FILE * 2_500)
    told: list[int] = []
    assert count_pairs([path], tell=told.append).pairs == 10_000
    assert told == [10_000]
