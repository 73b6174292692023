/** A ruling: what happened although the rules do not allow it, in a few words, and the reason. */

import { fieldOf } from "./fields.js";
import { keepingFocus } from "./kept_focus.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {import("../types.js").Form} Form */

/** @typedef {{forms: Form[], chosen: Form | null, blanks: Blanks, reason: string, note: string}} Ruling */
/** @typedef {{bar: HTMLElement, ruling: Ruling, draw: () => void, rule: () => void, dropRuling: () => void}}
 *   RulingPage */

/**
 * @typedef {object} RulingDeeds
 * @property {(form: Form) => void} choose @property {(name: string, value: import("../types.js").Json) =>
 *   void} fill
 * @property {(reason: string) => void} giveReason @property {() => void} rule @property {() => void} drop
 */

/** @type {Ruling} */
export const NO_RULING = { forms: [], chosen: null, blanks: {}, reason: "", note: "" };

/** Actions on the ruling of a page. @param {RulingPage} page @returns {RulingDeeds} */
export function rulingDeeds(page) {
  const change = (/** @type {Partial<Ruling>} */ more) => {
    page.ruling = { ...page.ruling, ...more };
    page.draw();
  };
  return {
    choose: (chosen) => change({ chosen, blanks: {} }),
    fill: (name, value) => change({ blanks: { ...page.ruling.blanks, [name]: value } }),
    giveReason: (reason) => {
      page.ruling = { ...page.ruling, reason };
      showMissing(page.bar, page.ruling);
    },
    rule: () => page.rule(),
    drop: () => page.dropRuling(),
  };
}

/** @param {HTMLElement} host @param {Ruling} ruling @param {RulingDeeds} deeds */
export function drawRuling(host, ruling, deeds) {
  keepingFocus(host, () => draw(host, ruling, deeds));
}

/** @param {HTMLElement} host @param {Ruling} ruling @param {RulingDeeds} deeds */
function draw(host, ruling, deeds) {
  const { forms, chosen, reason, note } = ruling;
  host.replaceChildren(
    h(
      "header",
      { class: "ask" },
      h("h2", {}, "New ruling"),
      h("p", { class: "because" }, "The log records the umpire’s ruling with your reason."),
    ),
    h(
      "div",
      { class: "order-body ruling" },
      h(
        "div",
        { class: "order-list" },
        note ? h("p", { class: "lost", role: "alert" }, note) : "",
        h(
          "div",
          { class: "kinds", role: "group", "aria-label": "Kind of ruling" },
          ...forms.map((form) => kind(form, chosen, deeds)),
        ),
        forms.length > 1
          ? ""
          : h("p", {}, "No ruling is possible now: orders are sealed, or set-up is not finished."),
        ...fields(ruling, deeds),
        reasonField(reason, deeds),
      ),
    ),
    h(
      "div",
      { class: "deeds" },
      h("button", { type: "button", class: "button", onclick: deeds.drop }, "Back"),
      h("span", { class: "still small", role: "status" }, missing(ruling)),
      h(
        "button",
        {
          type: "button",
          class: `button main send${missing(ruling) ? " not-ready" : ""}`,
          onclick: deeds.rule,
        },
        "Make ruling",
      ),
    ),
  );
}

/** Shows what is still missing while the reason is typed. @param {HTMLElement} host @param {Ruling} ruling */
function showMissing(host, ruling) {
  host.querySelector(".still")?.replaceChildren(missing(ruling));
  host.querySelector(".send")?.classList.toggle("not-ready", missing(ruling) !== "");
}

/** @param {string} reason @param {RulingDeeds} deeds */
function reasonField(reason, deeds) {
  const typed = (/** @type {Event} */ event) =>
    deeds.giveReason(/** @type {HTMLTextAreaElement} */ (event.target).value);
  const text = h("textarea", { name: "ruling.reason", rows: 2, maxlength: 500, oninput: typed }, reason);
  return h("label", { class: "field reason" }, "Reason ", text);
}

/** @param {Form} form @param {Form | null} chosen @param {RulingDeeds} deeds */
function kind(form, chosen, deeds) {
  return h(
    "button",
    {
      type: "button",
      class: "quick",
      "aria-pressed": String(form === chosen),
      "data-stays": `kind ${form.order}`,
      onclick: () => deeds.choose(form),
    },
    form.title,
  );
}

/** @param {Ruling} ruling @param {RulingDeeds} deeds */
function fields({ chosen, blanks }, deeds) {
  return (chosen?.blanks ?? []).flatMap((blank) => {
    if (blank.blank === "rows" || blank.blank === "formation") return [];
    return (
      fieldOf(blank, blanks[blank.name], `ruling.${blank.name}`, (value) =>
        deeds.fill(blank.name, value ?? null),
      ) ?? []
    );
  });
}

/** What is still missing, in words. @param {Ruling} ruling */
export function missing({ chosen, blanks, reason }) {
  if (!chosen) return "Choose a kind of ruling.";
  const open = chosen.blanks.find((blank) => blanks[blank.name] === undefined || blanks[blank.name] === null);
  if (open) return `Fill in: ${open.title}.`;
  return reason.trim() ? "" : "Give a reason.";
}
