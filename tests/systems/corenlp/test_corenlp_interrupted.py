"""Runs of CoreNLP that a signal ends go on to the same bytes; a local server stands in for CoreNLP."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from signal import SIGINT, SIGKILL, Signals

import pytest
from fake_corenlp import FakeServer, slow
from interrupting import interrupt_and_resume


@pytest.mark.parametrize("signal", [pytest.param(SIGINT, marks=pytest.mark.long), SIGKILL])
def test_interrupted_and_resumed(serve: Callable[..., FakeServer], tmp_path: Path, signal: Signals) -> None:
    texts = [f"Ferry {number} brings {number % 7} crates to the mill" for number in range(60)]
    (tmp_path / "in.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    url = serve(slow(0.05)).url
    arguments = ["run", "corenlp", str(tmp_path / "in.txt"), "--url", url, "--batch", "3", "--workers", "2"]
    done = interrupt_and_resume(arguments, tmp_path, signal=signal, results=7)
    assert b'"relation": "0 brings 0 crates' in done.kept


@pytest.mark.parametrize("signal", [pytest.param(SIGINT, marks=pytest.mark.long), SIGKILL])
def test_trees_go_on(serve: Callable[..., FakeServer], tmp_path: Path, signal: Signals) -> None:
    sentences = [f"Ferry {number} brings crates to the mill" for number in range(40)]
    cliques = [
        {"id": n, "ori_sent": text, "ori_args": [], "paraphrases": [{"id": n + 1, "sent": f"{text} here", "args": []}]}
        for n, text in zip(range(0, 80, 2), sentences, strict=True)
    ]
    (tmp_path / "cliques.json").write_text(json.dumps(cliques), encoding="utf-8")
    url = serve(slow(0.05)).url
    command = [sys.executable, "-m", "karat", "cliques", "parse", str(tmp_path / "cliques.json"), "--url", url]
    command += ["--batch", "2", "-o"]
    whole, output = tmp_path / "whole.jsonl", tmp_path / "trees.jsonl"
    subprocess.run([*command, str(whole)], check=True, capture_output=True, timeout=60)
    with subprocess.Popen([*command, str(output)], stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (output.exists() and output.read_bytes().count(b"\n") > 5):
            time.sleep(0.005)
        process.send_signal(signal)
        said = process.communicate(timeout=60)[1]
    kept = output.read_bytes()
    assert whole.read_bytes().startswith(kept)
    assert 5 < kept.count(b"\n") < 81
    assert (process.returncode, "the same command goes on" in said) == (
        (130, True) if signal == SIGINT else (-9, False)
    )
    subprocess.run([*command, str(output)], check=True, capture_output=True, timeout=60)
    assert output.read_bytes() == whole.read_bytes()

    distance = [sys.executable, "-m", "karat", "cliques", "distance", str(tmp_path / "cliques.json")]
    done = subprocess.run([*distance, "--trees", str(output), "--json"], check=True, capture_output=True, timeout=60)
    assert json.loads(done.stdout)["cliques_with_pairs"] == 40
