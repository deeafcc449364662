"""Draw the gallery's pictures from the sample: the charts, and where a chromium is installed the page as well."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from karat import evaluate
from karat.reports.html import charts, html, write_charts

FOLDER = Path(__file__).parent / "gallery"
WIDTH, HEIGHT = 1000, 720
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def main() -> int:
    evaluation = evaluate(benchmark="karat-sample").made_by("karat demo")
    written = write_charts(charts(evaluation), FOLDER, "svg")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        print("no chromium on this machine: the pictures of the page stay as they are", file=sys.stderr)
    else:
        written += photographs(html(evaluation), program)
    for path in written:
        print(f"{path.relative_to(FOLDER.parent)}: {path.stat().st_size:,} bytes")
    return 0


def photographs(page: str, program: str) -> list[Path]:
    """Take the top of the page in light, and the examples in dark."""
    from playwright.sync_api import sync_playwright  # only for developers

    looks = (("light", "#summary", ""), ("dark", "#examples", "greedy"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "report.html"
        file.write_text(page, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        found = []
        for scheme, section, system in looks:
            tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=scheme)
            tab.goto(file.as_uri())
            tab.locator("#examples-list > li").first.wait_for()
            if system:
                tab.select_option("#by-system", label=system)
                tab.evaluate("document.querySelector('nav').style.display = 'none'")
                tab.locator(section).evaluate("each => each.scrollIntoView({ behavior: 'instant' })")
            found.append(FOLDER / f"report-{scheme}.png")
            tab.screenshot(path=found[-1])
        browser.close()
    return found


if __name__ == "__main__":
    sys.exit(main())
