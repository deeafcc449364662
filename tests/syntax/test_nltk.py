"""NLTK's tagger, where it and its data are installed."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.errors import DataError, MissingExtraError
from karat.formats import read_synsets
from karat.syntax import is_parsed
from karat.syntax.taggers import FILES, NltkTagger


@pytest.fixture(scope="module")
def tagger() -> NltkTagger:
    made = NltkTagger()
    try:
        _ = made.name
    except (MissingExtraError, DataError) as error:
        pytest.skip(str(error))
    return made


def test_words_and_parts_of_speech(tagger: NltkTagger) -> None:
    words, none = tagger.tag(["The Danube doesn't flow through Rome .", ""])
    assert [word.form for word in words] == ["The", "Danube", "does", "n't", "flow", "through", "Rome", "."]
    assert [word.xpos for word in words] == ["DT", "NNP", "VBZ", "RB", "VB", "IN", "NNP", "."]
    assert [word.upos for word in words] == ["DET", "PROPN", "VERB", "ADV", "VERB", "ADP", "PROPN", "PUNCT"]
    assert not is_parsed(words)
    assert none == ()


def test_every_sentence_of_the_sample_keeps_its_characters_but_for_quotes(tagger: NltkTagger) -> None:
    texts = [each.sentence.text for each in read_synsets(sample_path("en/gold.txt"))]
    for text, words in zip(texts, tagger.tag(texts), strict=True):
        joined = "".join(word.form for word in words)
        assert joined.replace("``", '"').replace("''", '"') == "".join(text.split())


def test_the_name_has_the_version_and_a_checksum_of_the_weights(tagger: NltkTagger) -> None:
    program, weights = tagger.name.split("/")
    assert program == f"nltk-{version('nltk')}"
    assert weights.startswith("averaged_perceptron_tagger_eng-")
    assert NltkTagger().name == tagger.name


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("karat.syntax.taggers.version", absent)
    with pytest.raises(MissingExtraError, match="tagging English with NLTK needs Karat's extra 'syntax'"):
        NltkTagger().tag(["x"])


PROGRAM = """
import sys
import nltk
nltk.data.path[:] = sys.argv[1:]
from karat.errors import DataError
from karat.syntax.taggers import NltkTagger
try:
    print(NltkTagger().name)
except DataError as error:
    print(error)
"""


@pytest.mark.parametrize("present", [0, 1])
def test_missing_data_is_named_with_the_command_that_fetches_it(tmp_path: Path, present: int) -> None:
    """In a process of its own, since NLTK keeps what it has loaded."""
    pytest.importorskip("nltk", reason="NLTK comes with the extra 'syntax'")
    for folder, files in list(FILES.items())[:present]:
        (tmp_path / folder).mkdir(parents=True)
        for file in files:
            (tmp_path / folder / file).write_text("{}")
    missing = ["averaged_perceptron_tagger_eng", "punkt_tab"][present]
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, check=True)
    assert done.stdout == (
        f"tagging English with NLTK: expected NLTK's data {missing!r}, found none; "
        "python -m nltk.downloader averaged_perceptron_tagger_eng punkt_tab fetches it\n"
    )
