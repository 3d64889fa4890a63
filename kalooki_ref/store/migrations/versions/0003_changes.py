"""The change number of a game.

The third revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade():
    op.add_column("game", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
