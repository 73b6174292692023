/** The bar below the map during playback, while no order is due, and at the end. */

import { drawWhenLetGo } from "../../darkseas/kit/press_through_redraw.js";
import { ensign } from "../../replays_app/battle_log/status_lines.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */
/** @typedef {import("../../darkseas/chart/types.js").Side} Side */

/**
 * @typedef {{where: string, title: string, left: number}} Playing  what is playing, and how many entries are
 *   left
 * @typedef {{words: string, act: () => void}} WayOn  the button that continues
 */

/** @param {HTMLElement} host @param {Line} line @param {Side[]} sides @param {Playing} about
 * @param {WayOn} on */
export function drawPlaying(host, line, sides, about, on) {
  drawWhenLetGo(host, () => playing(host, line, sides, about, on));
}

/** @param {HTMLElement} host @param {Line} line @param {Side[]} sides @param {Playing} about
 * @param {WayOn} on */
function playing(host, line, sides, { where, title, left }, { words, act }) {
  const side = sides.find((one) => one.key === line.side);
  const old = /** @type {HTMLElement | null} */ (host.querySelector(".skip-on"));
  const isSame = old?.dataset.stays === words;
  const goOn = isSame ? old : button(words, act, "skip-on");
  host.replaceChildren(
    h(
      "header",
      { class: "ask playing" },
      h("p", { class: "where soft small" }, `${title} · ${where}${left ? ` · ${left} more` : ""}`),
      h("p", { class: `sentence weight-${line.weight}`, role: "status" }, ensign(side) ?? "", line.sentence),
    ),
    h("div", { class: "deeds" }, goOn),
  );
  if (!isSame) goOn.focus({ preventScroll: true });
}

/**
 * @typedef {{title: string, because: string, told?: (string | HTMLElement)[], head?: string,
 *   first?: HTMLElement | null}} Quiet  `head` is the last link of a finished log, `first` needs an answer
 */

/** @param {HTMLElement} host @param {Quiet} words @param {(HTMLElement | null)[]} inside */
export function drawQuiet(host, words, inside) {
  drawWhenLetGo(host, () => quiet(host, words, inside));
}

/** @param {HTMLElement} host @param {Quiet} words @param {(HTMLElement | null)[]} inside */
function quiet(host, { title, because, told = [], head = "", first = null }, inside) {
  host.replaceChildren(
    h(
      "header",
      { class: "ask quiet" },
      h("h2", {}, title),
      h("p", { class: "because", role: "status" }, because),
      first,
      told.length ? h("p", { class: "told" }, ...told.flatMap((part) => [part, " "])) : null,
      head ? headOfLog(head) : null,
    ),
    h("div", { class: "deeds" }, ...inside),
  );
}

/** The head of the log, for checking a battle file later. @param {string} head */
function headOfLog(head) {
  const why = "compare it with a battle file that somebody gives you.";
  return h(
    "p",
    { class: "head-of-log small soft" },
    "The head of this log: ",
    why,
    " ",
    h("code", { tabindex: "0" }, head),
  );
}

/** @param {string} words @param {() => void} onclick @param {string} [more]  classes */
export function button(words, onclick, more = "") {
  return h("button", { type: "button", class: `button ${more}`, "data-stays": words, onclick }, words);
}
