/**
 * The line that counts waiting entries; when expanded, it lists each with its dice and a button to remove it.
 */

import { diceOneByOne } from "./throws.js";
import { byId, h } from "../../darkseas/kit/dom.js";

/** @typedef {import("./throws.js").Entry} Entry */

/**
 * @param {import("./outbox.js").Outbox} outbox @param {boolean} isLost  whether the browser is offline
 * @param {{takeOut: (key: string) => void, tryAgain: () => void}} deeds
 */
export function drawOutbox(outbox, isLost, deeds) {
  const words = outbox.words(isLost);
  const [line, list] = [byId("outbox"), byId("waiting")];
  byId("outbox-line").hidden = !words;
  line.textContent = words;
  list.hidden = !outbox.waiting.length;
  if (outbox.isRefused) list.setAttribute("open", "");
  list.querySelector("ol")?.replaceChildren(...outbox.waiting.map((entry) => row(entry, deeds)));
}

/** @param {Entry} entry @param {{takeOut: (key: string) => void, tryAgain: () => void}} deeds */
function row(entry, { takeOut, tryAgain }) {
  return h(
    "li",
    {},
    h("span", {}, inWords(entry), " "),
    entry.refusal ? h("strong", { class: "refused" }, entry.refusal, " ") : null,
    entry.refusal ? link("Send again", entry, tryAgain) : null,
    " ",
    link("Remove", entry, () => takeOut(entry.key)),
  );
}

/** @param {string} words @param {Entry} entry @param {() => void} onclick */
function link(words, { title }, onclick) {
  return h("button", { type: "button", class: "link", "aria-label": `${words}: ${title}`, onclick }, words);
}

/** A waiting entry: its title, its content, and its dice or the reason why it waits. @param {Entry} entry */
export function inWords(entry) {
  const { title, says = [], free, reason } = entry;
  const dice = [
    ...diceOneByOne(entry).map(({ needed, face }) => `${face} (D${needed.sides})`),
    ...free.map(({ sides, face }) => `${face} (D${sides})`),
  ].join(", ");
  return [title, says.join("; "), dice, reason].filter(Boolean).join(": ");
}
