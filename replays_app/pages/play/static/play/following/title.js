/**
 * The title of the browser tab: whether an order is due, and the number of unseen entries; and in the site's
 * header the number of battles in which it is your turn. Pure.
 */

/**
 * @param {string} title  of the battle @param {{isCalled: boolean, isOver: boolean, unseen: number}} now
 */
export function tabTitle(title, { isCalled, isOver, unseen }) {
  const count = unseen ? `(${unseen}) ` : "";
  const words = isOver ? "over" : isCalled ? "your move" : "waiting";
  return `${count}${words} · ${title} · darkseas`;
}

/**
 * The number of battles in which it is your turn, if the site counted them when it served the page.
 * @param {number} counted @param {{wasCalled: boolean, isCalled: boolean}} now  here, then and now
 */
export function callsNow(counted, { wasCalled, isCalled }) {
  return counted - Number(wasCalled) + Number(isCalled);
}
