"""What imports add, leave alone and refuse; imports that are repeated or interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.annotate.files import import_candidates, import_sentences, import_work
from karat.annotate.people import Person
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.annotate.synsets.state import State
from karat.benchmarks import sample_path
from karat.errors import FormatError, InputError


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_sentences_are_added_once_and_analysed(sqlite: Store, project: Project, tmp_path: Path) -> None:
    path = write(tmp_path / "s.txt", "Ann left .\nBen stayed here .\n")
    first, second = (import_sentences(sqlite, project, path) for _ in range(2))
    assert ((first.sentences, first.added), (second.sentences, second.added)) == ((2, 2), (2, 0))
    item = sqlite.item_by_key(project.id, "2")
    assert item is not None
    assert item.tokens == ("Ben", "stayed", "here", ".")
    assert item.analysis is not None


@pytest.mark.parametrize("translation", [False, True])
def test_numbers_of_a_second_file_go_on(sqlite: Store, tmp_path: Path, translation: bool) -> None:
    project = sqlite.add_project("two", "synsets", "en", {"tagger": "none", "translation": translation})
    first = write(tmp_path / "one.txt", "Ann left .\nBen stayed .\n")
    second = write(tmp_path / "two.txt", "Yes .\nBen stayed .\nNo .\nYes .\n")
    added = [import_sentences(sqlite, project, path).added for path in (first, second, first, second)]
    assert added == [2, 3, 0, 0]
    texts = {row.key: row.source if translation else row.text for row in sqlite.items(project.id)}
    assert texts == {"1": "Ann left .", "2": "Ben stayed .", "3": "Yes .", "4": "No .", "5": "Yes ."}


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("gold.txt", "found benchie-gold; import it as gold, a draft or candidates"),
        ("carb_gold.tsv", "found carb-gold; import it as gold, a draft or candidates"),
        ("naive.tsv", "found benchie; import it as candidates or a draft"),
    ],
)
def test_gold_and_outputs_are_not_taken_for_sentences(sqlite: Store, project: Project, name: str, advice: str) -> None:
    with pytest.raises(InputError, match=advice):
        import_sentences(sqlite, project, sample_path() / "en" / name)
    assert sqlite.items(project.id) == []


def test_another_text_for_an_id_is_refused_and_nothing_is_stored(
    sqlite: Store, project: Project, tmp_path: Path
) -> None:
    import_sentences(sqlite, project, write(tmp_path / "s.txt", "2\tAnn left .\n"))
    with pytest.raises(FormatError, match=r"expected sentence '2' to be 'Ann left \.', as in the project, found 'Ben"):
        import_sentences(sqlite, project, write(tmp_path / "t.txt", "1\tNew .\n2\tBen left .\n"))
    assert list(sqlite.item_keys(project.id)) == ["2"]


def test_an_error_at_the_end_of_a_file_leaves_nothing_behind(
    sqlite: Store, project: Project, ann: Person, tmp_path: Path
) -> None:
    path = write(tmp_path / "gold.txt", "sent_id:1\tAnn left .\n1--> Cluster 1:\nAnn --> [left --> x\n")
    with pytest.raises(FormatError, match=r"gold\.txt:3: expected a '\]'"):
        import_work(sqlite, project, path, ann)
    assert sqlite.item_keys(project.id) == {}


def test_gold_becomes_finished_work(sqlite: Store, project: Project, ann: Person, tmp_path: Path) -> None:
    text = "sent_id:a\tAnn left Ulm .\na--> Cluster 4:\nAnn --> left --> [old] Ulm\n\nsent_id:b\tYes .\n"
    report = import_work(sqlite, project, write(tmp_path / "gold.txt", text), ann)
    assert (report.sentences, report.added, report.documents, report.synsets, report.triples) == (2, 2, 2, 1, 1)
    item = sqlite.item_by_key(project.id, "a")
    assert item is not None
    document = sqlite.document_of(item.id, ann.id)
    assert document is not None
    assert document.done
    (synset,) = State.from_json(document.state).synsets
    assert (synset.label, synset.triples[0].origin.way, synset.triples[0].origin.round) == ("4", "imported", 1)
    assert [chunk.at for chunk in synset.triples[0].object] == [None, (2,)]  # "old" is not in the sentence
    empty = sqlite.item_by_key(project.id, "b")
    assert empty is not None
    assert sqlite.document_of(empty.id, ann.id) is not None


def test_repairs_are_listed(sqlite: Store, project: Project, ann: Person, tmp_path: Path) -> None:
    text = "sent_id:1\tAnn left Ulm .\n1-->Cluster1:\nAnn --> left --> Ulm\n"
    report = import_work(sqlite, project, write(tmp_path / "gold.txt", text), ann)
    (repair,) = report.repaired
    assert repair.endswith("gold.txt:2: read '1-->Cluster1:' as '1--> Cluster 1:'")


def test_work_is_never_written_over(sqlite: Store, project: Project, ann: Person, gold_file: Path) -> None:
    first, second = (import_work(sqlite, project, gold_file, ann) for _ in range(2))
    assert (first.documents, first.skipped) == (24, 0)
    assert (second.added, second.documents, second.skipped, second.triples) == (0, 0, 24, 0)


def test_a_sentence_that_two_have_finished_takes_no_third(
    sqlite: Store, project: Project, ann: Person, ben: Person, gold_file: Path
) -> None:
    for person in (ann, ben):
        import_work(sqlite, project, gold_file, person)
    report = import_work(sqlite, project, gold_file, sqlite.add_person("dan", "annotator"))
    assert (report.documents, report.skipped) == (0, 24)


def test_an_import_that_was_interrupted_is_finished_by_repeating_it(
    sqlite: Store, project: Project, ann: Person, gold_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, calls = sqlite.append, []

    def interrupted(*arguments):
        calls.append(arguments)
        if len(calls) > 10:
            raise KeyboardInterrupt
        return append(*arguments)

    monkeypatch.setattr(sqlite, "append", interrupted)
    with pytest.raises(KeyboardInterrupt):
        import_work(sqlite, project, gold_file, ann)
    monkeypatch.setattr(sqlite, "append", append)
    report = import_work(sqlite, project, gold_file, ann)
    assert (report.documents, report.skipped) == (14, 10)


def test_a_sentence_with_another_id_is_found_by_its_text(
    sqlite: Store, project: Project, ann: Person, tmp_path: Path
) -> None:
    import_sentences(sqlite, project, write(tmp_path / "s.txt", "x\tAnn left Ulm .\n"))
    text = "sent_id:1\tAnn left Ulm .\n1--> Cluster 1:\nAnn --> left --> Ulm\n"
    report = import_work(sqlite, project, write(tmp_path / "gold.txt", text), ann)
    assert (report.added, report.documents) == (0, 1)
    assert list(sqlite.item_keys(project.id)) == ["x"]


def test_a_systems_output_is_a_draft(sqlite: Store, project: Project, ann: Person, ben: Person, tmp_path: Path) -> None:
    import_sentences(sqlite, project, write(tmp_path / "s.txt", "1\tAnn left Ulm .\n2\tBen stayed .\n"))
    output = write(tmp_path / "mine.tsv", "1\tAnn\tleft\tUlm\n1\tAnn\tleft\tUlm\n1\tAnn\tleft Ulm\t\n")
    report = import_work(sqlite, project, output, ann, done=False)
    assert (report.what, report.documents, report.synsets, report.triples) == ("draft", 1, 2, 2)
    item = sqlite.item_by_key(project.id, "1")
    assert item is not None
    document = sqlite.document_of(item.id, ann.id)
    assert document is not None
    assert not document.done
    origins = {triple.origin for triple in State.from_json(document.state).triples()}
    assert [(origin.round, origin.way, origin.source) for origin in origins] == [(3, "imported", "mine")]


def test_triples_with_their_sentences_are_gold(sqlite: Store, project: Project, ann: Person, tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", "sentence,subject,relation,object\nAnn left Ulm .,Ann,left,Ulm\n")
    report = import_work(sqlite, project, path, ann)
    assert (report.what, report.added, report.synsets) == ("gold", 1, 1)
    assert report.notes == ("1 gold triple; each triple is its own fact",)


def test_candidates_of_systems_and_of_other_gold(sqlite: Store, project: Project, gold_file: Path, ann: Person) -> None:
    import_work(sqlite, project, gold_file, ann)
    careful = import_candidates(sqlite, project, sample_path("en/careful.tsv"))
    again = import_candidates(sqlite, project, sample_path("en/careful.tsv"))
    carb = import_candidates(sqlite, project, sample_path("en/carb_gold.tsv"), name="CaRB")
    synsets = import_candidates(sqlite, project, gold_file, name="another gold")
    assert (careful.candidates, careful.added, again.added) == (74, 74, 0)
    assert (carb.candidates, synsets.candidates) == (57, 91)
    items = sqlite.item_keys(project.id)
    found = [candidate for item in items.values() for candidate in sqlite.candidates(item)]
    rounds = {
        source: {each.round for each in found if source in each.sources} for each in found for source in each.sources
    }
    assert rounds == {"careful": {3}, "CaRB": {2}, "another gold": {2}}


def test_gold_in_a_format_of_outputs_is_of_round_2_if_asked_for(
    sqlite: Store, project: Project, tmp_path: Path
) -> None:
    import_sentences(sqlite, project, write(tmp_path / "s.txt", "1\tAnn left Ulm .\n"))
    path = write(tmp_path / "carb.tsv", "Ann left Ulm .\t1.0\tleft\tAnn\tUlm\n")
    import_candidates(sqlite, project, path, in_round=2)
    (candidate,) = sqlite.candidates(sqlite.item_keys(project.id)["1"])
    assert (candidate.round, candidate.sources) == (2, ("carb",))
    with pytest.raises(InputError, match="round: expected 2 for gold or 3 for systems, found 1"):
        import_candidates(sqlite, project, path, in_round=1)


def test_two_systems_with_one_triple(sqlite: Store, project: Project, tmp_path: Path) -> None:
    import_sentences(sqlite, project, write(tmp_path / "s.txt", "1\tAnn left Ulm .\n"))
    for name in ("one", "two"):
        import_candidates(sqlite, project, write(tmp_path / f"{name}.tsv", "1\tAnn\tleft\tUlm\n"))
    (candidate,) = sqlite.candidates(sqlite.item_keys(project.id)["1"])
    assert (candidate.sources, candidate.subject) == (("one", "two"), "Ann")


def test_candidates_need_sentences(sqlite: Store, project: Project) -> None:
    with pytest.raises(InputError, match="gold: expected sentences in the project before outputs for them, found none"):
        import_candidates(sqlite, project, sample_path("en/careful.tsv"))


def test_an_output_of_other_sentences_is_refused(sqlite: Store, project: Project, tmp_path: Path) -> None:
    import_sentences(sqlite, project, write(tmp_path / "s.txt", "1\tAnn left Ulm .\n"))
    with pytest.raises(InputError):
        import_candidates(sqlite, project, sample_path("en/careful.tsv"))
    assert sqlite.count_candidates(sqlite.item_keys(project.id)["1"]) == 0
