"""When a game was deleted.

The second revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade():
    op.add_column("game", sa.Column("deleted_at", sa.String(20), nullable=True))
    op.create_index(
        "game_deleted",
        "game",
        ["deleted_at"],
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
