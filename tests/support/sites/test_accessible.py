"""Whoever asks whether a page can be read hears of each fault in it, wherever it stands."""

import pytest
from playwright.sync_api import Browser, Page

from tests.support.sites.accessible import DESK, PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

PAGE = """<!doctype html><html lang="en"><title>A page</title>
<meta name="viewport" content="width=device-width">
<style>
  body {{ color: #111; background: #fff }} .pale {{ color: #ccc }} .dark {{ background: #222 }}
  .over {{ position: absolute; top: 0; left: 0; width: 100%; height: 3rem; background: #111 }}
  .small {{ font-size: 20px; color: #888 }} .small b {{ font-size: 9px; font-weight: 400 }}
  @media (prefers-color-scheme: dark) {{ .night {{ color: #ddd }} }}
</style><main><h1>A page</h1><ul>{rows}</ul>{rest}</main></html>"""
ROWS = 40


def text_page(page: Page, row: str = "", rest: str = "") -> Page:
    """A page of many rows that are alike, with another one among the last."""
    rows = [f"<li>Row {number}</li>" for number in range(ROWS)]
    page.set_content(PAGE.format(rows="".join([*rows[:-2], row, *rows[-2:]]), rest=rest))
    return page


@pytest.mark.parametrize("look", [DESK, PHONE], ids=lambda look: look.name)
def test_page_without_a_fault_passes(browser: Browser, look: Look) -> None:
    with watched_page(browser, **look.options) as page:
        assert_accessible(text_page(page), look)


@pytest.mark.parametrize(
    ("row", "rest", "when"),
    [
        ("<li class='pale'>Pale</li>", "", "desk"),
        ("<li><span class='pale'>Pale</span></li>", "", "desk"),
        ("<li style='background: #222'>On a dark ground</li>", "", "desk"),
        ("<li class='dark'><span><span>On a dark ground</span></span></li>", "", "desk"),
        ("<li style='opacity: .3'>Faint</li>", "", "desk"),
        ("<li class='small'><b>Small</b></li>", "", "desk"),
        ("", "</main>Loose<style>body { color: #ccc } main { color: #111 }</style><main>", "desk"),
        ("", "<p><input aria-label='x' class='pale' value='Pale'></p>", "desk"),
        (
            "",
            "<div class='over'></div><p style='position: absolute; top: 0; color: #222'>Over dark</p>",
            "desk",
        ),
        ("<li class='night'>Pale by night</li>", "", "by night"),
    ],
)
def test_letters_that_do_not_stand_out_are_named_wherever_they_are(
    browser: Browser, row: str, rest: str, when: str
) -> None:
    with watched_page(browser, **DESK.options) as page:
        text_page(page, row, rest)
        with pytest.raises(AssertionError, match="color-contrast") as told:
            assert_accessible(page, DESK)
    assert when in str(told.value)


def test_what_is_no_matter_of_contrast_is_named_too(browser: Browser) -> None:
    with watched_page(browser, **DESK.options) as page:
        text_page(page, "<li><button></button></li>")
        with pytest.raises(AssertionError, match="button-name"):
            assert_accessible(page, DESK)
