"""P13: the map editor with the largest map, in a browser: frames while it is moved, and strokes of the brush.

There is no peer for this, so it tells figures and no ratio. The frames are those of a browser without a
screen, on a machine that does other things beside.
"""

from django.conf import settings
from django.core.management import call_command
from playwright.sync_api import Page, sync_playwright

from tests.support.members import logged_in
from tests.support.runs.requirements import CHROMIUM, chromium_absence
from tests.support.sites.browser import ARGUMENTS, PATIENCE_MS

from ..environment import Surroundings
from ..measuring import Report, percentile
from .serve import served_site

ROUNDS = 3
MOVES, STROKES = 90, 20

LARGE = """() => {
  const map = { key: "", title: "Large", cols: 100, rows: 100, land: [], shallows: [], excluded: [],
    areas: { one: [], two: [] } };
  for (let row = 0; row < 100; row++) for (let col = 0; col < 100; col++) {
    const place = String(col).padStart(2, "0") + String(row).padStart(2, "0");
    const height = Math.sin(col / 9) + Math.cos(row / 7) + Math.sin((col + row) / 13);
    if (height > 0.9) map.land.push(place);
    else if (height > 0.6) map.shallows.push(place);
    if (height < -2) map.excluded.push(place);
    if (col > 30 && col < 60 && row > 30 && row < 60) map.areas.one.push(place);
    if (col > 50 && col < 80 && row > 10 && row < 40) map.areas.two.push(place);
  }
  const own = `account:${document.documentElement.dataset.account}/`;
  localStorage.setItem(`${own}darkseas-map:new:`, JSON.stringify({ map, number: "0", at: Date.now() }));
}"""

#: Frames while the map follows the mouse, by turns in each direction; milliseconds from one to the next.
PAN = """async (count) => {
  const svg = document.querySelector("svg.chart.edited"), seen = svg.getBoundingClientRect(), gaps = [];
  svg.setPointerCapture = () => {};
  const send = (kind, x, y) => svg.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, pointerId: 7, buttons: 1,
    clientX: seen.x + seen.width / 2 + x, clientY: seen.y + seen.height / 2 + y }));
  send("pointerdown", 0, 0);
  let last = await new Promise(requestAnimationFrame);
  for (let i = 0; i < count; i++) {
    send("pointermove", 180 * Math.sin(i / 12), 120 * Math.cos(i / 9));
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
  }
  send("pointerup", 0, 0);
  return gaps;
}"""

#: From the pointer's event to the end of the frame that shows the stroke, in milliseconds.
EDIT = """async (count) => {
  const svg = document.querySelector("svg.chart.edited"), seen = svg.getBoundingClientRect(), times = [];
  svg.setPointerCapture = () => {};
  const shown = () => new Promise((done) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => done(performance.now());
    after.port2.postMessage(0);
  }));
  for (let i = 0; i < count; i++) {
    const at = { bubbles: true, pointerId: 7, buttons: 1,
      clientX: seen.x + 90 + (i * 37) % (seen.width - 180),
      clientY: seen.y + 70 + (i * 53) % (seen.height - 140) };
    for (const kind of ["pointerdown", "pointerup"]) {
      const began = performance.now();
      svg.dispatchEvent(new PointerEvent(kind, at));
      times.push(await shown() - began);
    }
  }
  return times;
}"""


def run(around: Surroundings) -> Report:
    """Measure P13."""
    report = Report("P13  a map of 100 by 100 hexes in the editor, headless Chromium")
    absence = chromium_absence()
    if absence:
        report.say(absence)
        return report
    session = logged_in("ada").cookies[settings.SESSION_COOKIE_NAME].value
    call_command("collectstatic", verbosity=0, interactive=False)
    with served_site(around) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE_MS)
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.address}]
        )
        _measure(report, page, server.address)
        browser.close()
    return report


def _measure(report: Report, page: Page, address: str) -> None:
    """Open the map; move and paint in turns, each time from nearer."""
    page.goto(f"{address}/maps/new/")
    page.locator("svg.chart.edited .grid path").first.wait_for(state="attached")
    page.evaluate(LARGE)
    page.reload()
    page.get_by_role("button", name="Restore changes").click()
    page.locator("svg.chart.edited .grid path").nth(24).wait_for(state="attached")
    found: dict[str, list[list[float]]] = {
        "from frame to frame while it moves": [],
        "until a stroke shows": [],
    }
    for _ in range(ROUNDS):
        for _ in range(2):
            page.get_by_role("button", name="Nearer").click()
        _choose(page, "look")
        found["from frame to frame while it moves"].append(page.evaluate(PAN, MOVES))
        _choose(page, "land", "19")
        found["until a stroke shows"].append(page.evaluate(EDIT, STROKES))
    for what, rounds in found.items():
        report.figure(f"{what}, median", [percentile(times, 0.5) for times in rounds], "ms")
        report.figure(f"{what}, 95th percentile", [percentile(times, 0.95) for times in rounds], "ms")


def _choose(page: Page, *names: str) -> None:
    """Choose tools and brushes by their buttons."""
    for name in names:
        page.locator(f'.map-editor .tool[data-key="{name}"]').click()
