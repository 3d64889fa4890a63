"""The tables, as the newest migration leaves them.

Not here: how they came to be (migrations), and what the rows mean (game).
"""

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text, UniqueConstraint

db = SQLAlchemy(disable_autonaming=True)

game = Table(
    "game",
    db.metadata,
    Column("id", String(22), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("created_at", String(20), nullable=False),
    Column("saved_at", String(20), nullable=False),
    Column("version", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("rules", Text, nullable=False),
)

entry = Table(
    "entry",
    db.metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
    Column("body_sha256", String(64), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("data", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", String(20), nullable=False),
    UniqueConstraint("game_id", "key", name="entry_key"),
)

draft = Table(
    "draft",
    db.metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("form", String(80), primary_key=True),
    Column("data", Text, nullable=False),
    Column("at", String(20), nullable=False),
)
