"""Somebody who fights the captain, and the fields of a page as a browser without scripts has them."""

from html.parser import HTMLParser

from django.test import Client

from replays_app.models import Battle, Seat
from scenarios_app.revisions.store import publish
from tests.support.builders import toy_revision
from tests.support.library.library_specs import library_spec


def toy_fight(client: Client, side: str = "red") -> Battle:
    """A battle of the toy between this client and the captain."""
    toy_revision()
    client.post("/scenarios/coves/fight/", {"side": side})
    return Battle.objects.latest("created_at")


def library_fight(client: Client, key: str, side: str) -> Battle:
    """A battle of the library between this client and the captain."""
    publish(library_spec(key))
    client.post(f"/scenarios/{key}/fight/", {"side": side})
    return Battle.objects.latest("created_at")


def seat_of(battle: Battle, side: str) -> Seat:
    """The seat of a side."""
    return battle.seats.get(side=side)


class FormReader(HTMLParser):
    """Reads the forms of a page as a browser would send them: fields by name, with what stands in them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []
        self.options: dict[str, list[str]] = {}
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a form, a field or an option."""
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({})
        elif tag == "select":
            self._select = has["name"]
        elif tag == "option":
            self.options.setdefault(self._select, []).append(has.get("value", ""))
            if "selected" in has:
                self._put(self._select, has["value"])
        elif tag == "input" and self.forms and (has.get("type") != "checkbox" or "checked" in has):
            self._put(has["name"], has.get("value", ""))

    def _put(self, name: str, value: str) -> None:
        self.forms[-1].setdefault(name, []).append(value)


def order_form(client: Client, battle: Battle, order: str = "") -> tuple[dict[str, list[str]], FormReader]:
    """The fields of an order on the page as they stand, the first one unless it is named; and the page."""
    answer = client.get(f"/battles/{battle.pk}/orders/")
    assert answer.status_code == 200
    reader = FormReader(answer.content.decode())
    forms = [form for form in reader.forms if "order" in form and order in form["order"][0]]
    assert forms, answer.content.decode()
    return forms[0], reader
