"""The PostgreSQL that the tests start: fresh databases, and nothing but a socket."""

from __future__ import annotations

import pytest
from postgresql import Cluster

sqlalchemy = pytest.importorskip("sqlalchemy")


def connect(url: str):
    engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.pool.NullPool)
    return engine.connect()


def test_a_database_is_empty_and_another_one_is_not_the_same(postgresql: Cluster, postgresql_url: str) -> None:
    with connect(postgresql_url) as connection:
        connection.execute(sqlalchemy.text("create table facts (fact text)"))
        connection.commit()
    other = postgresql.add_database()
    with connect(other) as connection:
        tables = connection.execute(sqlalchemy.text("select tablename from pg_tables where schemaname = 'public'"))
        assert tables.all() == []
    postgresql.drop_database(other)


def test_the_server_listens_on_no_port_and_survives_a_restart(postgresql: Cluster, postgresql_url: str) -> None:
    with connect(postgresql_url) as connection:
        connection.execute(sqlalchemy.text("create table facts (fact text)"))
        connection.commit()
    postgresql.stop("immediate")
    postgresql.start()
    with connect(postgresql_url) as connection:
        assert connection.execute(sqlalchemy.text("show listen_addresses")).scalar_one() == ""
        assert connection.execute(sqlalchemy.text("select count(*) from facts")).scalar_one() == 0
