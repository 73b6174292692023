/** The page of an open challenge goes on by itself once somebody has accepted it, or it was withdrawn. */

/** How long between two looks, while the page is seen. */
const LOOK_MS = 5_000;

/** What a page says of its challenge; "" where it says nothing. @param {string} page  as HTML */
export function stateIn(page) {
  return /data-challenge="(\w+)"/.exec(page)?.[1] ?? "";
}

/**
 * Checks once whether the challenge has changed. After an error it checks again later.
 * @param {string} known  its state here @param {() => Promise<string>} read  gives the page as it is now
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
