/**
 * What stands in a form itself, in no line of it: whom it is about, what of it is chosen on the chart. Pure.
 */

import { endWords, focusOf, isCharted, wayTo } from "../order/cells.js";
import { cellsOf, withCell } from "../order/filled_order.js";
import { pieceOf } from "../order/handles.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../../darkseas/chart/types.js").Offer} Offer */
/** @typedef {import("../../darkseas/chart/types.js").Piece} Piece */
/** @typedef {import("../../darkseas/chart/types.js").Picked} Picked */
/** @typedef {{name: string, value: Json, place: string, before: string, cost: number, words: string}} Lit */

/** Whom a form is about, by the first of its own blanks that is fixed; "" for nobody. @param {Form} form */
export function subjectOf(form) {
  const fixed = cellsOf(form).find((cell) => cell.blank === "fixed" && cell.subject === "piece");
  return fixed?.blank === "fixed" ? String(fixed.value) : "";
}

/**
 * Forms beside the one in work, of others than its ship one each: theirs come up once they are chosen.
 * @param {Form} form  in work @param {Form[]} others @returns {Form[]}
 */
export function namedBeside(form, others) {
  const said = new Set([""]);
  return others.filter((other) => {
    const subject = subjectOf(other);
    const isNew = !said.has(subject);
    said.add(subject);
    return isNew || subject === "" || subject === subjectOf(form);
  });
}

/** Where the blanks of a form itself may lead on the chart. @param {FilledOrder} order @returns {Lit[]} */
function litOf(order) {
  return cellsOf(order).flatMap((cell) => {
    if (cell.blank === "course")
      return cell.reach.map(({ place, before, cost }) => {
        const words = `${order.form.title}: ${endWords(cell, place)}, costs ${cost}`;
        return { name: cell.name, value: wayTo(cell, place) ?? [], place, before, cost, words };
      });
    if (cell.blank !== "choice" || cell.subject !== "place") return [];
    return cell.values.flatMap((value) =>
      focusOf(cell, value).map((place) => {
        const words = `${cell.title}: ${value.words}`;
        return { name: cell.name, value: value.value, place, before: "", cost: 0, words };
      }),
    );
  });
}

/**
 * What the chart lights up, with what the form itself adds: places that its blanks lead to, the way that is
 * chosen, and pieces that other forms are about.
 * @param {Offer} offer @param {FilledOrder} order @param {Form[]} forms @param {Piece[]} pieces
 * @returns {Offer}
 */
export function withForm(offer, order, forms, pieces) {
  const own = pieceOf(subjectOf(order.form), pieces);
  const others = namedBeside(order.form, forms).flatMap((form) => {
    const key = pieceOf(subjectOf(form), pieces);
    return key && key !== own ? [{ key, words: `may be ordered: ${form.title}` }] : [];
  });
  const places = litOf(order).map(({ place, before, cost, words }) => {
    return { place, beside: before, note: cost ? String(cost) : "", words };
  });
  return {
    held: offer.held || own,
    pieces: [...offer.pieces, ...others],
    places: [...offer.places, ...places],
    plans: [...offer.plans, ...plansOf(order)],
  };
}

/** What is chosen of the form itself, drawn. @param {FilledOrder} order @returns {Offer["plans"]} */
function plansOf(order) {
  return cellsOf(order).flatMap((cell) => {
    const value = order.cells[cell.name];
    if (value === undefined || !isCharted(cell)) return [];
    if (cell.blank === "course") {
      const path = [cell.start, .../** @type {string[]} */ (value)].filter(Boolean);
      return [{ path, kind: "way", isHeld: true }];
    }
    return cell.blank === "choice" && cell.subject === "place"
      ? [{ path: [String(value)], kind: "mark" }]
      : [];
  });
}

/**
 * What a tap means to the form itself: another form, about the piece that was chosen, or a blank that is
 * filled; nothing for what its lines are about.
 * @param {FilledOrder} order @param {Form[]} forms @param {Picked} picked @param {Piece[]} pieces
 * @returns {{form?: Form, order?: FilledOrder} | null}
 */
export function pickedInForm(order, forms, picked, pieces) {
  const isOf = (/** @type {Form} */ form) => pieceOf(subjectOf(form), pieces) === picked.piece;
  const form = picked.piece && !isOf(order.form) ? forms.find(isOf) : undefined;
  if (form) return { form };
  const lit = litOf(order).find(({ place }) => place === picked.place);
  return lit ? { order: withCell(order, lit.name, lit.value) } : null;
}
