"""Types of columns that hold the same in SQLite and in PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect
from sqlalchemy.types import TypeDecorator

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


class Moment(TypeDecorator[datetime]):
    """A time in UTC, stored as milliseconds since 1970: SQLite has no type of its own for times."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        return None if value is None else (value - EPOCH) // MILLISECOND

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else EPOCH + value * MILLISECOND


def now() -> datetime:
    """The present moment, as exact as it is stored."""
    return EPOCH + (datetime.now(UTC) - EPOCH) // MILLISECOND * MILLISECOND
