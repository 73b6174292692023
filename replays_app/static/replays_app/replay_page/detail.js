/** How much of a log is shown, played and stepped through: all entries, fewer, or only key moments. */

/** @typedef {"all" | "fewer" | "key"} Detail */
/** @typedef {Pick<import("../../darkseas/chart/types.js").Line, "weight" | "dice">} Told */

/** @type {Record<Detail, number>} From which weight on an entry counts. */
const LEAST = { all: 0, fewer: 2, key: 3 };

/** @param {string | null} text @returns {Detail} */
export function detailOf(text) {
  return text === "fewer" || text === "key" ? text : "all";
}

/** Whether an entry is shown. @param {Detail} detail @param {{weight: number}} line */
export function isShown(detail, line) {
  return line.weight >= LEAST[detail];
}

/** Minimum weight of the entries shown. @param {Detail} detail */
export const leastOf = (detail) => LEAST[detail];

/** Whether an entry is a result of an order: decided by dice, or a key moment. @param {Told} line */
export function tellsResult({ weight, dice }) {
  return weight >= LEAST.key || (weight >= LEAST.fewer && dice.length > 0);
}

/** Marks the log, so that its style sheet hides the rest. @param {HTMLElement} log @param {Detail} detail */
export function markDetail(log, detail) {
  log.classList.toggle("without-small", detail !== "all");
  log.classList.toggle("key-moments", detail === "key");
}

/**
 * First contact: the first sighting or the first fire; 0 if there was neither.
 * @param {import("../../darkseas/chart/types.js").Outline} outline
 */
export function firstContact(outline) {
  const [first] = outline.marks.firsts ?? [];
  return first !== undefined && first < outline.entries ? first : 0;
}
