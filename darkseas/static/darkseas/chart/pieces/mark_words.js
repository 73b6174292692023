/** The marks that lie on a piece, in words. */

/** @type {Record<string, string>} */
const MARK_WORDS = {
  evading: "evading",
  damaged: "damaged",
  burning: "burning",
  flooding: "flooding",
  fired: "has fired",
  targeted: "has been fired at",
  "moved-2": "moved two hexes",
  "moved-3": "moved three hexes",
  smoke: "in smoke",
  spotted: "spotted",
  contact: "a radar contact",
  sunk: "sunk",
  exited: "has left the map",
};

/** A mark in words. @param {string} mark @returns {string} */
export function markWord(mark) {
  return MARK_WORDS[mark] ?? mark.replaceAll("-", " ");
}
