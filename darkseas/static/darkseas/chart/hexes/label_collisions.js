/**
 * Names on a chart, kept apart: where two would lie on each other, the lesser one waits until there is room.
 */

/** What gives way to what: the earlier kind stays, and of one kind the earlier name. A wreck of this
 * moment is named before any other, and what is afloat before any place. */
const RANKS = ["now", "block-name", "island", "sea", "area-label", "epitaph", "strait", "port"];
const NAMES = ".place-names .place, .area-label, .epitaph, .block-name";
/** How many pixels two names may share: letters do not fill their boxes. */
const SHARED_PX = 2;

/** @param {Pick<Element, "classList">} name */
export const rankOf = (name) => {
  const rank = RANKS.findIndex((kind) => name.classList.contains(kind));
  return rank < 0 ? RANKS.length : rank;
};

/** @typedef {Pick<DOMRect, "left" | "right" | "top" | "bottom">} Box */

/** @param {Box} a @param {Box} b */
const meet = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > SHARED_PX &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SHARED_PX;

/** Hides names that lie on others, and shows those that do so no longer. @param {SVGElement} svg */
function hideCollidingLabels(svg) {
  const names = [...svg.querySelectorAll(NAMES)].map((name) => ({
    name,
    rank: rankOf(name),
    box: name.getBoundingClientRect(),
  }));
  const kept = keptApart(names);
  for (const one of names) one.name.classList.toggle("crowded", !kept.has(one));
}

/**
 * Those names of which none lies on another: the lesser one gives way. Pure.
 * @template {{rank: number, box: Box}} T @param {T[]} names @returns {Set<T>}
 */
export function keptApart(names) {
  /** @type {Set<T>} */
  const kept = new Set();
  for (const one of [...names].sort((a, b) => a.rank - b.rank))
    if (![...kept].some((other) => meet(other.box, one.box))) kept.add(one);
  return kept;
}

/**
 * Gives a way to keep a chart's names apart before it is next drawn, once however often it is asked.
 * @param {SVGElement} svg
 */
export function labelSeparator(svg) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      hideCollidingLabels(svg);
    });
  };
}
