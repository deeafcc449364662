"""What the manual says of a study's intervals is what its table of simulated coverage says."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "study" / "statistics.md"


def coverage(page: str) -> list[dict[str, str]]:
    """The rows of the table, each a share by the name of its column."""
    lines = [line for line in page.partition("<!-- coverage")[2].splitlines() if line.startswith("|")]
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [{name: cell.split()[0] for name, cell in zip(head, row, strict=True)} for row in rows]


def test_the_words_give_the_ends_of_the_table() -> None:
    page = PAGE.read_text("utf-8")
    rows = coverage(page)
    said = page.partition("## How well the intervals hold")[2].partition("<!-- coverage")[0]

    def ends(column: str, **where: str) -> tuple[str, str]:
        found = [row[column] for row in rows if all(row[name] == value for name, value in where.items())]
        return min(found), max(found)

    assert "in {} to {} of the studies".format(*ends("Wilson", **{"within a sentence": "alike"})) in said
    assert f"in {ends('over sentences')[0]} or more of every row" in said
    assert f"that of raw agreement in {ends('raw')[0]} or more" in said
    assert "for 20 sentences ({} to {})".format(*ends("cohen", sentences="20")) in said
    assert f"at 60 (down to {ends('cohen', sentences='60')[0]})" in said
    assert f"at 200 the lowest is {ends('cohen', sentences='200')[0]}" in said
    others = [end for column in ("fleiss", "alpha", "ac1") for end in ends(column)]
    assert f"within {min(others)} and {max(others)}" in said
    assert "{} to {} for 20 sentences".format(*ends("difference", sentences="20")) in said
    assert f"still {ends('difference', sentences='60')[0]} in a row of 60" in said
    assert f"{ends('difference', sentences='200')[0]} in a row of 200" in said
