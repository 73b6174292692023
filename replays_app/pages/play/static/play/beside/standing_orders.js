/** Standing orders: the possible ones, the current ones, and why one was cancelled. */

import { whenSettled } from "./when_settled.js";
import { createApi } from "../../darkseas/kit/api.js";
import { byId, h } from "../../darkseas/kit/dom.js";
import { ruleLinks } from "../../darkseas/kit/rule_ids.js";

/** @typedef {{name: string, title: string, help: string}} Value */
/** @typedef {{order: string, title: string, rule: string, values: Value[], value: string,
 *   cancelled: string}} Question */

const ASK_ME = { name: "", title: "Ask me", help: "" };

/** @param {Question} question @param {(order: string, value: string) => void} choose */
function questionFields({ order, title, rule, values, value, cancelled }, choose) {
  return h(
    "fieldset",
    {},
    h("legend", {}, title, " ", h("span", { class: "cites" }, ...ruleLinks([rule]))),
    cancelled
      ? h(
          "p",
          { class: "why", role: "status" },
          `Standing order cancelled: ${cancelled} `,
          h("button", { type: "button", class: "link", onclick: () => choose(order, "") }, "Dismiss"),
        )
      : null,
    ...[ASK_ME, ...values].map((one) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: `answer-${order}`,
          value: one.name,
          checked: one.name === value,
          onchange: () => choose(order, one.name),
        }),
        h("span", {}, one.title, one.help ? h("span", { class: "soft small" }, ` ${one.help}`) : null),
      ),
    ),
  );
}

/**
 * @param {HTMLElement} host @param {Question[]} questions
 * @param {(order: string, value: string) => void} choose
 */
function drawAnswers(host, questions, choose) {
  const sheet = /** @type {HTMLElement} */ (host.querySelector(".answer-sheet"));
  const summary = /** @type {HTMLElement} */ (host.querySelector("summary"));
  const chosen = /** @type {HTMLInputElement | null} */ (sheet.querySelector("input:focus"));
  const [name, value] = [chosen?.name, chosen?.value];
  const given = questions.filter((question) => question.value).length;
  const cancelled = questions.some((question) => question.cancelled);
  summary.textContent = `Standing orders${given ? ` (${given})` : ""}${cancelled ? ": one cancelled" : ""}`;
  host.classList.toggle("cancelled", cancelled);
  host.hidden = questions.length === 0;
  sheet.replaceChildren(
    h(
      "p",
      { class: "small soft" },
      "The site submits these orders for you as soon as they are due. Only you see them.",
    ),
    ...questions.map((question) => questionFields(question, choose)),
  );
  const again = [...sheet.querySelectorAll("input")].find((one) => one.name === name && one.value === value);
  again?.focus({ preventScroll: true });
}

/** @param {HTMLElement} page */
function followAnswers(page) {
  const api = createApi(page.dataset.csrf ?? "");
  const address = `${page.dataset.api}standing-answers`;
  const draw = (/** @type {unknown} */ answer) =>
    drawAnswers(byId("answers"), /** @type {{questions: Question[]}} */ (answer).questions, choose);
  /** @param {string} order @param {string} value */
  async function choose(order, value) {
    const answer = await api.put(address, { order, value }).catch(() => null);
    draw(answer ?? (await api.get(address)));
  }
  whenSettled(page, async () => {
    const answer = await api.get(address).catch(() => null);
    if (answer) draw(answer);
  });
}

if (globalThis.document?.getElementById("answers")) followAnswers(byId("fight"));
