"""The extractor in a pipeline of spaCy."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from karat.errors import InputError
from karat.model import Modality, Polarity, Sentence
from karat.syntax.taggers import SpacyTagger
from karat.systems.clauses import Clauses
from karat.systems.system import Extracted

spacy = pytest.importorskip("spacy", reason="spaCy is not installed, so it has no components")
TEXT = "Pia sold the boat. Ivo may not buy two cars in Kiel."
ROOT = Path(__file__).parents[3]


def pipeline(**config: Any) -> Any:
    import karat.systems.clauses.component  # noqa: F401 - what spaCy does where Karat is installed

    loaded = spacy.load(SpacyTagger().model)
    loaded.add_pipe("karat_clauses", config=config)
    return loaded


@pytest.fixture(scope="module")
def plain() -> Any:
    return pipeline()


def test_extractions_of_all_sentences(plain: Any) -> None:
    first, *others = [each.triple for each in plain(TEXT)._.extractions]
    assert first == ("Pia", "sold", "the boat")
    assert set(others) == {("Ivo", "may not buy", "two cars"), ("Ivo", "may not buy two cars in", "Kiel")}


def test_as_the_system_extracts(plain: Any) -> None:
    for text in ("Pia sold the boat.", "", "🙂 ((", "Ivo may not buy two cars in Kiel."):
        (result,) = Clauses().extract([Sentence("1", text)])
        assert isinstance(result, Extracted)
        expected = [replace(each, other=(*each.other, ("sentence", text))) for each in result.extractions]
        assert list(plain(text)._.extractions) == expected


def test_extractions_say_their_sentence(plain: Any) -> None:
    first, *others = plain(TEXT)._.extractions
    assert dict(first.other)["sentence"] == "Pia sold the boat."
    assert {dict(each.other)["sentence"] for each in others} == {"Ivo may not buy two cars in Kiel."}


def test_extractions_of_a_sentence(plain: Any) -> None:
    document = plain("Pia slept in Ulm. Ivo bought a car. Pia slept in Ulm.")
    ((first,), (second,), (third,)) = (sentence._.extractions for sentence in document.sents)
    assert (first, second, third) == document._.extractions
    assert (first.triple, second.triple) == (("Pia", "slept in", "Ulm"), ("Ivo", "bought", "a car"))
    assert document[5:]._.extractions == (second, third)
    assert document[6:9]._.extractions == ()  # a part of a sentence


def test_config() -> None:
    document = pipeline(annotations=["polarity", "modality", "quantities"], without=["adverbial"])(TEXT)
    last = document._.extractions[-1]
    assert (last.polarity, last.modality) == (Polarity.NEGATIVE, Modality.POSSIBILITY)
    assert last.triple == ("Ivo", "buy", "QUANT_O_1 cars")
    assert [each.text for each in last.quantities] == ["two"]


def test_documents_survive_bytes_and_processes(plain: Any) -> None:
    document = plain(TEXT)
    again = spacy.tokens.Doc(plain.vocab).from_bytes(document.to_bytes())
    assert again._.extractions == document._.extractions
    assert [each._.extractions for each in again.sents] == [each._.extractions for each in document.sents]
    documents = list(plain.pipe([TEXT] * 2, n_process=2))
    assert [each._.extractions for each in documents] == [document._.extractions] * 2


def test_beside_other_components(plain: Any) -> None:
    loaded = spacy.load(SpacyTagger().model)
    loaded.add_pipe("karat_clauses")
    loaded.add_pipe("merge_noun_chunks")
    merged, document = loaded(TEXT), plain(TEXT)
    assert merged._.extractions == document._.extractions
    assert [each._.extractions for each in merged.sents] == [each._.extractions for each in document.sents]
    assert loaded.analyze_pipes()["problems"]["karat_clauses"] == []


def test_without_a_parser() -> None:
    blank = spacy.blank("en")
    blank.add_pipe("karat_clauses")
    with pytest.raises(InputError, match="expected a parser before it in the pipeline"):
        blank(TEXT)
    assert blank("")._.extractions == ()


@pytest.mark.filterwarnings("ignore:.*W108")  # spaCy's lemmatizer misses tags too
@pytest.mark.parametrize(
    ("missing", "found"),
    [
        ("tagger", "expected a tagger before it in the pipeline, found tokens without TAG"),
        ("attribute_ruler", "expected an attribute ruler or morphologizer before it"),
        ("lemmatizer", "expected a lemmatizer before it"),
    ],
)
def test_without_what_the_rules_read(missing: str, found: str) -> None:
    loaded = spacy.load(SpacyTagger().model, exclude=[missing])
    loaded.add_pipe("karat_clauses")
    with pytest.raises(InputError, match=found):
        loaded(TEXT)


def test_what_it_requires() -> None:
    blank = spacy.blank("en")
    blank.add_pipe("karat_clauses")
    problems = blank.analyze_pipes()["problems"]["karat_clauses"]
    assert set(problems) == {"token.dep", "token.head", "token.tag", "token.lemma"}


def test_a_document_that_it_has_not_seen(plain: Any) -> None:
    assert spacy.blank("en")(TEXT)._.extractions == ()


def test_the_page_runs_without_an_import(tmp_path: Path) -> None:
    """Where Karat is installed, spaCy finds the component by its entry point, and the manual's example works."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    package = tmp_path / "karat_installed-0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: karat-installed\nVersion: 0\n")
    lines = [
        f"[{group}]\n" + "\n".join(f"{name} = {target}" for name, target in of.items()) for group, of in points.items()
    ]
    (package / "entry_points.txt").write_text("\n".join(lines))
    page = (ROOT / "docs" / "systems" / "clauses.md").read_text("utf-8")
    example = re.search(r"## In spaCy\n.*?```python\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL)
    assert example is not None
    program = f"import sys\nsys.path[:0] = [{str(tmp_path)!r}, {str(ROOT / 'src')!r}]\n{example[1]}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == example[2], done.stderr


def test_the_page_loads_what_the_extra_installs() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["syntax"]
    page = (ROOT / "docs" / "systems" / "clauses.md").read_text("utf-8")
    loaded = re.findall(r'spacy\.load\("(.*?)"\)', page)
    assert [name for name in loaded if f"{name.replace('_', '-')}==" not in " ".join(extra)] == []
    assert loaded
