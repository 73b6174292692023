/** The panel that explains an entry: its dice, its modifiers line by line, its rules. */

import { drawDice } from "./dice.js";
import { h } from "../../darkseas/kit/dom.js";
import { drawResultColumn } from "../../darkseas/kit/result_column.js";
import { ruleLinks } from "../../darkseas/kit/rule_ids.js";

/** Whether an entry has anything to show here. @param {import("../../darkseas/chart/types.js").Line} line */
export function hasWorkings(line) {
  return line.dice.length > 0 || line.workings.length > 0;
}

/** @param {HTMLElement} panel @param {import("../../darkseas/chart/types.js").Line} line */
export function showWorkings(panel, line) {
  panel.classList.toggle("bare", !hasWorkings(line));
  panel.replaceChildren(
    line.dice.length ? drawDice(line.dice) : "",
    line.column ? drawResultColumn(line.column) : "",
    line.workings.length
      ? line.workings.some((one) => isUnbroken(one.amount))
        ? proofs(line)
        : sum(line)
      : "",
    hasWorkings(line) ? "" : h("p", { class: "soft" }, "This entry has no dice and no modifiers."),
    line.rules.length
      ? h(
          "p",
          { class: "rules-cited" },
          h("span", { class: "soft" }, line.rules.length > 1 ? "Rules " : "Rule "),
          ...ruleLinks(line.rules),
        )
      : "",
  );
}

/**
 * Whether an amount is one long string of characters, such as a hash, which may break anywhere; text breaks
 * between words.
 * @param {string} amount
 */
export const isUnbroken = (amount) => /\S{17}/.test(amount);

/** Longer amounts are text: they break between words and take no more width than necessary. */
const LONGEST_NUMBER = 12;

/** The layout of an amount, by its content. @param {string} amount */
function amountClass(amount) {
  if (isUnbroken(amount)) return "number hash";
  return amount.length > LONGEST_NUMBER ? "number words" : "number";
}

/**
 * Details that prove the dice and reveal nothing about the battle are collapsed.
 * @param {import("../../darkseas/chart/types.js").Line} line
 */
function proofs(line) {
  return h("details", { class: "proofs" }, h("summary", {}, "Proof of the dice"), sum(line));
}

/** @param {import("../../darkseas/chart/types.js").Line} line */
function sum(line) {
  return h(
    "table",
    { class: "sum" },
    h("caption", { class: "unseen" }, "Modifiers, line by line"),
    h(
      "thead",
      { class: "unseen" },
      h("tr", {}, h("th", {}, "Item"), h("th", {}, "Amount"), h("th", {}, "Rule")),
    ),
    h(
      "tbody",
      {},
      ...line.workings.map((working) =>
        h(
          "tr",
          {},
          h("td", {}, working.label),
          h("td", { class: amountClass(working.amount) }, working.amount),
          h("td", { class: "cites" }, ...(working.rule ? ruleLinks([working.rule]) : [])),
        ),
      ),
    ),
    line.total
      ? h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, "Total"),
            h("td", { class: "number", colspan: 2 }, line.total),
          ),
        )
      : null,
  );
}
