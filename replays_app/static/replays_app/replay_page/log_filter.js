/** Filters the log by side, turn, phase, kind, and by a word such as the name of a ship. */

import { h } from "../../darkseas/kit/dom.js";
import { plainText } from "../../darkseas/kit/slugs.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */

/** @typedef {import("../battle_log/log_view.js").Filter} Filter */

/** Milliseconds without typing before the search starts. */
const TYPING_MS = 120;

/**
 * The number of the current match, in words.
 * @param {number[]} hits  entry numbers of the matches, in order @param {number} n @param {boolean}
 *   isSearching
 * @param {number} leftOut  how many more there are among lines that are not shown
 * @param {boolean} [isCut]  whether what comes later is hidden
 */
export function hitWords(hits, n, isSearching, leftOut, isCut = false) {
  if (isSearching) return `${hits.length} found …`;
  const more = leftOut ? ` (${leftOut} more with “All entries”)` : "";
  const hidden = `${more}${isCut ? ", up to here; the rest is hidden" : ""}`;
  if (!hits.length) return hidden ? `No matches shown${hidden}.` : "No entry matches.";
  const at = hits.indexOf(n);
  if (at >= 0) return `${at + 1} of ${hits.length}${hidden}`;
  return `${hits.length === 1 ? "1 entry" : `${hits.length} entries`}${hidden}`;
}

/**
 * The match after n, or before; the first follows the last.
 * @param {number[]} hits @param {number} n @param {1 | -1} direction
 */
export function nextHit(hits, n, direction) {
  return direction > 0
    ? (hits.find((one) => one > n) ?? hits[0])
    : (hits.findLast((one) => one < n) ?? hits.at(-1));
}

/** A kind as words: "dark_seas.ship_sunk" is "ship sunk". @param {string} kind */
export function kindInWords(kind) {
  return kind.slice(kind.lastIndexOf(".") + 1).replaceAll("_", " ");
}

/**
 * Fills the choices and calls back with each new filter, or with null if nothing is filtered.
 * @param {HTMLFormElement} form @param {import("../../darkseas/chart/types.js").Outline} outline
 * @param {(filter: Filter | null) => void} changed
 */
export function makeFilter(form, outline, changed) {
  const pick = (/** @type {string} */ name) =>
    /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
  fill(
    pick("side"),
    "All sides",
    outline.ground.sides.map((side) => [side.key, side.name]),
  );
  fill(
    pick("turn"),
    "All turns",
    outline.turns.map((turn) => [String(turn.turn), `Turn ${turn.turn}`]),
  );
  const phases = new Map(
    outline.turns.flatMap((turn) => turn.phases).map((phase) => [phase.phase, phase.title]),
  );
  fill(pick("phase"), "All phases", [...phases]);
  fill(pick("kind"), "All kinds", []);

  const read = () => {
    const [side, turn, phase, kind] = ["side", "turn", "phase", "kind"].map((name) => pick(name).value);
    const words = /** @type {HTMLInputElement} */ (form.elements.namedItem("words")).value;
    changed(filterOf(outline, { side, turn, phase, kind, words }));
  };
  let typing = 0;
  const words = /** @type {HTMLInputElement} */ (form.elements.namedItem("words"));
  words.oninput = () => {
    clearTimeout(typing);
    typing = setTimeout(read, TYPING_MS);
  };
  form.onchange = read;
  form.onreset = () => setTimeout(read);
  form.onsubmit = (event) => {
    event.preventDefault();
    read();
  };
}

/**
 * Filter for the chosen lines; null if nothing is chosen.
 * @param {import("../../darkseas/chart/types.js").Outline} outline
 * @param {{side: string, turn: string, phase: string, kind: string, words: string}} chosen  "" leaves open
 * @returns {Filter | null}
 */
export function filterOf(outline, { side, turn, phase, kind, words }) {
  const sought = plainText(words.trim());
  if (!side && !turn && !phase && !kind && !sought) return null;
  const range = turnRange(outline, turn);
  return {
    matches: (line) =>
      (!side || line.side === side) &&
      (!turn || String(line.turn) === turn) &&
      (!phase || line.phase === phase) &&
      (!kind || line.kind === kind) &&
      (!sought || plainText(line.sentence).includes(sought)),
    mayHold: (from, end) => from < range.end && end > range.first,
  };
}

/** @param {import("../../darkseas/chart/types.js").Outline} outline @param {string} turn */
function turnRange(outline, turn) {
  const at = outline.turns.findIndex((one) => String(one.turn) === turn);
  return {
    first: outline.turns[at]?.first ?? 0,
    end: (at >= 0 && outline.turns[at + 1]?.first) || outline.entries,
  };
}

/**
 * Adds the kinds found in lines that were read.
 * @param {HTMLFormElement} form @param {Iterable<Line>} lines
 */
export function learnKinds(form, lines) {
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("kind"));
  const chosen = select.value;
  const kinds = new Set([...select.options].map((option) => option.value).filter(Boolean));
  for (const line of lines) if (line.kind) kinds.add(line.kind);
  if (kinds.size === select.options.length - 1) return;
  fill(
    select,
    "All kinds",
    [...kinds]
      .sort((a, b) => (kindInWords(a) < kindInWords(b) ? -1 : 1))
      .map((kind) => [kind, kindInWords(kind)]),
  );
  select.value = chosen;
}

/** @param {HTMLSelectElement} select @param {string} all @param {(string[] | [string, string])[]} choices */
function fill(select, all, choices) {
  select.replaceChildren(
    h("option", { value: "" }, all),
    ...choices.map(([value, words]) => h("option", { value }, words)),
  );
}
