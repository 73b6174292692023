/** The URL contains perspective, entry and level of detail: `?as=allied&show=key#e57`. */

import { detailOf } from "./detail.js";

/**
 * Reads the URL. A shared link has its entry in the query (`at`), because browsers do not send the fragment
 * to the server; after the first step the entry is in the fragment.
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
 * Writes the URL. Only a choice of the viewer adds an entry to the browser's history, not each tick of a
 * timer or a held key; in a frame nothing does, because the history belongs to the embedding page.
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
