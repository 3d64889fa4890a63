"""Renders a page from its view model: a dataclass whose fields the type checker knows."""

from dataclasses import fields
from typing import TYPE_CHECKING

from flask import render_template

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def render(template: str, page: "DataclassInstance") -> str:
    """Return the page; the template sees each field of its view model under its name."""
    return render_template(template, **{one.name: getattr(page, one.name) for one in fields(page)})
