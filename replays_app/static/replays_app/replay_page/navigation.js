/** The target of each control from the current entry. */

import { nextStart, previousStart } from "../battle_log/turns_and_phases.js";
import { turningPointFrom } from "../battle_log/chance_line.js";
import { tellsResult } from "./detail.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */

/**
 * @typedef {{n: number, last: number, result: number, contact: number, turns: number[], phases: number[],
 *   turningPoints: number[],
 *   reader: import("../../darkseas/chart/battle_reader.js").Reader,
 *   isWanted: (line: Line) => boolean}} Position  `isWanted` says whether stepping stops at a line
 */

/**
 * The entry that a control leads to; null if there is none.
 * @param {string} action @param {Position} here @returns {Promise<number | null>}
 */
export async function target(action, here) {
  switch (action) {
    case "first":
      return 0;
    case "last":
      return here.n < here.result ? here.result : here.last;
    case "contact":
      return here.contact;
    case "next":
      return neighbour(here, 1);
    case "previous":
      return neighbour(here, -1);
    case "next-step":
      return nextStep(here);
    case "previous-step":
      return previousStep(here);
    case "next-phase":
      return nextStart(here.phases, here.n, here.last);
    case "previous-phase":
      return previousStart(here.phases, here.n);
    case "next-turn":
      return nextStart(here.turns, here.n, here.last);
    case "previous-turn":
      return previousStart(here.turns, here.n);
    case "next-turning-point":
      return turningPointFrom(here.turningPoints, here.n, 1);
    case "previous-turning-point":
      return turningPointFrom(here.turningPoints, here.n, -1);
    default:
      return null;
  }
}

/** @param {Position} here @param {1 | -1} direction */
async function neighbour(here, direction) {
  const found = await here.reader.seek(here.n + direction, direction, here.isWanted);
  return found ? found.n : null;
}

/** The next order, or result of an order: a salvo, a hit, a loss. @param {Position} here */
const nextStep = (here) => stopFrom(here, 1, here.last);

/** The previous order, or result of an order. @param {Position} here */
const previousStep = (here) => stopFrom(here, -1, 0);

/**
 * The nearest entry that a step stops at, in this direction.
 * @param {Position} here @param {1 | -1} direction @param {number} end  returned if there is none
 */
async function stopFrom({ n, last, reader }, direction, end) {
  for (let at = n + direction; at > 0 && at <= last; at += direction) {
    const [line, before] = [await reader.line(at), await reader.line(at - 1)];
    if (line.step !== before.step || tellsResult(line)) return at;
  }
  return end;
}
