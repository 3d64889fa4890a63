"""Runs the migrations: at start in the transaction it is handed, by `flask db` in its own."""

from alembic import context

from kalooki_ref.store.database import writing
from kalooki_ref.store.tables import db


def run(connection):
    context.configure(connection=connection, target_metadata=db.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


handed = context.config.attributes.get("connection")
if handed is not None:
    run(handed)
else:
    with writing() as own:
        run(own)
