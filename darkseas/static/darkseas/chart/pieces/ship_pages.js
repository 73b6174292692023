/** Where ships have pages, as the page of a battle brings it along. */

/** Answers with the address of a ship's page, "" where the page brings none. */
export function shipPages() {
  const brought = document.getElementById("ship-pages")?.textContent;
  /** @type {Record<string, string>} */
  const addresses = brought ? JSON.parse(brought) : {};
  return (/** @type {string} */ ship) => (Object.hasOwn(addresses, ship) ? addresses[ship] : "");
}
