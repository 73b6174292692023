"""API of the rules systems, their forms and the JSON Schema of scenario files."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules.registry import SYSTEMS, system
from darkseas.web.problems import Problem
from scenarios_app.ships.api import json_answers

from .form_json import form_of
from .json_schema import scenario_schema


@json_answers
def tell_systems(request: HttpRequest) -> Mapping[str, Json]:
    """Return every rules system with the URL of its form."""
    return {
        "systems": [
            {
                "key": one.key,
                "title": one.title,
                "edition": one.edition,
                "author": one.author,
                "has_map": one.form.has_map if one.form else False,
                "form": reverse("api-form", args=[one.key]) if one.form else None,
            }
            for one in SYSTEMS
        ]
    }


@json_answers
def tell_form(request: HttpRequest, key: str) -> Mapping[str, Json]:
    """Return the form of one rules system."""
    try:
        return form_of(system(key))
    except LookupError:
        raise Problem(404, "not-found", "There is no such rules system, or it has no form.") from None


@json_answers
def tell_schema(request: HttpRequest) -> Mapping[str, Json]:
    """Return the JSON Schema of scenario files."""
    return scenario_schema()
