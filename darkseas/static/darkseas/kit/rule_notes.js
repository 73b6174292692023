/**
 * Each id of a rule on the page (`data-rule`) opens the sentence that it stands for: when it is pointed at,
 * has the focus, or is tapped. Escape closes it. What it says comes from one file a rules system, whose
 * address the page has (`data-rule-notes`).
 */

import { h } from "./dom.js";
import { leadsOut, ruleAddress, wayOut } from "./rule_ids.js";

/** @typedef {Record<string, {title: string, text: string}>} Notes */

/** Long enough for a hand to come from the id into its note. */
const LINGER_MS = 250;
const GAP_PX = 6;

/** @type {Map<string, Promise<Notes>>} */
const read = new Map();
/** @type {HTMLElement | null} */
let shown = null;
let closing = 0;

const note = h("div", { id: "rule-note", class: "rule-note", role: "tooltip", popover: "manual" });

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function ruleAt(target) {
  const found = target instanceof Element ? target.closest("[data-rule]") : null;
  return found instanceof HTMLElement ? found : null;
}

/** The element that says where the rules of an id lie. @param {Element} at @returns {HTMLElement | null} */
function pageOf(at) {
  const found = at.closest("[data-rule-notes]") ?? document.querySelector("[data-rule-notes]");
  return found instanceof HTMLElement ? found : null;
}

/** @param {string} address @returns {Promise<Notes>} */
function notesAt(address) {
  const known = read.get(address);
  if (known) return known;
  const asked = fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(`no notes at ${address}`);
    return answer.json();
  });
  asked.catch(() => read.delete(address));
  read.set(address, asked);
  return asked;
}

/** @param {HTMLElement} at */
async function open(at) {
  clearTimeout(closing);
  const page = pageOf(at);
  if (!page || shown === at) return;
  close();
  shown = at;
  const rule = at.dataset.rule ?? "";
  const notes = await notesAt(page.dataset.ruleNotes ?? "").catch(() => null);
  const found = notes?.[rule];
  if (shown !== at || !at.isConnected) return;
  if (!found) {
    shown = null;
    return;
  }
  note.replaceChildren(
    h("strong", {}, `${rule} ${found.title}`),
    h("span", {}, found.text),
    h(
      "a",
      { href: ruleAddress(page.dataset.rules ?? "", rule), tabindex: -1, ...wayOut() },
      leadsOut() ? "More of it, in a new tab" : "More of it",
    ),
  );
  (document.getElementById("main") ?? document.body).append(note);
  note.showPopover();
  at.setAttribute("aria-describedby", note.id);
  place(at);
}

function close() {
  clearTimeout(closing);
  shown?.removeAttribute("aria-describedby");
  shown = null;
  if (note.isConnected) note.remove();
}

function closeSoon() {
  clearTimeout(closing);
  closing = window.setTimeout(close, LINGER_MS);
}

/** @param {HTMLElement} at */
function place(at) {
  const box = at.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
  const below = box.bottom + GAP_PX;
  const top = below + height + 8 > innerHeight ? Math.max(8, box.top - height - GAP_PX) : below;
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}

/** Keeps the note next to its rule id while that is visible. */
function follow() {
  if (!shown || !note.isConnected) return;
  const { top, bottom } = shown.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) close();
  else place(shown);
}

/** A first tap opens, a second one follows the link. @param {MouseEvent} event */
function tapped(event) {
  const at = ruleAt(event.target);
  if (!at) {
    if (!(event.target instanceof Node && note.contains(event.target))) close();
    return;
  }
  const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
  if (!isTouch || (at instanceof HTMLAnchorElement && at.dataset.tapped)) return;
  event.preventDefault();
  event.stopPropagation();
  at.dataset.tapped = "yes";
  open(at);
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const at = ruleAt(event.target);
  if (at) open(at);
  else if (event.target instanceof Node && note.contains(event.target)) clearTimeout(closing);
});
document.addEventListener("pointerout", (event) => {
  const isOurs = ruleAt(event.target) || (event.target instanceof Node && note.contains(event.target));
  if (event.pointerType !== "touch" && isOurs) closeSoon();
});
document.addEventListener("focusin", (event) => {
  const at = ruleAt(event.target);
  if (at) open(at);
});
document.addEventListener("focusout", (event) => {
  const at = ruleAt(event.target);
  if (!at) return;
  delete at.dataset.tapped;
  closeSoon();
});
document.addEventListener("click", tapped, true);
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !shown) return;
    close();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("scroll", follow, { capture: true, passive: true });
// Prefetch the notes, so that keyboard and screen reader users get the note together with its id.
for (const page of document.querySelectorAll("[data-rule-notes]")) {
  if (page instanceof HTMLElement) notesAt(page.dataset.ruleNotes ?? "").catch(() => {});
}
