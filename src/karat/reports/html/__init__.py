"""Results as HTML pages that stand alone, and their charts as files for papers."""

from karat.reports.html.browser import MOST_EXAMPLES
from karat.reports.html.chart import Chart, ChartFormat, converter
from karat.reports.html.charts import charts, write_charts
from karat.reports.html.leaderboard import leaderboard
from karat.reports.html.report import html

__all__ = ["MOST_EXAMPLES", "Chart", "ChartFormat", "charts", "converter", "html", "leaderboard", "write_charts"]
