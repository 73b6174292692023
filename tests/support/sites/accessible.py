"""What is asked of every page that somebody sees: no wider than the screen, and readable by everybody.

WCAG 2.2 AA as far as axe can tell; what needs hands is in the journey of each page. On a desk axe looks for
all that it knows by day, and once more at the contrast of all colours by night. A page that has the same
parts on a phone is asked there only what can differ: its width, and the size of what is touched.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

EVERYTHING: tuple[str, ...] = ()
_ASK = """async (rules) => {
  const runOnly = rules.length ? { runOnly: rules } : {};
  const { violations } = await axe.run({ resultTypes: ["violations"], ...runOnly });
  return violations.map(({ id, nodes }) => [id, nodes[0].html]);
}"""


@dataclass(frozen=True)
class Look:
    """How a page is looked at: the options of the browser's context, and the rules of axe that are asked."""

    name: str
    options: dict[str, Any]
    rules: tuple[str, ...]
    has_night: bool = False


_STILL = {"color_scheme": "light", "reduced_motion": "reduce"}
_PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, **_STILL}
DESK = Look("desk", {"viewport": {"width": 1440, "height": 900}, **_STILL}, EVERYTHING, has_night=True)
PHONE = Look("phone", _PHONE, ("target-size",))
OTHER_PHONE = Look("phone", _PHONE, EVERYTHING)


def _looks(*phones: Look) -> pytest.MarkDecorator:
    slow = [pytest.param(phone, marks=pytest.mark.slow, id=phone.name) for phone in phones]
    return pytest.mark.parametrize("look", [pytest.param(DESK, id=DESK.name), *slow])


#: For a test with a ``look``: pages that are the same on a desk and on a phone, and pages that are made of
#: other parts there.
every_look = _looks(PHONE)
every_other_look = _looks(OTHER_PHONE)


def assert_accessible(page: Page, look: Look) -> None:
    """Ask the page that is shown, once it is all there. Raises AssertionError with each fault's place."""
    page.wait_for_load_state()
    width = look.options["viewport"]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width, (page.url, look.name)
    page.evaluate(AXE_SCRIPT)
    assert [(page.url, *fault) for fault in page.evaluate(_ASK, list(look.rules))] == []
    if look.has_night:
        page.emulate_media(color_scheme="dark")
        faults = page.evaluate(_ASK, ["color-contrast"])
        assert [(page.url, "by night", *fault) for fault in faults] == []
        page.emulate_media(color_scheme="light")
