/** Pieces of any chart: redraws them in place, and marks those in focus. */

/** @typedef {import("../types.js").Piece} Piece */

/**
 * Gives an element that lies there already the looks of a newly drawn one.
 * @param {SVGElement} old @param {SVGElement} drawn
 */
export function redraw(old, drawn) {
  old.replaceChildren(...drawn.childNodes);
  for (const { name, value } of drawn.attributes) old.setAttribute(name, value);
  return old;
}

/**
 * The keys in focus, and for a ship among them the block that she is in.
 * @param {string[]} focus @param {Piece[]} pieces @returns {Set<string>}
 */
export function withCarriers(focus, pieces) {
  const found = new Set(focus);
  for (const piece of pieces) if (piece.crew?.some((ship) => found.has(ship.key))) found.add(piece.key);
  return found;
}
