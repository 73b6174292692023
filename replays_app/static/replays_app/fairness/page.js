/** The dice pages: check a battle of this site, or the reader's own file, in the browser. */

import { BadBattle, verifyBattle } from "./battle_verifier.js";
import { BadZip, battleIn, isZip } from "./zip_file.js";

const LINE_LOST = "You are offline. Try again when you are online.";
const INCOMPLETE = "The end of the log or the dice seed is missing, so the dice cannot be verified.";

/** @param {ArrayBuffer} data @returns {Promise<string>} */
async function verdictOn(data) {
  try {
    const file = isZip(data) ? await battleIn(data) : data;
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
    const { battle, entries, head, rolls, isWhole } = verifyBattle(text);
    const { house, table, closed } = rolls;
    const counts = `${house} derived, ${table} at the table, ${closed} not revealed yet`;
    const told = `battle ${battle}, ${entries} entries, head ${head}. Rolls: ${counts}.`;
    return isWhole ? `Sound: ${told}` : `Incomplete: ${told} ${INCOMPLETE}`;
  } catch (why) {
    if (why instanceof BadZip) return `Refused: ${why.message}.`;
    return why instanceof BadBattle
      ? `Refused at ${why.message}.`
      : "Refused: this is neither a battle file (.jsonl) nor an archive with one (.zip).";
  }
}

/** Downloads the file of a battle on this site. @param {string} address @returns {Promise<string>} */
async function verdictOnBattle(address) {
  const answer = await fetch(address);
  if (!answer.ok) return "The battle file could not be loaded. Reload the page, or try again later.";
  return verdictOn(await answer.arrayBuffer());
}

const here = document.querySelector("#check-here");
const input = document.querySelector("#battle-file");
const verdict = document.querySelector("#battle-verdict");
if (input instanceof HTMLInputElement && verdict instanceof HTMLElement) {
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    verdict.textContent = "Checking …";
    verdict.textContent = await verdictOn(await file.arrayBuffer());
  });
  input.disabled = false;
}
if (here instanceof HTMLButtonElement && verdict instanceof HTMLElement) {
  here.addEventListener("click", async () => {
    verdict.textContent = "Checking …";
    verdict.textContent = await verdictOnBattle(here.dataset.file ?? "").catch(() => LINE_LOST);
  });
  here.hidden = false;
}
