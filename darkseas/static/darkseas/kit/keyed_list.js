/** A list on the page that keeps its rows by key: what stays keeps its focus and what was opened in it. */

/**
 * A row: `update` brings it to what it shows now.
 * @typedef {{element: HTMLElement, update: () => void}} Row
 */

/**
 * @template T
 * @param {HTMLElement} host @param {(item: T) => string} keyOf
 * @param {(item: T) => Row & {show?: (item: T) => void}} make
 */
export function keyedList(host, keyOf, make) {
  /** @type {Map<string, Row & {show?: (item: T) => void}>} */
  const rows = new Map();
  return (/** @type {T[]} */ items) => {
    const keys = new Set(items.map(keyOf));
    for (const [key, row] of rows)
      if (!keys.has(key)) {
        row.element.remove();
        rows.delete(key);
      }
    let next = host.firstElementChild;
    for (const item of items) {
      const key = keyOf(item);
      const row = rows.get(key) ?? make(item);
      rows.set(key, row);
      if (row.element === next) next = next.nextElementSibling;
      else host.insertBefore(row.element, next);
      row.show?.(item);
      row.update();
    }
  };
}
