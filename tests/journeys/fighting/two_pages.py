"""Two pages of one battle, each in its own browser, and waiting until both have settled."""

from playwright.sync_api import Page

from replays_app.live.stream.database_reads import read_moments
from replays_app.models import Battle

from .fight_page import SETTLED

#: How often two pages are looked at before a turn is given up, and how long between two looks.
MOST_LOOKS, LOOK_MS = 200, 150


def catch_up(people: tuple[Page, Page]) -> None:
    """Wait until both pages show all that they may know, and have settled: neither changes under a click."""
    battle = Battle.objects.get()
    sides = [seat_of(page) for page in people]
    for _ in range(MOST_LOOKS):
        known = read_moments(battle.pk, sides)
        settled = [f"{SETTLED}[data-length='{known[side].length}']" for side in sides]
        if all(page.locator(there).count() for page, there in zip(people, settled, strict=True)):
            return
        people[0].wait_for_timeout(LOOK_MS)
    raise AssertionError(f"not both pages came to {settled}")


def seat_of(page: Page) -> str:
    """The side whose orders a page gives; at a table the first that it records for."""
    fight = page.locator("#fight")
    recorded = (fight.get_attribute("data-seats") or "").split()
    return recorded[0] if recorded else fight.get_attribute("data-side") or ""
