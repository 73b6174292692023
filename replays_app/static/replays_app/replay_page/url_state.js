/** The address names the perspective and the entry: `?as=allied#e57`. */

/** @returns {{perspective: string, n: number | null}} */
export function readAddress() {
  const match = /^#e(\d{1,9})$/.exec(location.hash);
  return {
    perspective: new URLSearchParams(location.search).get("as") ?? "",
    n: match ? Number(match[1]) : null,
  };
}

/**
 * Writes the address. A new place in the browser's own list is made for what a person chose, not for
 * each tick of a clock or a key held down; and in a frame for nothing, since that list is the other page's.
 * @param {string} perspective @param {number} n @param {boolean} chosen
 */
export function writeAddress(perspective, n, chosen) {
  const query = new URLSearchParams(location.search);
  if (perspective) query.set("as", perspective);
  const address = `${location.pathname}?${query}#e${n}`;
  if (address === location.pathname + location.search + location.hash) return;
  if (chosen && window.top === window) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
