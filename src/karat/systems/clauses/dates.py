"""Words of dates, which tell apart what parsers confuse."""

from __future__ import annotations

import re

from karat.systems.clauses.sentence import Parse

MONTHS = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    januar februar märz mai juni juli oktober dezember""".split()  # noqa: SIM905 - easier to read
)

DAYS = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})

YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")


def is_year(parse: Parse, index: int) -> bool:
    """Tell whether a token is a year of four digits."""
    return YEAR.fullmatch(parse.tokens[index].form) is not None


def is_month(parse: Parse, index: int) -> bool:
    """Tell whether a token is the name of a month; *may* only as a name."""
    token = parse.tokens[index]
    return token.form.strip(".").lower() in MONTHS and token.form[:1].isupper()


def is_date(parse: Parse, index: int) -> bool:
    """Tell whether a token heads a date: a month, a day of the week, a year."""
    named = is_month(parse, index) or parse.tokens[index].form.strip(".").lower() in DAYS
    return named or is_year(parse, index)
