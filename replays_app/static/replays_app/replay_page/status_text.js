/** What the replay page says around the chart: the sentence, the score, the result, what went wrong. */

import { writeFraction } from "../../darkseas/kit/fractions.js";
import { byId, h } from "../../darkseas/kit/dom.js";
import { hasWorkings } from "./workings.js";

/** @typedef {import("../../darkseas/chart/types.js").Side} Side */
/** @typedef {import("../../darkseas/chart/types.js").Outline} Outline */

/** A sentence is read aloud once the reader has come to rest. */
const REST_MS = 250;
let resting = 0;

/** @param {Side | undefined} side */
export function ensign(side) {
  return side ? h("span", { class: `ensign navy-${side.navy} notch-${side.notch}`, title: side.name }) : null;
}

/**
 * @param {import("../../darkseas/chart/types.js").Line} line
 * @param {import("./turns_and_phases.js").Stretch} where @param {Side[]} sides
 */
export function showMoment(line, where, sides) {
  const side = sides.find((one) => one.key === line.side);
  byId("where").replaceChildren(
    ...[where.turnTitle, where.title].filter(Boolean).map((words) => h("span", {}, words)),
  );
  byId("number", HTMLInputElement).value = String(line.n);
  byId("step").textContent = `step ${line.step}`;
  const sentence = byId("sentence");
  sentence.className = `sentence weight-${line.weight}`;
  sentence.replaceChildren(ensign(side) ?? "", line.sentence);
  byId("sum-button").classList.toggle("has", hasWorkings(line));
  clearTimeout(resting);
  resting = setTimeout(() => {
    byId("spoken").textContent = line.sentence;
  }, REST_MS);
}

/**
 * Each side with its own first, then what holds for all.
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

/** @param {HTMLSelectElement} select @param {Outline} outline */
export function showPerspectives(select, outline) {
  select.replaceChildren(...outline.perspectives.map((one) => h("option", { value: one.key }, one.name)));
  select.value = outline.perspective;
}

/** @param {HTMLElement} host @param {Outline} outline */
export function showResult(host, outline) {
  const { result, ground } = outline;
  host.hidden = !result;
  if (!result) return;
  const winner = ground.sides.find((side) => side.key === result.winner);
  const scores = ground.sides
    .filter((side) => result.scores[side.key] !== undefined)
    .map((side) => `${side.name} ${writeFraction(result.scores[side.key])}`);
  host.replaceChildren(
    ensign(winner) ?? "",
    h("strong", {}, winner ? `Victory: ${winner.name}` : "No victor"),
    ` · ${scores.join(", ")}`,
  );
  host.title = [result.reason, result.rule].filter(Boolean).join(" ");
}

/**
 * A log that does not hold to its end is shown up to its last sound entry.
 * @param {HTMLElement} host @param {Outline} outline
 */
export function showBroken(host, outline) {
  const { broken } = outline;
  host.hidden = !broken;
  if (!broken) return;
  host.replaceChildren(
    h("strong", {}, `Entry ${broken.n} of this log cannot be verified. `),
    `${broken.why} `,
    broken.n > 0
      ? `Everything before it is sound and can be seen here, up to entry ${broken.n - 1}.`
      : "Nothing of it can be shown.",
  );
}

/** @param {HTMLElement} host @param {string} words */
export function showTrouble(host, words) {
  host.hidden = !words;
  host.textContent = words;
}
