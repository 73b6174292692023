/** Where the words of ranges stand: at each border, in sight, and on no ship as long as there is room. */

/** @typedef {import("../geometry.js").Point} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box  in pixels of the screen */
/** @typedef {{at: Point, reach: number, words: string}} Ring  reach: from the ship to the border, upwards */

/** Width of a letter, height of a line, and minimum distance of labels from the edge of the view. */
const [LETTER, LINE, RIM] = [6.8, 15, 16];
/** Search area for free space: lines away from the border, and steps sideways. */
const [LINES, STEPS, STEP] = [4, 6, 30];
/** Cost of a pixel away from the best position, relative to a covered square pixel. */
const FARTHER = 0.05;

/**
 * Where the middle of each line of words stands, all in pixels of the screen, the farthest range first. Pure.
 * @param {Ring[]} rings @param {Box[]} taken  where something is that is to be seen @param {Box} shown
 * @returns {Point[]}
 */
export function labelPlaces(rings, taken, shown) {
  const covered = [...taken];
  return rings.map((ring) => {
    const half = (ring.words.length * LETTER) / 2;
    const best = places(ring, half, shown)
      .map((place, nth) => ({
        place,
        cost: cost(boxOf(place, half), covered) + FARTHER * far(place, ring) + nth / 1e6,
      }))
      .reduce((one, other) => (other.cost < one.cost ? other : one)).place;
    covered.push(boxOf(best, half));
    return best;
  });
}

/** Where words may stand: at the top of the border or its foot, or near that. @param {Ring} ring
 * @param {number} half @param {Box} shown @returns {Point[]} */
function places({ at, reach }, half, shown) {
  const top = within(at.y - reach, shown.top + RIM, shown.bottom - RIM);
  const foot = within(at.y + reach, shown.top + RIM, shown.bottom - RIM);
  const lines = upTo(LINES).flatMap((n) => [top + n * LINE, foot - n * LINE]);
  const asides = upTo(STEPS).flatMap((n) => (n ? [n * STEP, -n * STEP] : [0]));
  return lines.flatMap((y) =>
    asides.map((aside) => ({ x: within(at.x + aside, shown.left + half, shown.right - half), y })),
  );
}

/** @param {number} last */
const upTo = (last) => Array.from({ length: last + 1 }, (_, n) => n);

/** The nearest to a value between two, or their middle where they have crossed. @param {number} value
 * @param {number} least @param {number} most */
const within = (value, least, most) =>
  least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);

/** @param {Point} middle @param {number} half @returns {Box} */
const boxOf = ({ x, y }, half) => ({
  left: x - half,
  right: x + half,
  top: y - LINE * 0.7,
  bottom: y + LINE * 0.3,
});

/** How many square pixels are covered that are taken. @param {Box} box @param {Box[]} taken */
const cost = (box, taken) =>
  taken.reduce((sum, other) => {
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return wide > 0 && high > 0 ? sum + wide * high : sum;
  }, 0);

/** How far from the top of the border. @param {Point} place @param {Ring} ring */
const far = (place, { at, reach }) => Math.abs(place.x - at.x) + Math.abs(place.y - (at.y - reach));
