"""Plans: what they may say, and everything that is wrong with them at once, each with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.errors import FormatError, InputError
from karat.results import Options, Resampling
from karat.systems import registry
from karat.systems.experiment.plan import PlannedBenchmark
from karat.systems.experiment.reading import read_plan
from karat.systems.experiment.tasks import select, tasks_of
from karat.systems.registry import SystemEntry
from karat.systems.secrets import looks_secret

ECHO = SystemEntry("echo", "example_systems:Echo", "example_systems:EchoOptions", "Repeat each sentence.")

SMALLEST = """
benchmarks = ["karat-sample"]
[systems.one]
published = "careful"
"""


@pytest.fixture(autouse=True)
def echo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the list have a system of the tests, with an option of each type."""
    monkeypatch.setattr(registry, "SYSTEMS", (ECHO,))


def plan_of(folder: Path, text: str):
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return read_plan(path)


def problems_of(folder: Path, text: str) -> list[str]:
    """The messages about a plan, without its path."""
    with pytest.raises(InputError) as error:
        plan_of(folder, text)
    return [line.removeprefix(f"{folder / 'plan.toml'}: ") for line in str(error.value).splitlines()]


def test_the_smallest_plan(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, SMALLEST)
    assert (plan.title, plan.folder) == ("plan", tmp_path / "plan-results")
    assert (plan.limit, plan.seed, plan.resampling, plan.test) == (None, None, Resampling(), "t")
    assert plan.benchmarks == (PlannedBenchmark("karat-sample", "karat-sample"),)
    assert [(system.name, system.published) for system in plan.systems] == [("one", "careful")]


def test_demonstrations_are_found_beside_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the real list of systems
    (tmp_path / "solved.tsv").write_text("Ann slept .\tslept\tAnn\n", encoding="utf-8")
    table = "[systems.{}]\nsystem = 'llm'\nendpoint = 'http://localhost:1/v1'\nmodel = 'm'\ndemonstrations = '{}'\n"
    plans = table.format("a", "solved.tsv") + table.format("b", "karat-sample")
    beside, named = plan_of(tmp_path, f'benchmarks = ["karat-sample"]\n{plans}').systems
    assert beside.options["demonstrations"] == str(tmp_path / "solved.tsv")
    assert named.options["demonstrations"] == "karat-sample"


def test_everything_that_a_plan_may_say(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        """
        [experiment]
        title = "Two languages"
        folder = "there"
        seed = 7
        limit = 5
        interval = "bca"
        level = 0.9
        resamples = 100
        test = "bootstrap"

        [systems.mine]
        system = "echo"
        family = "loud"
        shout = true
        folder = "data"
        [systems.mine.on.german]
        relation = "sagt"

        [systems.theirs]
        output = "theirs/{benchmark}.txt"

        [systems.others]
        output = {german = "de.tsv"}
        benchmarks = ["german"]

        [benchmarks.german]
        benchmark = "karat-sample-de"
        facets = ["C", "P"]
        people_steps = ["letters"]
        as_published = true

        [benchmarks.own]
        gold = "gold.txt"
        carb_gold = ["carb.tsv"]
        language = "fr"
        """,
    )
    assert (plan.title, plan.folder, plan.limit, plan.seed) == ("Two languages", tmp_path / "there", 5, 7)
    assert (plan.resampling, plan.test) == (Resampling("bca", 100, 7, 0.9), "bootstrap")
    german, own = plan.benchmarks
    assert german == PlannedBenchmark(
        "german", "karat-sample-de", options=Options(facets=("C", "P"), people_steps=("letters",), as_published=True)
    )
    assert own == PlannedBenchmark("own", gold=tmp_path / "gold.txt", carb_gold=(tmp_path / "carb.tsv",), language="fr")
    mine, theirs, others = plan.systems
    assert (mine.system, mine.family) == ("echo", "loud")
    assert mine.options == {"shout": True, "folder": tmp_path / "data"}
    assert mine.on == {"german": {"relation": "sagt"}}
    assert theirs.outputs == {name: tmp_path / f"theirs/{name}.txt" for name in ("german", "own")}
    assert (others.outputs, others.benchmarks) == ({"german": tmp_path / "de.tsv"}, ("german",))
    tasks = {task.name: task for task in tasks_of(plan)}
    assert tasks["mine/german"].options == {**mine.options, "relation": "sagt"}
    assert tasks["mine/german"].output == tmp_path / "there" / "outputs" / "german" / "mine.jsonl"
    assert tasks["others/own"].origin == "none"


def test_benchmarks_in_a_list(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        """
        [systems.one]
        published = "careful"
        [[benchmarks]]
        benchmark = "karat-sample"
        name = "joined"
        facets = ["C"]
        [[benchmarks]]
        gold = "folder/mine.txt"
        """,
    )
    assert [benchmark.name for benchmark in plan.benchmarks] == ["joined", "mine"]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        pytest.param(
            '[systems.mine]\nsystem = "echo"\nrelatio = "x"\n',
            ["systems.mine.relatio: unknown; did you mean relation? Known: relation, times, "],
            id="an option that the system does not have",
        ),
        pytest.param(
            '[systems.mine]\nsystem = "echo"\ntimes = "3"\nshout = 1\n',
            [
                "systems.mine.times: expected a whole number, found '3'",
                "systems.mine.shout: expected true or false, found 1",
            ],
            id="two values of another type",
        ),
        pytest.param(
            '[systems.mine]\nsystem = "ecco"\n',
            ["systems.mine.system: unknown system 'ecco'; did you mean 'echo'? Known: echo"],
            id="an unknown system",
        ),
        pytest.param(
            '[systems.mine]\nsystem = "echo"\n[systems.mine.on.karat-sampl]\nshout = true\n',
            ["systems.mine.on.karat-sampl: unknown; did you mean karat-sample? Known: karat-sample"],
            id="options for a benchmark that is not there",
        ),
        pytest.param(
            '[systems.mine]\nsystem = "echo"\n[systems.mine.on.karat-sample]\nshut = true\n',
            ["systems.mine.on.karat-sample.shut: unknown; did you mean shout? Known: relation, "],
            id="an unknown option for one benchmark",
        ),
        pytest.param(
            '[systems.mine]\nsystem = "echo"\noutput = "x"\n',
            ["systems.mine: expected system, output or published, found system and output"],
            id="run and output",
        ),
        pytest.param(
            "[systems.mine]\n",
            ["systems.mine: expected system, output or published, found none of them"],
            id="neither run nor output",
        ),
        pytest.param(
            '[systems.mine]\noutput = "x"\nfamly = "y"\n',
            ["systems.mine.famly: unknown; did you mean family? Known: output, family, benchmarks"],
            id="an unknown key of an output",
        ),
        pytest.param(
            '[systems."a/b"]\noutput = "x"\n',
            ["systems: expected a name of letters, digits, spaces, '.', '_', '+' and '-', "],
            id="a name that is no name of a file",
        ),
        pytest.param(
            '[systems.One]\noutput = "x"\n[systems.one]\noutput = "x"\n',
            ["systems: expected each name once, found 'One' 2 times", "systems: expected each name once, found 'one' "],
            id="names that differ in capitals only",
        ),
        pytest.param(
            '[systems.mine]\noutput = "x"\nbenchmarks = ["karat-sampl"]\n',
            ["systems.mine.benchmarks.karat-sampl: unknown; did you mean karat-sample? Known: karat-sample"],
            id="a benchmark that is not in the plan",
        ),
        pytest.param(
            '[systems.mine]\noutput = "x"\n[experiment]\nseeds = 3\nlimit = 0\nlevel = 2\nfolder = 7\n',
            [
                "experiment.seeds: unknown; did you mean seed? Known: title, folder, seed, limit, reports, interval, ",
                "experiment.folder: expected a path, found 7",
                "experiment: level: expected a confidence from 0.5 to less than 1, such as 0.95, found 2",
                "experiment.limit: expected 1 or more, found 0",
            ],
            id="four problems of the experiment",
        ),
        pytest.param("", ["systems: expected at least one table [systems.NAME], found none"], id="no system"),
        pytest.param(
            "systems = 3", ["systems: expected a table, found 3", "systems: expected at least"], id="no table"
        ),
    ],
)
def test_what_is_wrong_with_systems(text: str, problems: list[str], tmp_path: Path) -> None:
    found = problems_of(tmp_path, f'benchmarks = ["karat-sample"]\n{text}')
    assert len(found) == len(problems)
    for line, start in zip(found, problems, strict=True):
        assert line.startswith(start)


@pytest.mark.parametrize(
    ("benchmarks", "problem"),
    [
        ("[]", 'benchmarks: expected a list such as ["benchie-en", {gold = "gold.txt"}], found none'),
        ('"karat-sample"', "benchmarks: expected a list such as "),
        ("[3]", "benchmarks.1: expected a benchmark's name or a table, found 3"),
        ('["karat-sampel"]', "benchmarks.1: unknown benchmark 'karat-sampel'; did you mean 'karat-sample'?"),
        ('["karat-sample", "karat-sample"]', "benchmarks: expected each name once, found 'karat-sample' 2 times"),
        ('[{gold = "g", facet = ["C"]}]', "benchmarks.1.facet: unknown; did you mean facets? Known: as_published, "),
        ('[{gold = "g", facets = ["X"]}]', "benchmarks.1: unknown facet 'X'"),
        ('[{gold = "g", benchmark = "karat-sample"}]', "benchmarks.1: expected benchmark or gold, found both"),
        ('[{name = "karat-sample", gold_format = "csv"}]', "benchmarks.1.gold_format: expected gold beside it"),
        ("[{}]", "benchmarks.1: expected a benchmark's name or a gold file, found neither"),
    ],
)
def test_what_is_wrong_with_benchmarks(benchmarks: str, problem: str, tmp_path: Path) -> None:
    found = problems_of(tmp_path, f'benchmarks = {benchmarks}\n[systems.one]\npublished = "careful"\n')
    assert [line for line in found if line.startswith(problem)], found


def test_one_output_for_two_benchmarks(tmp_path: Path) -> None:
    text = 'benchmarks = ["karat-sample", "karat-sample-de"]\n[systems.one]\noutput = "x"\n'
    example = '"outputs/{benchmark}.txt" or {karat-sample = "output.txt"}'
    assert problems_of(tmp_path, text) == [
        f"systems.one.output: expected a file for each benchmark, as {example}, found one for 2 benchmarks"
    ]


def test_text_that_is_not_toml(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as error:
        plan_of(tmp_path, 'benchmarks = ["karat-sample"]\n[systems.one]\nsystem echo\n')
    assert (
        str(error.value)
        == f"{tmp_path / 'plan.toml'}:3: expected TOML, found expected '=' after a key in a key/value pair"
    )


KEY = "sk-" + "proj-0123456789abcdef"


def test_a_key_is_refused_and_not_shown(tmp_path: Path) -> None:
    found = problems_of(
        tmp_path,
        f"""
        benchmarks = ["karat-sample", "{KEY}"]
        [systems.mine]
        system = "echo"
        relation = "{KEY}"
        api_key = "short"
        times = "x"
        """,
    )
    reason = "expected no key or password in a plan, found what looks like one; set it in the environment"
    assert found[:3] == [
        f"benchmarks.1: {reason}",
        f"systems.mine.relation: {reason}",
        f"systems.mine.api_key: {reason}",
    ]
    assert found[-1] == "systems.mine.times: expected a whole number, found 'x'"
    assert not any(KEY in line for line in found)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (KEY, True),
        ("hf_" + "a" * 30, True),
        ("ghp_" + "a1" * 15, True),
        ("AKIA" + "A1B2C3D4E5F6G7H8", True),
        ("AIza" + "b" * 35, True),
        ("https://ann:hunter2@example.org/v1", True),
        ("Authorization: Bearer abcdef0123456789", True),
        ("Zx81kQ0pLm49" * 3, True),
        ("https://api.example.org/v1", False),
        ("outputs/2024-11-02/OpenIE6-AllenNLP-0123456789-Final.txt", False),
        ("python -m extract --model en_core_web_sm --batch 32", False),
        ("a-model-with-a-very-long-name-2024-08-06-instruct", False),
        ("9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de", False),
    ],
)
def test_what_looks_like_a_secret(text: str, secret: bool) -> None:
    assert looks_secret(text) == secret


def test_tokens_to_spend_are_no_secret(tmp_path: Path) -> None:
    found = problems_of(tmp_path, 'benchmarks = ["karat-sample"]\n[systems.m]\nsystem = "echo"\nmax_tokens = "9"\n')
    assert [line.partition(":")[0] for line in found] == ["systems.m.max_tokens"]
    assert "password" not in found[0]


@pytest.mark.parametrize(
    ("only", "chosen"),
    [
        ([], ["one/karat-sample", "one/karat-sample-de", "two/karat-sample", "two/karat-sample-de"]),
        (["one"], ["one/karat-sample", "one/karat-sample-de"]),
        (["two/karat-sample"], ["two/karat-sample"]),
        (["/karat-sample-de"], ["one/karat-sample-de", "two/karat-sample-de"]),
        (["o*/*-de", "two/karat-sample"], ["one/karat-sample-de", "two/karat-sample"]),
    ],
)
def test_only(only: list[str], chosen: list[str], tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        'benchmarks = ["karat-sample", "karat-sample-de"]\n'
        '[systems.one]\npublished = "careful"\n[systems.two]\npublished = "greedy"\n',
    )
    assert [task.name for task in select(tasks_of(plan), only)] == chosen
    with pytest.raises(
        InputError, match=r"--only three: expected SYSTEM/BENCHMARK of the plan, found none such. Known: "
    ):
        select(tasks_of(plan), ["three"])
