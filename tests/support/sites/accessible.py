"""What is asked of every page that somebody sees: no wider than the screen, and readable by everybody.

WCAG 2.2 AA as far as axe can tell; what needs hands is in the journey of each page. On a desk axe looks for
all that it knows by day, and once more at the contrast of all looks of text by night. A page that has the
same parts on a phone is asked there only what can differ: its width, and the size of what is touched.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

EVERYTHING: tuple[str, ...] = ()
CONTRAST = ("color-contrast",)
#: Contrast takes axe two thirds of its time: of text that looks alike it is asked so often.
ALIKE = 3
_LOOKS = (Path(__file__).parent / "looks_of_text.js").read_text(encoding="utf-8").strip().rstrip(";")
_ASK = f"""async ([rules, most]) => {{
  const looks = ({_LOOKS})(most);
  for (const one of looks) one.setAttribute("data-look", "");
  axe.configure({{ rules: [{{ id: "color-contrast", selector: "[data-look]" }}] }});
  const runOnly = rules.length ? {{ runOnly: rules }} : {{}};
  const {{ violations }} = await axe.run(document, {{ resultTypes: ["violations"], ...runOnly }});
  for (const one of looks) one.removeAttribute("data-look");
  return violations.map(({{ id, nodes }}) => [id, nodes[0].html]);
}}"""


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
    _assert_no_fault(page, look.name, look.rules)
    if look.has_night:
        page.emulate_media(color_scheme="dark")
        _assert_no_fault(page, "by night", CONTRAST)
        page.emulate_media(color_scheme="light")


def _assert_no_fault(page: Page, seen: str, rules: tuple[str, ...]) -> None:
    """Ask axe by these rules. Raises AssertionError with what is amiss."""
    faults = page.evaluate(_ASK, [list(rules), ALIKE])
    if faults:
        raise AssertionError("\n".join(f"{page.url}, {seen}: {rule}: {html}" for rule, html in faults))
