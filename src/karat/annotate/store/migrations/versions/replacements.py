"""Who took over whose part of a batch of cliques."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "replacements"
down_revision = "batches"

PEOPLE = ("person_id", "successor_id", "author_id")


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "batch_replacement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("successor_id", sa.Integer(), nullable=False),
        sa.Column("cliques", sa.JSON(), nullable=False),
        sa.Column("author_id", sa.Integer()),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], ["batch.id"], name=op.f("fk_batch_replacement_batch_id")),
        *(sa.ForeignKeyConstraint([name], ["person.id"], name=op.f(f"fk_batch_replacement_{name}")) for name in PEOPLE),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch_replacement")),
    )
    for name in ("batch_id", *PEOPLE):
        op.create_index(f"ix_batch_replacement_{name}", "batch_replacement", [name], unique=False)
