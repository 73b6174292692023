/** Ids of rules as a page shows them: links to what they decide, which `rule_notes.js` opens. */

import { h } from "./dom.js";

/**
 * An id as its address has it, as the server makes it: "§14c.iii" is "14c-iii", "DS-R20" is "ds-r20".
 * @param {string} rule
 */
export function ruleSlug(rule) {
  return rule.replace(/^§/, "").replaceAll(".", "-").toLowerCase();
}

/**
 * Where an id leads on a page whose rules lie there.
 * @param {string} rules  the address of the rules, with a slash at the end @param {string} rule
 */
export function ruleAddress(rules, rule) {
  return `${rules}${ruleSlug(rule)}/`;
}

/**
 * Ids as links with commas between them; as plain text on a page that has no rules.
 * @param {string[]} rules @returns {Node[]}
 */
export function ruleLinks(rules) {
  const base = rulesOfPage();
  return commas(rules, (rule) =>
    base
      ? h("a", { class: "rule", "data-rule": rule, href: ruleAddress(base, rule), ...wayOut() }, rule)
      : h("span", {}, rule),
  );
}

/**
 * Ids inside of another link, where no link may be: they open on pointing and tapping.
 * @param {string[]} rules @returns {Node[]}
 */
export function ruleWords(rules) {
  return commas(rules, (rule) => h("span", { class: "rule", "data-rule": rule }, rule));
}

/** @param {string[]} rules @param {(rule: string) => Node} make @returns {Node[]} */
function commas(rules, make) {
  return rules.flatMap((rule, i) => (i ? [document.createTextNode(", "), make(rule)] : [make(rule)]));
}

/**
 * Attributes of links to the rules. On battle pages they open a new tab, so that players and viewers keep
 * their place. Pages embedded in another site cannot show other pages of ours at all.
 */
export function wayOut() {
  return leadsOut() ? { target: "_blank", rel: "noopener" } : {};
}

/** Whether the rules open in a tab of their own. */
export const leadsOut = () => document.body.classList.contains("replaying");

/** The address of the page's rules, "" where it has none. */
function rulesOfPage() {
  const page = document.querySelector("[data-rules]");
  return page instanceof HTMLElement ? (page.dataset.rules ?? "") : "";
}
