"""Small gold and outputs of open extraction, on which each option moves a number."""

from __future__ import annotations

import json

from karat.formats.text.slots import parse_slot
from karat.metrics.oie.meaning.judge_rule import question_id, write_question
from karat.model import Annotation, Extraction, Fact, Sentence, Synset

ANN, BOB, CY = "Ann left Ulm in May .", "Bob sang loudly in Rome .", "Cy slept well at home ."
DEE = "Dee ran from Bonn to Kiel by train with Eve ."
OPENED, PASSIVE, FELL = ["opened", "it", "in May"], ["was opened", "it", "in May"], ["fell", "it", "in June"]


def synsets(*sentences: tuple[str, list[list[str]]]) -> str:
    lines = []
    for number, (text, found) in enumerate(sentences, 1):
        lines.append(f"sent_id:{number}\t{text}")
        for place, facts in enumerate(found, 1):
            lines += [f"{number}--> Cluster {place}:", *facts]
        lines.append("")
    return "\n".join(lines)


def table(*rows: tuple[object, ...]) -> str:
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def cliques(*found: list[tuple[str, list[list[str]]]]) -> str:
    return json.dumps(
        [
            {
                "id": 10 * number,
                "ori_sent": original[0],
                "ori_args": original[1],
                "paraphrases": [
                    {"id": 10 * number + place, "sent": text, **({"args": args} if args else {"args": []})}
                    for place, (text, args) in enumerate(others, 1)
                ],
            }
            for number, (original, *others) in enumerate(found)
        ]
    )


PHRASES = (
    Annotation(Sentence("1", ANN), (Synset("1", (Fact(*(parse_slot(slot)[0] for slot in ("Ann", "left", "Ulm"))),)),)),
    Extraction("left", ("Ann", "the town")),
)
"""A sentence's gold, and an extraction that a judge was asked about."""


def answers(*texts: str) -> str:
    """A judge's answers to the question about that extraction."""
    id = question_id(write_question(*PHRASES))
    return "".join(json.dumps({"id": id, "answer": text, "model": "m"}) + "\n" for text in texts)


FILES = {
    "judged.txt": synsets((ANN, [["Ann --> left --> Ulm"]])),
    "judged.tsv": table((ANN, 0.9, "left", "Ann", "the town")),
    "yes.jsonl": answers("1"),
    "mapped.json": json.dumps(
        [
            {"nr": 1, "a": "Ann", "b": "left", "c": "Ulm", "d": "May"},
            {"nr": 2, "a": "Bob", "b": "sang", "c": "loudly", "d": "Rome"},
        ]
    ),
    "gold.txt": synsets(
        (ANN, [["Ann --> left --> Ulm [in May]"], ["Ann --> left --> Ulm"], ["Ann --> left Ulm in --> May"]]),
        (BOB, [["Bob --> sang --> loudly"], ["Bob --> sang in --> Rome"]]),
        (CY, [["Cy --> slept --> well"]]),
    ),
    "other gold.txt": synsets((ANN, [["Ann --> left --> May"]]), (BOB, []), (CY, [["Cy --> slept --> well"]])),
    "entities.txt": synsets((ANN, [["Ann --> left Ulm in --> May"]]), (BOB, [["Bob --> sang in --> Rome"]]), (CY, [])),
    "hindi.txt": "\n".join(
        [
            f"sent_id:1\t{ANN}",
            "------ Cluster 1 ------",
            "Ann --> left --> Ulm [in May]{a}",
            "{a} Ann --> left Ulm in --> May",
            "==============",
            f"sent_id:2\t{BOB}",
            "------ Cluster 1 ------",
            "Bob --> sang --> loudly",
            "==============",
            "",
        ]
    ),
    "tuples.tsv": table(
        (ANN, "left", "Ann", "Ulm", "in May"),
        (BOB, "sang", "Bob", "loudly", "in Rome"),
        (CY, "slept", "Cy", "well"),
        (CY, "slept at", "Cy", "home"),
    ),
    "implicit tuples.tsv": table(
        (ANN, "left", "Ann", "Ulm"), (ANN, "departed", "Ann", "Ulm"), (BOB, "sang", "Bob", "in Rome")
    ),
    "other tuples.tsv": table((ANN, "left", "Ann", "in May"), (BOB, "sang", "Bob", "loudly"), (CY, "slept", "Cy", "")),
    # a head and its predicate, or a relation and its subject
    "either.tsv": table(
        ("The cat that sleeps here sleeps well .", "sleeps", "The cat that sleeps here", "well"),
        (ANN, "left", "Ann left", "Ulm", "in May"),
    ),
    "cat.tsv": table(
        ("The cat that sleeps here sleeps well .", 0.9, "sleeps", "The cat that sleeps here", "well"),
        (ANN, 0.8, "left", "Ann", "Ulm"),
    ),
    "mine.tsv": table(
        (ANN, 0.9, "left", "Ann", "Ulm"),
        (ANN, 0.7, "departed", "Ann", "Ulm"),
        (ANN, 0.4, "left", "Ann", "Ulm", "in May"),
        (BOB, 0.8, "sang", "Bob", "in Rome"),
    ),
    "other.tsv": table((ANN, 0.5, "left", "Ann", "May"), (BOB, 0.6, "sang", "Bob", "loudly")),
    "mine again.tsv": table((ANN, 0.5, "left", "Ann", "Ulm"), (BOB, 0.6, "sang", "Bob", "loudly")),
    "dee.txt": synsets((DEE, [["Dee --> ran from --> Bonn"]]), (ANN, [["Ann --> left --> Ulm"]])),
    "dee.tsv": table((DEE, 0.9, "ran", "Dee", "home"), (ANN, 0.9, "left", "Ann", "Ulm")),
    "numbered.tsv": table((1, "Ann", "left", "Ulm"), (7, "Ann", "left", "Ulm"), (2, "Bob", "sang", "softly")),
    "counted.tsv": table((1, "Ann", "left", "Ulm"), (1, "Bob", "sang", "loudly"), (2, "Cy", "slept", "well")),
    # UTF-7, in which +AFU- is a U: what is ASCII is read otherwise by its name
    "encoded.tsv": table((ANN, 0.9, "left", "Ann", "+AFU-lm"), (BOB, 0.8, "sang", "Bob", "loudly")),
    "tokenised.txt": synsets(("Ann did n't leave .", [["Ann --> did n't --> leave"]])),
    "detokenised.tsv": table(("Ann did n't leave .", 0.9, "didn't", "Ann", "leave")),
    # zeros and ones are labels of ClausIE's study, or confidences
    "labelled.txt": table(
        (ANN,),
        (0, '"Ann"', '"left"', '"Ulm"', 1),
        (0, '"Ann"', '"was"', '"here"', 0),
        (BOB,),
        (1, '"Bob"', '"sang"', '"loudly"', 1),
    ),
    "blocks.txt": "(Ann; left; Ulm)\n\n(Bob; sang; loudly)\n\n(Cy; slept; well)\n",
    "sentences.txt": f"{ANN}\n{BOB}\n{CY}\n",
    "turned.txt": f"{BOB}\n{ANN}\n{CY}\n",
    "cliques.json": cliques(
        [("It opened .", [OPENED]), ("It was opened .", [PASSIVE])], [("It fell .", [FELL]), ("Fall it did .", [FELL])]
    ),
    "bare.json": cliques(
        [("It opened .", [OPENED]), ("It was opened .", [])], [("It fell .", [FELL]), ("Fall it did .", [])]
    ),
    "found.json": cliques(
        [("It opened .", [OPENED]), ("It was opened .", [OPENED])],
        [("It fell .", [["fell", "it", "down"]]), ("Fall it did .", [FELL, ["did", "fall", "it", "in June"]])],
    ),
    "encoded.json": cliques(
        [("It opened .", [["+AG8-pened", "it", "in May"]]), ("It was opened .", [PASSIVE])],
        [("It fell .", [FELL]), ("Fall it did .", [FELL])],
    ),
    "other cliques.json": cliques(
        [("It opened .", [PASSIVE]), ("It was opened .", [PASSIVE])],
        [("It fell .", [OPENED]), ("Fall it did .", [FELL])],
    ),
    "beam.txt": "\n\n".join(
        f"{sentence}\n( {' ; '.join(found)} )"
        for sentence, *found in (
            ("It opened .", "it", "opened", "in May"),
            ("It was opened .", "it", "was opened", "in May"),
            ("It fell .", "it", "fell", "in June"),
            ("Fall it did .", "it", "fell", "in June"),
        )
    ),
    "many.json": cliques(*([(f"It fell {number} .", [FELL])] for number in range(12))),
    "many found.json": cliques(*([(f"It fell {number} .", [FELL if number % 3 else OPENED])] for number in range(12))),
    "clique blocks.txt": "(it; opened; in May)\n\n(it; was opened; in May)\n\n(it; fell; in June)\n\n(it; did; fall)\n",
    "clique sentences.txt": "It opened .\nIt was opened .\nIt fell .\nFall it did .\n",
    "turned sentences.txt": "It fell .\nIt was opened .\nIt opened .\nFall it did .\n",
    "partly.json": cliques([("It opened .", [OPENED]), ("It was opened .", [OPENED])], [("It fell .", [FELL])]),
    "misspelt.json": cliques(
        [("It opened .", [OPENED]), ("It was opened .", [OPENED])], [("It fell .", [FELL]), ("fall it did .", [FELL])]
    ),
    "facts.txt": synsets(
        ("It opened .", [["it --> opened --> in May"]]),
        ("It was opened .", [["it --> was opened --> in May"]]),
        ("It fell .", [["it --> fell --> in June"]]),
        ("Fall it did .", [["it --> fell --> in June"]]),
    ),
    # words of one fact, in one slot of another; and in another case
    "phrases.txt": synsets(
        (ANN, [["Ann --> left --> Ulm"], ["Ann --> left Ulm in --> May"]]), (BOB, [["Bob --> sang --> loudly"]])
    ),
    "phrases.tsv": table((ANN, 0.9, "left", "Ann", "Ulm in May"), (BOB, 0.8, "sang", "bob", "loudly")),
    "opened in May.json": cliques(
        [("It opened .", [["opened", "It", "in May"]]), ("It was opened .", [["was opened", "it", "In May"]])],
        [("It fell .", [FELL]), ("Fall it did .", [FELL])],
    ),
    "other facts.txt": synsets(
        ("It opened .", [["it --> opened --> in June"]]),
        ("It was opened .", [["it --> opened --> in May"]]),
        ("It fell .", [["it --> fell --> in June"]]),
        ("Fall it did .", [["it --> fell --> in June"]]),
    ),
    "parses.conllu": "".join(
        "".join(
            f"{number}\t{word}\t{word}\tX\t_\t_\t{int(number > 1)}\t{'conj' if word in conjuncts else 'dep'}\t_\t_\n"
            for number, word in enumerate(sentence.split(), 1)
        )
        + "\n"
        for sentence, conjuncts in ((ANN, ()), (BOB, ("Rome",)), (CY, ()))
    ),
}
FILES["other parses.conllu"] = FILES["parses.conllu"].replace("\tconj\t", "\tdep\t")
