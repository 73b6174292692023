/** Hides the result of a battle until the viewer reaches it. */

import { byId } from "../../darkseas/kit/dom.js";

/** Whether results are hidden here; the site's first script reads the stored choice (`theme.js`). */
export const isHidden = () => document.documentElement.classList.contains("hides-results");

/** @param {() => void} changed */
export function listenToHiding(changed) {
  const box = byId("hide-result", HTMLInputElement);
  box.checked = isHidden();
  box.addEventListener("change", () => {
    document.documentElement.classList.toggle("hides-results", box.checked);
    try {
      localStorage.setItem("darkseas-results", box.checked ? "hidden" : "shown");
    } catch {
      /* private window: kept for this page only */
    }
    changed();
  });
}

/**
 * The last entry that the log may show: all entries, unless the result is hidden and not reached yet. The
 * log's next lines would reveal losses, so the log ends where the viewer has been.
 * @param {number} reached  the furthest entry that was shown
 * @param {import("../../darkseas/chart/types.js").Outline} outline
 */
export function lastShown(reached, outline) {
  const { result } = outline;
  return !result || !isHidden() || reached >= result.n ? Infinity : reached;
}

/**
 * Shows the result once the viewer has reached it.
 * @param {HTMLElement} page @param {number} n
 * @param {import("../../darkseas/chart/types.js").Outline} outline
 */
export function showReached(page, n, outline) {
  page.classList.toggle("at-result", outline.result !== null && n >= outline.result.n);
}
