/**
 * Headings of the log: at most one per turn, none above empty parts, and the turn at the top of the view.
 * Pure.
 */

/**
 * A heading of a turn (`level` 3) or of a phase (4) with its title, or a line (0), of which only `isShown`
 * matters.
 * @typedef {{level: 0 | 3 | 4, title: string, isShown: boolean}} Row
 */

/**
 * The places of headings without lines below them, or with the same title as the heading before.
 * @param {Row[]} rows @returns {Set<number>}
 */
export function needlessHeadings(rows) {
  /** @type {Set<number>} */
  const needless = new Set();
  /** @type {{3: number, 4: number}} */
  const last = { 3: -1, 4: -1 };
  rows.forEach((row, at) => {
    if (!row.level) {
      if (row.isShown) for (const level of [last[3], last[4]]) needless.delete(level);
      return;
    }
    const before = last[row.level];
    needless.add(at);
    if (before >= 0 && rows[before].title === row.title) return;
    last[row.level] = at;
    if (row.level === 3) last[4] = -1;
  });
  return needless;
}

/**
 * The first box from the top that ends below a height; -1 if there is none.
 * @param {{top: number, bottom: number}[]} boxes @param {number} height
 */
export const firstBelow = (boxes, height) =>
  boxes.findIndex(({ top, bottom }) => bottom > top && bottom > height);
