/** The progress of an analysis: the bar, an estimate of the time left, and the page again when it is done. */

const EVERY_MS = 2000;
const SECOND_MS = 1000;
const MINUTE_S = 60;

/**
 * @param {number} percent @param {{percent: number, at: number}} first  the first progress that this page saw
 * @param {number} now  in milliseconds
 * @returns {string} the time left in words, empty as long as nothing was measured
 */
export function timeLeft(percent, first, now) {
  const done = percent - first.percent;
  if (done <= 0) return "";
  const seconds = Math.ceil((((now - first.at) / done) * (100 - percent)) / SECOND_MS);
  if (seconds < MINUTE_S) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds left`;
  const minutes = Math.ceil(seconds / MINUTE_S);
  return `about ${minutes} minute${minutes === 1 ? "" : "s"} left`;
}

/** @param {HTMLElement} host  the part of the page with the bar */
function follow(host) {
  const bar = /** @type {HTMLProgressElement} */ (host.querySelector("progress"));
  const words = /** @type {HTMLElement} */ (host.querySelector(".time-left"));
  /** @type {{percent: number, at: number} | null} */
  let first = null;
  const look = async () => {
    const answer = await fetch(host.dataset.state ?? "", { headers: { Accept: "application/json" } }).catch(
      () => null,
    );
    if (answer?.ok) {
      const { state, percent } = await answer.json();
      if (state !== "waiting" && state !== "running") {
        location.reload();
        return;
      }
      if (state === "running") {
        first ??= { percent, at: Date.now() };
        bar.value = percent;
        words.textContent = timeLeft(percent, first, Date.now());
      }
    }
    setTimeout(look, EVERY_MS);
  };
  setTimeout(look, EVERY_MS);
}

if (typeof document !== "undefined") {
  const host = document.querySelector("[data-state]");
  if (host instanceof HTMLElement) follow(host);
}
