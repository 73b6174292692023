/** Errors and warnings, errors first; each line links to its field. */

import { h } from "../../../darkseas/kit/dom.js";
import { ruleLinks } from "../../../darkseas/kit/rule_ids.js";
import { countInWords, inOrder, placeInWords, sentence } from "../findings.js";

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  const count = h("p", { class: "lead", id: "checks-count" });
  const list = h("ul", { class: "findings" });
  element.append(count, list);

  function update() {
    const findings = inOrder(context.findings());
    count.textContent = countInWords(findings);
    list.replaceChildren(...findings.map((one) => line(one, context)));
  }
  context.onFindings(update);
  return { update };
}

/**
 * One finding with the way to its place.
 * @param {import("../types.js").Finding} finding @param {import("../types.js").Context} context
 */
export function line(finding, context) {
  const kind = finding.is_advice ? "advice" : "error";
  return h(
    "li",
    { class: `finding ${kind}` },
    h("span", { class: "finding-kind" }, finding.is_advice ? "Advice" : "Fix this"),
    h(
      "span",
      { class: "finding-text" },
      h("span", { class: "finding-place" }, placeInWords(context.store.spec, finding.where, context.form)),
      sentence({ ...finding, remedy: "" }),
      finding.rule ? h("span", { class: "cites" }, " ", ...ruleLinks([finding.rule])) : null,
      finding.remedy ? h("span", { class: "remedy" }, finding.remedy) : null,
    ),
    h(
      "button",
      { type: "button", class: "button small-button", onclick: () => context.select(finding.where) },
      "Show me",
      h("span", { class: "unseen" }, `: ${finding.text}`),
    ),
  );
}
