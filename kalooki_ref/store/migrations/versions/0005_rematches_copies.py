"""The rematch of a game, and the origin of a copy.

The fifth revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade():
    op.add_column("game", sa.Column("next_id", sa.String(22), nullable=True))
    op.create_index("game_next", "game", ["next_id"])
    op.add_column("game", sa.Column("home", sa.Text, nullable=False, server_default=""))
