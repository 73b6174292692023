/** Reloads the page of an open challenge once somebody has accepted it or the challenger has withdrawn it. */

/** Time between two checks while the page is visible. */
const LOOK_MS = 5_000;

/**
 * Returns the state of the challenge that a page shows; "" if it shows none.
 * @param {string} page  as HTML
 */
export function stateIn(page) {
  return /data-challenge="(\w+)"/.exec(page)?.[1] ?? "";
}

/**
 * Checks once whether the challenge has changed. After an error it checks again later.
 * @param {string} known  the state shown here @param {() => Promise<string>} read  returns the current page
 */
export async function isOther(known, read) {
  const now = stateIn(await read().catch(() => ""));
  return now !== "" && now !== known;
}

/** @returns {Promise<string>} */
async function readAgain() {
  const answer = await fetch(location.href, { cache: "no-store" });
  return answer.ok ? answer.text() : "";
}

/** @param {string} known */
async function look(known) {
  if (!document.hidden && (await isOther(known, readAgain))) location.reload();
  else setTimeout(() => look(known), LOOK_MS);
}

if (typeof document !== "undefined") {
  const known = document.querySelector("[data-challenge]")?.getAttribute("data-challenge");
  if (known) setTimeout(() => look(known), LOOK_MS);
}
