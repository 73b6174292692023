/** A panel that folds, with lists that keep the focus when they are redrawn. */

import { h } from "../../../darkseas/kit/dom.js";

/** @typedef {import("../../../darkseas/kit/dom.js").Attributes} Attributes */

/** @param {string} title @param {boolean} isOpen @param {...(Node | null)} inside @returns {HTMLElement} */
export function makePanel(title, isOpen, ...inside) {
  return h("details", { class: "panel", open: isOpen }, h("summary", {}, title), ...inside);
}

/**
 * Fills an element; what had the focus there has it again, found by its `data-name`.
 * @param {HTMLElement} element @param {Node[]} inside
 */
export function refill(element, inside) {
  const held =
    document.activeElement instanceof HTMLElement && element.contains(document.activeElement)
      ? document.activeElement.dataset.name
      : undefined;
  element.replaceChildren(...inside);
  if (held === undefined) return;
  const again = [...element.querySelectorAll("[data-name]")].find(
    (one) => /** @type {HTMLElement} */ (one).dataset.name === held,
  );
  if (again instanceof HTMLElement) again.focus();
}

/** A field with its label. @param {string} words @param {HTMLElement} field */
export function field(words, field) {
  return h("label", { class: "field" }, h("span", {}, words), field);
}

/** @param {string} words @param {() => void} act @param {Attributes} [attributes] */
export function button(words, act, attributes = {}) {
  return h("button", { type: "button", class: "button small", onclick: act, ...attributes }, words);
}

/**
 * @param {[string, string][]} options  value and words @param {Attributes} attributes
 * @returns {HTMLSelectElement}
 */
export function choiceOf(options, attributes) {
  return /** @type {HTMLSelectElement} */ (
    h("select", attributes, ...options.map(([value, words]) => h("option", { value }, words)))
  );
}

let groups = 0;

/** A name of its own for a group of radio buttons. */
export const newGroup = () => `map-choice-${(groups += 1)}`;
