/**
 * Names on a chart, kept apart: where two would lie on each other, the lesser one waits until there is room.
 */

/** What gives way to what: the earlier kind stays, and of one kind the earlier name. A wreck of this
 * moment is named before any other, and what is afloat before any place; what an attack came to is said
 * before all of them. */
const RANKS = [
  "plan-words",
  "chip",
  "now",
  "block-name",
  "island",
  "sea",
  "area-label",
  "epitaph",
  "strait",
  "port",
];
const NAMES = ".plan-words, .chip, .place-names .place, .area-label, .epitaph, .block-name";
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
  spreadPlanNames(svg);
  const names = [...svg.querySelectorAll(NAMES)].map((name) => ({
    name,
    rank: rankOf(name),
    box: name.getBoundingClientRect(),
  }));
  const kept = keptApart(names);
  for (const one of names) one.name.classList.toggle("crowded", !kept.has(one));
  hideNumbersUnder(
    svg,
    [...kept].map((one) => one.box),
  );
}

/** Moves the names of what is planned up or down until none lies on another. @param {SVGElement} svg */
function spreadPlanNames(svg) {
  const names = /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll(".plan-words")]);
  for (const name of names) name.removeAttribute("transform");
  const shifts = spreadShifts(names.map((name) => name.getBoundingClientRect()));
  names.forEach((name, at) => {
    const drawn = name.getScreenCTM();
    if (shifts[at] && drawn) name.setAttribute("transform", `translate(0 ${shifts[at] / drawn.d})`);
  });
}

/** So far a name may go from its place, in lines; the nearest comes first. */
const LINES_AWAY = [0, 1, -1, 2, -2, 3, -3];

/**
 * How far each box moves down so that none lies on one before it, in pixels; 0 where there is no room. Pure.
 * @param {Box[]} boxes @returns {number[]}
 */
export function spreadShifts(boxes) {
  /** @type {Box[]} */
  const placed = [];
  return boxes.map((box) => {
    const options = LINES_AWAY.map((lines) => lines * (box.bottom - box.top));
    const moved = (/** @type {number} */ by) => ({
      ...sidesOf(box),
      top: box.top + by,
      bottom: box.bottom + by,
    });
    const shift = options.find((by) => !placed.some((other) => meet(other, moved(by)))) ?? 0;
    placed.push(moved(shift));
    return shift;
  });
}

/** @param {Box} box */
const sidesOf = ({ left, right }) => ({ left, right });

/** A number gives way to every name. @param {SVGElement} svg @param {Box[]} boxes */
function hideNumbersUnder(svg, boxes) {
  const group = /** @type {SVGGElement | null} */ (svg.querySelector(".hex-numbers"));
  const drawn = group?.getScreenCTM();
  if (!group || !drawn) return;
  for (const number of group.children) {
    const at = { x: Number(number.getAttribute("x")), y: Number(number.getAttribute("y")) };
    const box = numberBox(at, number.textContent?.length ?? 0, drawn);
    number.classList.toggle(
      "crowded",
      boxes.some((other) => meet(other, box)),
    );
  }
}

/** How high a number is at least, in pixels and units, and its signs wide and high, as the style has it. */
const [LEAST_PX, LEAST, SIGN, ABOVE] = [11, 9, 0.62, 0.75];
const [DOWN, MIDDLE, BELOW] = [1.5, 57.7, 0.37];

/**
 * Where on the screen a hex's number lies, worked out: to ask the browser for each of a thousand takes long.
 * Pure. @param {{x: number, y: number}} at  the upper corner of its hex @param {number} signs
 * @param {{a: number, d: number, e: number, f: number}} drawn  @returns {Box}
 */
export function numberBox({ x, y }, signs, { a, d, e, f }) {
  const size = Math.max(LEAST, LEAST_PX / a);
  const base = y + Math.min(DOWN * size, MIDDLE + BELOW * size);
  const half = (signs * SIGN * size) / 2;
  return {
    left: (x - half) * a + e,
    right: (x + half) * a + e,
    top: (base - ABOVE * size) * d + f,
    bottom: base * d + f,
  };
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
