"""Renders pages from view models: dataclasses, so that mypy checks what a template gets."""

from dataclasses import fields
from typing import TYPE_CHECKING

from flask import render_template

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def render(template: str, *models: "DataclassInstance") -> str:
    """Return the page; the template sees each field of its view models under its name."""
    context = {one.name: getattr(model, one.name) for model in models for one in fields(model)}
    return render_template(template, **context)
