"""Access rules of a game, and the links of its phones.

The fourth revision.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade():
    op.create_table(
        "access",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("guarded", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("seats_record", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("join_sha256", sa.String(64), unique=True),
        sa.Column("join_nonce", sa.String(22), nullable=False, server_default=""),
        sa.Column("join_until", sa.String(20), nullable=False, server_default=""),
        sa.Column("recovery_sha256", sa.String(64), unique=True),
        sa.Column("recovery_nonce", sa.String(22), nullable=False, server_default=""),
    )
    op.create_table(
        "link",
        sa.Column("token_sha256", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), nullable=False, index=True),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("asked_at", sa.String(20), nullable=False),
        sa.Column("granted_at", sa.String(20)),
        sa.Column("takeover_at", sa.String(20)),
    )
