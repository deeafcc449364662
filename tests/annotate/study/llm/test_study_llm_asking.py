"""A language model labels a study through a real endpoint: what it is asked, what is recorded, what is stored."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from chat_server import Asked, ChatServer

from karat.annotate.event import NewEvent
from karat.annotate.people import Person
from karat.annotate.project import MACHINE, Document, NewItem, Project
from karat.annotate.store import Store
from karat.annotate.study.llm.asking import AskReport, Run, ask_model
from karat.annotate.study.llm.demonstrations import settled_labels
from karat.annotate.study.llm.prompt import instructions, version, write_task
from karat.annotate.study.loading import load_study
from karat.annotate.study.state import State
from karat.errors import FormatError, InputError, ServiceError
from karat.results.study.measuring import measure_study
from karat.systems.chat import ChatEndpoint

pytest.importorskip("openai")

TASKS = {
    "0001": ("1", "Ann sold the mill .", "sold", ["Ann", "mill"]),
    "0002": ("2", "Ben may buy a boat .", "buys", ["Ben", "boat"]),
    "0003": ("3", "Cleo left Ulm .", "left", ["Cleo", "Ulm"]),
    "0004": ("4", "It rained .", "rained", ["It"]),
    "0005": ("1", "Ann sold the mill .", "sold", ["mill", "Ann"]),
    "0006": ("1", "Ann sold the mill .", "sold", ["Ann", "mill"]),
}
"""The last one repeats the first."""


def content(sentence: str, relation: str, arguments: list[str]) -> dict[str, object]:
    empty = {"polarity": None, "modality": None, "attribution": None, "quantities": []}
    extraction = {"relation": relation, "arguments": arguments, **empty}
    return {"sentence_id": sentence, "clause": None, "extraction": extraction}


@dataclass
class Lab:
    """A study of six tasks, of which some are labelled by two people."""

    store: Store
    project: Project
    people: tuple[Person, Person]
    folder: Path
    events: int = 0

    @classmethod
    def make(cls, folder: Path) -> Lab:
        store = Store.open(folder / "store")
        project = store.add_project("Study", "study", "en", {"tagger": "none"})
        hidden = {"sources": [{"system": "zebrafinch", "confidence": None, "sampled": True}], "stratum": None}
        store.add_items(
            project.id,
            [
                NewItem(
                    key,
                    text,
                    content=content(sentence, relation, arguments),
                    hidden={**hidden, "repeat_of": "0001" if key == "0006" else None},
                )
                for key, (sentence, text, relation, arguments) in TASKS.items()
            ],
        )
        people = store.add_person("Ann", "annotator"), store.add_person("Ben", "annotator")
        for person in people:
            store.assign(project.id, person.id)
        return cls(store, project, people, folder)

    def label(self, key: str, *labels: State) -> None:
        """Let each labeller give a label; one label stands for both."""
        item = self.store.item_by_key(self.project.id, key)
        assert item is not None
        for person, state in zip(self.people, labels if len(labels) > 1 else labels * 2, strict=True):
            document = self.store.document_of(item.id, person.id)
            assert document is not None
            self.events += 1
            event = NewEvent(f"event{self.events:010}", "import", replace(state, done=True).to_json(), on=0)
            self.store.append(document.id, person.id, [event])

    def ask(self, server: ChatServer, shots: int = 0, seed: int = 0, name: str = "model", file: str = "a") -> AskReport:
        chat = ChatEndpoint(server.url, "m", retries=0)
        try:
            return ask_model(self.store, self.project, chat, name, self.folder / file, Run(shots, seed))
        finally:
            chat.close()

    def states(self, name: str = "model") -> dict[str, State]:
        """The labels that the model gave, by task."""
        person = self.store.person_by_name(name)
        assert person is not None
        rows = self.store.stream_documents(self.project.id, person.id)
        assert all(document is None or document.purpose == MACHINE for _, document in rows)
        rows = self.store.stream_documents(self.project.id, person.id)
        return {item.key: State.from_json(each.state) for item, each in rows if each is not None and each.version}


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lab:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    return Lab.make(tmp_path)


CORRECT = State("correct", "none")
WRONG = State("incorrect", "none", ("F8",))


def judge(messages: Asked) -> str:
    """Call whatever has a modal verb incorrect, and refuse to speak of rain."""
    question = messages[-1]["content"]
    if "rained" in question:
        return "I am sorry, I cannot judge the weather."
    if "may" in question:
        return '{"fact": "incorrect", "attribution": "none", "rules": ["F8"], "reason": "It is only possible."}'
    return '{"fact": "correct", "attribution": "none", "rules": []}'


def test_a_model_labels_all_tasks_as_a_machine(lab: Lab) -> None:
    lab.label("0001", CORRECT)
    with ChatServer(judge) as server:
        report = lab.ask(server)
        again = lab.ask(server)
        assert len(server.asked) == 6
    assert (report.asked, report.answers, report.labelled) == (6, 6, 5)
    assert (report.failure_counts, list(report.failures)) == ({"refusal": 1}, ["0004"])
    assert (again.asked, again.answers, again.labelled) == (0, 6, 5)
    states = lab.states()
    assert sorted(states) == ["0001", "0002", "0003", "0005", "0006"]
    assert states["0002"] == State("incorrect", "none", ("F8",), "It is only possible.", done=True)
    # It decides nothing: only the task that people have finished is revealed.
    assert [row.key for row in lab.store.items(lab.project.id) if row.revealed] == ["0001"]
    progress = lab.store.progress(lab.project.id)
    assert [each.name for each in progress.people] == ["Ann", "Ben"]
    assert [(each.name, each.assigned, each.done) for each in progress.machines] == [("model", 6, 5)]
    assert lab.store.check() == []


def test_its_labels_stand_beside_peoples_and_move_nothing_of_theirs(lab: Lab) -> None:
    for key in ("0001", "0002", "0003"):
        lab.label(key, WRONG if key == "0002" else CORRECT)
    before = measure_study(load_study(lab.store, lab.project), resamples=0)
    with ChatServer(judge) as server:
        report = lab.ask(server, shots=1)
    study = load_study(lab.store, lab.project)
    after = measure_study(study, resamples=0)
    assert {label.labeller: label.machine for label in study.labels} == {"Ann": False, "Ben": False, "model": True}
    assert (after.systems, after.progress) == (before.systems, before.progress)
    for part in ("fact", "attribution", "rule_sets", "rules"):
        assert getattr(after.agreement, part) == getattr(before.agreement, part)
    assert [pair for pair in after.agreement.pairs if not pair.machine] == list(before.agreement.pairs)
    assert [(pair.a, pair.b) for pair in after.agreement.pairs if pair.machine] == [("Ann", "model"), ("Ben", "model")]
    machine = next(each for each in after.labellers if each.machine)
    assert machine.labeller == "model"
    assert machine.final is not None
    assert machine.final.items == len({"0001", "0002", "0003"} - set(report.demonstrations))
    assert {label.task for label in study.labels if label.machine} & set(report.demonstrations) == set()


def test_the_model_sees_the_rules_and_the_task_and_nothing_hidden(lab: Lab) -> None:
    with ChatServer(judge) as server:
        lab.ask(server)
    system, question = server.asked[0]
    assert system == {"role": "system", "content": instructions()}
    assert question["content"] == "Sentence: Ann sold the mill .\nExtraction: (Ann; sold; mill)\nAttribution: none"
    assert "zebrafinch" not in json.dumps(server.asked)
    for rule in ("F1.", "F12.", "A1.", "A3."):
        assert f"\n{rule} " in instructions()
    assert "unsure" not in instructions()


def test_a_task_with_all_that_an_extraction_can_have() -> None:
    extraction = {
        "relation": "drank",
        "arguments": ["QUANT_S_1 guests", "cider", "at noon"],
        "polarity": "-",
        "modality": "PS",
        "attribution": {"source": "Olga", "predicate": "believes", "polarity": "+", "modality": "PS"},
        "quantities": [{"id": "QUANT_S_1", "text": "more than forty"}],
    }
    assert list(write_task("A text .", {"clause": "a clause", "extraction": extraction})) == [
        "Sentence: A text .",
        "Clause: a clause",
        "Extraction: (QUANT_S_1 guests; drank; cider; at noon)",
        "Factuality: (-, PS)",
        "Quantities: QUANT_S_1 = more than forty",
        "Attribution: Olga, believes, (+, PS)",
    ]


def shown(messages: Asked) -> list[str]:
    """The sentences that a prompt demonstrates."""
    return [each["content"].splitlines()[0] for each in messages[1:-1] if each["role"] == "user"]


@pytest.mark.parametrize("seed", range(4))
def test_demonstrations_are_finished_tasks_of_other_sentences_and_not_asked_about(lab: Lab, seed: int) -> None:
    lab.label("0001", CORRECT)
    lab.label("0002", WRONG)
    lab.label("0003", CORRECT)
    with ChatServer(judge) as server:
        report = lab.ask(server, shots=2, seed=seed)
    demonstrated = set(report.demonstrations)
    assert demonstrated <= {"0001", "0002", "0003"}
    asked = {key for key in TASKS if key not in demonstrated}
    if "0001" in demonstrated:
        asked -= {"0006"}  # its repeat
    assert set(lab.states()) == asked - {"0004"}
    assert report.answers == len(asked) == len(server.asked)
    for messages in server.asked:
        assert len(shown(messages)) == 2
        assert messages[-1]["content"].splitlines()[0] not in shown(messages)
        answers = [json.loads(each["content"]) for each in messages if each["role"] == "assistant"]
        labels = {"Sentence: Ben may buy a boat .": "incorrect"}
        assert [each["fact"] for each in answers] == [labels.get(each, "correct") for each in shown(messages)]


def test_the_seed_decides_and_the_same_seed_gives_the_same(lab: Lab) -> None:
    for key in ("0001", "0002", "0003", "0004"):
        lab.label(key, WRONG if key == "0002" else CORRECT)
    with ChatServer(judge) as server:
        runs = {
            (seed, again): lab.ask(server, 1, seed, f"{seed} {again}", f"{seed} {again}").demonstrations
            for seed in range(5)
            for again in range(2)
        }
    assert all(runs[seed, 0] == runs[seed, 1] for seed in range(5))
    assert len({runs[seed, 0] for seed in range(5)}) > 1


def test_too_few_finished_tasks(lab: Lab) -> None:
    lab.label("0002", WRONG)
    lab.label("0003", CORRECT, WRONG)
    with (
        ChatServer(judge) as server,
        pytest.raises(InputError, match=r"expected 3 tasks of different sentences .* found 1"),
    ):
        lab.ask(server, shots=3)
    assert server.asked == []


def test_a_run_that_broke_off_goes_on_with_the_same_demonstrations(lab: Lab) -> None:
    for key in ("0001", "0002", "0003"):
        lab.label(key, WRONG if key == "0002" else CORRECT)

    works = [False]

    def fail(messages: Asked) -> str | int:
        return judge(messages) if works[0] or len(server.asked) <= 2 else 500

    with ChatServer(fail) as server:
        with pytest.raises(ServiceError):
            lab.ask(server, shots=1)
        kept = (lab.folder / "a").read_bytes()
        assert len(kept.splitlines()) == 3
        assert len(lab.states()) >= 1, "what was answered is stored"
        lab.label("0004", CORRECT)  # people go on, and their new task must not be drawn
        works[0] = True
        report = lab.ask(server, shots=1)
    whole = (lab.folder / "a").read_bytes()
    assert whole.startswith(kept)
    head, *answers = map(json.loads, whole.splitlines())
    assert [each["task"] for each in head["demonstrations"]] == list(report.demonstrations)
    assert (head["prompt"], head["shots"], head["seed"]) == (version(), 1, 0)
    assert report.asked == report.answers - 2
    assert len({each["id"] for each in answers}) == len(answers) == report.answers
    assert {each["model"] for each in answers} == {f"{server.url} m"}


def test_answers_to_other_prompts_are_not_mixed_in(lab: Lab) -> None:
    lab.label("0002", WRONG)
    lab.label("0003", CORRECT)
    with ChatServer(judge) as server:
        lab.ask(server)
        with pytest.raises(FormatError, match="expected answers to the same prompts, found those to others"):
            lab.ask(server, shots=1)
        with pytest.raises(InputError, match="expected the earlier answers of 'model'"):
            lab.ask(server, file="b")


def test_names_and_projects_that_are_refused(lab: Lab) -> None:
    with ChatServer(judge) as server:
        with pytest.raises(InputError, match="Ann: expected a name for the language model, found that of a person"):
            lab.ask(server, name="Ann")
        gold = lab.store.add_project("Gold", "synsets", "en")
        with pytest.raises(InputError, match="Gold: expected a study, found a project of synsets"):
            replace(lab, project=gold).ask(server)
        empty = lab.store.add_project("Empty", "study", "en", {"tagger": "none"})
        with pytest.raises(InputError, match="Empty: expected tasks to label, found none"):
            replace(lab, project=empty).ask(server)
    assert server.asked == []


@pytest.mark.parametrize(
    ("labels", "settled"),
    [
        pytest.param([CORRECT, CORRECT], CORRECT, id="both say so"),
        pytest.param([CORRECT], CORRECT, id="one labeller"),
        pytest.param([CORRECT, WRONG], None, id="they differ"),
        pytest.param([WRONG, State("incorrect", "none", ("F4", "F8"))], WRONG, id="the rules that both name"),
        pytest.param([WRONG, State("incorrect", "none", ("F4",))], None, id="no rule that both name"),
        pytest.param([State("correct", None)], None, id="a label from a file that has no attribution"),
    ],
)
def test_which_labels_are_settled(lab: Lab, labels: list[State], settled: State | None) -> None:
    work = [Document(n, 1, n, 1, replace(each, done=True).to_json(), True, True) for n, each in enumerate(labels, 1)]
    assert settled_labels(work) == settled
    merged = Document(9, 1, None, 1, replace(WRONG, done=True).to_json(), True, True)
    assert settled_labels([*work, merged]) == WRONG
    machine = Document(8, 1, 8, 1, replace(WRONG, done=True).to_json(), True, True, purpose=MACHINE)
    assert settled_labels([*work, machine]) == settled
    assert settled_labels([machine]) is None
