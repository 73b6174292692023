/** What may be ordered instead of what is asked: for the same piece as links, for many others from a list. */

import { listField } from "./list_field.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").Form} Form */

/** Up to so many forms of other pieces lie side by side. */
const MOST_SIDE_BY_SIDE = 3;
/** Up to so many forms of the same order that are about no piece: edges and formations to set up in. */
const MOST_LINKS = 6;

/**
 * Forms as links, and apart from them those of other pieces, or of one order, where these are many. Pure.
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

/** The piece that a form is about, where it is about one. @param {Form} form */
function pieceOf(form) {
  const cell = form.blanks.find((blank) => blank.blank === "fixed" && blank.subject === "piece");
  return cell?.blank === "fixed" ? cell.value : undefined;
}
