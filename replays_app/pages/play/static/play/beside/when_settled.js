/** Runs a callback whenever the battle page has settled in a new state. */

/** States of the page without a request in progress. */
const SETTLED = ["asking", "waiting", "over"];

/**
 * Calls back whenever the page has settled, and at once if it is settled already.
 * @param {HTMLElement} page @param {() => void} settled
 */
export function whenSettled(page, settled) {
  const look = () => {
    if (SETTLED.includes(page.dataset.state ?? "")) settled();
  };
  new MutationObserver(look).observe(page, { attributes: true, attributeFilter: ["data-state"] });
  look();
}
