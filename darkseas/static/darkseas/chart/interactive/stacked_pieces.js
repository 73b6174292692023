/**
 * Blocks that lie in one place too close for a finger: a tap there opens a list of them, each a button that
 * does what a tap on it would.
 */

import { markWord } from "../pieces/mark_words.js";
import { h } from "../../kit/dom.js";
import { closeButton, titleOf } from "./piece_card.js";

/** @typedef {import("./piece_card.js").Known} Known */
/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").Picked} Picked */

/** What lies in a place, and how wide the smallest of it is drawn. @typedef {{keys: string[], size: number}}
 *   Pile */

/** Pixels that a block must have to be met, by a finger and by a mouse. */
const [FINGER_PX, MOUSE_PX] = [28, 14];

/** Whether a finger taps, and not a mouse. @param {MouseEvent} event */
export function isFinger(event) {
  const { pointerType } = /** @type {PointerEvent} */ (event);
  return pointerType ? pointerType === "touch" : matchMedia("(pointer: coarse)").matches;
}

/**
 * Whether a tap in a place has to ask which block is meant. Not where the place alone is offered: then it is
 * the place. Pure.
 * @param {Pile} pile @param {string} place @param {number} unit  units of the drawing for one pixel
 * @param {boolean} finger @param {Pick<Offer, "pieces" | "places">} offer
 */
export function hasToAsk({ keys, size }, place, unit, finger, offer) {
  if (keys.length < 2 || size / unit >= (finger ? FINGER_PX : MOUSE_PX)) return false;
  const isOffered = offer.pieces.some(({ key }) => keys.includes(key));
  return isOffered || !offer.places.some((one) => one.place === place);
}

/**
 * Fills the card with the list; the first that may be chosen has the focus.
 * @param {HTMLElement} card @param {Known[]} known @param {string} place
 * @param {Offer} offer @param {(picked: Picked) => void} choose
 */
export function fillWithCrowd(card, known, place, offer, choose) {
  const words = new Map(offer.pieces.map((one) => [one.key, one.words]));
  const here = offer.places.find((one) => one.place === place);
  const chosen = [...known].sort((a, b) => Number(words.has(b.piece.key)) - Number(words.has(a.piece.key)));
  const rows = chosen.map((one) =>
    row(
      words.has(one.piece.key),
      [h("strong", {}, ensign(one), titleOf(one)), line(one), h("span", {}, words.get(one.piece.key) ?? "")],
      () => choose({ piece: one.piece.key, place }),
    ),
  );
  if (here) rows.push(row(true, [h("strong", {}, here.words)], () => choose({ piece: "", place })));
  card.hidden = false;
  card.replaceChildren(
    closeButton(card),
    h("h2", {}, `${known.length} blocks ${known[0].facts[0]}`),
    h("ul", { class: "crowd" }, ...rows),
  );
  card.scrollTop = 0;
  card.querySelector("li button")?.scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null} */ (card.querySelector("li button"))?.focus({ preventScroll: true });
}

/** @param {boolean} isOffered @param {HTMLElement[]} inside @param {() => void} onclick */
function row(isOffered, inside, onclick) {
  return h("li", {}, h("button", { type: "button", class: isOffered ? "offered" : "", onclick }, ...inside));
}

/** @param {Known} known */
const ensign = ({ side }) =>
  h("span", { class: `ensign navy-${side?.navy ?? "none"} notch-${side?.notch ?? 0}` });

/** @param {Known} known */
function line({ piece, side, facts }) {
  const face = piece.face === "down" ? "face down" : "";
  const words = [side?.name ?? piece.side, ...facts.slice(1), face, ...(piece.marks ?? []).map(markWord)];
  return h("span", { class: "small soft" }, words.filter(Boolean).join(" · "));
}
