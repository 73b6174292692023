/** Since when orders are due or awaited, in words. Pure. */

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/**
 * @param {string | null | undefined} since  a moment, as ISO text @param {Date} now
 * @returns {string}  such as "since 12:04 UTC, 2 hours ago"; "" if unknown, or under a minute
 */
export function sinceText(since, now) {
  const at = since ? new Date(since) : null;
  if (!at || Number.isNaN(at.getTime())) return "";
  const seconds = (now.getTime() - at.getTime()) / 1000;
  if (seconds < MINUTE) return "";
  const [date, time] = at.toISOString().split("T");
  const clock = `${time.slice(0, 5)} UTC`;
  if (seconds < HOUR) return `since ${clock}, ${count(seconds / MINUTE, "minute")} ago`;
  if (seconds < DAY) return `since ${clock}, ${count(seconds / HOUR, "hour")} ago`;
  return `since ${date}, ${clock}, ${count(seconds / DAY, "day")} ago`;
}

/**
 * Whether orders were already due for a while when that was first shown. A player who came at once never gets
 * the line later, because it would push everything down while they enter orders.
 * @param {{[name: string]: string | undefined}} kept  notes about what was shown, updated here
 * @param {string | null} since @param {Date} now @returns {boolean}
 */
export function wasLate(kept, since, now) {
  if (kept.since !== String(since)) {
    kept.since = String(since);
    kept.late = sinceText(since, now) ? "yes" : "";
  }
  return kept.late === "yes";
}

/**
 * The sides to move, and since when, for an umpire.
 * @param {import("../types.js").Called[]} called @param {(side: string) => string} nameOf @param {Date} now
 */
export function calledText(called, nameOf, now) {
  if (!called.length) return "No orders are due.";
  const each = called.map(({ side, since }) =>
    [nameOf(side), sinceText(since, now)].filter(Boolean).join(", "),
  );
  return `To move: ${each.join("; ")}.`;
}

/** @param {number} amount @param {string} what */
function count(amount, what) {
  const whole = Math.floor(amount);
  return `${whole} ${what}${whole === 1 ? "" : "s"}`;
}
