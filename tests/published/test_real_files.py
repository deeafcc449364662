"""Every real file that holds extractions or gold is read whole; none is left unread without a reason.

The counts are those of each folder's PROVENANCE.md, where it has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import pytest

from karat.benchmarks import DATASETS
from karat.formats import Item, Problems, format_named, guess, read_items
from karat.formats.text.lines import lines
from karat.model import Annotation, Clique, Row, TupleAnnotation

pytestmark = pytest.mark.published


class RealFile(NamedTuple):
    """A file: its format; how many items it gives, and extractions in them; how many places were repaired."""

    path: str
    format: str
    items: int
    extractions: int
    repairs: int

    @property
    def encoding(self) -> str:
        """Latin-1 for the one folder whose PROVENANCE.md says so."""
        return "latin-1" if self.path.startswith("clausie_human_labels/reverb/") else "utf-8"


# Path, format, items (rows of a system's output, sentences or cliques of gold), extractions, repaired places.
TABLE = """
benchie/gold/2_annotators/benchie_gold_annotations_en.txt  benchie-gold  300  8150  6
benchie/gold/benchie_gold_annotations_de.txt  benchie-gold  300  2446  5
benchie/gold/benchie_gold_annotations_zh.txt  benchie-gold  300  1368  2
benchie/gold/carb_explicit.txt  carb-gold  291  783  0
benchie/oie_systems_explicit_extractions/clausie_explicit.txt  benchie  695  695  0
benchie/oie_systems_explicit_extractions/graphene_explicit.txt  benchie  686  686  0
benchie/oie_systems_explicit_extractions/m2oie_de_explicit.txt  benchie  313  313  0
benchie/oie_systems_explicit_extractions/m2oie_en_explicit.txt  benchie  554  554  0
benchie/oie_systems_explicit_extractions/m2oie_zh_explicit.txt  benchie  581  581  0
benchie/oie_systems_explicit_extractions/minie_explicit.txt  benchie  886  886  0
benchie/oie_systems_explicit_extractions/naive_oie_explicit.txt  benchie  929  929  0
benchie/oie_systems_explicit_extractions/openie6_explicit.txt  benchie  957  957  0
benchie/oie_systems_explicit_extractions/roi_n_explicit.txt  benchie  629  629  0
benchie/oie_systems_explicit_extractions/roi_t_explicit.txt  benchie  284  284  0
benchie/oie_systems_explicit_extractions/stanford_explicit.txt  benchie  2069  2069  0
benchie_fl/data/assertion_benchie_form100.txt  benchie-gold  100  994  12
benchie_fl/data/benchie-annotated300.txt  benchie-gold  300  5646  17
benchie_fl/data/matches_benchie50_7_systems_annotated.csv  benchie-fl-matches  1089  1089  0
benchie_fl/data/matches_wire_7_systems_annotated.csv  benchie-fl-matches  1130  1130  10
benchie_fl/data/wire57-annotated57.txt  benchie-gold  57  1658  4
benchie_fl/extractions/benchie/clausie_benchie_form.txt  benchie  1604  1604  0
benchie_fl/extractions/benchie/compactie_benchie_form.txt  benchie  690  690  0
benchie_fl/extractions/benchie/imojie_benchie_form.txt  benchie  504  504  0
benchie_fl/extractions/benchie/m2oie_benchie_form.txt  benchie  634  634  0
benchie_fl/extractions/benchie/minie_benchie_form.txt  benchie  1239  1239  0
benchie_fl/extractions/benchie/openie6_benchie_form.txt  benchie  794  794  0
benchie_fl/extractions/benchie/reverb_benchie_form.txt  benchie  377  377  0
benchie_fl/extractions/wire/clausie_wire_benchie_form.txt  benchie  318  318  0
benchie_fl/extractions/wire/compactie_wire_benchie_form.txt  benchie  134  134  0
benchie_fl/extractions/wire/imojie_wire_benchie_form.txt  benchie  88  88  0
benchie_fl/extractions/wire/m2oie_wire_benchie_form.txt  benchie  107  107  0
benchie_fl/extractions/wire/minie_wire_benchie_form.txt  benchie  244  244  0
benchie_fl/extractions/wire/openie6_wire_benchie_form.txt  benchie  152  152  0
benchie_fl/extractions/wire/reverb_wire_benchie_form.txt  benchie  73  73  0
benchie_fl/gold/benchie-annotated300.txt  benchie-gold  300  5642  18
benchie_fl/gold/benchie-annotated50.txt  benchie-gold  50  1046  0
benchie_hindi/english_benchie_gold.txt  hindi-benchie  1  16  0
benchie_hindi/english_hindi_benchie_gold.txt  hindi-benchie  1  10  0
benchie_hindi/extractions/benchie_argoe.txt  benchie  51  51  0
benchie_hindi/extractions/benchie_faruqui.txt  benchie  199  199  0
benchie_hindi/extractions/benchie_indie.txt  benchie  280  280  0
benchie_hindi/extractions/benchie_indie_20.txt  benchie  262  262  0
benchie_hindi/extractions/benchie_indie_new.txt  benchie  277  277  0
benchie_hindi/extractions/benchie_keshav.txt  benchie  278  278  0
benchie_hindi/extractions/benchie_multi2oie.txt  benchie  59  59  0
benchie_hindi/extractions/benchie_predpatt.txt  benchie  48  48  0
benchie_hindi/extractions/english_explicit.text  benchie  2  2  0
benchie_hindi/hindi_benchie_gold.txt  hindi-benchie  112  667  1
benchie_hindi/indie_explicit_sample.txt  benchie  4  4  0
benchie_hindi/sents.txt  benchie-gold  112  0  0
carb/expert_annotations/expert_gold.tsv  carb-gold  50  172  0
carb/gold/dev.tsv  carb-gold  638  2548  0
carb/gold/test.tsv  carb-gold  634  2715  0
carb/said_type_sentences/said_type_annotations.tsv  carb-gold  122  330  2
carb/system_outputs/dev/openie5_output.txt  openie-column  1659  1659  0
carb/system_outputs/test/clausie_output.txt  clausie  13964  13951  0
carb/system_outputs/test/openie4_output.txt  openie-column  9236  9236  0
carb/system_outputs/test/openie5_output.txt  openie-column  2027  2027  0
carb/system_outputs/test/props_output.txt  props  7842  7842  0
carb/system_outputs/test/reverb_output.txt  reverb  4176  4176  0
carb/system_outputs_allennlp/compactie_output_extractions.allennlp.txt  allennlp  1343  1343  0
carb/system_outputs_allennlp/detie243_output.allennlp  allennlp  1021  1021  0
carb/system_outputs_allennlp/detie263_output.allennlp  allennlp  1274  1274  0
carb/system_outputs_allennlp/detie263conj_output.allennlp  allennlp  2288  2288  0
carb/system_outputs_tabbed/ollie_tabbed.carb_subset.txt  carb-tab  3371  3371  0
carb/system_outputs_tabbed/stanford_tabbed.carb_subset.txt  carb-tab  7761  7761  0
clausie_human_labels/gamallo_pt/argoe-pt-labeled.csv  labelled-triples  209  209  0
clausie_human_labels/gamallo_pt/gold.csv  labelled-triples  346  346  0
clausie_human_labels/gamallo_pt/linguakit-pt-labeled.csv  labelled-triples  204  204  0
clausie_human_labels/gamallo_pt/maltparser_2planar-labeled.csv  labelled-triples  153  153  0
clausie_human_labels/gamallo_pt/maltparser_arceager-labeled.csv  labelled-triples  148  148  0
clausie_human_labels/gamallo_pt/maltparser_arceager_ud-labeled.csv  labelled-triples  133  133  0
clausie_human_labels/nyt/extractions-all-labeled.txt  clausie-labelled  2094  2093  0
clausie_human_labels/nyt/extractions-clausie-ncc.txt  clausie  928  926  0
clausie_human_labels/nyt/extractions-clausie.txt  clausie  1305  1303  0
clausie_human_labels/nyt/extractions-ollie.txt  clausie  517  497  0
clausie_human_labels/nyt/extractions-reverb.txt  clausie  297  271  0
clausie_human_labels/reverb/extractions-all-labeled.txt  clausie-labelled  6447  6443  0
clausie_human_labels/reverb/extractions-clausie-ncc.txt  clausie  2352  2344  0
clausie_human_labels/reverb/extractions-clausie.txt  clausie  2983  2975  0
clausie_human_labels/reverb/extractions-ollie.txt  clausie  1306  1242  0
clausie_human_labels/reverb/extractions-reverb.txt  clausie  798  727  0
clausie_human_labels/reverb/extractions-textrunner.txt  clausie  954  798  0
clausie_human_labels/reverb/extractions-textrunner_reverb.txt  clausie  949  837  0
clausie_human_labels/reverb/extractions-woe_parse.txt  clausie  1103  1028  0
clausie_human_labels/wikipedia/extractions-all-labeled.txt  clausie-labelled  1769  1769  0
clausie_human_labels/wikipedia/extractions-clausie-ncc.txt  clausie  792  792  0
clausie_human_labels/wikipedia/extractions-clausie.txt  clausie  1001  1001  0
clausie_human_labels/wikipedia/extractions-ollie.txt  clausie  585  565  0
clausie_human_labels/wikipedia/extractions-reverb.txt  clausie  264  249  0
docoie/data/test/healthcare/extractions.tsv  carb-gold  400  921  0
docoie/data/test/transport/extractions.tsv  carb-gold  400  1201  0
docoie/data_evaluation/DocOIE_healthcare_eval_gold.json  docoie-json  400  921  0
docoie/data_evaluation/DocOIE_transportation_eval_gold.json  docoie-json  400  1202  0
lsoie/eval.oie  carb-gold  2402  5374  0
oie2016/oie_corpus/all.oie.orig  carb-gold  2944  8479  0
oie2016/oie_corpus/test.oie.orig  carb-gold  603  1730  0
oie2016/systems_output/test/clausie_test.txt  carb-tab  2768  2768  0
oie2016/systems_output/test/ollie_test.txt  carb-tab  1696  1696  0
oie2016/systems_output/test/openie4_test.txt  carb-tab  1793  1793  0
oie2016/systems_output/test/props_test.txt  carb-tab  1551  1551  0
oie2016/systems_output/test/reverb_test.txt  carb-tab  826  826  0
oie2016/systems_output/test/rnnoie_joint.txt  carb-tab  1994  1994  0
oie2016/systems_output/test/stanford_test.txt  carb-tab  3638  3638  0
re_oie2016/OIE2016.txt  oie2016-heads  603  1730  0
re_oie2016/Re-OIE2016-Binary.json  re-oie2016  595  1508  0
re_oie2016/Re-OIE2016.json  re-oie2016  595  1508  0
robust/system_outputs/adelie_result.json  robust  1272  12542  0
robust/system_outputs/adelie_result_llama_rate_0.2_plus_2_2.json  robust  1272  11251  0
robust/system_outputs/adelie_result_llamaori.json  robust  1272  22206  0
wire57/WiRe57_343-manual-oie.json  wire57-gold  57  343  0
wire57/WiRe57_extractions_by_ollie_clausie_openie_stanford_minie_reverb_props-export.json  wire57  1355  1355  0
"""
FILES = [RealFile(path, name, *map(int, counts)) for path, name, *counts in map(str.split, TABLE.strip().splitlines())]

OTHERS = {
    "benchie/sentences/*.txt": "sentences",
    "benchie_hindi/left_out_sents.txt": "sentences that were not annotated",
    "carb/dev.txt": "sentences",
    "carb/test.txt": "sentences",
    "carb/expert_annotations/sentences.txt": "sentences",
    "carb/said_type_sentences/said_type_sentences.txt": "sentences",
    "carb/dump/*.dat": "published curves, which test_curves.py reads",
    "clausie_human_labels/*/sentences.txt": "sentences with their numbers",
    "docoie/data/test/*/sentences.txt": "sentences",
    "oie2016/eval/*.dat": "published curves, which test_curves.py reads",
    "oie2016/raw_sentences/*.txt": "sentences",
    "robust/adelie_results.txt": "published scores",
    "robust/cliques_sentences.json": "cliques without tuples, which tests/formats/benchmarks/test_robust.py reads",
    "amr/bamboo_sick/*.amr": "graphs, which test_amr.py reads",
    "amr/bamboo_sick/test.y": "people's scores of graphs, which test_amr.py reads",
    "amr/smatch_samples/*.txt": "graphs, which test_amr.py reads",
    "coref_reference/DataFiles/*": "coreference, which test_coreference.py reads",
    "coref_reference/TestCases.README": "says what the cases are",
    "coref_reference/expected_*.json": "published scores",
    "dependency/*/*.conllu": "dependencies, which test_dependencies.py reads",
    "dependency/conll18_eval_tests/*-expected.*": "published scores",
    "dependency/conll18_eval_tests/*-explanation.txt": "says what the scores should be",
    "dependency/conll18_eval_tests/metadata.json": "says what the cases are",
    "muc4/*_processed/test.json": "templates, which test_templates.py reads",
    "muc4/*_processed/docids_*.json": "names of documents",
    "muc4/raw_keys/*": "templates, which test_templates.py reads",
    "muc4/model_outputs/*": "templates, which test_templates.py reads",
    "muc4/autoerr_scores/*": "published scores",
    "relation/conll04.json": "entities and relations, which test_relations.py reads",
    "scirex/autoerr_processed/*.json": "names of documents",
    "scirex/autoerr_scores/*": "published scores",
    "scirex/model_outputs/*": "templates, which test_templates.py reads",
}
"""Files without extractions: by pattern, what they hold instead."""

BY_LINE = ("benchie", "carb-tab", "labelled-triples", "openie-column", "props", "reverb", "allennlp", "oie2016-heads")
"""Formats with an extraction on each line that is not blank, so that a line left out in silence would be seen."""

each_file = pytest.mark.parametrize("file", FILES, ids=[file.path for file in FILES])


def extractions(item: Item) -> int:
    """How many tuples an item holds; of a synset, the facts as they are written."""
    match item:
        case Row():
            return int(item.extraction is not None)
        case TupleAnnotation():
            return len(item.extractions)
        case Annotation():
            return sum(len(synset.facts) for synset in item.synsets)
        case Clique():
            return sum(len(member.extractions) for member in item.members)


def written(path: Path, encoding: str) -> Iterator[str]:
    return (line.text for line in lines(path, encoding) if not line.blank)


@each_file
def test_a_file_is_recognised_and_read_whole(data: Path, tmp_path: Path, file: RealFile) -> None:
    path, problems = data / file.path, Problems()
    assert guess(path, file.encoding).name == file.format
    items = list(read_items(path, encoding=file.encoding, problems=problems))
    assert (len(items), sum(map(extractions, items))) == (file.items, file.extractions)
    assert len(problems.repairs) == file.repairs
    if file.format in BY_LINE:
        assert sum(1 for _ in written(path, file.encoding)) == file.extractions
    if file.format.startswith("clausie"):
        texts = list(written(path, file.encoding))
        assert sum("\t" in text for text in texts) == file.extractions
        sentences = {item.sentence for item in items if isinstance(item, Row)}
        assert sentences == {text for text in texts if "\t" not in text}
    format_named("jsonl").write(tmp_path / "back.jsonl", items)
    assert list(read_items(tmp_path / "back.jsonl")) == items


def test_no_file_is_left_unread(data: Path) -> None:
    declared = [f"{dataset.name}/{file.path}" for dataset in DATASETS if not dataset.embedded for file in dataset]
    found = {path for path in declared if (data / path).is_file()}  # files that are not declared are not ours to read
    read = {file.path for file in FILES}
    patterns = {path: [pattern for pattern in OTHERS if fnmatchcase(path, pattern)] for path in found - read}
    assert sorted(path for path, fitting in patterns.items() if not fitting) == [], "read them, or say why not"
    assert sorted(read - found) == [], "no longer there"
    used = {pattern for fitting in patterns.values() for pattern in fitting}
    assert sorted(set(OTHERS) - used) == [], "patterns that no file has"


def test_what_is_said_to_be_read_elsewhere_is(data: Path) -> None:
    """The tests that the reasons name are there."""
    here = Path(__file__).parent
    named = {word for reason in OTHERS.values() for word in reason.split() if word.endswith(".py")}
    assert all((here / name).is_file() or (here.parents[1] / name).is_file() for name in named)
