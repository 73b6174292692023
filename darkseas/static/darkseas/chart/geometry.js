/** Points and boxes of a drawing, whatever is drawn there. Pure. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/**
 * The box around points with so much room about them.
 * @param {Point[]} points @param {number} room @returns {Box}
 */
export function boxAround(points, room) {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x, y, w: Math.max(...xs) + room - x, h: Math.max(...ys) + room - y };
}

/** Whether one box lies within another. @param {Box} box @param {Box} other */
export function isInside(box, other) {
  return (
    box.x >= other.x &&
    box.y >= other.y &&
    box.x + box.w <= other.x + other.w &&
    box.y + box.h <= other.y + other.h
  );
}

/** Whether two boxes share any of the drawing. @param {Box} box @param {Box} other */
export function meet(box, other) {
  const isBeside = box.x + box.w < other.x || other.x + other.w < box.x;
  return !isBeside && box.y + box.h >= other.y && other.y + other.h >= box.y;
}

/**
 * A box so wide about the middle of points, of this shape (height by width), within a whole.
 * @param {Point[]} points
 * @param {number} wide @param {number} shape @param {Box} whole @returns {Box}
 */
export function closeUpOf(points, wide, shape, whole) {
  const around = boxAround(points, 0);
  const w = Math.min(wide, whole.w, whole.h / shape);
  const h = w * shape;
  return {
    x: Math.min(Math.max(around.x + (around.w - w) / 2, whole.x), whole.x + whole.w - w),
    y: Math.min(Math.max(around.y + (around.h - h) / 2, whole.y), whole.y + whole.h - h),
    w,
    h,
  };
}

/** Where arrow keys lead. @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** How much a step aside counts against a step ahead. */
const ASIDE = 3;

/**
 * Which of these points lies nearest in the direction of an arrow key; -1 at the edge.
 * @param {(Point | null | undefined)[]} points @param {number} from  the index of the one that is left
 * @param {string} arrow
 */
export function nearestThatWay(points, from, arrow) {
  const [here, way] = [points[from], DIRECTIONS[arrow]];
  if (!here || !way) return -1;
  let [best, least] = [-1, Infinity];
  points.forEach((point, i) => {
    if (!point) return;
    const [dx, dy] = [point.x - here.x, point.y - here.y];
    const ahead = dx * way[0] + dy * way[1];
    const far = ahead + ASIDE * Math.abs(dx * way[1] + dy * way[0]);
    if (ahead > 1 && far < least) [best, least] = [i, far];
  });
  return best;
}
