/** The page about dice: a battle file of the reader's own, checked without leaving their browser. */

import { BadBattle, verifyBattle } from "./battle_verifier.js";
import { BadZip, battleIn, isZip } from "./zip_file.js";

const INCOMPLETE = "Its end, or the seed of its dice, is missing: it proves nothing of them.";

/** @param {ArrayBuffer} data @returns {Promise<string>} */
async function verdictOn(data) {
  try {
    const file = isZip(data) ? await battleIn(data) : data;
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
    const { battle, entries, head, rolls, isWhole } = verifyBattle(text);
    const { house, table, closed } = rolls;
    const counts = `${house} derived, ${table} on the table, ${closed} not opened yet`;
    const told = `battle ${battle}, ${entries} entries, head ${head}. Rolls: ${counts}.`;
    return isWhole ? `Sound: ${told}` : `Incomplete: ${told} ${INCOMPLETE}`;
  } catch (why) {
    if (why instanceof BadZip) return `Refused: ${why.message}.`;
    return why instanceof BadBattle
      ? `Refused at ${why.message}.`
      : "Refused: this is neither a battle file (.jsonl) nor the archive with one (.zip).";
  }
}

const input = document.querySelector("#battle-file");
const verdict = document.querySelector("#battle-verdict");
if (input instanceof HTMLInputElement && verdict instanceof HTMLElement) {
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    verdict.textContent = "Being checked …";
    verdict.textContent = await verdictOn(await file.arrayBuffer());
  });
  input.disabled = false;
}
