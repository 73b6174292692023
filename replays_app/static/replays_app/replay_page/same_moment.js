/** The same moment from another perspective: each one numbers its own entries, so the server finds it. */

import { NoAnswer } from "../../darkseas/chart/battle_reader.js";
import { stretches } from "../battle_log/turns_and_phases.js";

/** @typedef {{perspective: string, n: number}} Place */
/** @typedef {import("../../darkseas/chart/battle_reader.js").Reader} Reader */
/** @typedef {import("../../darkseas/chart/types.js").Outline} Outline */
/** @typedef {{reader: Reader, outline: Outline}} View  a battle opened from one perspective */

/**
 * Remembers where the viewer began to change perspectives, so that going through all of them leads back to
 * the same entry, even if one of them cannot see it.
 */
export class SameMoment {
  constructor() {
    /** @type {Place | null} */
    this.origin = null;
    /** @type {Place | null} */
    this.shown = null;
  }

  /**
   * The entry of a perspective that matches the current one; `find` queries the server.
   * @param {Place} here @param {string} perspective
   * @param {(place: Place) => Promise<number>} find @returns {Promise<number>}
   */
  async in(here, perspective, find) {
    const isStill = this.shown?.perspective === here.perspective && this.shown.n === here.n;
    const origin = (isStill && this.origin) || here;
    const n = perspective === origin.perspective ? origin.n : await find(origin);
    [this.origin, this.shown] = [origin, { perspective, n }];
    return n;
  }
}

/** Views of a finished battle, cached once opened: going back to one needs no request. */
export class OpenViews {
  /** @param {(perspective: string) => Reader} make */
  constructor(make) {
    this.make = make;
    /** @type {Map<string, View>} */
    this.kept = new Map();
  }

  /** Opens a perspective; raises NoAnswer. @param {string} perspective @returns {Promise<View>} */
  async open(perspective) {
    const known = this.kept.get(perspective);
    if (known) return known;
    const reader = this.make(perspective);
    const view = { reader, outline: await reader.outline() };
    if (view.outline.status !== "running") this.kept.set(reader.perspective, view);
    return view;
  }
}

/**
 * The entry of a view that matches one of another perspective. If the server does not answer, it is the first
 * entry of the same phase, and `isNear` is true.
 * @param {View} view @param {Place} place @param {{turn: number, phase: string}} where  of that entry
 * @returns {Promise<{n: number, isNear: boolean}>}
 */
export async function counterpartIn(view, place, where) {
  try {
    return { n: await view.reader.counterpart(place.n, place.perspective), isNear: false };
  } catch (trouble) {
    if (!(trouble instanceof NoAnswer) || trouble.status !== 0) throw trouble;
    return { n: phaseStart(view.outline, where), isNear: true };
  }
}

/** The first entry of a phase; if the view lacks the phase, that of its turn. */
function phaseStart(/** @type {Outline} */ outline, /** @type {{turn: number, phase: string}} */ where) {
  const ofTurn = stretches(outline).filter((one) => one.turn === where.turn);
  return (ofTurn.find((one) => one.phase === where.phase) ?? ofTurn[0])?.first ?? 0;
}
