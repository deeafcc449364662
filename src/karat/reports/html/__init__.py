"""Results as HTML pages that stand alone, and their charts as files for papers."""

from karat.reports.html.examples.browser import MOST_EXAMPLES
from karat.reports.html.experiment import experiment_page
from karat.reports.html.figures.chart import Chart, ChartFormat, converter
from karat.reports.html.figures.evaluation import charts, write_charts
from karat.reports.html.figures.few_shot import few_shot_charts
from karat.reports.html.figures.syntax import syntax_charts
from karat.reports.html.figures.theme import PAGE, PAPER, Theme
from karat.reports.html.leaderboard import leaderboard
from karat.reports.html.page import chart_page
from karat.reports.html.report import html
from karat.reports.html.task_errors import task_sections

__all__ = [
    "MOST_EXAMPLES",
    "PAGE",
    "PAPER",
    "Chart",
    "ChartFormat",
    "Theme",
    "chart_page",
    "charts",
    "converter",
    "experiment_page",
    "few_shot_charts",
    "html",
    "leaderboard",
    "syntax_charts",
    "task_sections",
    "write_charts",
]
