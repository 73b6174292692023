/** Making elements without a framework. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | boolean | null | undefined | ((event: never) => unknown)} Attribute  `on…`
 *   listen
 */
/** @typedef {Record<string, Attribute>} Attributes */

/**
 * An HTML element. Attributes by name; `on…` functions listen, `false`, null and undefined leave out.
 * @param {string} tag @param {Attributes} [attributes] @param {...(Node | string | null)} inside
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...inside) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, inside));
}

/**
 * An SVG element, made as `h` makes HTML.
 * @param {string} tag @param {Attributes} [attributes] @param {...(Node | string | null)} inside
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...inside) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), attributes, inside));
}

/** @param {Element} element @param {Attributes} attributes @param {(Node | string | null)[]} inside */
function fill(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function")
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...inside.filter((one) => one !== null));
  return element;
}

/**
 * The element with this id; the page is wrong without it, or where it is not of that kind.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id @param {new () => T} [kind]  HTMLInputElement or the like
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!found || (kind && !(found instanceof kind))) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (found);
}

/** Whether the reader asked for little motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
