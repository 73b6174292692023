/**
 * Names on a chart, kept apart: where two would lie on each other, the lesser one waits until there is room.
 */

/** What gives way to what: the earlier kind stays, and of one kind the earlier name. */
const RANKS = ["island", "sea", "area-label", "strait", "port"];
const NAMES = ".place-names .place, .area-label";
/** How many pixels two names may share: letters do not fill their boxes. */
const SHARED_PX = 2;

/** @param {Element} name */
const rankOf = (name) => {
  const rank = RANKS.findIndex((kind) => name.classList.contains(kind));
  return rank < 0 ? RANKS.length : rank;
};

/** @param {DOMRect} a @param {DOMRect} b */
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
  names.sort((a, b) => a.rank - b.rank);
  /** @type {DOMRect[]} */
  const kept = [];
  for (const { name, box } of names) {
    const isCrowded = kept.some((other) => meet(other, box));
    name.classList.toggle("crowded", isCrowded);
    if (!isCrowded) kept.push(box);
  }
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
