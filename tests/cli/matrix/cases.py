"""Every command that writes files, once for each of the files that it can write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inputs import EXTRACT_COMMAND, TURN_COMMAND

OUT = "{out}"


@dataclass(frozen=True)
class Case:
    """A command and the parameter that names the file; ``{out}`` is the file, ``{chat}`` and ``{corenlp}`` servers.

    ``appends`` is a file that is continued, ``fills`` a folder that is made. ``new`` is a file that must not be there.
    ``fixed`` is where the result goes if no parameter names it. ``differs``: no two results are equal to the byte.
    ``suffix`` is how the file's name must end.
    """

    command: str
    parameter: str
    arguments: tuple[str, ...]
    appends: bool = False
    fills: bool = False
    new: bool = False
    fixed: str | None = None
    differs: bool = False
    suffix: str = ""

    @property
    def name(self) -> str:
        return f"{self.command} {self.parameter}"

    def line(self, out: str, addresses: dict[str, str]) -> list[str]:
        """The arguments of ``karat``."""
        found = []
        for word in (*self.command.split(), *self.arguments):
            text = word.replace(OUT, out)
            for name, address in addresses.items():
                text = text.replace(f"{{{name}}}", address)
            found.append(text)
        return found


QUICK = ("--no-intervals",)
CHAT = ("--endpoint", "{chat}", "--model", "m")
FROM_TREES = ("in.txt", "--trees", "in.trees", "--bank", "bank.tsv")
EVALUATED = ("careful.tsv", "--gold", "gold.txt", *QUICK)
LABELLED = ("benchie", "--labels", "study.jsonl", "--gold", "gold.txt", "--resamples", "50")
ANSWERED = ("prompts.jsonl", "answers.jsonl", "--gold", "few.json", "--resamples", "0")
CLIQUES = ("cliques_careful.json", "--gold", "cliques.json", *QUICK)
SCORED = {
    "relations": "relations.json",
    "dependencies": "dependencies.conllu",
    "spans": "spans.bio",
    "events": "events.jsonl",
    "coreference": "coreference.conll",
    "role-fillers": "role-fillers.json",
    "nary-relations": "nary-relations.jsonl",
    "templates": "templates.json",
    "amr": "amr.txt",
}


def scores() -> Iterator[Case]:
    """``karat score`` with each of its tasks."""
    for task, file in SCORED.items():
        for parameter in ("output", "html"):
            words = (file, "--gold", f"gold-{file}", "--resamples", "0", f"--{parameter}", OUT)
            yield Case(f"score {task}", parameter, words)


CASES = (
    Case("evaluate", "output", (*EVALUATED, "--output", OUT)),
    Case("evaluate", "html", (*EVALUATED, "--html", OUT)),
    Case("evaluate", "verdicts", (*EVALUATED, "--verdicts", OUT), suffix=".jsonl"),
    Case("compare", "output", ("run.json", "--output", OUT)),
    Case("agreement", "output", (*LABELLED, "--output", OUT)),
    Case("agreement", "html", (*LABELLED, "--html", OUT)),
    Case("judge", "output", ("careful.tsv", "--gold", "gold.txt", *CHAT, "--output", OUT), appends=True),
    Case("report", "html", ("run.json", "--html", OUT)),
    Case("report", "charts", ("run.json", "--charts", OUT), fills=True),
    Case("demo", "output", ("--output", OUT), fills=True),
    Case("run naive", "output", ("sentences.txt", "-o", OUT), appends=True),
    Case("run clauses", "output", ("sentences.txt", "--conllu", "parsed.conllu", "-o", OUT), appends=True),
    Case("run llm", "output", ("sentences.txt", *CHAT, "--no-cache", "-o", OUT), appends=True),
    Case("run llm", "cache", ("sentences.txt", *CHAT, "--cache", OUT, "-o", "ran.jsonl", "--force"), fills=True),
    Case("run corenlp", "output", ("sentences.txt", "--url", "{corenlp}", "-o", OUT), appends=True),
    Case("run command", "output", ("sentences.txt", "--command", EXTRACT_COMMAND, "-o", OUT), appends=True),
    Case("experiment", "folder", ("plan.toml",), fills=True, fixed="plan-results"),
    Case("convert", "target", ("careful.tsv", OUT, "--to", "jsonl")),
    Case("gold init", "output", ("sentences.txt", "-o", OUT, "--force")),
    Case("gold from", "output", ("triples.tsv", "-o", OUT, "--force")),
    Case("gold lint", "fix", ("gold.txt", "--fix", OUT)),
    Case("annotate export", "output", ("project", OUT, "--force", "--format", "csv", "--unfinished")),
    Case("annotate backup", "output", ("project", OUT), new=True, differs=True),
    Case("study export", "output", ("study", OUT, "--force", "--unfinished")),
    Case("study report", "html", ("study.jsonl", "--resamples", "50", "--html", OUT)),
    Case("study report", "charts", ("study.jsonl", "--resamples", "50", "--charts", OUT), fills=True),
    Case("study ask", "answers", ("study", *CHAT, "--answers", OUT), appends=True),
    Case("data sentences", "output", ("karat-sample", "-o", OUT, "--force")),
    *scores(),
    Case("cliques score", "by_clique", (*CLIQUES, "--by-clique", OUT)),
    Case("cliques score", "output", (*CLIQUES, "--output", OUT)),
    Case("cliques score", "html", (*CLIQUES, "--html", OUT)),
    Case("cliques prompts", "output", ("few.json", "--output", OUT, "--shots", "0")),
    Case("cliques answers", "output", (*ANSWERED, "--output", OUT)),
    Case("cliques answers", "failures", (*ANSWERED, "--failures", OUT)),
    Case("cliques answers", "result", (*ANSWERED, "--result", OUT)),
    Case("cliques answers", "html", (*ANSWERED, "--html", OUT)),
    Case("cliques answers", "charts", (*ANSWERED, "--charts", OUT), fills=True),
    Case("cliques parse", "output", ("few.json", "--url", "{corenlp}", "-o", OUT), appends=True),
    Case("cliques distance", "html", ("few.json", "--html", OUT)),
    Case("cliques distance", "charts", ("few.json", "--charts", OUT), fills=True),
    Case("cliques build", "output", (*FROM_TREES, "--command", TURN_COMMAND, "--output", OUT)),
    Case(
        "cliques build",
        "candidates",
        (*FROM_TREES, "--command", TURN_COMMAND, "--output", "built.json", "--candidates", OUT),
        appends=True,
    ),
    Case("cliques bank", "output", ("pairs.tsv", "--output", OUT)),
    Case("cliques targets", "output", (*FROM_TREES, "--output", OUT)),
    Case("cliques paraphrase", "output", ("targets.jsonl", "--command", TURN_COMMAND, "--output", OUT), appends=True),
    Case("cliques filter", "output", ("candidates.jsonl", "--output", OUT)),
    Case("cliques ask", "output", ("prompts.jsonl", *CHAT, "--output", OUT), appends=True),
)

ELSEWHERE = {
    **dict.fromkeys(
        (
            *("annotate open", "annotate import", "annotate restore", "study create", "study import", "study serve"),
            *("annotate batches make", "annotate batches check", "annotate batches decide", "annotate batches replace"),
            *("annotate users add", "annotate users invite", "annotate users role", "annotate users password"),
            *("annotate users deactivate", "annotate users activate"),
        ),
        "the database, whose transactions tests/annotate/store kills and fills",
    ),
    "data get": "the cache of datasets, checked by its checksums in tests/benchmarks",
}
"""Commands that write elsewhere than into a file that is named to them, and where that is tested."""

ONLY_READ = {
    *("explain", "gold stats", "gold agreement", "annotate agreement", "annotate scores", "annotate batches list"),
    *("annotate users list", "annotate check", "study plan", "data list", "data verify", "data where"),
    *("cliques explain", "cliques stats"),
    *("list benchmarks", "list formats", "list metrics", "list systems", "list signature"),
}
