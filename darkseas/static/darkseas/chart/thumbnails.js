/**
 * Small pictures of charts on other pages; `data-chart` names the JSON in the page, `data-battle` a battle to
 * show in action.
 */

import { openChart } from "./charts.js";
import { h } from "../kit/dom.js";
import { Reader } from "./battle_reader.js";

const STRONG = 3;

/** @param {HTMLElement} host */
async function drawGround(host) {
  const source = document.getElementById(host.dataset.chart ?? "");
  const ground = JSON.parse(source?.textContent ?? "null");
  if (!ground) return;
  const view = await openChart(host, ground, { coast: host.dataset.coast, still: true });
  if (host.dataset.whole !== undefined) fitHost(host);
  view?.draw({ pieces: ground.pieces ?? [], patches: ground.patches ?? [] }, null, []);
}

/** Gives an element the shape of the chart in it, so that nothing is cut off. @param {HTMLElement} host */
function fitHost(host) {
  const [, , wide, high] = (host.querySelector("svg")?.getAttribute("viewBox") ?? "0 0 4 3")
    .split(" ")
    .map(Number);
  host.style.aspectRatio = `${wide} / ${high}`;
}

/** The entry most worth a look: the strong roll before a loss in the midst of the battle.
 * @param {import("./types.js").Outline} outline @param {Reader} reader */
async function bestEntry(outline, reader) {
  const { losses, rolls } = outline.marks;
  const worth = losses.length ? losses.map((loss) => loss.n) : rolls;
  const middle = worth.length ? worth[Math.floor(worth.length / 2)] : Math.max(outline.entries - 1, 0);
  const strong = await reader.seek(middle, -1, (line) => line.weight >= STRONG && line.dice.length > 0);
  return strong ?? reader.line(middle);
}

/** What a battle is shown by: its first contact, which gives nothing away, to who hides results.
 * @param {import("./types.js").Outline} outline @param {Reader} reader */
function shownEntry(outline, reader) {
  const isHidden = document.documentElement.classList.contains("hides-results");
  return isHidden ? reader.line(outline.marks.firsts?.[0] ?? 0) : bestEntry(outline, reader);
}

/** @param {HTMLElement} host */
async function drawBattle(host) {
  const reader = new Reader(host.dataset.battle ?? "", "");
  const outline = await reader.outline();
  const line = await shownEntry(outline, reader);
  const [chart, previous, view] = await Promise.all([
    reader.chart(line.n),
    line.n ? reader.chart(line.n - 1) : null,
    openChart(host, outline.ground, { coast: host.dataset.coast, still: true }),
  ]);
  view?.draw(chart, previous, line.focus);
  view?.closeUp(line.focus);
  host.append(h("p", { class: "picture-line" }, line.sentence));
}

const watcher = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      const host = /** @type {HTMLElement} */ (target);
      (host.dataset.battle ? drawBattle(host) : drawGround(host)).catch(() => {
        host.classList.add("empty");
      });
    }
  },
  { rootMargin: "300px" },
);
for (const host of document.querySelectorAll("[data-chart], [data-battle]")) watcher.observe(host);
