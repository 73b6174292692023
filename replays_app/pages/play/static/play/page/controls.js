/** Handles buttons, keys and browser events of the battle page. */

import { letRegroup } from "../bar/formation_panel.js";
import { byId } from "../../darkseas/kit/dom.js";

/** @typedef {import("./page.js").FightPage} FightPage */

/** How far a key moves the map, as fractions of the visible part. @type {Record<string, [number, number]>} */
const PANS = { ArrowRight: [0.15, 0], ArrowLeft: [-0.15, 0], ArrowDown: [0, 0.15], ArrowUp: [0, -0.15] };
const SPEED = "darkseas/play-speed";

/** @param {FightPage} page */
export function listen(page) {
  const chart = byId("chart");
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-do]")))
    button.addEventListener("click", () => moveChart(page, button.dataset.do ?? ""));
  chart.addEventListener("keydown", (event) => {
    const pan = event.target === chart ? PANS[event.key] : undefined;
    const zoom = { "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", 0: "fit" }[event.key];
    if (pan) page.log.chart?.controls?.pan(...pan);
    else if (zoom) moveChart(page, zoom);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = /** @type {Element} */ (event.target).matches("input, textarea, select");
    if (event.key !== "Backspace" || isTyping || !page.asking.held?.stops?.length) return;
    page.asking.deeds.backOne();
    event.preventDefault();
  });
  addEventListener("hashchange", () => {
    const entry = /^#e(\d{1,9})$/.exec(location.hash);
    if (entry) page.queue(() => page.lookBack(Number(entry[1])));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) page.asking.keep(true);
    else {
      page.unseen = 0;
      page.draw();
    }
  });
  byId("relief-ends").addEventListener("click", () => page.relief.end());
  letRegroup(page.bar, () => page.asking.deeds);
  listenToSpeed(page);
  listenToSheets(page);
}

/** @param {FightPage} page @param {string} what */
function moveChart(page, what) {
  const controls = page.log.chart?.controls;
  if (what === "zoom-in") controls?.zoom(1.4);
  if (what === "zoom-out") controls?.zoom(1 / 1.4);
  if (what === "fit") controls?.fit();
  if (what === "follow") controls?.follow(!controls.follows());
}

/** The speed at which entries play is remembered by the browser. @param {FightPage} page */
function listenToSpeed(page) {
  const select = byId("speed", HTMLSelectElement);
  try {
    select.value = localStorage.getItem(SPEED) ?? select.value;
  } catch {
    // Without storage the player chooses each time.
  }
  page.setSpeed(Number(select.value));
  select.addEventListener("change", () => {
    page.setSpeed(Number(select.value));
    try {
      localStorage.setItem(SPEED, select.value);
    } catch {
      // See above.
    }
  });
}

/** Shows and hides the log, which is a sheet over the map on a small screen. @param {FightPage} page */
function listenToSheets(page) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sheet-of]")))
    button.addEventListener("click", () => {
      const name = button.dataset.sheetOf ?? "";
      const isOpen = page.page.dataset.sheet === name;
      page.page.dataset.sheet = isOpen ? "" : name;
      button.setAttribute("aria-expanded", String(!isOpen));
      if (!isOpen) page.log.log?.reveal();
    });
}
