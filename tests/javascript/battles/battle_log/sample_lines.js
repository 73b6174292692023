/** Lines of a log as the tests of the replay page have them. */

/** @typedef {import("../../../../darkseas/static/darkseas/chart/types.js").Line} Line */

/** A line with what is said of it. @param {number} n @param {Partial<Line>} [more] @returns {Line} */
export function line(n, more = {}) {
  const plain = { turn: 1, phase: "m", kind: "dark_seas.moved", side: "ijn", weight: 2, total: "" };
  const empty = { rules: [], workings: [], dice: [], focus: [], column: null };
  return { n, step: n, sentence: `Line ${n}.`, ...plain, ...empty, ...more };
}

/**
 * A chart that can be told from others.
 * @param {number} n @returns {import("../../../../darkseas/static/darkseas/chart/types.js").Chart}
 */
export const chart = (n) => ({ pieces: [], captions: [{ label: "entry", value: String(n) }] });
