"""Documents in a scratch folder, in parts and in several processes: the same results as in memory."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from karat.errors import AlignmentError, FormatError, InputError
from karat.metrics import parse_pairs
from karat.results import Evaluation
from karat.results.tasks import contents, document_scores, documents
from karat.results.tasks.findings import explain_document, find_errors
from karat.results.tasks.scoring import score

COUNT = 40


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "MOST_DOCUMENTS", 7)


def clusters(seed: int, numbers: range | list[int] = range(COUNT)) -> str:
    """Documents of 12 tokens in CoNLL's columns, each token in one of three entities or in none."""
    blocks = []
    for number in numbers:
        chance = random.Random(f"{seed} {number}")
        cells = ["-" if chance.random() < 0.4 else f"({chance.randrange(3)})" for _ in range(12)]
        rows = "".join(f"d{number} 0 {place} w{place} {cell}\n" for place, cell in enumerate(cells))
        blocks.append(f"#begin document (d{number}); part 000\n{rows}#end document\n")
    return "".join(blocks)


def tags(seed: int, tokens: str = "w", columns: tuple[int, ...] = ()) -> str:
    """Sentences of 3 to 9 tokens with tags of two types; with ``columns`` of several seeds, as conlleval has them."""
    lines = []
    for number in range(COUNT):
        length = 3 + number % 7
        layers = [_tags(random.Random(f"{each} {number}"), length) for each in (*columns, seed)]
        rows = zip((f"{tokens}{place}" for place in range(length)), *layers, strict=True)
        lines += [*(" ".join(row) for row in rows), ""]
    return "\n".join(lines)


def _tags(chance: random.Random, length: int) -> list[str]:
    return [chance.choice(("O", "O", "B-PER", "B-ORG", "I-ORG")) for _ in range(length)]


def graphs(seed: int) -> str:
    chance = random.Random(seed)
    return "\n\n".join(f"(a / {chance.choice('xy')} :ARG0 (b / {chance.choice('xy')}))" for _ in range(COUNT)) + "\n"


def parses(seed: int) -> str:
    chance = random.Random(seed)
    sentences = []
    for number in range(COUNT):
        relations = [chance.choice(("nsubj", "obj")) for _ in range(2)]
        rows = [(1, "Ada", 2, relations[0]), (2, f"saw{number}", 0, "root"), (3, "Oslo", 2, relations[1])]
        sentences.append("".join(f"{n}\t{form}\t_\tX\t_\t_\t{head}\t{rel}\t_\t_\n" for n, form, head, rel in rows))
    return "\n".join(sentences) + "\n"


MADE: dict[str, Callable[[int], str]] = {
    "coreference": clusters,
    "spans": tags,
    "amr": graphs,
    "dependencies": parses,
}


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    def written(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Path]:
    """A scratch folder, which is empty again at the end."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    yield folder
    assert not list(folder.iterdir())


def both(scratch: Path, task: str, outputs: Any, gold: Any, **options: Any) -> Evaluation:
    """Score in memory and in parts on disk; the evaluations are equal, notes and signatures among them."""
    held = score(task, outputs, gold, **options)
    stored = score(task, outputs, gold, scratch=scratch, **options)
    assert stored == held
    return held


TYPED = ("spans", "dependencies")


@pytest.mark.parametrize(
    ("task", "options"),
    [
        *(pytest.param(task, {}, id=f"{task}, sums") for task in MADE),
        *(pytest.param(task, {"average": "macro"}, id=f"{task}, means") for task in MADE),
        *(pytest.param(task, {"by_type": True}, id=f"{task}, types") for task in TYPED),
    ],
)
def test_the_same_as_in_memory(write: Any, scratch: Path, task: str, options: dict[str, Any]) -> None:
    outputs = {name: write(f"{name}.{task}", MADE[task](seed)) for seed, name in enumerate(("one", "two"), 1)}
    evaluation = both(scratch, task, outputs, write("gold.txt", MADE[task](0)), **options)
    f1 = evaluation["one"].f1.value
    assert f1 is not None
    assert 0 < f1 < 1
    assert len(evaluation["one"].first.sentences) == COUNT
    assert evaluation.comparisons


def test_in_another_order(write: Any, scratch: Path) -> None:
    gold = write("gold.conll", clusters(0))
    shuffled = random.Random(5).sample(range(COUNT), COUNT)
    evaluation = both(scratch, "coreference", write("mine.conll", clusters(1, shuffled)), gold)
    in_order = score("coreference", {"mine": write("ordered.conll", clusters(1))}, gold)
    assert evaluation["mine"].measurements == in_order["mine"].measurements


def test_missing_documents_as_empty(write: Any, scratch: Path) -> None:
    gold, few = write("gold.conll", clusters(0)), write("mine.conll", clusters(1, [30, 3, 17]))
    evaluation = both(scratch, "coreference", few, gold, missing="empty")
    assert [str(note) for note in evaluation["mine"].notes] == [
        "37 of the gold's documents are not the system's and count as empty"
    ]
    with pytest.raises(
        AlignmentError, match="mine: expected every document of the gold, found none for 'd0; part 000'"
    ):
        score("coreference", few, gold, scratch=scratch)


def test_paired_by_order(write: Any, scratch: Path) -> None:
    lines = [f'{{"clusters": [[[{number % 9}, {number % 9}], [11, 11]]]}}' for number in range(COUNT)]
    evaluation = both(scratch, "coreference", write("mine.jsonl", "\n".join(lines)), write("gold.conll", clusters(0)))
    assert "paired with the gold by their order" in str(evaluation["mine"].notes[0])


def test_gold_in_the_outputs(write: Any, scratch: Path) -> None:
    outputs = [write(f"{seed}.txt", tags(seed, columns=(9,))) for seed in (1, 2)]
    evaluation = both(scratch, "spans", outputs, None)
    assert "the system's own file" in str(evaluation["1"].notes[0])
    same = write("same.txt", tags(9, columns=(9,)))
    assert both(scratch, "spans", same, None).warnings() == [
        "same: 40 documents predicted exactly as the gold in the same file; does the file hold predictions?"
    ]
    other = write("other.txt", tags(2, columns=(8,)))
    with pytest.raises(InputError, match="other: expected the same gold in each output"):
        score("spans", [outputs[0], other], None, scratch=scratch)


def test_tokens_are_compared(write: Any, scratch: Path) -> None:
    gold = write("gold.bio", tags(0))
    evaluation = both(scratch, "spans", write("mine.bio", tags(1, tokens="x")), gold)
    assert [str(note) for note in evaluation["mine"].notes] == [
        "40 documents with other words than the gold's, though as many"
    ]
    longer = write("longer.bio", tags(1).replace("w2", "w2 O\nw2", 1))
    with pytest.raises(AlignmentError, match="longer: expected the gold's tokens, 3 in document '1', found 4"):
        score("spans", longer, gold, scratch=scratch)


def test_two_processes(write: Any, scratch: Path) -> None:
    for task in ("coreference", "spans"):
        outputs = {name: write(f"{name}.{task}", MADE[task](seed)) for seed, name in enumerate(("one", "two"), 1)}
        gold = write("gold.txt", MADE[task](0))
        assert score(task, outputs, gold, workers=2, scratch=scratch) == score(task, outputs, gold)


def test_progress_in_parts_of_any_size(write: Any, scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_scores, "PROGRESS_STEP", 10)
    told: list[str] = []
    mine, gold = write("mine.conll", clusters(1)), write("gold.conll", clusters(0))
    score("coreference", mine, gold, scratch=scratch, progress=told.append)
    counts = [step.split(" of ")[0] for step in told if " of 40 documents" in step]
    assert counts == [f"scoring mine: {count}" for count in (14, 21, 35, 40)]


def test_an_error_of_another_process_is_this_ones(write: Any, scratch: Path) -> None:
    broken = write("broken.conll", clusters(1).replace("(1)", "(1", 1))
    gold = write("gold.conll", clusters(0))
    with pytest.raises(FormatError) as serial:
        score("coreference", broken, gold)
    with pytest.raises(FormatError) as parallel:
        score("coreference", broken, gold, workers=2, scratch=scratch)
    assert str(parallel.value) == str(serial.value)
    assert "broken.conll:" in str(serial.value)


def test_large_files_are_scored_from_disk(write: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "LARGE", 1000)
    folders: list[Any] = []
    kept = documents.scratch_folder

    def noticed(folder: Any) -> Any:
        folders.append(folder)
        return kept(tmp_path)

    monkeypatch.setattr(documents, "scratch_folder", noticed)
    gold, mine = write("gold.conll", clusters(0)), write("mine.conll", clusters(1))
    score("coreference", mine, gold)
    assert folders == [None]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gold.conll", "mine.conll"]


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_full_disk_is_one_line(write: Any, scratch: Path) -> None:
    gold, mine = write("gold.conll", clusters(0)), write("mine.conll", clusters(1))
    code = (
        "import resource, sys\n"
        "from karat.errors import KaratError\n"
        "from karat.results.tasks.scoring import score\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n"
        "try:\n    score('coreference', sys.argv[1], sys.argv[2], scratch=sys.argv[3])\n"
        "except KaratError as error:\n    print(error)\n"
    )
    command = [sys.executable, "-c", code, str(mine), str(gold), str(scratch)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.startswith(f"{scratch}: expected room for"), done.stderr
    assert done.stdout.count("\n") == 1


@pytest.fixture
def from_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let all files count as large from now on."""
    return lambda: monkeypatch.setattr(documents, "LARGE", 0)


@pytest.mark.parametrize("task", MADE)
def test_explanations_and_findings_from_disk(write: Any, from_disk: Callable[[], None], task: str) -> None:
    gold, mine = write("gold.txt", MADE[task](0)), write("mine.txt", MADE[task](1))
    document = score(task, mine, gold, resampling=None)["mine"].first.sentences[23]

    def explained() -> list[str]:
        return [str(each) for each in explain_document(task, mine, gold, document)]

    held = explained(), find_errors(task, mine, gold)
    from_disk()
    assert (explained(), find_errors(task, mine, gold)) == held


def test_findings_beyond_the_most_are_counted(write: Any, from_disk: Callable[[], None]) -> None:
    gold, mine = write("gold.bio", tags(0)), write("mine.bio", tags(1))
    from_disk()
    (whole,) = find_errors("spans", mine, gold)
    (part,) = find_errors("spans", mine, gold, most=5)
    assert sum(len(document.findings) for document in part.documents[:-1]) < 5
    assert sum(len(document.findings) for document in part.documents) >= 5
    assert part.documents == whole.documents[: len(part.documents)]
    assert part.counts() == whole.counts()
    assert {kind: part.first(kind) for kind in part.counts()} == {kind: whole.first(kind) for kind in whole.counts()}


def joined(seed: int, every: int) -> str:
    """Parses of the same text in which every so many sentences are one with the next."""
    rows = [line for line in parses(seed).split("\n") if line]
    sentences: list[list[str]] = []
    for number in range(COUNT):
        words = [row.split("\t") for row in rows[3 * number : 3 * number + 3]]
        if number % every == 1:
            for word in words:
                word[0], word[6] = str(int(word[0]) + 3), str(int(word[6]) + 3)
            sentences[-1] += ["\t".join(word) for word in words]
        else:
            sentences.append(["\t".join(word) for word in words])
    return "\n\n".join("\n".join(sentence) for sentence in sentences) + "\n\n"


@pytest.mark.parametrize("alignment", ["description", "program"])
def test_parses_in_blocks(write: Any, scratch: Path, monkeypatch: pytest.MonkeyPatch, alignment: str) -> None:
    monkeypatch.setattr(parse_pairs, "BLOCK", 4)
    gold = write("gold.conllu", joined(0, 5))
    outputs = [write("one.conllu", joined(1, 3)), write("two.conllu", parses(2))]
    evaluation = both(scratch, "dependencies", outputs, gold, choices={"alignment": alignment}, by_type=True)
    assert len(evaluation["one"].first.sentences) < COUNT
    other = write("other.conllu", parses(2).replace("saw30", "sees30"))
    messages = []
    for folder in (None, scratch):
        with pytest.raises(AlignmentError) as raised:
            score("dependencies", [outputs[0], other], gold, scratch=folder)
        messages.append(str(raised.value))
    assert messages[0] == messages[1]
    assert "other: expected the text of the gold" in messages[0]


@pytest.mark.long
def test_a_cluster_that_loses_a_worker(
    write: Any, scratch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    from dask_cluster import dask_cluster

    monkeypatch.setattr(contents, "MOST_DOCUMENTS", 5)
    monkeypatch.setattr(document_scores, "PROGRESS_STEP", 5)
    with dask_cluster(tmp_path) as cluster:
        cluster.wait_for_workers(2)
        told: list[str] = []

        def kill_one(step: str) -> None:
            told.append(step)
            if " documents" in step and cluster.workers[0].poll() is None:
                cluster.kill(cluster.workers[0])

        for task in ("coreference", "spans"):
            outputs = {name: write(f"{name}.{task}", MADE[task](seed)) for seed, name in enumerate(("one", "two"), 1)}
            gold = write("gold.txt", MADE[task](0))
            found = score(task, outputs, gold, cluster=cluster.address, scratch=scratch, progress=kill_one)
            assert found == score(task, outputs, gold)
        assert any(" documents" in step for step in told)
        assert sum(worker.poll() is None for worker in cluster.workers) == 1
