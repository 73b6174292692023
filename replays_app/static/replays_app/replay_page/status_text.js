/** Texts of the replay page: the current entry, the view, and a log that cannot be verified to its end. */

import { ensign } from "../battle_log/status_lines.js";
import { hasWorkings } from "../battle_log/workings.js";
import { byId, h } from "../../darkseas/kit/dom.js";
import { WHOLE_TRUTH } from "../../darkseas/chart/battle_reader.js";
import { ruleLinks } from "../../darkseas/kit/rule_ids.js";

/** @typedef {import("../../darkseas/chart/types.js").Side} Side */
/** @typedef {import("../../darkseas/chart/types.js").Outline} Outline */

/** Milliseconds at rest before screen readers announce a sentence. */
const REST_MS = 250;
let resting = 0;

/**
 * @param {import("../../darkseas/chart/types.js").Line} line
 * @param {import("../battle_log/turns_and_phases.js").Stretch} where @param {Side[]} sides
 * @param {string} near  the place on the map that the sentence is about, in words
 */
export function showMoment(line, where, sides, near) {
  const side = sides.find((one) => one.key === line.side);
  byId("where").replaceChildren(
    ...[where.turnTitle, where.title, near].filter(Boolean).map((words) => h("span", {}, words)),
  );
  byId("number", HTMLInputElement).value = String(line.n);
  byId("step").textContent = `step ${line.step}`;
  const sentence = byId("sentence");
  sentence.className = `sentence weight-${line.weight}`;
  sentence.replaceChildren(ensign(side) ?? "", line.sentence);
  byId("cited").replaceChildren(...ruleLinks(line.rules));
  byId("sum-button").classList.toggle("has", hasWorkings(line));
  clearTimeout(resting);
  resting = setTimeout(() => {
    byId("spoken").textContent = line.sentence;
  }, REST_MS);
}

/** @param {HTMLSelectElement} select @param {Outline} outline */
export function showPerspectives(select, outline) {
  select.replaceChildren(...outline.perspectives.map((one) => h("option", { value: one.key }, one.name)));
  select.value = outline.perspective;
}

/** The name of the view whose numbers entries have. @param {Outline} outline */
export const viewName = ({ perspectives, perspective }) =>
  perspectives.find((one) => one.key === perspective)?.name ?? perspective;

/**
 * Says that the viewer cannot use the view in an address.
 * @param {string} perspective @param {Outline} outline
 */
export function notOpenWords(perspective, outline) {
  const why =
    perspective === WHOLE_TRUTH && outline.status === "running"
      ? "The whole truth is shown when the battle is over."
      : "You cannot use the view in this address.";
  return `${why} You now see this view: ${viewName(outline)}.`;
}

/** Says that another view could not be loaded. @param {string} why @param {Outline} shown */
export const stayWords = (why, shown) => `${why} You still see this view: ${viewName(shown)}.`;

/** Says that a view shows approximately the same moment. @param {Outline} shown */
export const nearWords = (shown) =>
  `The server does not answer. You see the start of the phase in this view: ${viewName(shown)}.`;

/**
 * Summary at the end of a finished or abandoned battle, in a few sentences.
 * @param {HTMLElement} panel @param {Outline} outline
 */
export function showInShort(panel, { result, broken_off: brokenOff }) {
  const told = result?.told ?? brokenOff?.told ?? [];
  if (!told.length) return;
  panel.querySelector("p.soft")?.remove();
  panel.classList.remove("bare");
  byId("sum-button").classList.add("has");
  panel.prepend(h("p", { class: "told" }, told.join(" ")));
}

/**
 * Says from which entry on a log cannot be verified; sound entries before it are shown.
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
      ? `All entries up to ${broken.n - 1} are sound, and you can see them here.`
      : "No part of it can be shown.",
  );
}
