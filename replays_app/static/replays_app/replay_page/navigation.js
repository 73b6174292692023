/** Where each control leads to from here. */

import { nextStart, previousStart } from "../battle_log/turns_and_phases.js";

/** @typedef {import("../../darkseas/chart/types.js").Line} Line */

/**
 * @typedef {{n: number, last: number, result: number, contact: number, turns: number[], phases: number[],
 *   reader: import("../../darkseas/chart/battle_reader.js").Reader,
 *   isWanted: (line: Line) => boolean}} Position  `isWanted` says whether stepping stops at a line
 */

/**
 * The entry that a control asks for; null where there is none.
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
    default:
      return null;
  }
}

/** @param {Position} here @param {1 | -1} direction */
async function neighbour(here, direction) {
  const found = await here.reader.seek(here.n + direction, direction, here.isWanted);
  return found ? found.n : null;
}

/** The first entry of the next step. @param {Position} here */
async function nextStep(here) {
  const { step } = await here.reader.line(here.n);
  const found = await here.reader.seek(here.n, 1, (line) => line.step !== step);
  return found ? found.n : here.last;
}

/** The first entry of this step, or of the one before when one is there already. @param {Position} here */
async function previousStep(here) {
  const before = here.n ? await here.reader.line(here.n - 1) : null;
  if (!before) return 0;
  const other = await here.reader.seek(before.n, -1, (line) => line.step !== before.step);
  return other ? other.n + 1 : 0;
}
