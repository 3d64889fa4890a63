"""Renders pages from values and view models."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from flask import render_template

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def render(template: str, *models: "DataclassInstance", **values: Any) -> str:
    """Return the page; the template sees ``values``, and each field of its view models by name."""
    context = {one.name: getattr(model, one.name) for model in models for one in fields(model)}
    return render_template(template, **context, **values)
