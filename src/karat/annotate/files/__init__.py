"""Files of annotation projects: import, export, live scores, and the demo project."""

from karat.annotate.files.choice import Choice, UnmergedError, Work, stream_chosen, stream_work
from karat.annotate.files.exporting import ExportCounts, export_lines, write_export
from karat.annotate.files.importing import import_candidates, import_sentences, import_work
from karat.annotate.files.items import with_analysis
from karat.annotate.files.reports import ImportReport
from karat.annotate.files.scoring import LiveScores, live_scores
from karat.annotate.files.sentences import read_sentences

__all__ = [
    "Choice",
    "ExportCounts",
    "ImportReport",
    "LiveScores",
    "UnmergedError",
    "Work",
    "export_lines",
    "import_candidates",
    "import_sentences",
    "import_work",
    "live_scores",
    "read_sentences",
    "stream_chosen",
    "stream_work",
    "with_analysis",
    "write_export",
]
