/** When what stands beside the log may be another: the page to fight on has come to something else. */

/** What the page has come to when nothing is on its way. */
const SETTLED = ["asking", "waiting", "over"];

/**
 * Calls whenever the page has settled, and now if it has.
 * @param {HTMLElement} page @param {() => void} settled
 */
export function whenSettled(page, settled) {
  const look = () => {
    if (SETTLED.includes(page.dataset.state ?? "")) settled();
  };
  new MutationObserver(look).observe(page, { attributes: true, attributeFilter: ["data-state"] });
  look();
}
