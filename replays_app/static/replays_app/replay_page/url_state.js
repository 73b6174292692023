/** The address names perspective, entry and how much is shown: `?as=allied&show=key#e57`. */

import { detailOf } from "./detail.js";

/**
 * What the address asks for. A link that was shared names its entry in the query (`at`), for a server does
 * not hear what comes after #; that is where it stands from the first step on.
 * @returns {{perspective: string, n: number | null, detail: import("./detail.js").Detail}}
 */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  const match = /^#e(\d{1,9})$/.exec(location.hash) ?? /^(\d{1,9})$/.exec(query.get("at") ?? "");
  return {
    perspective: query.get("as") ?? "",
    n: match ? Number(match[1]) : null,
    detail: detailOf(query.get("show")),
  };
}

/**
 * Writes the address. A new place in the browser's own list is made for what a person chose, not for
 * each tick of a clock or a key held down; and in a frame for nothing, since that list is the other page's.
 * @param {string} perspective @param {number} n @param {boolean} chosen
 * @param {import("./detail.js").Detail} detail
 */
export function writeAddress(perspective, n, chosen, detail) {
  const query = new URLSearchParams(location.search);
  if (perspective) query.set("as", perspective);
  query.delete("at");
  if (detail === "all") query.delete("show");
  else query.set("show", detail);
  const address = `${location.pathname}${query.size ? `?${query}` : ""}#e${n}`;
  if (address === location.pathname + location.search + location.hash) return;
  if (chosen && window.top === window) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
