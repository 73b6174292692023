/** Tell of each battle file what the verifier of the browser says: its line, or rolls and if it is whole. */

import { readFileSync } from "node:fs";
import { BadBattle, verifyBattle } from "../../../replays_app/static/replays_app/fairness/battle_verifier.js";

/** @param {string} text */
function verdictOn(text) {
  try {
    const { rolls, isWhole } = verifyBattle(text);
    return { ...rolls, isWhole };
  } catch (why) {
    if (why instanceof BadBattle) return why.line;
    throw why;
  }
}

/** @type {string[]} */
const texts = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(JSON.stringify(texts.map(verdictOn)));
