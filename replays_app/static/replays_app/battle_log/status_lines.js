/** The status around the map on every page of a battle: each side's state, the result, and errors. */

import { writeFraction } from "../../darkseas/kit/fractions.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../../darkseas/chart/types.js").Side} Side */
/** @typedef {import("../../darkseas/chart/types.js").Outline} Outline */

/** @param {Side | undefined} side */
export function ensign(side) {
  return side ? h("span", { class: `ensign navy-${side.navy} notch-${side.notch}`, title: side.name }) : null;
}

/**
 * Each side with its own captions first, then captions of both sides.
 * @param {HTMLElement} host @param {import("../../darkseas/chart/types.js").Caption[]} captions
 * @param {Side[]} sides
 */
export function showCaptions(host, captions, sides) {
  /** @type {Map<string, import("../../darkseas/chart/types.js").Caption[]>} */
  const groups = new Map(sides.map((side) => [side.key, []]));
  for (const caption of captions) {
    const isOfSide =
      caption.side && captions.filter((one) => one.side && one.label === caption.label).length > 1;
    const key = isOfSide ? (caption.side ?? "") : "";
    groups.set(key, [...(groups.get(key) ?? []), caption]);
  }
  host.replaceChildren(
    ...[...groups]
      .filter(([, held]) => held.length)
      .map(([key, held]) =>
        captionGroup(
          held,
          sides.find((side) => side.key === key),
          sides,
        ),
      ),
  );
}

/**
 * @param {import("../../darkseas/chart/types.js").Caption[]} held @param {Side | undefined} owner
 * @param {Side[]} sides
 */
function captionGroup(held, owner, sides) {
  return h(
    "div",
    {},
    owner ? h("strong", {}, ensign(owner), owner.name) : null,
    h(
      "dl",
      {},
      ...held.map((caption) =>
        h(
          "div",
          {},
          h("dt", {}, caption.label),
          h("dd", {}, owner ? null : ensign(sides.find((side) => side.key === caption.side)), caption.value),
        ),
      ),
    ),
  );
}

/**
 * The entry that ended a battle, finished or abandoned; Infinity while it is running.
 * @param {Pick<Outline, "result" | "broken_off">} outline
 */
export function endOf({ result, broken_off: brokenOff }) {
  return result?.n ?? brokenOff?.n ?? Number.POSITIVE_INFINITY;
}

/**
 * How a battle ended, as a title and a sentence.
 * @param {Pick<Outline, "result" | "broken_off" | "ground"> | undefined} outline
 */
export function endingOf(outline) {
  const { result, broken_off: brokenOff, ground } = outline ?? {};
  const nameOf = (/** @type {string} */ key) => ground?.sides.find((one) => one.key === key)?.name ?? "";
  if (result) {
    const title = result.winner ? `Victory: ${nameOf(result.winner)}` : "No winner";
    return { title, reason: result.reason };
  }
  const by = (brokenOff?.by ?? []).map(nameOf).filter(Boolean).join(", ");
  const why = brokenOff ? `No winner: ${brokenOff.reason}` : "No winner.";
  return { title: "Abandoned", reason: by ? `${why} To move: ${by}.` : why };
}

/** @param {HTMLElement} host @param {Outline} outline */
export function showResult(host, outline) {
  const { result, ground } = outline;
  const { title, reason } = endingOf(outline);
  host.hidden = endOf(outline) === Number.POSITIVE_INFINITY;
  if (host.hidden) return;
  host.title = [reason, result?.rule].filter(Boolean).join(" ");
  if (!result) return host.replaceChildren(h("strong", {}, title), ` · ${reason}`);
  const winner = ground.sides.find((side) => side.key === result.winner);
  const scores = ground.sides
    .filter((side) => result.scores[side.key] !== undefined)
    .map((side) => `${side.name} ${writeFraction(result.scores[side.key])}`);
  host.replaceChildren(
    ensign(winner) ?? "",
    h("strong", {}, title),
    Object.values(result.scores).some((one) => writeFraction(one) !== "0")
      ? ` · points: ${scores.join(", ")}`
      : "",
  );
}

/** @param {HTMLElement} host @param {string} words */
export function showTrouble(host, words) {
  host.hidden = !words;
  host.textContent = words;
}
