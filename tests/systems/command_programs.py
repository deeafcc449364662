"""Small programs that extract, and some that do not behave, written as scripts for the tests."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from karat.model import Sentence

TEXTS = ("Ann founded Bext .", "Bo left Ulm .", "Cy bought Dorn .", "Di sold Elm .", "Ed grew figs .")
SENTENCES = tuple(Sentence(f"s{number}", text) for number, text in enumerate(TEXTS, 1))

HEAD = """
import json, os, pathlib, signal, subprocess, sys, time

def triple(text):
    subject, relation, *others = text.removesuffix(" .").split()
    return subject, relation, " ".join(others)

def tabbed(texts):  # number, subject, relation, object: BenchIE's format
    return "".join("\\t".join([str(n), *triple(text)]) + "\\n" for n, text in enumerate(texts, 1))

def blocks(texts):  # OpenIE6's format
    return "".join(text + "\\n0.5: (" + "; ".join(triple(text)) + ")\\n\\n" for text in texts)

"""
READ = "texts = [line.rstrip('\\n') for line in sys.stdin]\n"
TABBED = READ + "sys.stdout.write(tabbed(texts))\n"
BLOCKS = READ + "sys.stdout.write(blocks(texts))\n"
LOOP = "for line in sys.stdin:\n    asked = json.loads(line)\n    text = asked['sentence']\n    "
ANSWER = (
    "subject, relation, object = triple(text); "
    "print(json.dumps({'extractions': [{'relation': relation, 'arguments': [subject, object]}]}), flush=True)\n"
)
LINES = LOOP + ANSWER
DIES_AT_CY = "if any('Cy' in text for text in texts): sys.stderr.write('no verb'); sys.exit(3)\n"


def command(folder: Path, program: str, *arguments: str, name: str = "program.py") -> str:
    """Write a program and give the command that runs it."""
    path = folder / name
    path.write_text(HEAD + program)
    return " ".join([shlex.quote(sys.executable), "-S", shlex.quote(str(path)), *arguments])
