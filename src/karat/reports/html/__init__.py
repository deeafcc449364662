"""Results as HTML pages that stand alone, and their charts as files for papers."""

from karat.reports.html.browser import MOST_EXAMPLES
from karat.reports.html.chart import Chart, ChartFormat, converter
from karat.reports.html.chart_page import chart_page
from karat.reports.html.charts import charts, write_charts
from karat.reports.html.few_shot_charts import few_shot_charts
from karat.reports.html.leaderboard import leaderboard
from karat.reports.html.report import html
from karat.reports.html.syntax_charts import syntax_charts
from karat.reports.html.theme import PAGE, PAPER, Theme

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
    "few_shot_charts",
    "html",
    "leaderboard",
    "syntax_charts",
    "write_charts",
]
