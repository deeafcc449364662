"""``karat gold lint --benchmark``: a benchmark's own file of fact synsets."""

from __future__ import annotations

import pytest

from karat.cli import main


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param(("--benchmark", "karat-sample"), 0, "compact", id="the sample"),
        pytest.param(("--benchmark", "carb-dev"), 1, "carb-dev: expected a benchmark with fact synsets", id="tuples"),
        pytest.param(("--benchmark", "karat-sample", "--in-place"), 2, "expected a FILE of your own", id="in place"),
        pytest.param((), 2, "expected FILE or --benchmark, found neither", id="neither"),
        pytest.param(("gold.txt", "--benchmark", "karat-sample"), 2, "found both", id="both"),
    ],
)
def test_lint_of_a_benchmark(arguments, code, said, capsys) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["gold", "lint", *arguments])
    assert (stop.value.code or 0) == code
    assert said in " ".join("".join(capsys.readouterr()).split())
