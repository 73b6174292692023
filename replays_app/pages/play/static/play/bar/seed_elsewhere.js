/**
 * A seed for the dice that does not lie in this browser: where it lies, and giving it up, which is a deed of
 * its own with a question before it.
 */

import { button, drawQuiet } from "./no_order_due.js";

const WHERE = "Your seed for the dice lies in another browser";
const HERE_NOT =
  "Only where it was sealed can it be opened: in that browser, on that device. Open this battle there, " +
  "and it goes on by itself, here too.";
const SURE = "Give your seed up as lost?";
const THEN =
  "The battle is then broken off at once, for both sides, with no victor, and its log says that your seed " +
  "was lost. Nobody can take that back.";

/** @param {string} moment  when it was sealed, as ISO text, "" where nobody knows */
export function sealedText(moment) {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return HERE_NOT;
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  return `You sealed it on ${day} at ${at.toISOString().slice(11, 16)} UTC. ${HERE_NOT}`;
}

/** @param {HTMLElement} host @param {string} moment @param {() => void} giveUp */
export function drawSeedElsewhere(host, moment, giveUp) {
  const ask = button("It is lost for good …", () => drawGivingUp(host, moment, giveUp), "seed-lost");
  drawQuiet(host, { title: WHERE, because: sealedText(moment) }, [ask]);
}

/** @param {HTMLElement} host @param {string} moment @param {() => void} giveUp */
function drawGivingUp(host, moment, giveUp) {
  const back = button("Back", () => drawSeedElsewhere(host, moment, giveUp), "main");
  drawQuiet(host, { title: SURE, because: THEN }, [back, button("Break the battle off", giveUp)]);
  host.querySelector("button")?.focus();
}
