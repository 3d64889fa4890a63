"""Renders pages from values and view models."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from flask import render_template

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def render(template: str, *models: "DataclassInstance", **values: Any) -> str:
    """Return the page; the template sees ``values``, and each field of its view models by name."""
    context = {
        field.name: getattr(model, field.name) for model in models for field in fields(model)
    }
    return render_template(template, **context, **values)
