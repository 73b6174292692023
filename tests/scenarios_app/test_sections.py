"""What other parts of the site add to the pages of scenarios, and that these know nothing of battles."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from darkseas.members.models import Member
from scenarios_app import sections
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.starting_points import BLANK, starting_point
from scenarios_app.library.loader import load
from tests.support.every_case import every_case

APP = Path(apps.get_app_config("scenarios_app").path)
SAVO = "savo-island"


# --- the law --------------------------------------------------------------------------------------


def files(ending: str) -> list[Path]:
    """Return the files of the app of scenarios with this ending, migrations aside."""
    return [path for path in sorted(APP.rglob(f"*{ending}")) if "migrations" not in path.parts]


def reverse_relations() -> set[str]:
    """Return the names by which rows of scenarios lead to rows of battles, and a battle to its summary."""
    models = apps.get_app_config("scenarios_app").get_models()
    related = [related_object for model in models for related_object in model._meta.related_objects]
    names = {one.get_accessor_name() for one in related if one.related_model._meta.app_label == "replays_app"}
    return {*filter(None, names), "summary"}


def patterns(of: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name and the whole route of each address."""
    for one in of:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, route)
        else:
            yield one.name or "", route


ROUTES = dict(patterns(get_resolver("replays_app.urls").url_patterns))
#: A scenario has a summary of its own, and so has what is said about it.
OWN_SUMMARY = {"about", "scenario"}


def last_name(node: ast.expr) -> str:
    """Return the last name of a chain of attributes."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_ways_back_and_addresses_are_found_at_all() -> None:
    assert reverse_relations() == {"battles", "balances", "challenges", "jobs", "summary"}
    assert ROUTES["replay"] == "battles/<uuid:battle_id>/"
    assert ROUTES["job"] == "api/v1/jobs/<battle:job_id>/"


def test_python_of_scenarios_follows_no_way_back() -> None:
    names, faults = reverse_relations(), []
    in_a_query = re.compile(rf"(^|__)({'|'.join(names - {'summary'})})(__|$)")
    for path in files(".py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in names:
                if not (node.attr == "summary" and last_name(node.value) in OWN_SUMMARY):
                    faults.append(f"{path.name}:{node.lineno} .{node.attr}")
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "__" in node.value:
                if in_a_query.search(node.value):
                    faults.append(f"{path.name}:{node.lineno} {node.value}")
            elif isinstance(node, ast.keyword) and node.arg and in_a_query.search(node.arg):
                faults.append(f"{path.name}:{node.value.lineno} {node.arg}=")
    assert faults == []


def test_python_of_scenarios_names_no_address_of_battles() -> None:
    faults = [
        f"{path.name}:{node.lineno} {node.args[0].value!r}"
        for path in files(".py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and last_name(node.func) in {"reverse", "reverse_lazy", "redirect"}
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and str(node.args[0].value).rpartition(":")[2] in ROUTES
        and str(node.args[0].value).partition(":")[0] not in {"drafts-api", "maps-api"}
    ]
    assert faults == []


def test_templates_of_scenarios_follow_no_way_back_and_name_no_address_of_battles() -> None:
    back = re.compile(rf"(?<!about)(?<!scenario)\.({'|'.join(reverse_relations())})\b")
    named = re.compile(r"""\{%\s*url\s+["'](?:battles-api:)?([\w-]+)["']""")
    faults = []
    for path in files(".html"):
        text = path.read_text("utf-8")
        said = "".join(re.findall(r"\{[{%].*?[%}]\}", text))
        faults += [f"{path.name} {found[0]}" for found in back.finditer(said)]
        faults += [f"{path.name} {name}" for name in named.findall(text) if name in ROUTES]
    assert faults == []


@every_case("ending", [".html", ".js", ".py"])
def test_no_address_of_battles_is_written_by_hand(ending: str) -> None:
    """A part of a route that is filled in may be written as a template's, or as a script's, or by hand."""
    filled = r"(\{\{[^}]*\}\}|\$?\{[^}]*\}|[0-9a-f-]+)"
    routes = [re.sub(r"<[^>]*>", "<>", route) for route in ROUTES.values()]
    written = [re.compile("/" + filled.join(map(re.escape, route.split("<>")))) for route in routes]
    faults = [
        f"{path.name} {found[0]}"
        for path in files(ending)
        for one in written
        for found in one.finditer(path.read_text("utf-8"))
    ]
    assert faults == []


# --- pages without anything added ---------------------------------------------------------------------


@pytest.mark.django_db
@every_case("address", ["/", "/library/?q=savo", f"/library/{SAVO}/"])
def test_pages_stand_without_any_section(
    client: Client, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(sections, "extensions", lambda kind: [])
    load()
    text = client.get(address).content.decode()
    assert "Savo Island" in text
    assert "Balance" not in text
    assert "/battles/" not in text.replace('href="/battles/"', "")


@pytest.mark.django_db
def test_editor_is_told_where_a_draft_is_fought(client: Client) -> None:
    ada = Member.objects.create_user("Ada", "ada@example.org", "a long enough phrase")
    draft = drafts.start(ada, starting_point("dark_seas", BLANK, "Night action"))
    client.force_login(ada)
    told = client.get(f"/drafts/{draft.pk}/").context["known"]
    assert told["fight_url"] == f"/api/v1/drafts/{draft.pk}/fight/"
