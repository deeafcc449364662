"""The text outputs of extraction systems: what we wrote of each, what it means, and what is wrong with other lines."""

from __future__ import annotations

import pytest

from karat.errors import FormatError, InputError
from karat.formats import Problems, format_named
from karat.model import Attribution, Extraction, Modality, Polarity, Quantity, Row

PLUS, MINUS, CERTAIN, POSSIBLE = Polarity.POSITIVE, Polarity.NEGATIVE, Modality.CERTAINTY, Modality.POSSIBILITY
JOE = Attribution("Joe", "say", PLUS, CERTAIN)
PLACES = "\t0\t1\t1\t2\t2\t3\t"


def rows(name, path, problems=None):
    return list(format_named(name).read(path, problems=problems))


def triple(*parts, **more):
    subject, relation, *others = parts
    return Extraction(relation, (subject, *others), **more)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param(
            "minie",
            "Output:\n(Ann;left;Ulm; ;here)[factuality=(-,PS)]"
            "[attribution=phrase:Joe;predicate:say;factuality:(+,CT)]\n"
            "Output:\nNo extraction found.\n\nOutput:\n(a)b;left)[quantities=QUANT_S_1:two; or so;QUANT_O_12:3]\n",
            [
                Row(triple("Ann", "left", "Ulm; ;here", polarity=MINUS, modality=POSSIBLE, attribution=JOE)),
                Row(None),
                Row(
                    triple("a)b", "left", quantities=(Quantity("QUANT_S_1", "two; or so"), Quantity("QUANT_O_12", "3")))
                ),
            ],
            id="minie: semicolons and brackets in texts, no object, nothing found",
        ),
        pytest.param(
            "minie-string",
            '"Ann"\t"left"\t\t Source:(Joe, Predicate: say, POLARITY:  POSITIVE , MODALITY:  CERTAINTY)\n'
            '"Ann"\t"left"\t"Ulm"\t\t Polarity: NEGATIVE\t Modality:POSSIBILITY\t Quantifiers:O_1=twoO_2=three\n',
            [
                Row(triple("Ann", "left", polarity=PLUS, modality=CERTAIN, attribution=JOE)),
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        polarity=MINUS,
                        modality=POSSIBLE,
                        quantities=(Quantity("QUANT_O_1", "two"), Quantity("QUANT_O_2", "three")),
                    )
                ),
            ],
            id="minie-string: what is not printed is + and CT",
        ),
        pytest.param(
            "minie-annotated",
            "(Ann; left; Ulm)\tfactuality: (-,PS)\tquantities: (S_1=two O_1=a b)\t"
            "attribution: (Joe, Predicate: say, POLARITY:  POSITIVE , MODALITY:  CERTAINTY)\n",
            [
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        polarity=MINUS,
                        modality=POSSIBLE,
                        attribution=JOE,
                        quantities=(Quantity("QUANT_S_1", "two"), Quantity("QUANT_O_1", "a b")),
                    )
                )
            ],
            id="minie-annotated",
        ),
        pytest.param(
            "minie-annotated",
            "(It; snows; )\tfactuality: (+,CT)\tquantities: ()\tattribution: NO SOURCE DETECTED\n",
            [Row(triple("It", "snows", polarity=PLUS, modality=CERTAIN))],
            id="minie-annotated: two parts have an empty object",
        ),
        pytest.param(
            "stanford",
            "0.5\tAnn\tleft\tUlm\n\n1.0\tit\trains\t\n",
            [Row(triple("Ann", "left", "Ulm", confidence=0.5)), Row(triple("it", "rains", ""))],
            id="stanford",
        ),
        pytest.param(
            "stanford-ollie",
            "0.500: (Ann; left; Ulm)\n",
            [Row(triple("Ann", "left", "Ulm", confidence=0.5))],
            id="stanford-ollie",
        ),
        pytest.param(
            "stanford-reverb",
            f"f\t0\tAnn\tleft\tUlm{PLACES}0.500\tAnn left Ulm\tNNP VBD NNP\tAnn\tleave\tUlm\n",
            [
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        confidence=0.5,
                        spans=(((1, 2),), ((0, 1),), ((2, 3),)),
                        other=(
                            ("file", "f"),
                            ("sentence_number", "0"),
                            ("part_of_speech_tags", "NNP VBD NNP"),
                            ("lemmas_of_subject", "Ann"),
                            ("lemmas_of_relation", "leave"),
                            ("lemmas_of_object", "Ulm"),
                        ),
                    ),
                    sentence="Ann left Ulm",
                )
            ],
            id="stanford-reverb",
        ),
        pytest.param(
            "stanford-qa-srl",
            "Ann.left.Ulm\tAnn\tleft\tUlm\t0.5\tAnn left Ulm .\n",
            [
                Row(
                    triple("Ann", "left", "Ulm", confidence=0.5, other=(("heads", "Ann.left.Ulm"),)),
                    sentence="Ann left Ulm .",
                )
            ],
            id="stanford-qa-srl",
        ),
        pytest.param(
            "ollie",
            "Go !\nNo extractions found.\n\nAnn left .\n0.5: (Ann; left; Ulm)[attrib=Joe says]\n"
            ".5: (Ann; left; Ulm)[enabler=if [so]][attrib=Joe]\n.5: (Ann; left; Ulm)[attrib=Joe][enabler=if [so]]\n"
            "1: (Ann; left; Ulm)[enabler=if so]\n",
            [
                Row(None, sentence="Go !"),
                Row(
                    triple("Ann", "left", "Ulm", confidence=0.5, attribution=Attribution("Joe says")),
                    sentence="Ann left .",
                ),
                *[
                    Row(
                        triple(
                            "Ann",
                            "left",
                            "Ulm",
                            confidence=0.5,
                            attribution=Attribution("Joe"),
                            other=(("enabler", "if [so]"),),
                        ),
                        sentence="Ann left .",
                    )
                ]
                * 2,
                Row(triple("Ann", "left", "Ulm", other=(("enabler", "if so"),)), sentence="Ann left ."),
            ],
            id="ollie: notes in one bracket or in two",
        ),
        pytest.param(
            "ollie-tabbed",
            "confidence\targ1\trel\targ2\tenabler\tattribution\ttext\tpattern\n"
            "0.5\tAnn\tleft\tUlm\tSome(if (so))\tNone\tAnn left .\tp\n",
            [
                Row(
                    triple("Ann", "left", "Ulm", confidence=0.5, other=(("enabler", "if (so)"), ("pattern", "p"))),
                    sentence="Ann left .",
                )
            ],
            id="ollie-tabbed",
        ),
        pytest.param(
            "ollie-single",
            "confidence\textraction\tenabler\tattribution\ttext\n0.5\t(Ann; left; Ulm)\tNone\tSome(Joe)\tAnn left .\n",
            [Row(triple("Ann", "left", "Ulm", confidence=0.5, attribution=Attribution("Joe")), sentence="Ann left .")],
            id="ollie-single",
        ),
        pytest.param(
            "ollie-single",
            "confidence\textraction\tenabler\tattribution\ttext\n"
            "0.5\t(Ann; left; Ulm)[enabler=if so][attrib=Joe]\tNone\t\tAnn left .\n"
            "0.5\t(Ann; left; Ulm)[enabler=x;attrib=Joe]\tSome(if so)\tNone\tAnn left .\n",
            [
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        confidence=0.5,
                        attribution=Attribution("Joe"),
                        other=(("enabler", "if so"),),
                    ),
                    sentence="Ann left .",
                )
            ]
            * 2,
            id="ollie-single: notes in brackets only",
        ),
        pytest.param(
            "ollie-serialised",
            "0.5\t(Ann; left; Ulm)[attrib=Joe]\tgraph\tp\tq\n",
            [
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        confidence=0.5,
                        attribution=Attribution("Joe"),
                        other=(("dependencies", "graph"), ("serialised", "p"), ("serialised", "q")),
                    )
                )
            ],
            id="ollie-serialised",
        ),
        pytest.param(
            "openie-simple",
            "Ann left .\n0.92 (Ann; left; Ulm (D); T:in 1999)\n0.5 Context(Joe (sic) says):(Ann; left)\n\nGo !\n",
            [
                Row(
                    triple("Ann", "left", "Ulm (D)", "in 1999", confidence=0.92, other=(("type", ""), ("type", "T"))),
                    sentence="Ann left .",
                ),
                Row(triple("Ann", "left", confidence=0.5, context="Joe (sic) says"), sentence="Ann left ."),
                Row(None, sentence="Go !"),
            ],
            id="openie-simple",
        ),
        pytest.param(
            "openie6",
            "Ann left .\n0.38: (Ann; left; Ulm (D))\n-1.5: (Ann; left; )\n\nGo !\nSo it goes .\n",
            [
                Row(triple("Ann", "left", "Ulm (D)", confidence=0.38), sentence="Ann left ."),
                Row(triple("Ann", "left", "", confidence=-1.5), sentence="Ann left ."),
                Row(None, sentence="Go !"),
                Row(None, sentence="So it goes ."),
            ],
            id="openie6",
        ),
        pytest.param(
            "allennlp",
            "Go !\t<arg1> you </arg1> <rel> go </rel> <arg2>  </arg2>\t-0.5\n"
            "Go !\t<arg1>you</arg1><rel>go</rel><arg2>up</arg2><arg3> now </arg3><loc>Ulm</loc>\n"
            "Go !\t<rel> go </rel>\t1\n",
            [
                Row(triple("you", "go", "", confidence=-0.5), sentence="Go !"),
                Row(triple("you", "go", "up", "now", other=(("loc", "Ulm"),)), sentence="Go !"),
                Row(Extraction("go", ()), sentence="Go !"),
            ],
            id="allennlp: no spaces, more arguments, other tags, no confidence",
        ),
        pytest.param(
            "imojie",
            "Go !\n( Ann ; left ; Ulm )\n\nGo !\n( it ; rains ;  )\n",
            [
                Row(triple("Ann", "left", "Ulm", other=(("printed", "Go !"),))),
                Row(triple("it", "rains", "", other=(("printed", "Go !"),))),
            ],
            id="imojie: the last line before every block",
        ),
        pytest.param(
            "imojie",
            "Ann left .\n( Ann ; left ; Ulm )\n\nGo !\n\n",
            [Row(triple("Ann", "left", "Ulm"), sentence="Ann left ."), Row(None, sentence="Go !")],
            id="imojie: lines of their own",
        ),
        pytest.param(
            "rnnoie-conll",
            "0\tUlm\tleft\t2\t2\t7\t1\tA1-B\n1\tAnn\tleft\t2\t2\t7\t1\tA0-B\n2\tleft\tleft\t2\t2\t7\t1\tP-B\n"
            "3\tout\tleft\t2\t2\t7\t1\tP-I\n4\t.\tleft\t2\t2\t7\t1\tO\n5\t.\tleft\t2\t2\t7\t1\tA1-B\n",
            [
                Row(
                    triple(
                        "Ann",
                        "left out",
                        "Ulm .",
                        spans=(((2, 4),), ((1, 2),), ((0, 1), (5, 6))),
                        other=(
                            ("role", "A0"),
                            ("role", "A1"),
                            ("predicate", "left"),
                            ("predicate_id", "2"),
                            ("head_predicate_id", "2"),
                            ("sentence_number", "7"),
                            ("run", "1"),
                        ),
                    ),
                    sentence="Ulm Ann left out . .",
                )
            ],
            id="rnnoie-conll: an argument in two stretches",
        ),
        pytest.param(
            "role-tab",
            "Ann has left .\tARGM-TMP:now\tAV:has\tV:left\tARG0: Ann\n",
            [
                Row(
                    Extraction("has left", ("now", "Ann"), other=(("role", "ARGM-TMP"), ("role", "ARG0"))),
                    sentence="Ann has left .",
                )
            ],
            id="role-tab",
        ),
        pytest.param(
            "graphene",
            "#Ann left .\n\ne1\t0\tAnn\tleft\tUlm\n\tS:PLACE\tin rain\n\tL:CAUSE\tit\trained\tthere\n\n# Go !\n",
            [
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        other=(("id", "e1"), ("layer", "0"), ("S:PLACE", "in rain"), ("L:CAUSE", "it\trained\tthere")),
                    ),
                    sentence="Ann left .",
                ),
                Row(None, sentence="Go !"),
            ],
            id="graphene",
        ),
        pytest.param(
            "graphene-flat",
            "Ann left .\te1\t1\tAnn\tleft\tUlm\tS:PLACE(in (the) rain)\tL:CAUSE(it||rained||there)\n",
            [
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        other=(
                            ("id", "e1"),
                            ("layer", "1"),
                            ("S:PLACE", "in (the) rain"),
                            ("L:CAUSE", "it\trained\tthere"),
                        ),
                    ),
                    sentence="Ann left .",
                )
            ],
            id="graphene-flat",
        ),
        pytest.param(
            "graphene-rdf",
            "_:s <http://x/sentence#has-extraction> _:e .\n"
            "_:e <http://x/extraction#subject> <http://x/text#A%C3%A4+b> .\n"
            "_:e <http://x/extraction#predicate> <http://x/text#p> .\n_:e <http://x/extraction#object> _:o .\n"
            '<http://x/text#p> <http://x/rdf#value> "le\\u0066t \\"it\\"" .\n_:e <http://x/extraction#L-CAUSE> _:e2 .\n'
            '_:s <http://x/sentence#original-text> "Ann left ."@en .\n_:t <http://x/sentence#original-text> "Go !" .\n',
            [
                Row(triple("Aä b", 'left "it"', "o", other=(("id", "e"), ("L:CAUSE", "e2"))), sentence="Ann left ."),
                Row(None, sentence="Go !"),
            ],
            id="graphene-rdf: any order, values before names, escapes",
        ),
        pytest.param(
            "langchain-text",
            "Output: (Ann, left, Ulm) <|> (Ann, left, Ulm, 1999)\nNONE\n",
            [Row(triple("Ann", "left", "Ulm")), Row(triple("Ann", "left", "Ulm", "1999")), Row(None)],
            id="langchain-text",
        ),
        pytest.param(
            "rebel",
            "<pad><s><triplet> Ann <subj> Ulm <obj> left <subj> Bext <obj> founded"
            "<triplet> it <subj> now <obj> rains</s>\n<s></s>\n",
            [
                Row(triple("Ann", "left", "Ulm")),
                Row(triple("Ann", "founded", "Bext")),
                Row(triple("it", "rains", "now")),
                Row(None),
            ],
            id="rebel",
        ),
        pytest.param(
            "graphrag",
            '("entity"<|>ANN<|>PERSON<|>one)##\n("relationship"<|>ANN<|>ULM<|>Ann left\nUlm<|>8)##'
            "<|COMPLETE|>\n<|COMPLETE|>"
            "(relationship<|>A<|>B<|>r<|>words<|>2)",
            [
                Row(
                    triple(
                        "ANN",
                        "Ann left Ulm",
                        "ULM",
                        confidence=8.0,
                        other=(("source.type", "PERSON"), ("source.description", "one")),
                    )
                ),
                Row(None),
                Row(triple("A", "r", "B", confidence=2.0, other=(("keywords", "words"),))),
            ],
            id="graphrag: over two lines, an empty answer, one that is not closed",
        ),
        pytest.param(
            "tuple-text",
            '- ("Ann, chemist", "left", "Ulm"),\n2) (Ann; left; Ulm; 1999)\n* [Ann | left | “Ulm”]\nAnn | left | Ulm\n',
            [
                Row(triple("Ann, chemist", "left", "Ulm")),
                Row(triple("Ann", "left", "Ulm", "1999")),
                Row(triple("Ann", "left", "Ulm")),
                Row(triple("Ann", "left", "Ulm")),
            ],
            id="tuple-text: quotes, bullets, three signs",
        ),
        pytest.param(
            "benchie-fl-matches",
            ',extraction,,system\r\n4,"Ann, she - left - ",1.2,naive\r\n0,Ann - left -,0,wordy\r\n',
            [
                Row(triple("Ann, she", "left", "", other=(("system", "naive"), ("synset", "1.2"))), sentence_id="5"),
                Row(triple("Ann", "left", "", other=(("system", "wordy"), ("synset", "0"))), sentence_id="1"),
            ],
            id="benchie-fl-matches",
        ),
    ],
)
def test_what_a_text_says(file, name, text, expected):
    assert rows(name, file(text), Problems()) == expected


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        pytest.param("minie", "(a;b;c)\n", 1, "expected 'Output:' before the first proposition", id="minie: no start"),
        pytest.param("minie", "Output:\na;b;c\n", 2, "expected (subject;relation;object)[fac", id="minie: no brackets"),
        pytest.param("minie", "Output:\n(abc)\n", 2, "expected subject;relation;object in", id="minie: one part"),
        pytest.param(
            "minie", "Output:\n(a;b)[factuality=+]\n", 2, "a factuality such as (+,CT)", id="minie: factuality"
        ),
        pytest.param(
            "minie", "Output:\n(a;b)[attribution=Joe]\n", 2, "expected phrase:...;pred", id="minie: attribution"
        ),
        pytest.param(
            "minie", "Output:\n(a;b)[quantities=two]\n", 2, "quantities as QUANT_O_1:words", id="minie: quantity"
        ),
        pytest.param("minie-string", "Ann\tleft\n", 1, 'expected "subject"<TAB>"relation"', id="minie-string: bare"),
        pytest.param("minie-string", '"a"\t"b"\t Mood:x\n', 1, "found 'Mood:x'", id="minie-string: unknown note"),
        pytest.param(
            "minie-string", '"a"\t"b"\t Polarity:x\n', 1, "expected one of POSITIVE, NEG", id="minie-string: x"
        ),
        pytest.param(
            "minie-string", '"a"\t"b"\t Source:Joe\n', 1, "expected (source, Predicate", id="minie-string: source"
        ),
        pytest.param(
            "minie-string", '"a"\t"b"\t Quantifiers:x\n', 1, "quantities as O_1=words", id="minie-string: quantity"
        ),
        pytest.param("minie-annotated", "(a; b; c)\tfactuality: (+,CT)\n", 1, "and attribution:", id="minie-annotated"),
        pytest.param("stanford", "1.0\ta\tb\n", 1, "expected 4 tab-separated fields", id="stanford: 3 fields"),
        pytest.param("stanford", "x\ta\tb\tc\n", 1, "a number as confidence, found 'x'", id="stanford: no number"),
        pytest.param(
            "stanford-ollie", "Go !\n", 1, "expected confidence: (subject; rel", id="stanford-ollie: a sentence"
        ),
        pytest.param(
            "stanford-ollie", "1.0: (a; b; c\n", 1, "expected confidence: (subject", id="stanford-ollie: open"
        ),
        pytest.param("stanford-reverb", "a\tb\n", 1, "expected 17 tab-separated fields", id="stanford-reverb"),
        pytest.param(
            "stanford-reverb",
            f"f\t0\ta\tb\tc\t{'9' * 5000}\t1\t1\t2\t2\t3\t1\ts\tp\tl\tl\tl\n",
            1,
            "expected whole numbers as start and end",
            id="stanford-reverb: more digits than Python reads",
        ),
        pytest.param("stanford-qa-srl", "a.b.c\ta\n", 1, "expected 6 tab-separated fields", id="stanford-qa-srl"),
        pytest.param("ollie", "0.5: (a; b; c)\n", 1, "expected a sentence before its extractions", id="ollie: none"),
        pytest.param(
            "ollie", "Go !\n0.5: (a; b; c)[attrib=x\n", 2, "expected (subject; relation; object)[", id="ollie: open"
        ),
        pytest.param("ollie", "Go !\n..: (a; b; c)\n", 2, "expected a number as confidence", id="ollie: no number"),
        pytest.param(
            "ollie-tabbed", "a\tb\n", 1, "expected a header: confidence, arg1, rel", id="ollie-tabbed: header"
        ),
        pytest.param(
            "ollie-single",
            "confidence\textraction\tenabler\tattribution\ttext\n1\t(a; b; c)\n",
            2,
            "expected 5 tab-separated fields, found 2",
            id="ollie-single: 2 fields",
        ),
        pytest.param("ollie-serialised", "0.5\t(a; b; c)\n", 1, "at least 3 tab-separated", id="ollie-serialised"),
        pytest.param(
            "openie-simple", "Go !\n0.5 (a)\n", 2, "expected (subject; relation; arguments)", id="openie-simple"
        ),
        pytest.param(
            "openie-simple", "Go !\n0.5 (a; b\n", 2, "expected confidence [Context(words):]", id="simple: open"
        ),
        pytest.param(
            "openie-simple", "Go !\n0.5 Context(a b)\n", 2, "expected confidence [Context(", id="simple: context"
        ),
        pytest.param("openie6", "Go !\n0.5: (a)\n", 2, "expected subject; relation; object in", id="openie6: one part"),
        pytest.param("allennlp", "Go !\n", 1, "expected sentence<TAB><arg1> words", id="allennlp: one field"),
        pytest.param(
            "allennlp", "Go !\t<arg1> a </arg1>\t1\n", 1, "expected one <rel>, found 0", id="allennlp: no rel"
        ),
        pytest.param(
            "allennlp", "Go !\t<rel> a <rel>\t1\n", 1, "expected sentence<TAB><arg1>", id="allennlp: not closed"
        ),
        pytest.param(
            "allennlp", "Go !\tgo <rel> a </rel>\t1\n", 1, "expected sentence<TAB><arg1>", id="allennlp: untagged"
        ),
        pytest.param("allennlp", "Go !\t<rel> a </rel> <arg2> b </arg2>\t1\n", 1, "each once", id="allennlp: no arg1"),
        pytest.param("imojie", "( a ; b ; c )\n", 1, "expected a sentence before its", id="imojie: no sentence"),
        pytest.param("rnnoie-conll", "0\tAnn\n", 1, "expected 8 tab-separated fields (word_id", id="conll: fields"),
        pytest.param("rnnoie-conll", "0\ta\ta\t0\t0\t0\t0\tB-A0\n", 1, "a label such as A0-B", id="conll: label"),
        pytest.param("rnnoie-conll", "0\ta\ta\t0\t0\t0\t0\tA0-B\n", 1, "expected words labelled P", id="conll: no P"),
        pytest.param("role-tab", "Go !\tgo\n", 1, "expected fields such as ARG0:words", id="role-tab: bare"),
        pytest.param("role-tab", "Go !\tARG0:you\n", 1, "expected a field V:word", id="role-tab: no verb"),
        pytest.param("graphene", "e1\t0\ta\tb\tc\n", 1, "expected a line with # and a sentence", id="graphene: none"),
        pytest.param("graphene", "# Go !\ne1\tx\ta\tb\tc\n", 2, "expected id, layer, subject", id="graphene: layer"),
        pytest.param(
            "graphene", "# Go !\n\tS:X\ta\n", 2, "expected a triple before its contexts", id="graphene: first"
        ),
        pytest.param("graphene", "# Go !\ne\t0\ta\tb\tc\n\tX\n", 3, "expected <TAB>S:CLASS", id="graphene: context"),
        pytest.param("graphene-flat", "Go !\te1\tx\ta\tb\tc\n", 1, "expected sentence, id, layer", id="flat: layer"),
        pytest.param("graphene-flat", "Go !\te1\t0\ta\tb\tc\tX\n", 1, "contexts as S:CLASS(words)", id="flat: context"),
        pytest.param("graphene-rdf", "_:a <b> .\n", 1, "expected an N-Triple", id="rdf: no object"),
        pytest.param(
            "graphene-rdf", "_:a <http://x#b> _:c .\n", 1, "expected a property of Graphene", id="rdf: property"
        ),
        pytest.param(
            "graphene-rdf",
            "_:s <x/sentence#has-extraction> _:e .\n_:e <x/extraction#subject> _:a .\n",
            2,
            "expected subject, predicate and object of _:e, found no predicate, no object",
            id="rdf: parts",
        ),
        pytest.param(
            "langchain-text", "(a, b, c)<|>d\n", 1, "expected (subject, relation, object)", id="langchain: bare"
        ),
        pytest.param("langchain-text", "(a)\n", 1, "expected a tuple such as", id="langchain: one part"),
        pytest.param("rebel", "Ann <triplet> a\n", 1, "expected <triplet> first", id="rebel: words first"),
        pytest.param("rebel", "<triplet> a <obj> b\n", 1, "expected <subj> next, found <obj>", id="rebel: order"),
        pytest.param("graphrag", "(a<|>b)\n", 1, "expected a record of an entity or a", id="graphrag: other record"),
        pytest.param("graphrag", "a<|>b\n", 1, 'expected ("relationship"<|>source', id="graphrag: no brackets"),
        pytest.param(
            "graphrag", '("relationship"<|>a<|>b<|>c<|>x)\n', 1, "a number as strength", id="graphrag: strength"
        ),
        pytest.param("tuple-text", "Here you are:\n", 1, "expected a tuple such as", id="tuple-text: words"),
        pytest.param("benchie-fl-matches", "a,b\n", 1, "expected the header ,extraction,,system", id="fl: header"),
        pytest.param(
            "benchie-fl-matches", ",extraction,,system\nx,a - b,1,s\n", 2, "expected sentence, ext", id="fl: index"
        ),
        pytest.param(
            "benchie-fl-matches", ",extraction,,system\n1,a,1,s\n", 2, "expected subject - rel", id="fl: parts"
        ),
        pytest.param(
            "benchie-fl-matches", ',extraction,,system\n1,"a\n', 2, "expected comma-separated", id="fl: quote"
        ),
    ],
)
def test_a_wrong_line(file, name, text, line, message):
    with pytest.raises(FormatError) as caught:
        rows(name, file(text), Problems())
    assert f":{line}: " in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "note"),
    [
        pytest.param("openie6", "Go !\n1: (a; b; c; d)\n", "as a triple with the object 'c; d'", id="openie6: 4 parts"),
        pytest.param(
            "rebel", "<triplet> a <subj> b <obj> c <triplet> d\n", "without its last triple", id="rebel: cut off"
        ),
        pytest.param(
            "graphrag", '("entity"<|>A<|>T<|>d)<|COMPLETE|>', "1 entities without a rel", id="graphrag: alone"
        ),
        pytest.param(
            "benchie-fl-matches",
            ",extraction,,system\n0,a - b - c - d,1,s\n",
            "with the object 'c - d'",
            id="fl: 4 parts",
        ),
    ],
)
def test_what_could_be_read_otherwise_is_reported(file, name, text, note):
    problems = Problems()
    rows(name, file(text), problems)
    (repair,) = problems.repairs
    assert note in str(repair)


@pytest.mark.parametrize(
    ("name", "row", "message"),
    [
        pytest.param(
            "openie6", Row(triple("a", "b", "c")), "openie6 needs the sentence's text in each row", id="no text"
        ),
        pytest.param(
            "openie6", Row(triple("a", "b; x", "c"), sentence="Go !"), "cannot hold a semicolon", id="semicolon"
        ),
        pytest.param("openie6", Row(None, sentence="0.5: (a"), "openie6 cannot hold this sentence", id="a sentence"),
        pytest.param("allennlp", Row(triple("a", "b", "c"), "1"), "allennlp needs the sentence's text", id="no text"),
        pytest.param("allennlp", Row(triple("a", "<rel>"), sentence="Go !"), "cannot hold a tag in a text", id="a tag"),
        pytest.param(
            "minie-annotated",
            Row(triple("a", "b", attribution=Attribution("Joe"))),
            "needs a predicate",
            id="predicate",
        ),
    ],
)
def test_what_cannot_be_written(tmp_path, name, row, message):
    with pytest.raises(InputError, match=message):
        format_named(name).write(tmp_path / "out", [row])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.published
@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("detie243_output.allennlp", 1_021),
        ("detie263_output.allennlp", 1_274),
        ("detie263conj_output.allennlp", 2_288),
        ("compactie_output_extractions.allennlp.txt", 1_343),
    ],
)
def test_nothing_of_the_real_tagged_files_is_lost(data, path, count):
    whole = data / "carb/system_outputs_allennlp" / path
    texts = whole.read_text(encoding="utf-8").split("\n")
    found = rows("allennlp", whole)
    assert len(found) == count
    for row, text in zip(found, format_named("allennlp").render(found), strict=True):
        *tagged, confidence = texts[row.line - 1].split("\t")
        assert text.split("\t")[:2] == tagged
        assert row.extraction.confidence == float(confidence)


@pytest.mark.published
@pytest.mark.parametrize(
    ("path", "count", "doubtful"),
    [("matches_benchie50_7_systems_annotated.csv", 1_089, 0), ("matches_wire_7_systems_annotated.csv", 1_130, 10)],
)
def test_the_real_matches(data, path, count, doubtful):
    problems = Problems()
    assert len(rows("benchie-fl-matches", data / "benchie_fl/data" / path, problems)) == count
    assert len(problems.repairs) == doubtful
