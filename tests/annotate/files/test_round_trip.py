"""Gold that is imported and exported is the same gold, and so are agreement and scores."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from karat.annotate.files import Choice, import_work, write_export
from karat.annotate.files.demo_work import change_annotation
from karat.annotate.store import Store
from karat.formats import Problems, format_named, read_synsets
from karat.model import Annotation
from karat.results import fact_agreement

DATA = Path(os.environ.get("KARAT_DATA", "missing"))

GOLD = {
    "BenchIE, English": ("en", "benchie/gold/2_annotators/benchie_gold_annotations_en.txt"),
    "BenchIE, German": ("de", "benchie/gold/benchie_gold_annotations_de.txt"),
    "BenchIE, Chinese": ("zh", "benchie/gold/benchie_gold_annotations_zh.txt"),
    "BenchIE-FL": ("en", "benchie_fl/gold/benchie-annotated300.txt"),
}


def read(path: Path) -> list[Annotation]:
    return list(read_synsets(path, problems=Problems()))


@pytest.mark.skipif(not DATA.is_dir(), reason="KARAT_DATA is not set: no published gold")
@pytest.mark.parametrize("name", GOLD)
def test_published_gold_is_the_same_model(sqlite: Store, tmp_path: Path, name: str) -> None:
    language, place = GOLD[name]
    project = sqlite.add_project(name, "synsets", language, {"tagger": "none"})
    person = sqlite.add_person("ann", "annotator")
    report = import_work(sqlite, project, DATA / place, person)
    write_export(sqlite, project, "benchie", tmp_path / "out.txt")
    before = read(DATA / place)
    after = read(tmp_path / "out.txt")
    assert after == before
    assert report.repaired  # what is not clean in the published files
    assert sum(not annotation.synsets for annotation in after) >= 2  # sentences without a synset
    agreement = fact_agreement(before, after, None)
    assert agreement.values == (1.0, 1.0, 1.0)


def test_a_clean_file_is_written_as_it_was(sqlite: Store, project, ann, gold_file: Path, tmp_path: Path) -> None:
    import_work(sqlite, project, gold_file, ann)
    write_export(sqlite, project, "benchie", tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == gold_file.read_text(encoding="utf-8")


def test_the_same_on_postgresql(store: Store, gold_file: Path, tmp_path: Path) -> None:
    project = store.add_project("gold", "synsets", "en", {"tagger": "none"})
    import_work(store, project, gold_file, store.add_person("ann", "annotator"))
    write_export(store, project, "benchie", tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_bytes() == gold_file.read_bytes()


def test_two_annotators_agree_as_their_files_do(sqlite: Store, project, ann, ben, gold, tmp_path: Path) -> None:
    files = {}
    for seed, person in enumerate((ann, ben)):
        files[person] = tmp_path / f"{person.name}.txt"
        changed = [change_annotation(annotation, Random(f"{seed} {annotation.sentence.id}")) for annotation in gold]
        format_named("benchie-gold").write(files[person], changed)
        import_work(sqlite, project, files[person], person)
        write_export(sqlite, project, "benchie", tmp_path / f"{person.name}-out.txt", Choice(person.id))
    exported = fact_agreement(*(read(tmp_path / f"{person.name}-out.txt") for person in (ann, ben)))
    given = fact_agreement(*(read(files[person]) for person in (ann, ben)))
    assert exported.to_json() == given.to_json()
    assert given.value is not None
    assert 0.5 < given.value < 1
