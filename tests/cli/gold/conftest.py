"""Run ``karat gold`` beside a few small gold files."""

from __future__ import annotations

import pytest

from karat.cli import main

GOLD = """sent_id:1\tThe ship sails to Bari .
1-->Cluster 1:
[The] ship --> sails to --> Bari
[The] ship --> sails to --> Bari
"""
FIXED = """sent_id:1\tThe ship sails to Bari .
1--> Cluster 1:
[The] ship --> sails to --> Bari
"""
OPEN = FIXED + "ship --> sails --> to [Bari\n"
TUPLES = "The ship sails to Bari .\tsails\tThe ship\tto Bari\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat gold`` beside some files; give the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in (("gold.txt", GOLD), ("fixed.txt", FIXED), ("open.txt", OPEN), ("tuples.tsv", TUPLES)):
        (tmp_path / name).write_text(text)

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["gold", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run
