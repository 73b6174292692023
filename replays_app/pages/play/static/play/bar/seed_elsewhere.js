/**
 * A dice seed that is not in this browser: where it is, and a separate, confirmed action to declare it lost.
 */

import { button, drawQuiet } from "./no_order_due.js";

const WHERE = "Your dice seed is in another browser";
const HERE_NOT =
  "Only the browser that committed it can reveal it. Open the battle there, " +
  "and it continues automatically.";
const SURE = "Declare your seed lost?";
const THEN =
  "This abandons the battle for both sides, with no winner, and the log says that your seed " +
  "was lost. It cannot be undone.";

/** @param {string} moment  when it was committed, as ISO text, "" if unknown */
export function sealedText(moment) {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return HERE_NOT;
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  return `You committed it on ${day} at ${at.toISOString().slice(11, 16)} UTC. ${HERE_NOT}`;
}

/** @param {HTMLElement} host @param {string} moment @param {() => void} giveUp */
export function drawSeedElsewhere(host, moment, giveUp) {
  const ask = button("Declare seed lost …", () => drawGivingUp(host, moment, giveUp), "seed-lost");
  drawQuiet(host, { title: WHERE, because: sealedText(moment) }, [ask]);
}

/** @param {HTMLElement} host @param {string} moment @param {() => void} giveUp */
function drawGivingUp(host, moment, giveUp) {
  const back = button("Back", () => drawSeedElsewhere(host, moment, giveUp), "main");
  drawQuiet(host, { title: SURE, because: THEN }, [back, button("Abandon the battle", giveUp)]);
  host.querySelector("button")?.focus();
}
