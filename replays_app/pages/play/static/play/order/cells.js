/** Single blanks of a form: possible values, defaults and descriptions. Pure. */

import { endsWith, pathTo } from "./route.js";
import { waypointsOf } from "./waypoints.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../types.js").Value} Value */

/** Subjects that the map shows. */
const CHARTED = new Set(["place", "piece", "crew", "card", "edge"]);
/** Up to this many values are listed by name. */
const MOST_NAMED = 3;

/** A value as text; equal values give the same text. @param {Json | undefined} value @returns {string} */
export function textOf(value) {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "";
  const parts = Object.keys(value).sort();
  return `{${parts.map((name) => `${JSON.stringify(name)}:${textOf(value[name])}`).join()}}`;
}

/** @param {Json | undefined} one @param {Json | undefined} other */
export function isSame(one, other) {
  return textOf(one) === textOf(other);
}

/**
 * A blank's value with its words and its places on the map.
 * @param {Cell} cell @param {Json} value @returns {Value}
 */
export function valueOf(cell, value) {
  const bare = { value, words: typeof value === "string" ? value : textOf(value) };
  if (cell.blank === "fixed") return cell;
  if (cell.blank === "choice" || cell.blank === "several")
    return cell.values.find((one) => isSame(one.value, value)) ?? bare;
  return bare;
}

/**
 * The places and pieces that a value is about.
 * @param {Cell} cell @param {Value} value @returns {string[]}
 */
export function focusOf(cell, value) {
  if (value.focus?.length) return value.focus;
  if (!CHARTED.has(cell.subject)) return [];
  const found = Array.isArray(value.value) ? value.value : [value.value];
  return found.filter((one) => typeof one === "string");
}

/** Whether a blank is filled on the map. @param {Cell} cell */
export function isCharted(cell) {
  return CHARTED.has(cell.subject);
}

/**
 * Whether a value is possible in a blank; undefined is none.
 * @param {Cell} cell @param {Json | undefined} value
 */
export function fits(cell, value) {
  switch (cell.blank) {
    case "fixed":
      return isSame(cell.value, value);
    case "choice":
      return value === undefined ? Boolean(cell.optional) : isOneOf(cell.values, value);
    case "number":
      return Number.isInteger(value) && Number(value) >= cell.least && Number(value) <= cell.most;
    case "course":
      return Array.isArray(value) && endsWith(cell.reach, /** @type {string[]} */ (value));
    case "several":
      return Array.isArray(value) && areSome(cell, value);
  }
}

/**
 * What is wrong with a blank whose value does not fit.
 * @param {Cell} cell @param {Json | undefined} value @returns {string}
 */
export function lackIn(cell, value) {
  if (cell.blank !== "several" || !Array.isArray(value) || !value.length) return `${cell.title}: choose`;
  const [bounds, isOver] = [boundsOf(cell), value.length > (cell.most ?? Infinity)];
  return `${cell.title}: choose ${bounds}, ${isOver ? "remove one" : "add one"}`;
}

/**
 * How many values a blank for several takes, in words; "" without limits.
 * @param {import("../types.js").Several} cell
 */
export function boundsOf({ values, least = 0, most = values.length }) {
  if (least === most && most < values.length) return `exactly ${most}`;
  if (least > 1 && most < values.length) return `${least} to ${most}`;
  if (most < values.length) return `at most ${most}`;
  return least > 1 ? `at least ${least}` : "";
}

/** @param {Value[]} values @param {Json} value */
function isOneOf(values, value) {
  return values.some((one) => isSame(one.value, value));
}

/** @param {import("../types.js").Several} cell @param {Json[]} chosen */
function areSome(cell, chosen) {
  const isEnough = chosen.length >= (cell.least ?? 0) && chosen.length <= (cell.most ?? Infinity);
  const isEachOnce = new Set(chosen.map(textOf)).size === chosen.length;
  return isEnough && isEachOnce && chosen.every((value) => isOneOf(cell.values, value));
}

/**
 * Default value of a blank; undefined if the player has to choose.
 * @param {Cell} cell @returns {Json | undefined}
 */
export function defaultOf(cell) {
  switch (cell.blank) {
    case "fixed":
      return cell.value;
    case "number":
      return cell.least;
    case "course":
      return undefined;
    case "choice":
      if (cell.optional || (isCharted(cell) && cell.values.length > 1)) return undefined;
      return cell.values[0]?.value;
    case "several":
      return [];
  }
}

/** The value of a blank, in words. @param {Cell} cell @param {Json | undefined} value @returns {string} */
export function sayValue(cell, value) {
  if (value === undefined) return "";
  if (cell.blank === "course") return wayWords(cell, /** @type {string[]} */ (value));
  if (cell.blank !== "several") return valueOf(cell, value).words;
  const chosen = /** @type {Json[]} */ (value);
  if (chosen.length === cell.values.length && chosen.length > MOST_NAMED) return `all ${chosen.length}`;
  if (chosen.length > MOST_NAMED) return `${chosen.length} of ${cell.values.length}`;
  const words = chosen.map((one) => valueOf(cell, one).words);
  return words.join(words.some((one) => one.includes(",")) ? "; " : ", ");
}

/**
 * Where a route ends and, if it is not the default one, what it passes.
 * @param {import("../types.js").Course} cell @param {string[]} way
 */
function wayWords(cell, way) {
  const between = waypointsOf(cell, way);
  const end = endWords(cell, way.at(-1) ?? "");
  return between.length ? `${end} via ${between.map((place) => endWords(cell, place)).join(", ")}` : end;
}

/**
 * The name of the place where a course ends.
 * @param {import("../types.js").Course} cell @param {string} place
 */
export function endWords(cell, place) {
  const words = place === cell.start ? cell.start_words : undefined;
  return words || cell.reach.find((one) => one.place === place)?.words || place;
}

/**
 * The value of a course that ends at a place, coming from the place before it.
 * @param {import("../types.js").Course} cell @param {string} place @param {string} [before]
 */
export function wayTo(cell, place, before) {
  return pathTo(cell.reach, place, before);
}
