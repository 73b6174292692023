/**
 * Forms without lines: their subject, and the choices made on the map. Pure.
 */

import { endWords, focusOf, isCharted, wayTo } from "../order/cells.js";
import { cellsOf, withCell } from "../order/filled_order.js";
import { pieceOf } from "../order/form_subjects.js";
import { costOf, courseFrom, hasLegs } from "../order/waypoints.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../../darkseas/chart/types.js").Offer} Offer */
/** @typedef {import("../../darkseas/chart/types.js").Piece} Piece */
/** @typedef {import("../../darkseas/chart/types.js").Picked} Picked */
/** @typedef {import("../types.js").Course} Course */
/** @typedef {{name: string, value: Json | undefined, place: string, before: string, cost: number,
 *   words: string}} Lit */

/**
 * The piece that a form is about: the first of its own blanks that is fixed; "" for none.
 * @param {Form} form
 */
export function subjectOf(form) {
  const fixed = cellsOf(form).find((cell) => cell.blank === "fixed" && cell.subject === "piece");
  return fixed?.blank === "fixed" ? String(fixed.value) : "";
}

/**
 * Forms listed next to the one in progress: one for each other ship, whose other forms appear once it is
 * chosen.
 * @param {Form} form  in progress @param {Form[]} others @returns {Form[]}
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

/** Where the blanks of a form itself may lead on the map. @param {FilledOrder} order @returns {Lit[]} */
function litOf(order) {
  return cellsOf(order).flatMap((cell) => {
    if (cell.blank === "course") return wayLit(order, cell);
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
 * Where a route may end. An existing route continues by its legs; tapping its end removes that place, and
 * tapping a hex elsewhere starts a new route.
 * @param {FilledOrder} order @param {Course} cell @returns {Lit[]}
 */
function wayLit(order, cell) {
  const way = /** @type {string[]} */ (order.cells[cell.name] ?? []);
  const fresh = freshlyLit(order, cell);
  if (!hasLegs(cell) || !way.length) return fresh;
  const [end, rest] = [way[way.length - 1], way.slice(0, -1)];
  const { title } = order.form;
  const back = { value: rest.length ? rest : undefined, place: end, before: rest.at(-1) ?? cell.start };
  const onward = onwardLit(order, cell, way);
  const known = new Set([end, ...onward.map((one) => one.place)]);
  const words = `${title}: remove ${endWords(cell, end)}`;
  const taken = { name: cell.name, cost: costOf(cell, way), words, ...back };
  return [taken, ...onward, ...fresh.filter((one) => !known.has(one.place))];
}

/** @param {FilledOrder} order @param {Course} cell @returns {Lit[]} */
function freshlyLit({ form }, cell) {
  return cell.reach.map(({ place, before, cost }) => {
    const words = `${form.title}: ${endWords(cell, place)}, costs ${cost}`;
    return { name: cell.name, value: wayTo(cell, place) ?? [], place, before, cost, words };
  });
}

/** @param {FilledOrder} order @param {Course} cell @param {string[]} way @returns {Lit[]} */
function onwardLit({ form }, cell, way) {
  const course = courseFrom(cell, way);
  return [...new Set(course.reach.map((one) => one.place))].map((place) => {
    const value = [...way, ...(wayTo(course, place) ?? [])];
    const cost = costOf(cell, value);
    const words = `${form.title}: continue to ${endWords(cell, place)}, total cost ${cost}`;
    return { name: cell.name, value, place, before: value[value.length - 2], cost, words };
  });
}

/**
 * Adds to the map's highlights what the form itself offers: places its blanks lead to, the chosen route, and
 * pieces that have other forms.
 * @param {Offer} offer @param {FilledOrder} order @param {Form[]} forms @param {Piece[]} pieces
 * @returns {Offer}
 */
export function withForm(offer, order, forms, pieces) {
  const own = pieceOf(subjectOf(order.form), pieces);
  const others = namedBeside(order.form, forms).flatMap((form) => {
    const key = pieceOf(subjectOf(form), pieces);
    return key && key !== own ? [{ key, words: `available order: ${form.title}` }] : [];
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

/**
 * What the form's own blanks have chosen, as drawn on the map.
 * @param {FilledOrder} order @returns {Offer["plans"]}
 */
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
 * Interprets a tap for the form itself: another form about the tapped piece, or a blank filled; null if its
 * lines handle the tap. A dropped piece goes there, whatever route it had.
 * @param {FilledOrder} order @param {Form[]} forms @param {Picked} picked @param {Piece[]} pieces
 * @returns {{form?: Form, order?: FilledOrder} | null}
 */
export function pickedInForm(order, forms, picked, pieces) {
  const isOf = (/** @type {Form} */ form) => pieceOf(subjectOf(form), pieces) === picked.piece;
  const form = picked.piece && !isOf(order.form) ? forms.find(isOf) : undefined;
  if (form) return { form };
  const bare = picked.isDropped ? { ...order, cells: {} } : order;
  const lit = litOf(bare).find(({ place }) => place === picked.place);
  return lit ? { order: withCell(order, lit.name, lit.value) } : null;
}
