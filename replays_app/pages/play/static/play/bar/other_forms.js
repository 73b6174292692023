/** Optional orders: as links for the same piece, in a list if there are many for other pieces. */

import { listField } from "./list_field.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").Form} Form */

/** Up to this many forms of other pieces are shown side by side. */
const MOST_SIDE_BY_SIDE = 3;
/** Up to this many forms of one order that are about no piece, such as edges and formations in set-up. */
const MOST_LINKS = 6;

/**
 * Splits forms into links and, if there are many of other pieces or of one order, a list. Pure.
 * @param {Form} form @param {Form[]} others @returns {{links: Form[], listed: Form[]}}
 */
export function parted(form, others) {
  const own = pieceOf(form);
  const ofOthers = own === undefined ? [] : others.filter((one) => ![own, undefined].includes(pieceOf(one)));
  const alike = own === undefined ? others.filter((one) => one.order === form.order) : [];
  const many = alike.length > MOST_LINKS ? alike : [];
  const listed = ofOthers.length > MOST_SIDE_BY_SIDE ? ofOthers : many;
  return { links: others.filter((one) => !listed.includes(one)), listed };
}

/**
 * @param {Form} form @param {Form[]} others @param {(form: Form) => void} turnTo
 * @returns {HTMLElement | null}
 */
export function otherForms(form, others, turnTo) {
  if (!others.length) return null;
  const { links, listed } = parted(form, others);
  const link = (/** @type {Form} */ other) =>
    h("button", { type: "button", class: "link", onclick: () => turnTo(other) }, other.title);
  return h(
    "div",
    { class: "others" },
    "Other orders: ",
    ...links.map(link),
    listed.length ? list(listed, turnTo) : "",
  );
}

/** @param {Form[]} listed @param {(form: Form) => void} turnTo */
function list(listed, turnTo) {
  const options = listed.map((one, i) => ({ words: one.title, value: i, isIn: false }));
  const none = { words: "Choose …", value: undefined, isIn: true };
  return listField("Other order:", "other-form", [none, ...options], (at) => {
    if (typeof at === "number") turnTo(listed[at]);
  });
}

/** The piece that a form is about, if any. @param {Form} form */
function pieceOf(form) {
  const cell = form.blanks.find((blank) => blank.blank === "fixed" && blank.subject === "piece");
  return cell?.blank === "fixed" ? cell.value : undefined;
}
