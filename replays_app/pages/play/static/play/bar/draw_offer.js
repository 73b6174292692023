/** An open draw offer: the opponent waits for an answer, so the bar shows it first. */

import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").Form} Form */

/** The orders that answer an offer; declining one's own offer withdraws it. */
const ANSWERS = new Set(["accept_draw", "decline_draw"]);

/** Whether a form answers a draw offer. @param {Form} form */
export const answersOffer = (form) => ANSWERS.has(form.order);

/**
 * The offer in a sentence with its answers, or null without an offer.
 * @param {Form[]} forms @param {(form: Form) => void} answer  submits the answer at once
 */
export function drawOffer(forms, answer) {
  const answers = forms.filter(answersOffer);
  if (!answers.length) return null;
  const title = answers.length > 1 ? "Your opponent offers a draw." : "You offered a draw.";
  return h(
    "div",
    { class: "draw-offer note", role: "status" },
    h("p", {}, h("strong", {}, title), ` ${answers[0].because ?? ""}`),
    h(
      "p",
      { class: "deeds" },
      ...answers.map((form) =>
        h(
          "button",
          { type: "button", class: "button", "data-stays": form.title, onclick: () => answer(form) },
          form.title,
        ),
      ),
    ),
  );
}
