/** What the checks say, where on the page it belongs, and how it is shown there. */

import { h } from "../../darkseas/kit/dom.js";
import { isOfMap } from "./fields/form_description.js";

/** @typedef {import("./types.js").Finding} Finding */

/**
 * A place of a finding with sides by their keys, however the check named them.
 * @param {import("./types.js").Spec} spec @param {string} where
 */
export function normal(spec, where) {
  const parts = where.split(".");
  if (parts[0] === "sides" && /^\d+$/.test(parts[1] ?? "")) {
    const side = spec.sides?.[Number(parts[1])];
    if (side && !spec.sides.some((one) => one.key === parts[1])) parts[1] = side.key;
  }
  return parts.join(".");
}

/**
 * The panel that a place is edited in.
 * @param {string} where @param {import("./types.js").Context["form"]} form
 */
export function panelOf(where, form) {
  const [part, , inside, name] = where.split(".");
  if (where.startsWith("about.licence")) return "publish";
  if (part === "map") return "map";
  if (part === "aims") return "aims";
  if (part === "sea" || part === "options") return "sea";
  if (part !== "sides") return "about";
  if (inside === "groups") return "groups";
  const rule = inside === "rules" && form.parts["sides.rules"]?.fields?.find((one) => one.name === name);
  return rule && isOfMap(rule) ? "groups" : "sides";
}

/** Errors first, advice after; otherwise as they came. @param {Finding[]} findings */
export function inOrder(findings) {
  return [...findings].sort((one, other) => Number(one.is_advice) - Number(other.is_advice));
}

/** How many errors and pieces of advice, in words. @param {Finding[]} findings */
export function countInWords(findings) {
  const errors = findings.filter((one) => !one.is_advice).length;
  const advice = findings.length - errors;
  if (!findings.length) return "No errors. It can be played and published.";
  const phrases = [];
  if (errors) phrases.push(errors === 1 ? "1 error" : `${errors} errors`);
  if (advice) phrases.push(advice === 1 ? "one piece of advice" : `${advice} pieces of advice`);
  const words = phrases.join(", ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/**
 * Returns whether a draft can be published, and the reasons if not; a missing licence prevents it.
 * @param {Finding[]} findings @param {boolean} hasLicence
 */
export function readiness(findings, hasLicence) {
  const others = findings.filter((one) => one.where !== "about.licence");
  const errors = others.filter((one) => !one.is_advice).length;
  const advice = others.length - errors;
  const faults = errors === 1 ? "one error" : `${errors} errors`;
  const pieces = advice === 1 ? "One piece of advice is" : `${advice} pieces of advice are`;
  const sentences = [
    errors ? `Fix ${faults} before you publish; see “Checks”.` : "",
    hasLicence ? "" : "Choose a licence above: nothing is published without one.",
    !errors && advice ? `${pieces} open; see “Checks”.` : "",
    !errors && advice && hasLicence ? "You can publish it anyway." : "",
  ];
  return { isReady: !errors && hasLicence, words: sentences.filter(Boolean).join(" ") };
}

/**
 * The wrapper on the page that is nearest to a place.
 * @param {ParentNode} root @param {string} where @returns {HTMLElement | null}
 */
export function nearest(root, where) {
  const parts = where.split(".");
  for (let length = parts.length; length > 0; length -= 1) {
    const place = parts.slice(0, length).join(".");
    const found = root.querySelector(`[data-place="${CSS.escape(place)}"]`);
    if (found) return /** @type {HTMLElement} */ (found);
  }
  return null;
}

/**
 * Shows each finding next to its field.
 * @param {HTMLElement} root @param {import("./types.js").Spec} spec @param {Finding[]} findings
 */
export function markFields(root, spec, findings) {
  // Search for texts instead of classes: a part that was drawn again may have lost its classes.
  for (const said of root.querySelectorAll(".found:not(:empty)"))
    if (said.parentElement) unmark(said.parentElement);
  for (const finding of findings) {
    const wrapper = nearest(root, normal(spec, finding.where));
    const slot = wrapper?.querySelector(":scope > .found");
    if (!wrapper || !slot) continue;
    wrapper.classList.add(finding.is_advice ? "has-advice" : "has-error");
    slot.append(h("span", { class: finding.is_advice ? "advice" : "error" }, sentence(finding)));
    if (!finding.is_advice) controlOf(wrapper)?.setAttribute("aria-invalid", "true");
  }
}

/**
 * Returns a path in words, with names instead of keys.
 * @param {import("./types.js").Spec} spec @param {string} where
 * @param {import("./types.js").Context["form"]} form
 */
export function placeInWords(spec, where, form) {
  const parts = normal(spec, where).split(".");
  /** @type {any} */
  let value = spec;
  const words = [];
  /** @type {Record<string, string>} */
  const quiet = {
    sides: "",
    about: "",
    rules: "",
    ratings: "",
    ships: "ships",
    groups: "task groups",
    class_key: "class in the ship data",
    class_name: "class",
    kind: "type",
    count: "number of ships",
  };
  for (const part of parts) {
    const isMember = Array.isArray(value);
    value = isMember
      ? (value.find((/** @type {any} */ one) => one?.key === part) ?? value[Number(part)])
      : value?.[part];
    if (isMember && value?.name) {
      if (words.length > 1) words.pop();
      words.push(value.name);
    } else if (isMember) words.push(String(Number(part) + 1));
    else words.push(part in quiet ? quiet[part] : titleOf(part, form));
  }
  const text = words.filter(Boolean).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} name @param {import("./types.js").Context["form"]} form */
function titleOf(name, form) {
  for (const part of Object.values(form.parts)) {
    const found = part.fields?.find((one) => one.name === name);
    if (found?.title) return found.title.toLowerCase();
  }
  return name.replace(/_/g, " ");
}

/** @param {Finding} finding */
export function sentence(finding) {
  const text = finding.text.charAt(0).toUpperCase() + finding.text.slice(1);
  return [/[.!?”]$/.test(text) ? text : `${text}.`, finding.remedy].filter(Boolean).join(" ");
}

/**
 * Returns the reason of a refusal: the first error, and the number of further ones.
 * @param {string} message @param {Finding[]} findings
 */
export function refusalInWords(message, findings) {
  const [first, ...others] = findings;
  if (!first) return message;
  const more = others.length === 1 ? "One more is listed above." : `${others.length} more are listed above.`;
  return [message, sentence(first), others.length ? more : ""].filter(Boolean).join(" ");
}

/** @param {Element} wrapper */
function unmark(wrapper) {
  wrapper.classList.remove("has-error", "has-advice");
  wrapper.querySelector(":scope > .found")?.replaceChildren();
  controlOf(wrapper)?.removeAttribute("aria-invalid");
}

/** The one control of a field; a group of several has none. @param {Element} wrapper */
function controlOf(wrapper) {
  return wrapper.querySelector(
    ":scope > input, :scope > select, :scope > textarea, " +
      ":scope > .control > input, :scope > .control > select",
  );
}
