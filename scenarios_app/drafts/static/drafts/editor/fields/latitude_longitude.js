/** Places on the earth: minutes of arc in the document, degrees and minutes for people. */

/** @typedef {{north: number, east: number}} Position */

const ONE = String.raw`(\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*[′']?)?\s*`;
const BOTH = new RegExp(`^\\s*${ONE}([NS])\\s*,?\\s*${ONE}([EWO])\\s*$`, "i");

/**
 * Returns the typed angle; null if empty, undefined if unreadable.
 * @param {string} text @returns {Position | null | undefined}
 */
export function readPosition(text) {
  if (!text.trim()) return null;
  const found = text.match(BOTH);
  if (!found) return undefined;
  const north = minutes(found[1], found[2]) * (found[3].toUpperCase() === "S" ? -1 : 1);
  const east = minutes(found[4], found[5]) * (found[6].toUpperCase() === "W" ? -1 : 1);
  return Math.abs(north) <= 90 * 60 && Math.abs(east) <= 180 * 60 ? { north, east } : undefined;
}

/** @param {string} degrees @param {string | undefined} more */
function minutes(degrees, more) {
  return Math.round(60 * Number(degrees.replace(",", ".")) + Number((more ?? "0").replace(",", ".")));
}

/** @param {Position | null | undefined} position */
export function writePosition(position) {
  if (!position) return "";
  return `${one(position.north, "N", "S")} ${one(position.east, "E", "W")}`;
}

/** @param {number} value @param {string} plus @param {string} minus */
function one(value, plus, minus) {
  const size = Math.abs(value);
  return `${Math.floor(size / 60)}°${String(size % 60).padStart(2, "0")}′ ${value < 0 ? minus : plus}`;
}
