"""The tables. A change here needs a migration in ``migrations/versions``; a test compares the two.

What a list shows is in narrow tables (``item``, ``document``); what is large and read one at a time (analyses, states)
is in tables of its own, so that a page of the list never reads it.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from karat.annotate.store.columns import Moment

OPEN, STARTED, DONE = 0, 1, 2
"""How far a document or an item is: no event yet, some work, all of it done."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PROJECT = Table(
    "project",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("kind", String(40), nullable=False),
    Column("language", String(40), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created", Moment, nullable=False),
)

PERSON = Table(
    "person",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    # Names that differ only in case are one name: nobody can pass for somebody else.
    Column("folded_name", String(400), nullable=False, unique=True),
    Column("role", String(20), nullable=False),
    Column("active", Boolean, nullable=False),
    Column("password", Text),
    Column("created", Moment, nullable=False),
    Column("machine", Boolean, nullable=False, server_default=false()),
)

MEMBER = Table(
    "member",
    METADATA,
    Column("project_id", ForeignKey("project.id"), primary_key=True),
    Column("person_id", ForeignKey("person.id"), primary_key=True),
    Index("ix_member_person_id", "person_id"),
)

EXAMINATION = Table(
    "examination",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("project_id", ForeignKey("project.id"), nullable=False),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("passed", Boolean, nullable=False),
    Column("answers", JSON, nullable=False),
    Column("time", Moment, nullable=False),
    Index("ix_examination_person", "project_id", "person_id", "passed"),
    Index("ix_examination_person_id", "person_id"),
)

ITEM = Table(
    "item",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("project_id", ForeignKey("project.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("key", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("source", Text),
    Column("folded", Text, nullable=False),
    Column("status", Integer, nullable=False),
    UniqueConstraint("project_id", "position"),
    UniqueConstraint("project_id", "key"),
    Index("ix_item_status", "project_id", "status", "position"),
    CheckConstraint("status in (0, 1, 2)", name="status"),
)

ANALYSIS = Table(
    "analysis",
    METADATA,
    Column("item_id", ForeignKey("item.id"), primary_key=True, autoincrement=False),
    Column("analysis", JSON, nullable=False),
)

CONTENT = Table(
    "content",
    METADATA,
    Column("item_id", ForeignKey("item.id"), primary_key=True, autoincrement=False),
    Column("content", JSON(none_as_null=True)),
    Column("hidden", JSON(none_as_null=True)),
)

DOCUMENT = Table(
    "document",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("item_id", ForeignKey("item.id"), nullable=False),
    # Project and position are the item's, which never change, so that an index alone finds a page of somebody's work.
    Column("project_id", ForeignKey("project.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("person_id", ForeignKey("person.id")),
    Column("version", Integer, nullable=False),
    Column("status", Integer, nullable=False),
    Column("synsets", Integer, nullable=False),
    Column("triples", Integer, nullable=False),
    Column("active_ms", BigInteger, nullable=False),
    Column("changed", Moment),
    Column("purpose", String(20), nullable=False, server_default="work"),
    Column("summary", String(80)),
    Index("uq_document_item_person", "item_id", "person_id", unique=True),
    # NULL differs from NULL in a unique index, so the one merged document of an item has an index of its own.
    Index(
        "uq_document_merged",
        "item_id",
        unique=True,
        sqlite_where=text("person_id IS NULL"),
        postgresql_where=text("person_id IS NULL"),
    ),
    Index("ix_document_work", "project_id", "person_id", "status", "position"),
    Index("ix_document_order", "project_id", "person_id", "position"),
    CheckConstraint("status in (0, 1, 2)", name="status"),
    CheckConstraint("version >= 0", name="version"),
)

SNAPSHOT = Table(
    "snapshot",
    METADATA,
    Column("document_id", ForeignKey("document.id"), primary_key=True, autoincrement=False),
    Column("state", JSON, nullable=False),
)

EVENT = Table(
    "event",
    METADATA,
    Column("document_id", ForeignKey("document.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("client_id", String(64), nullable=False),
    # An import from the command line has no author.
    Column("author_id", ForeignKey("person.id")),
    Column("time", Moment, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("payload", JSON, nullable=False),
    Column("made_on", Integer, nullable=False),
    Column("active_ms", BigInteger, nullable=False),
    UniqueConstraint("document_id", "client_id"),
    CheckConstraint("number >= 1", name="number"),
)

CANDIDATE = Table(
    "candidate",
    METADATA,
    Column("item_id", ForeignKey("item.id"), primary_key=True, autoincrement=False),
    Column("id", String(64), primary_key=True),
    Column("round", Integer, nullable=False),
    Column("subject", Text, nullable=False),
    Column("relation", Text, nullable=False),
    Column("object", Text, nullable=False),
    Column("sources", JSON, nullable=False),
)

CLIQUE_BATCH = Table(
    "batch",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("project_id", ForeignKey("project.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("stage", Integer, nullable=False),
    Column("status", String(20), nullable=False),
    Column("round", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("author_id", ForeignKey("person.id")),
    Column("created", Moment, nullable=False),
    UniqueConstraint("project_id", "number"),
    Index("ix_batch_author_id", "author_id"),
    CheckConstraint("stage in (1, 2)", name="stage"),
    CheckConstraint("status in ('working', 'checking', 'accepted')", name="status"),
)

# A clique in a stage is in one batch, and one person works on it.
BATCH_ITEM = Table(
    "batch_item",
    METADATA,
    Column("item_id", ForeignKey("item.id"), primary_key=True, autoincrement=False),
    Column("batch_id", ForeignKey("batch.id"), nullable=False),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Index("ix_batch_item_batch_id", "batch_id", "item_id"),
    Index("ix_batch_item_person_id", "person_id"),
)

BATCH_CHECK = Table(
    "batch_check",
    METADATA,
    Column("batch_id", ForeignKey("batch.id"), primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("sample", JSON, nullable=False),
    Column("experts", JSON, nullable=False),
    Column("options", JSON, nullable=False),
    Column("author_id", ForeignKey("person.id")),
    Column("started", Moment, nullable=False),
    Column("decided_by", ForeignKey("person.id")),
    Column("decided", Moment),
    Column("right_count", Integer),
    Column("total", Integer),
    Column("accepted", Boolean),
    Index("ix_batch_check_author_id", "author_id"),
    Index("ix_batch_check_decided_by", "decided_by"),
)

# Somebody took over the open cliques of a worker, or the check of an expert.
BATCH_REPLACEMENT = Table(
    "batch_replacement",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("batch_id", ForeignKey("batch.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("purpose", String(20), nullable=False),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("successor_id", ForeignKey("person.id"), nullable=False),
    Column("cliques", JSON, nullable=False),
    Column("author_id", ForeignKey("person.id")),
    Column("time", Moment, nullable=False),
    Index("ix_batch_replacement_batch_id", "batch_id"),
    Index("ix_batch_replacement_person_id", "person_id"),
    Index("ix_batch_replacement_successor_id", "successor_id"),
    Index("ix_batch_replacement_author_id", "author_id"),
)

SESSION = Table(
    "session",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("launch", Boolean, nullable=False),
    Column("created", Moment, nullable=False),
    Column("expires", Moment, nullable=False),
    Index("ix_session_person_id", "person_id"),
    Index("ix_session_expires", "expires"),
)

INVITATION = Table(
    "invitation",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("projects", JSON, nullable=False),
    Column("author_id", ForeignKey("person.id")),
    Column("created", Moment, nullable=False),
    Column("expires", Moment, nullable=False),
    Column("accepted_by", ForeignKey("person.id")),
    Index("ix_invitation_author_id", "author_id"),
    Index("ix_invitation_accepted_by", "accepted_by"),
)

ATTEMPT = Table(
    "attempt",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(400), nullable=False),
    Column("address", String(100), nullable=False),
    Column("time", Moment, nullable=False),
    Index("ix_attempt_name", "name", "time"),
    Index("ix_attempt_address", "address", "time"),
    Index("ix_attempt_time", "time"),
)

TRANSIENT = frozenset({"session", "attempt"})
"""Tables that a backup leaves out: who is signed in, and who failed to."""
