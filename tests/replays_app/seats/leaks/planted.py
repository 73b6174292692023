"""Leaks planted in the site, one at a time: what a careless change would let out."""

from collections.abc import Callable, Collection
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from darkseas.members import send_email
from darkseas.web.problems import Problem
from darkseas.web.security_headers import ContentPolicyMiddleware
from replays_app import projections
from replays_app.api import battles, orders, replay
from replays_app.live.chat import store as chat_store
from replays_app.live.chat import views as chat_views
from replays_app.live.notifications import battle_emails
from replays_app.live.stream import database_reads, followers
from replays_app.live.stream.followers import Follower
from replays_app.lobby import account_section, seat_views
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Call, ChatLine, LogEntry, Receipt, Seat, UnsentOrder
from replays_app.pages import views as pages
from replays_app.projections import source, whose_turn
from replays_app.recording import orders as recording
from replays_app.recording import seat_view, unsent_orders
from replays_app.replay import cursor_cache, perspectives
from replays_app.replay.moment import Moment
from replays_app.seats import inbox, presence

#: Plants a leak for as long as the patch lasts.
Plant = Callable[[pytest.MonkeyPatch], None]


def entries() -> int:
    """How many entries there are in all, hidden ones with the others."""
    return LogEntry.objects.count()


def _header(name: str, value: Callable[[], str]) -> Plant:
    """A header on every answer."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        answer = ContentPolicyMiddleware.__call__

        def leaky(self: ContentPolicyMiddleware, request: HttpRequest) -> HttpResponse:
            response = answer(self, request)
            response.headers[name] = value()
            return response

        patch.setattr(ContentPolicyMiddleware, "__call__", leaky)

    return plant


def _newest() -> LogEntry:
    return LogEntry.objects.filter(battle__title="The coves").order_by("recorded_at", "seq").reverse()[0]


def _more(owner: Any, name: str, change: Callable[..., Any]) -> Plant:
    """What a function returns, changed: ``change`` gets it, and what the function was given."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        sound = getattr(owner, name)
        patch.setattr(owner, name, lambda *given, **named: change(sound(*given, **named), *given))

    return plant


def _instead(owner: Any, name: str, other: Any) -> Plant:
    """Something else in the place of a function."""
    return lambda patch: patch.setattr(owner, name, other)


def _newest_call(row: Call, *given: Any) -> Call:
    row.since = _newest().recorded_at
    return row


_SOUND_LOOK = recording._Request.look


def _look(self: Any) -> Any:
    try:
        return _SOUND_LOOK(self)
    except LogConflict as conflict:
        raise LogConflict(conflict.expected, entries()) from None


def _earlier_answer(self: Any) -> None:
    """Keys are one seat's; this asks those of all."""
    if Receipt.objects.filter(key=self.order.idempotency_key).exists():
        raise recording.OtherRequest("known")


def _kept_for_all(patch: pytest.MonkeyPatch) -> None:
    """Answers of a running battle are kept, whoever asked."""
    sound = replay._tell

    def leaky(request: HttpRequest, battle_id: Any, name: str, tell: Any, *more: Any) -> HttpResponse:
        answer = sound(request, battle_id, name, tell, *more)
        answer.content = cache.get_or_set(f"leak:{battle_id}:{name}", answer.content)
        return answer

    patch.setattr(replay, "_tell", leaky)


def _no_such_step(*_: Any) -> Any:
    raise Problem(404, "not-found", f"The battle has only {entries()} entries.")


def _one_cursor_for_all(patch: pytest.MonkeyPatch) -> None:
    """What is kept of one perspective is handed to another."""
    sound = cursor_cache._key
    patch.setattr(cursor_cache, "_key", lambda context, perspective, name: sound(context, "any", name))


def _rows_of_everything(patch: pytest.MonkeyPatch) -> None:
    """The row of a running battle is made of the whole log, after every order."""
    sound = whose_turn.project
    patch.setattr(source, "known_to", lambda side, log: list(log))

    def leaky(context: Any, giver: Any = None) -> None:
        rows = source.read_source(context)
        for projection in projections.PROJECTIONS:
            projection(rows)
        sound(context, giver)

    patch.setattr(whose_turn, "project", leaky)


def _tell_always(self: Follower, moment: Moment) -> None:
    self.next = moment
    self.has_news.set()


def _newest_of_all(battle_ids: Collection[UUID]) -> dict[UUID, tuple[int, ...]]:
    written = ChatLine.objects.filter(seat__battle__in=battle_ids)
    return {battle_id: tuple(written.values_list("pk", flat=True)) for battle_id in battle_ids}


def _letter_with_news(patch: pytest.MonkeyPatch) -> None:
    sound = send_email.send_template

    def leaky(template: str, to: str, context: dict[str, Any], headers: Any) -> None:
        sound(template, to, {**context, "page": f"{entries()} entries: {context['page']}"}, headers)

    patch.setattr(send_email, "send_template", leaky)


def _letter_waits_for_anybody(patch: pytest.MonkeyPatch) -> None:
    """Nobody is written to while somebody has a page of the battle open."""
    sound = presence.is_present
    seats = Seat.objects.values_list("pk", flat=True)
    patch.setattr(presence, "is_present", lambda _: any(map(sound, seats.all())))


def _all_open(*_: Any, **__: Any) -> tuple[str, ...]:
    return ("all", "red", "blue", "observer")


#: These are planted before the battle begins, for they leave their trace in rows; the others when it is made.
EARLY = ("rows of lists made of the whole log", "called since a hidden entry")

#: These show in what is public, or their own, after something hidden.
SHOWN_AFTERWARDS = ("entries numbered as they are stored", "steps numbered as they are stored")

#: The leaks by name: how each is planted, who sees it, and at which address.
PLANTED: dict[str, tuple[Plant, str, str]] = {
    "a field with the length of the log": (
        _more(battles, "battle_json", lambda out, battle: {**out, "entries": log_store.length(battle.pk)}),
        "stranger", "battles-api:battle",
    ),
    "updated_at of a battle": (
        _more(battles, "battle_json", lambda out, _: {**out, "updated_at": str(_newest().recorded_at)}),
        "anonymous", "battles-api:battle",
    ),
    "a header that counts entries": (
        _header("X-Total-Count", lambda: str(entries())), "opponent", "battles-api:events",
    ),
    "an ETag of the whole log's head": (
        _header("ETag", lambda: f'"{_newest().seq}-{_newest().kind}"'), "spectator", "battles-api:outline",
    ),
    "Last-Modified of the whole log": (
        _header("Last-Modified", lambda: str(_newest().recorded_at)), "opponent", "replay",
    ),
    "a header that counts drafts of orders": (
        _header("X-Drafts", lambda: str(UnsentOrder.objects.count())), "opponent", "play",
    ),
    "the length of the whole log in a conflict": (
        _instead(recording._Request, "look", _look), "opponent", "battles-api:orders",
    ),
    "keys of the other side's orders": (
        _instead(recording._Request, "earlier_answer", _earlier_answer), "opponent", "battles-api:orders",
    ),
    "a refusal that tells of the log": (
        _more(orders, "illegal", lambda out, _: Problem(422, "illegal-order", f"{entries()}")),
        "opponent", "battles-api:orders",
    ),
    "forms of the full state": (
        _instead(seat_view, "of_seat", lambda seat: "all"), "opponent", "battles-api:forms",
    ),
    "a suggestion from the full state": (
        _instead(seat_view, "of_seat", lambda seat: "all"), "opponent", "battles-api:suggestion",
    ),
    "a preview from the full state": (
        _instead(seat_view, "of_seat", lambda seat: "all"), "opponent", "battles-api:preview",
    ),
    "the order page of the full state": (
        _instead(seat_view, "of_seat", lambda seat: "all"), "opponent", "orders",
    ),
    "entries that only the other side may know": (
        _instead(cursor_cache, "may_see", lambda *_: True), "opponent", "battles-api:events",
    ),
    "entries numbered as they are stored": (
        _more(perspectives, "entry_json", lambda out, codec, before, entry: {**out, "n": entry.seq}),
        "opponent", "battles-api:events",
    ),
    "steps numbered as they are stored": (
        _more(perspectives, "entry_json", lambda out, codec, before, entry: {**out, "step": entry.step}),
        "opponent", "battles-api:events",
    ),
    "a frame that tells the length of the log": (
        _more(pages, "_of_replay", lambda out, _: {**out, "title": f"{out['title']} {entries()}"}),
        "anonymous", "embed",
    ),
    "an error that says how many entries there are": (
        _instead(replay, "_step", _no_such_step), "opponent", "battles-api:step",
    ),
    "the total of the outline": (
        _more(replay, "_tell", lambda answer, *_: _longer(answer)), "opponent", "battles-api:outline",
    ),
    "every perspective for everybody": (
        _instead(perspectives, "open_to", _all_open), "spectator", "battles-api:lines",
    ),
    "prose of the whole truth": (_instead(pages, "_open_to", _all_open), "anonymous", "prose"),
    "a report of the whole truth": (_instead(pages, "_open_to", _all_open), "stranger", "report-of-battle"),
    "the file of a running battle": (
        _instead(Battle, "is_over", property(lambda _: True)), "anonymous", "battles-api:export",
    ),
    "an answer kept of the other side": (_kept_for_all, "opponent", "battles-api:lines"),
    "a cursor kept of the other side": (_one_cursor_for_all, "opponent", "battles-api:forms"),
    "rows of lists made of the whole log": (_rows_of_everything, "anonymous", "battles"),
    "called since a hidden entry": (_more(whose_turn, "_call", _newest_call), "opponent", "lobby"),
    "the header counts everybody's calls": (
        _instead(inbox, "calls", lambda _: Call.objects.filter(is_called=True).count()), "stranger", "home",
    ),
    "the unsent order of the other side": (
        _instead(unsent_orders, "read", lambda _: UnsentOrder.objects.first()), "opponent",
        "battles-api:unsent",
    ),
    "notes of the other side": (
        _instead(chat_store, "readable", lambda *_: ChatLine.objects.select_related("seat", "holding")),
        "opponent", "chat",
    ),
    "numbers of lines that count notes": (
        _more(chat_views, "_line_json", lambda out, line, *_: {**out, "n": line.pk}), "opponent", "chat",
    ),
    "a stream that rings at hidden entries": (
        _instead(Follower, "tell", _tell_always), "opponent", "what the stream says",
    ),
    "a bell that rings for spectators": (
        _instead(Follower, "hears_chat", True), "spectator", "what the stream says",
    ),
    "a bell that rings at notes": (
        _instead(followers, "newest_lines", _newest_of_all), "opponent", "what the stream says",
    ),
    "a stream that counts hidden entries": (
        _more(database_reads, "moment_of", lambda now, *_: Moment(entries(), now.is_called, now.is_over)),
        "spectator", "what the stream says",
    ),
    "a letter that tells what happened": (_letter_with_news, "opponent", "letters and webhooks"),
    "a letter that waits for the other side": (
        _letter_waits_for_anybody, "opponent", "letters and webhooks",
    ),
    "a webhook that counts entries": (
        _more(battle_emails, "page_of", lambda page, _: f"{page}#{entries()}"),
        "opponent", "letters and webhooks",
    ),
    "the page of seats says who is there": (
        _more(seat_views, "name_of", lambda name, one: f"{name} {presence.is_present(one.seat_id)}"),
        "anonymous", "seats",
    ),
    "the page of seats numbers entries": (
        _more(seat_views, "name_of", lambda name, one: f"{name} since {one.from_entry}"), "stranger", "seats",
    ),
    "a member's data number entries": (
        _instead(account_section, "_entries", lambda one: {"to": one.to_entry}), "opponent", "member_data",
    ),
}  # fmt: skip


def _longer(answer: HttpResponse) -> HttpResponse:
    answer.content += b" " * entries()
    return answer
