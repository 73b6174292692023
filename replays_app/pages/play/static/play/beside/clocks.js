/**
 * The clocks of a battle: the player's own, and the most time the opponent can have left; an umpire sees all.
 */

import { whenSettled } from "./when_settled.js";
import { createApi } from "../../darkseas/kit/api.js";
import { byId, h } from "../../darkseas/kit/dom.js";

/** @typedef {{left: number, is_on: boolean, stands_until: string | null}} Time */
/** @typedef {{side: string, name: string, time: Time}} SideTime */
/** @typedef {{terms: string, own: Time | null, other: Time | null, sides: SideTime[]}} Clocks */

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
/** Seconds below which a clock is shown as short, and milliseconds between requests. */
const [SHORT, AGAIN_MS] = [6 * HOUR, 30_000];

/** The time left, to the minute. @param {number} seconds */
export function leftText(seconds) {
  const left = Math.max(seconds, 0);
  const [days, hours, minutes] = [left / DAY, (left % DAY) / HOUR, (left % HOUR) / MINUTE].map(Math.floor);
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes} min`;
  return minutes ? `${minutes} min` : "under a minute";
}

/** Marks the running clock in a list of all sides' clocks. */
const ON = ", to move";

/** A clock in words. @param {string} whose @param {Time} time @param {string} [most] */
export function clockText(whose, { left, stands_until: until }, most = "") {
  const stands = until ? `, paused until ${until.slice(0, 16).replace("T", " ")} UTC` : "";
  return `${whose}: ${most}${leftText(left)} left${stands}`;
}

/** Each clock shown, with its text. @param {Clocks} clocks @returns {[Time, string][]} */
export function clockLines({ own, other, sides }) {
  /** @type {[Time, string][]} */
  const lines = sides.map(({ name, time }) => [time, clockText(name, time) + (time.is_on ? ON : "")]);
  if (own) lines.push([own, clockText("You", own)]);
  if (other) lines.push([other, clockText("Opponent", other, "at most ")]);
  return lines;
}

/** @param {HTMLElement} host @param {Clocks} clocks */
function drawClocks(host, clocks) {
  host.title = clocks.terms;
  host.replaceChildren(
    ...clockLines(clocks).map(([time, words]) =>
      h(
        "span",
        { "data-on": String(time.is_on), "data-short": String(time.is_on && time.left < SHORT) },
        words,
      ),
    ),
  );
  host.hidden = false;
}

/** @param {HTMLElement} page */
function followClocks(page) {
  const api = createApi(page.dataset.csrf ?? "");
  const read = async () => {
    const answer = await api.get(`${page.dataset.api}clock`).catch(() => null);
    const { clock } = /** @type {{clock: Clocks | null}} */ (answer ?? { clock: null });
    if (clock) drawClocks(byId("clocks"), clock);
    else if (answer) byId("clocks").hidden = true;
  };
  whenSettled(page, read);
  setInterval(() => document.hidden || read(), AGAIN_MS);
}

if (globalThis.document?.getElementById("clocks")) followClocks(byId("fight"));
