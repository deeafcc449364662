"""The extractor in a pipeline of spaCy."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from karat.errors import InputError
from karat.model import Modality, Polarity, Sentence
from karat.syntax.spacy import SpacyTagger
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
        assert plain(text)._.extractions == result.extractions


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
    documents = list(plain.pipe([TEXT] * 2, n_process=2))
    assert [each._.extractions for each in documents] == [document._.extractions] * 2


def test_beside_other_components(plain: Any) -> None:
    loaded = spacy.load(SpacyTagger().model)
    loaded.add_pipe("karat_clauses")
    loaded.add_pipe("merge_noun_chunks")
    assert loaded(TEXT)._.extractions == plain(TEXT)._.extractions
    assert loaded.analyze_pipes()["problems"]["karat_clauses"] == []


def test_without_a_parser() -> None:
    blank = spacy.blank("en")
    blank.add_pipe("karat_clauses")
    with pytest.raises(InputError, match="expected a parser before it in the pipeline"):
        blank(TEXT)


def test_a_document_that_it_has_not_seen(plain: Any) -> None:
    assert spacy.blank("en")(TEXT)._.extractions == ()


def test_found_without_an_import(tmp_path: Path) -> None:
    """Where Karat is installed, spaCy finds the component by its entry point."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    package = tmp_path / "karat_installed-0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: karat-installed\nVersion: 0\n")
    lines = [
        f"[{group}]\n" + "\n".join(f"{name} = {target}" for name, target in of.items()) for group, of in points.items()
    ]
    (package / "entry_points.txt").write_text("\n".join(lines))
    program = f"""
import sys
sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT / "src")!r}]
import spacy
nlp = spacy.load({SpacyTagger().model!r})
nlp.add_pipe("karat_clauses")
print(nlp("Pia sold the boat.")._.extractions[0].triple)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "('Pia', 'sold', 'the boat')\n", done.stderr
