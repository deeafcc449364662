"""The first tables.

A migration that was released is never changed: databases exist that took it as it was.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first_tables"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("address", sa.String(length=100), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
    )
    op.create_index("ix_attempt_address", "attempt", ["address", "time"], unique=False)
    op.create_index("ix_attempt_name", "attempt", ["name", "time"], unique=False)
    op.create_index("ix_attempt_time", "attempt", ["time"], unique=False)
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("folded_name", sa.String(length=400), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("folded_name", name=op.f("uq_person_folded_name")),
    )
    op.create_table(
        "project",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=40), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
        sa.UniqueConstraint("name", name=op.f("uq_project_name")),
    )
    op.create_table(
        "examination",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_examination_person_id")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_examination_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_examination")),
    )
    op.create_index("ix_examination_person", "examination", ["project_id", "person_id", "passed"], unique=False)
    op.create_index("ix_examination_person_id", "examination", ["person_id"], unique=False)
    op.create_table(
        "invitation",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("projects", sa.JSON(), nullable=False),
        sa.Column("author_id", sa.Integer()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("accepted_by", sa.Integer()),
        sa.ForeignKeyConstraint(["accepted_by"], ["person.id"], name=op.f("fk_invitation_accepted_by")),
        sa.ForeignKeyConstraint(["author_id"], ["person.id"], name=op.f("fk_invitation_author_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_invitation")),
    )
    op.create_index("ix_invitation_accepted_by", "invitation", ["accepted_by"], unique=False)
    op.create_index("ix_invitation_author_id", "invitation", ["author_id"], unique=False)
    op.create_table(
        "item",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source", sa.Text()),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.CheckConstraint("status in (0, 1, 2)", name=op.f("ck_item_status")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_item_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_item")),
        sa.UniqueConstraint("project_id", "key", name=op.f("uq_item_project_id_key")),
        sa.UniqueConstraint("project_id", "position", name=op.f("uq_item_project_id_position")),
    )
    op.create_index("ix_item_status", "item", ["project_id", "status", "position"], unique=False)
    op.create_table(
        "member",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_member_person_id")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_member_project_id")),
        sa.PrimaryKeyConstraint("project_id", "person_id", name=op.f("pk_member")),
    )
    op.create_index("ix_member_person_id", "member", ["person_id"], unique=False)
    op.create_table(
        "session",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("launch", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_session_person_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_session")),
    )
    op.create_index("ix_session_expires", "session", ["expires"], unique=False)
    op.create_index("ix_session_person_id", "session", ["person_id"], unique=False)
    op.create_table(
        "analysis",
        sa.Column("item_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("analysis", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_analysis_item_id")),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_analysis")),
    )
    op.create_table(
        "candidate",
        sa.Column("item_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("object", sa.Text(), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_candidate_item_id")),
        sa.PrimaryKeyConstraint("item_id", "id", name=op.f("pk_candidate")),
    )
    op.create_table(
        "document",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("synsets", sa.Integer(), nullable=False),
        sa.Column("triples", sa.Integer(), nullable=False),
        sa.Column("active_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger()),
        sa.CheckConstraint("status in (0, 1, 2)", name=op.f("ck_document_status")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_document_version")),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_document_item_id")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_document_person_id")),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_document_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
    )
    op.create_index("ix_document_order", "document", ["project_id", "person_id", "position"], unique=False)
    op.create_index("ix_document_work", "document", ["project_id", "person_id", "status", "position"], unique=False)
    op.create_index("uq_document_item_person", "document", ["item_id", "person_id"], unique=True)
    op.create_index(
        "uq_document_merged",
        "document",
        ["item_id"],
        unique=True,
        sqlite_where=sa.text("person_id IS NULL"),
        postgresql_where=sa.text("person_id IS NULL"),
    )
    op.create_table(
        "event",
        sa.Column("document_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=False),
        sa.Column("author_id", sa.Integer()),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("made_on", sa.Integer(), nullable=False),
        sa.Column("active_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_event_number")),
        sa.ForeignKeyConstraint(["author_id"], ["person.id"], name=op.f("fk_event_author_id")),
        sa.ForeignKeyConstraint(["document_id"], ["document.id"], name=op.f("fk_event_document_id")),
        sa.PrimaryKeyConstraint("document_id", "number", name=op.f("pk_event")),
        sa.UniqueConstraint("document_id", "client_id", name=op.f("uq_event_document_id_client_id")),
    )
    op.create_table(
        "snapshot",
        sa.Column("document_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["document.id"], name=op.f("fk_snapshot_document_id")),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_snapshot")),
    )
