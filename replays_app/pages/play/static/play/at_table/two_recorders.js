/**
 * Two recorders at one table: rolls that the other side must confirm, and orders that both devices recorded.
 */

import { button } from "../bar/no_order_due.js";
import { diceOneByOne } from "./throws.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("./throws.js").Entry} Entry */
/** @typedef {import("../types.js").WaitingThrow} WaitingThrow */
/** @typedef {{key: string, name: string}} Side */
/**
 * The order of a seat that another device has already recorded; `length` is what the seat knew then.
 * @typedef {{order: string, dice: number[][], is_same: boolean, length: number}} Recorded
 */

/** @param {import("../../darkseas/kit/api.js").Refusal} fault @returns {Recorded | null} */
export function recordedAlready({ problem }) {
  if (!String(problem.type).endsWith(":recorded-already")) return null;
  return /** @type {Recorded} */ (problem.recorded);
}

/**
 * Compares the entry made here with the one that another device recorded, and says so in words. Dice not
 * entered yet contradict nothing.
 * @param {Entry} entry @param {Recorded} recorded
 */
export function compared(entry, recorded) {
  const typed = [
    ...diceOneByOne(entry).map(({ face }) => face),
    ...entry.faces,
    ...entry.free.map(({ face }) => face),
  ];
  const stands = recorded.dice.flat();
  const isSame = recorded.is_same && typed.every((face, at) => face === stands[at]);
  if (isSame)
    return { isSame, words: `${entry.title}: another device recorded it first; the log has it once.` };
  const dice = stands.length ? ` with ${stands.join(", ")}` : "";
  const what = recorded.is_same ? `this order${dice}` : `another order in its place${dice}`;
  const words = `Another device recorded ${what}, now in the log. Remove this entry, or ask for a ruling.`;
  return { isSame, words };
}

/** A recorder of one side confirms for that side only; a recorder of all sides for all.
 * @param {string[]} own @param {string[]} present  sides that said at the start that they see the dice
 * @param {Side[]} sides
 */
export function speaksFor(own, present, sides) {
  const keys = sides.map(({ key }) => key);
  return own.length > 1 ? keys : keys.filter((key) => own.includes(key) || present.includes(key));
}

/**
 * The notes above the order: rolls that this side must confirm, and orders that two devices recorded.
 * @param {{count: number, throws?: WaitingThrow[], note: string, isLost: boolean}} now
 * @param {() => void} confirm
 */
export function recorderLines({ count, throws = [], note, isLost }, confirm) {
  const lines = note ? [h("p", { class: "recorders", role: "status" }, note)] : [];
  if (!count) return lines;
  const words =
    count === 1 ? "1 roll entered by the other side has" : `${count} rolls entered by the other side have`;
  const more = isLost ? " You are offline: confirm later." : "";
  const deed = isLost ? [] : [button("Confirm the other side’s dice", confirm, "confirm-dice")];
  const line = h("p", { class: "recorders" }, `${words} one witness so far.${more} `, ...deed);
  return throws.length ? [...lines, line, whichThrows(count, throws)] : [...lines, line];
}

/** Unconfirmed rolls, expanded: their dice and results, which show who fired at whom.
 * @param {number} count @param {WaitingThrow[]} throws */
function whichThrows(count, throws) {
  const before = count - throws.length;
  return h(
    "details",
    { class: "recorders-throws", "data-stays": "throws" },
    h("summary", { "data-stays": "throws head" }, count === 1 ? "Show roll" : "Show rolls"),
    before > 0 ? h("p", { class: "small" }, `${before} earlier rolls are in the log.`) : null,
    h("ol", {}, ...throws.map((one) => h("li", {}, throwText(one)))),
  );
}

/** @param {WaitingThrow} one */
export function throwText({ dice, outcome }) {
  return outcome ? `${dice} ${outcome}` : dice;
}

/** Sides that have and have not signed the log. @param {string[]} unsigned @param {Side[]} sides */
export function signedText(unsigned, sides) {
  const names = (/** @type {boolean} */ isSigned) =>
    sides.filter(({ key }) => isSigned !== unsigned.includes(key)).map(({ name }) => name);
  const [signed, missing] = [names(true), names(false)];
  if (!missing.length) return "All sides have signed the log.";
  const done = signed.length ? `Signed by ${signed.join(" and ")}. ` : "";
  return `${done}${missing.join(" and ")} ${missing.length > 1 ? "have" : "has"} not signed yet.`;
}
